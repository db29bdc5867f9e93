"""Fun Family Chess: two, three or four round one board."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.guides.section import Diagram, Section

_FULL = (
    "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/gB,gP,8,sP,sB/"
    "gK,gP,8,sP,sK/gQ,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/wP,wP,wP,wP,wP,wP,wP,1/"
    "wR,wN,wB,wQ,wK,wB,wN,wR w {} - - 0 1"
)

SECTIONS: Final = (
    Section(
        "idea",
        _("In one breath"),
        (
            _(
                "Two, three or four play chess on one board, a cross of 128 squares."
                " Your own edge is below. Play goes to the right: White, Silver, Black,"
                " Gold. The last one in the game wins."
            ),
            _(
                "Each side has its colour and its sign: White a ring, Silver a diamond,"
                " Black a square, Gold a triangle."
            ),
        ),
        Diagram(_FULL.format("AAAA wKQ,sKQ,bKQ,gKQ"), _("Four players at the start.")),
    ),
    Section(
        "moves",
        _("How the pieces move"),
        (
            _(
                "As in chess. A pawn steps away from its owner’s edge, one square or"
                " two at any time, and becomes another piece on its tenth rank. A pawn"
                " that has gone two squares can be taken en passant by every opponent,"
                " each in their next turn. Castling is as in chess."
            ),
            _(
                "No king goes where an enemy attacks, and no move may open your own king to"
                " a new attack."
            ),
        ),
        Diagram(_FULL.format("AAAA wKQ,sKQ,bKQ,gKQ"), _("Where the rook on j1 can go."), "j1"),
    ),
    Section(
        "check",
        _("Saying check"),
        (
            _(
                "With your move you may say check to any king that you then attack. It"
                " is a free choice, and what is not said is not said: the page asks,"
                " and begins with “Say nothing”."
            ),
            _(
                "A check stands until it is ended. Whoever has been told must end it in"
                " their next turn, and if they cannot, they are mated and out. A king"
                " that is attacked without a word need not be saved."
            ),
            _(
                "While a check stands, nobody else may say check to that king or attack it"
                " too. Others may end the check for whoever was told."
            ),
        ),
        Diagram(
            "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,1,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/"
            "gB,gP,gQ,7,sP,sB/gK,gP,8,sP,sK/1,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/"
            "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w AAAA wKQ,sKQ,bKQ,gKQ - g>b 0 3",
            _("Gold has said check to Black. It stands."),
        ),
    ),
    Section(
        "out",
        _("Out of the game"),
        (
            _(
                "Who is mated, resigns or runs out of time is out, and the others play"
                " on. The pieces stay as stones: they neither move nor attack. They can"
                " be captured, the king cannot."
            ),
        ),
        Diagram(_FULL.format("AAMA wKQ,sKQ,gKQ"), _("Black is out.")),
    ),
    Section(
        "leaving",
        _("Leaving and returning"),
        (
            _(
                "Players who are named before the game, children for example, may leave"
                " for a while and return, from the menu. Their turns are passed over;"
                " only pawns can take their pieces."
            ),
        ),
        Diagram(_FULL.format("AAAL wKQ,sKQ,bKQ,gKQ"), _("Gold is away.")),
    ),
    Section(
        "end",
        _("The end"),
        (
            _(
                "You get a point for everybody who went out before you, and half a"
                " point for everybody on your place. All who are present may agree on a"
                " draw."
            ),
            _(
                "A game of four takes some seventy laps. Whoever wants to stop resigns, or"
                " lets a robot play on, from the menu."
            ),
        ),
    ),
)
