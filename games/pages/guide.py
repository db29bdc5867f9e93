"""The rules pages: the laws for people, with pictures."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from config.http.kept_pages import kept_for_strangers
from games.pages.game_tabs import has_guide, tabs_of
from games.pages.games_here import address_of_rules
from games.pages.guides import GUIDES, Diagram
from games.rules import registry
from games.rules.chess_eleven.picture.diagrams import draw_diagram
from games.rules.chess_eleven.shot import (
    BLOCK,
    CORNER_KICK,
    GOAL,
    KING,
    NO_ONE,
    ODDS,
    PIECE,
    SAVE,
)

_MOVE: Final = re.compile(r"\d?[a-l]\d+")
"""Where a move ends, after the square on which it begins."""

CHAPTERS = (
    ("idea", gettext_lazy("In short")),
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
    ("end", gettext_lazy("When a game ends")),
    ("time", gettext_lazy("Time")),
    ("notation", gettext_lazy("Notation")),
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
    """Return the picture of this name, drawn by the rules: it holds nothing anyone typed."""
    return mark_safe(draw_diagram(name))


@require_safe
@kept_for_strangers
def read_it(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the rules of a game with pictures; of one that has none, its laws."""
    if ruleset not in registry.all_keys() or not address_of_rules(ruleset):
        raise Http404
    if not has_guide(ruleset):
        return redirect("laws_of", ruleset)
    context = tabs_of(ruleset, "read")
    if ruleset == registry.DEFAULT:
        return render(
            request,
            "games/rules.html",
            {**context, "chapters": CHAPTERS, "odds": table_of_chances()},
        )
    sections = [(section, _picture(ruleset, section.diagram)) for section in GUIDES[ruleset]]
    return render(request, "games/guide.html", {**context, "sections": sections})


def picture_of(ruleset: str) -> SafeString:
    """Return a picture of a piece and what it may do, for the head of a game's page."""
    if ruleset == registry.DEFAULT:
        # Wide heads show the middle of the pitch, where the pass is.
        drawn = diagram("pass").replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
        return mark_safe(drawn)
    shown = next((one.diagram for one in GUIDES.get(ruleset, ()) if one.diagram), None)
    return _picture(ruleset, shown)


def targets_of(ruleset: str, position: str, origin: str) -> list[str]:
    """Return where the piece of a picture can go, as the laws have it."""
    tree = registry.tree(ruleset)
    if tree is None or not origin:
        return []
    edges = [edge for edge, _state in tree.edges(tree.read(position))]
    own = (edge.removeprefix(origin) for edge in edges if edge.startswith(origin))
    return sorted({found[0] for one in own if (found := _MOVE.match(one))})


def _picture(ruleset: str, diagram: Diagram | None) -> SafeString:
    """Return the picture of a chapter with its caption; it holds nothing anyone typed."""
    if diagram is None:
        return mark_safe("")
    drawn = _drawn(ruleset, diagram.position, diagram.origin)
    return mark_safe(drawn.replace("<svg ", f'<svg aria-label="{escape(diagram.caption)}" ', 1))


@cache
def _drawn(ruleset: str, position: str, origin: str) -> str:
    """Return a picture as the rules draw it, the same in every language."""
    targets = targets_of(ruleset, position, origin)
    return registry.presenter(ruleset).diagram(position, origin, targets)


def table_of_chances() -> list[Row]:
    """Return the chances of a shot as the laws have them, a row for each set-up of the goal."""
    return [
        Row(
            _called(target),
            _called(beside),
            *(
                " + ".join(str(chance.per_cent) for chance in chances if chance.kind == kind) or "–"
                for kind in (GOAL, SAVE, BLOCK, CORNER_KICK)
            ),
        )
        for (target, beside), chances in ODDS.items()
    ]


def _called(piece: str) -> str:
    """Return a piece as the table of chances names it."""
    return {
        NO_ONE: pgettext("who stands on the goal", "no one"),
        KING: pgettext("who stands on the goal", "king"),
        PIECE: pgettext("who stands on the goal", "piece"),
    }[piece]
