"""The pieces of a game at its start, in the shape in which links are shown elsewhere."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.pages.guides import GUIDES
from games.rules import registry
from games.shown.pictures import to_png

WIDTH, HEIGHT, EDGE = 1200, 630, 24
GROUND: Final = "#173f27"
A_DAY: Final = 86_400


@require_safe
@cache_control(public=True, max_age=A_DAY)
def start_picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show how a game on squares begins, as PNG."""
    if ruleset not in GUIDES or ruleset not in registry.all_keys():
        raise Http404
    return HttpResponse(to_png(_in_the_middle(_start(ruleset)), WIDTH), content_type="image/png")


def _start(ruleset: str) -> str:
    hosted = registry.find(ruleset)
    state: Any = hosted.rules.start(hosted.rules.check_options({}))
    return hosted.presenter.draw(state)


def _in_the_middle(svg: str) -> str:
    """Return a picture as large as it can be in the middle of a wide one."""
    head, rest = svg.split(">", 1)
    shape = head.split('viewBox="')[1].split('"')[0]
    inner = (
        f'<svg viewBox="{shape}" x="{EDGE}" y="{EDGE}"'
        f' width="{WIDTH - 2 * EDGE}" height="{HEIGHT - 2 * EDGE}">{rest}'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">'
        f'<path fill="{GROUND}" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>{inner}</svg>'
    )
