"""How a game looks and how it is reported; a rule set without a face of its own has a plain one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rules.contract.board import Scene
from games.rules.contract.values import Happening, Narration, Side

ShownT = TypeVar("ShownT", contravariant=True)


class Reason(NamedTuple):
    """The words for one way to end. ``{winner}`` and ``{loser}`` are the players' names."""

    brief: str = ""
    """What follows "bob won" or "Draw": `` on time``, ``: {loser} resigned``; may be empty."""
    brief_lost: str = ""
    """The same for the one who lost by it, where it is another one: ``: you resigned``."""
    text: str = ""
    """A sentence about it for everyone: ``{loser} resigned.``, empty if ``is_by_score``."""
    won: str = ""
    """The sentence for the one who won, where it is another one."""
    lost: str = ""
    """The sentence for the one who lost by it, where it is another one: ``You resigned.``"""
    is_by_score: bool = False
    """Whether what was counted decided it, so that the score says most."""


class ActWords(NamedTuple):
    """How an act is offered: on its button, and in the question before it is done."""

    label: str
    question: str = ""
    """Empty where it is done immediately."""
    explanation: str = ""
    yes: str = ""


class Layer(NamedTuple):
    """A part of a picture that comes back in others: an SVG and where it lies in the whole."""

    left: float
    top: float
    width: float
    height: float
    svg: str


class Collage(NamedTuple):
    """A picture in layers, in units of its own.

    Anyone who keeps its layers as pixels makes the next picture of them in a fraction of the time.
    """

    width: float
    ground: str
    """As large as the whole, with nothing to be seen through it."""
    layers: Sequence[Layer]
    """What lies on it, lowest first."""
    sample: str
    """A picture in which every colour occurs, the same for all of a game."""


class Presenter(Protocol[ShownT]):
    """The face of one game."""

    tagline: str
    """The game in one line, for anyone who does not know it: ``Chess played as football``."""
    reasons: Mapping[str, Reason]
    """Every word that ``Outcome.reason`` can be."""
    acts: Mapping[str, ActWords]
    """Every act of ``Summary.acts``."""
    board: str
    """What draws the game on a page where the rule set has no page of its own: ``grid`` for what
    ``board_data`` gives, or empty."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        """Return what happened in sentences, the players called by ``names``."""

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        """Return a turn in shorthand of a few characters, for a list of turns.

        ``notation`` is the turn as its record has it. Others are called by ``names``, in which
        the reader's is empty; without them by their sides.
        """

    def turn_sentence(
        self,
        happenings: Sequence[Happening],
        before: str = "",
        names: Mapping[Side, str] | None = None,
    ) -> str:
        """Return a turn in one sentence that follows the player's name: ``knight takes on e5.``

        ``before`` is the position in which it was played, where that is known; ``names`` as
        in ``turn_summary``.
        """

    def situation(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return where a described game stands in a few words, as ``side`` sees it."""

    def rules_anchor(self, description: Mapping[str, Any]) -> str:
        """Return the chapter of the rules page (its anchor) that fits a described game, or the
        number of a law; never empty.
        """

    def thumbnail(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return a small picture of a described game as SVG, for a list within a page.

        It is styled by the page and says nothing to those who do not see it.
        """

    def draw(
        self,
        state: ShownT,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        """Return a picture as SVG: of ``position`` or the present, ``side`` at the bottom.

        ``last`` are the recorded actions that led there, to be marked, and ``before`` the
        position in which they were played, if it is known.
        """

    def board_data(
        self, position: str, side: Side | None = None, last: Sequence[str] = ()
    ) -> Scene | None:
        """Return the board as plain data for a page that draws it, ``side`` at the bottom.

        ``last`` are the recorded actions that led to ``position``. ``None`` where the game has
        no such board.
        """

    def diagram(self, position: str, origin: str, targets: Sequence[str]) -> str:
        """Return a position as SVG for a page of rules, and where a piece can go.

        Empty where there is no such board.
        """

    def layers(
        self,
        state: ShownT,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        """Return the same picture as ``draw``, in layers."""
