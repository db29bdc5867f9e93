"""The rules page: the laws of Chess Eleven for people, with pictures."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.rules.chess_eleven.picture.diagrams import draw_diagram
from games.rules.chess_eleven.shot import BLOCK, CORNER_KICK, GOAL, NOBODY, ODDS, SAVE

CHAPTERS = (
    ("idea", gettext_lazy("In one breath")),
    ("pitch", gettext_lazy("The pitch")),
    ("rounds", gettext_lazy("Rounds and goals")),
    ("formation", gettext_lazy("The formation")),
    ("kick-off", gettext_lazy("The kick-off")),
    ("moving", gettext_lazy("Moving")),
    ("turn", gettext_lazy("A turn with the ball")),
    ("pass", gettext_lazy("The pass")),
    ("defending", gettext_lazy("A turn without the ball")),
    ("shot", gettext_lazy("The shot")),
    ("corner", gettext_lazy("The corner")),
    ("check", gettext_lazy("Check and mate")),
    ("end", gettext_lazy("When a match ends")),
    ("time", gettext_lazy("Time")),
    ("notation", gettext_lazy("Writing it down")),
    ("fair", gettext_lazy("Fair shots")),
)
"""Anchors and titles, in the order of the page; games link to the chapter that fits."""


class Row(NamedTuple):
    """A row of the table of chances (law 8.3), in per cent."""

    target: str
    beside: str
    goal: str
    save: str
    block: str
    corner: str


def diagram(name: str) -> SafeString:
    """Return the picture of this name, drawn by the rules: it holds nothing anybody typed."""
    return mark_safe(draw_diagram(name))


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game."""
    context = {"here": "rules", "chapters": CHAPTERS, "odds": table_of_chances()}
    return render(request, "games/rules.html", context)


CALLED = {NOBODY: "nobody"}


def table_of_chances() -> list[Row]:
    """Return the chances of a shot as the laws have them, a row for each way to stand."""
    return [
        Row(
            CALLED.get(target, target),
            CALLED.get(beside, beside),
            *(
                " + ".join(str(chance.per_cent) for chance in chances if chance.kind == kind) or "–"
                for kind in (GOAL, SAVE, BLOCK, CORNER_KICK)
            ),
        )
        for (target, beside), chances in ODDS.items()
    ]
