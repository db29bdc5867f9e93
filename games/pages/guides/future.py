"""Future Chess: three boards, one above the other."""

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
                "Chess on three boards of five by five squares, one above the other."
                " Every piece but the pawn may also change its level. Mate wins, as in"
                " chess."
            ),
            _(
                "Straight up on the screen is straight up in the tower: 3c1 lies above"
                " 2c1, and that above 1c1. White begins on the bottom level, Black on"
                " the top one."
            ),
        ),
        Diagram(
            "rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1",
            _("The pieces at the start, in the set-up with the shield."),
        ),
    ),
    Section(
        "moves",
        _("On a level, and off it"),
        (
            _(
                "On its level each piece moves as in chess. A move to another level"
                " goes straight there; nothing can be in its way. Triangles mark the"
                " squares of such moves."
            ),
            _(
                "The queen goes to any empty square of the next level, and captures"
                " straight above or below her. From level 1 she reaches the square two"
                " levels above, if it is empty, and back."
            ),
        ),
        Diagram(
            "2k2/5/5/5/5|5/5/2Q2/5/5|5/5/5/5/2K2 w 0 1", _("Where the queen on 2c3 can go."), "2c3"
        ),
    ),
    Section(
        "rook",
        _("The rook"),
        (
            _(
                "It goes straight up or down by a level, onto an empty square or an"
                " enemy. It also goes to an empty square of the next level that lies"
                " above or below its path."
            ),
        ),
        Diagram(
            "2k2/5/5/5/5|5/5/5/1R3/5|5/5/5/5/2K2 w 0 1", _("Where the rook on 2b2 can go."), "2b2"
        ),
    ),
    Section(
        "bishop",
        _("The bishop"),
        (
            _(
                "It goes to any empty square of its own colour on the next level, and"
                " never captures there."
            ),
        ),
        Diagram(
            "2k2/5/5/5/5|5/5/2B2/5/5|5/5/5/P4/2K2 w 0 1",
            _("Where the bishop on 2c3 can go."),
            "2c3",
        ),
    ),
    Section(
        "knight",
        _("The knight"),
        (_("To the next level it goes one file and one rank away. It captures on both levels."),),
        Diagram(
            "2k2/5/5/5/5|5/5/2N2/5/5|5/5/5/P4/2K2 w 0 1",
            _("Where the knight on 2c3 can go."),
            "2c3",
        ),
    ),
    Section(
        "pawn",
        _("The pawn"),
        (
            _(
                "It steps one square forward, never two, and captures diagonally"
                " forward, on its level alone. At the end of its first level it climbs:"
                " to the same file of the next level, at the other side, if that square"
                " is empty. At the end of its second level it becomes a queen, rook,"
                " bishop or knight. There is no en passant."
            ),
        ),
        Diagram(
            "2k2/5/5/5/5|5/5/5/5/5|P4/5/5/5/2K2 w 0 1",
            _("The pawn on 1a5 can climb to 2a1."),
            "1a5",
        ),
    ),
    Section(
        "king",
        _("The king"),
        (
            _(
                "He goes one square on his level, and from a corner also to the corner"
                " above or below. There is no castling."
            ),
        ),
    ),
    Section(
        "check",
        _("Check and mate"),
        (
            _(
                "Only what can capture attacks: along a level, by a knight, and"
                " straight up or down by one level. A check from straight above or"
                " below cannot be blocked. From two levels away nothing is attacked."
            ),
        ),
    ),
    Section(
        "end",
        _("The end"),
        (
            _(
                "Mate wins. Stalemate, too few pieces, agreement, and a claim after a"
                " position has stood three times or after long quiet are draws, as in"
                " chess. Whoever misses the deadline of a move loses; of the very first"
                " move, the game is called off."
            ),
        ),
    ),
)
