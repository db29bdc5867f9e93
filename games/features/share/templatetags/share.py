"""How links to games look where they are shared, and the button that shares them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django import template
from django.conf import settings
from django.utils.translation import gettext as _

from games.features.share.stretch import USUAL_TURNS, headline_of, names_of, stretch_of
from games.models import Game, Turn
from games.shown.point_of_view import PointOfView

register = template.Library()


@register.inclusion_tag("share/preview.html")
def preview(game: Game, turn: Turn | None = None) -> dict[str, Any]:
    """Return the head of a page that shows a game, as it is or after a turn."""
    path = f"/games/{game.pk}/" + (f"history/?turn={turn.number}" if turn else "")
    score = stretch_of(game, [turn]).scores[-1] if turn else game.summary.score
    return {
        "site_url": settings.SITE_URL,
        "path": path,
        "oembed": oembed_address(path) if game.is_public else "",
        "title": f"{headline_of(game, score)} · {game.rules.name}",
        "text": _text_of(game, turn),
        "picture": f"/api/v1/games/{game.pk}/board.png" + (f"?turn={turn.number}" if turn else ""),
        "alt": _("The board after turn {number}").format(number=turn.number)
        if turn
        else _("The board now"),
    }


def _text_of(game: Game, turn: Turn | None) -> str:
    """Return what has happened: in the turn, or in the whole game."""
    if turn is not None:
        summary = game.presenter.turn_summary(turn.happenings, turn.notation)
        return f"{names_of(game)[turn.side]}: {summary}"
    if not game.is_active:
        return PointOfView(game, None).result
    brief = game.presenter.situation(game.description, None)
    return f"{_(game.presenter.tagline)}. {brief[:1].upper()}{brief[1:]}."


@register.simple_tag
def oembed_address(path: str) -> str:
    """Return where oEmbed describes an address of ours."""
    return f"{settings.SITE_URL}/oembed?format=json&url={quote(settings.SITE_URL + path, safe='')}"


@register.inclusion_tag("share/button.html")
def share_button(game: Game, style: str = "", turn: Turn | None = None) -> dict[str, Any]:
    """Return the button that opens the sheet; without a script it leads to the clip."""
    last = turn.number if turn else game.next_turn - 1
    score = stretch_of(game, [turn]).scores[-1] if turn else game.summary.score
    path = f"/games/{game.pk}/" + (f"history/?turn={turn.number}" if turn else "")
    return {
        "game": game,
        "style": style,
        "turns": f"{max(last - USUAL_TURNS + 1, 1)}-{last}" if last else "",
        "address": settings.SITE_URL + path,
        "title": f"{headline_of(game, score)} · {game.rules.name}",
    }
