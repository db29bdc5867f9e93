"""Pictures for those who learn the game: a position each, with what matters marked.

Every position is one that can be, and every mark an action that the laws allow there; a test
asks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from games.rules.chess_eleven.picture.annotations import Mark
from games.rules.chess_eleven.picture.drawing import draw_position
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

START = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
ATTACK = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open c2f2c7e7f7 4"


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position and what to point out in it; ``alt`` says it to those who do not see it."""

    position: str
    alt: str
    marks: tuple[Mark, ...] = ()
    last: tuple[str, ...] = ()
    before: str | None = None


DIAGRAMS: Mapping[str, Diagram] = {
    "start": Diagram(
        START,
        gettext_noop(
            "The pitch before the kick-off: each side on its own three ranks, the ball in the"
            " middle."
        ),
    ),
    "goals": Diagram(
        START,
        gettext_noop(
            "White's goal is d1 and e1. Black's goal is d8 and e8. Each has a net behind it."
        ),
        marks=tuple(Mark("frame", square) for square in ("d1", "e1", "d8", "e8")),
    ),
    "formation": Diagram(
        "r1nkr3/2pppp2/2q2b1n/8/8/N2Q2P1/1BPP1P2/2RKR1N1 w - kickoff c2d2f2g3c7d7e7f7 0",
        gettext_noop("Another formation. Only the king on d1 and the pawn on d2 are fixed."),
        marks=(Mark("frame", "d1"), Mark("frame", "d2")),
    ),
    "kick-off": Diagram(
        START,
        gettext_noop(
            "From the start, a pawn or a knight can move to each square of the centre circle."
        ),
        marks=tuple(Mark("move", square) for square in ("d4", "e4", "d5", "e5")),
    ),
    "pass": Diagram(
        "r2k3r/2ppnp2/2p1n1b1/6b1/4N3/P5Q1/3PR1P1/2RK4 w e4 open d2c7d7f7 3",
        gettext_noop(
            "The knight on e4 can pass to g3 and d2, which it reaches, and to the rook on e2,"
            " which reaches the knight."
        ),
        marks=(
            Mark("pass", "g3", "e4"),
            Mark("pass", "d2", "e4"),
            Mark("pass", "e2", "e4"),
        ),
    ),
    "turn": Diagram(
        "r2k1n1r/2p1pp2/3p1nb1/1Q2N3/3P4/2N1P3/2P1BP2/R2K3R w b5 open+mp c2f2c7e7f7 4",
        gettext_noop(
            "One turn: the knight carries the ball from f3 to e5, passes to the queen on b5,"
            " and the queen shoots at e8."
        ),
        last=("f3e5", "@b5", "!e8"),
        before="r2k1n1r/2p1pp2/3p1nb1/1Q6/3P4/2N1PN2/2P1BP2/R2K3R w f3 open c2f2c7e7f7 4",
    ),
    "defend": Diagram(
        "r2k3r/2p1pp2/2np1n2/3q4/4b3/2N2N2/1PPP1P2/R1BK3R w d5 open b2c2d2f2c7e7f7 2",
        gettext_noop(
            "Black has the ball. The knight on c3 can capture the queen that carries it, or the "
            "bishop on e4. Either way, White wins the ball."
        ),
        marks=(Mark("frame", "c3"), Mark("capture", "d5"), Mark("capture", "e4")),
    ),
    "shot": Diagram(
        ATTACK,
        gettext_noop(
            "The queen on b5 has the ball. She can shoot at e8 past a knight and a king,"
            " or pass to c3 or e2."
        ),
        marks=(
            Mark("frame", "b5"),
            Mark("shot", "e8", "b5"),
            Mark("pass", "c3", "b5"),
            Mark("pass", "e2", "b5"),
            Mark("capture", "e8"),
            *(Mark("move", square) for square in ("a5", "c5", "d5", "e5", "b6", "a6", "b4", "a4")),
        ),
    ),
    "corner": Diagram(
        "2rknr2/2p1pp2/3p1n2/6b1/3P4/2B1P2R/2P2P2/R2KN3 w h8 corner c2f2c7e7f7 0",
        gettext_noop(
            "The ball is on h8. The rook on h3 can collect it with a move. The bishop's own pawn "
            "is in the way."
        ),
        marks=(Mark("frame", "h3"), Mark("fetch", "h8", "h3")),
    ),
    "check": Diagram(
        "3k1r2/2p1pp2/2p2n2/1b1r4/8/2N1BN2/1PP2P2/R2K3R w c3 open b2c2f2c7e7f7 2",
        gettext_noop(
            "The rook on d5 gives check. White can move the king, block the check or capture the "
            "rook."
        ),
        marks=(
            Mark("frame", "d1"),
            Mark("capture", "d5"),
            Mark("move", "d2"),
            Mark("move", "d4"),
            Mark("move", "c1"),
            Mark("move", "e1"),
        ),
    ),
}


def draw_diagram(name: str) -> str:
    """Return the picture of this name as SVG; raises ``KeyError`` if there is none."""
    label = escape(_(DIAGRAMS[name].alt), quote=False).replace('"', "&quot;")
    return _drawn(name).replace("<svg ", f'<svg class="pitch" role="img" aria-label="{label}" ', 1)


@cache
def _drawn(name: str) -> str:
    still = DIAGRAMS[name]
    return draw_position(still.position, last=still.last, before=still.before, marks=still.marks)
