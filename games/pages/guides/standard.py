"""Chess, for whoever has never played it, or not for long."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.guides.section import Diagram, Section

SECTIONS: Final = (
    Section(
        "idea",
        _("In one breath"),
        (
            _(
                "Two sides, White and Black, move in turn, one piece at a time. Whoever"
                " attacks the enemy king so that nothing can save him has mated him and"
                " wins."
            ),
            _("White begins. Nobody passes."),
        ),
        Diagram(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            _("The pieces at the start."),
        ),
    ),
    Section(
        "moves",
        _("How the pieces move"),
        (
            _(
                "The rook runs along ranks and files, the bishop along diagonals, the"
                " queen along both. The king goes one square in any direction. The"
                " knight goes two squares one way and one to the side, and alone jumps"
                " over others."
            ),
            _("A piece captures by landing on the square of an enemy."),
        ),
        Diagram("4k3/7p/8/8/4N3/8/7P/4K3 w - - 0 1", _("Where a knight can go."), "e4"),
    ),
    Section(
        "pawn",
        _("The pawn"),
        (
            _(
                "It steps one square forward, or two with its first move, and captures"
                " one square diagonally forward."
            ),
            _(
                "A pawn that has just gone two squares can be captured as though it had"
                " gone one, by a pawn that stands beside it, in the next move only:"
                " that is en passant."
            ),
            _(
                "A pawn that reaches the last rank becomes a queen, rook, bishop or"
                " knight. The page asks which."
            ),
        ),
        Diagram(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            _("Black’s pawn has just gone from d7 to d5: White’s can take it on d6."),
            "e5",
        ),
    ),
    Section(
        "castling",
        _("Castling"),
        (
            _(
                "If neither king nor rook has moved and nothing stands between them,"
                " the king goes two squares towards the rook, and the rook comes to his"
                " other side. He may not begin, cross or end on a square that is"
                " attacked. Tap the king, then the square two steps away."
            ),
        ),
        Diagram(
            "4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1", _("The king can castle on both sides."), "e1"
        ),
    ),
    Section(
        "check",
        _("Check and mate"),
        (
            _(
                "A king that is attacked is in check, and the check must be ended: by"
                " moving him, by capturing the attacker, or by standing between. Nobody"
                " may leave their own king attacked. A check that cannot be ended is"
                " mate, and the game is over."
            ),
        ),
        Diagram("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", _("Mate: the king has no square left.")),
    ),
    Section(
        "end",
        _("When nobody wins"),
        (
            _(
                "The game is drawn if the side to move has no move and is not in check,"
                " if neither side can mate any more, and if both agree."
            ),
            _(
                "When a position has stood three times, or after fifty moves of each"
                " side without a capture or a pawn move, either player can claim a draw"
                " from the menu. At five times, or after seventy-five, the game is drawn"
                " by itself."
            ),
            _(
                "Whoever misses the deadline of a move loses; of the very first move, the"
                " game is called off."
            ),
        ),
    ),
)
