"""The leader boards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.features.ratings import selectors
from games.features.ratings.boards import PERIODS, SORTS
from games.features.ratings.pools import all_pools, name_of, read_pool

DECIMALS = {"xg": 2, "goals": 1, "mates": 2}


@require_safe
def show(request: HttpRequest, pool: str = "") -> HttpResponse:
    """Show a board, that of the first game if none is named; the form names it in the query."""
    pool = pool or request.GET.get("pool", "")
    found = read_pool(pool) if pool else all_pools()[0]
    by, period = request.GET.get("by", SORTS[0]), request.GET.get("period", PERIODS[0])
    if found is None or by not in SORTS or period not in PERIODS:
        raise Http404
    context = {
        "pool": str(found),
        "title": name_of(found),
        "pools": [(str(one), name_of(one)) for one in all_pools()],
        "by": by,
        "sorts": [(word, _sort(word)) for word in SORTS],
        "value_label": _sort(by),
        "period": period,
        "periods": [("all", _("All time")), ("month", _("30 days"))],
        "board": selectors.board(found, by, period, request.user.pk),
        "decimals": DECIMALS.get(by, 0),
    }
    return render(request, "ratings/board.html", context)


def _sort(word: str) -> str:
    return {
        "rating": _("Rating"),
        "xg": _("Expected goals per game"),
        "goals": _("Goals per game"),
        "mates": _("Mates per game"),
        "streak": _("Winning streak"),
    }[word]
