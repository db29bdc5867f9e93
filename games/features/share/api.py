"""Clips by the API."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts import limits
from accounts.models import User
from config.http.conditional import ASKED_AGAIN, is_held, not_modified
from config.http.openapi import documented
from config.http.parameters import query
from games.api.base import GameApiView
from games.api.conditional import etag_of
from games.features.share import kept_files
from games.features.share.animation import THEMES, Kind, Theme
from games.features.share.clips import clip_of
from games.features.share.looking import find_shared
from games.features.share.stretch import find_stretch
from games.rules import registry

_CACHE = "public, max-age=3600"
"""Turns stay as they are; someone's name may change."""
_QUERY: tuple[OpenApiParameter, ...] = (
    query("turns", "The turns to show, as 31-33 or 31, at most 11; the last three if left out."),
    query("side", "Which of its sides is at the bottom.", enum=registry.all_sides()),
    query("theme", "By day or by night; light if left out.", enum=THEMES),
)


class ClipView(GameApiView):
    """Some turns of a game as an animated picture."""

    scope = None
    cost = 3
    kind: Kind = "gif"

    @documented(
        "get_clip_gif",
        responses={(200, "image/gif"): OpenApiTypes.BINARY},
        query=_QUERY,
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Show some turns as an animated GIF, to share."""
        stretch_text = request.query_params.get("turns")
        chosen = self.read_choice("theme", THEMES)
        theme: Theme = "dark" if chosen == "dark" else "light"
        game = find_shared(game_id, self.now, request.user.pk)
        side = self.read_choice("side", game.rules.seats(game.options))
        clip = clip_of(game, find_stretch(game, stretch_text), side, self.kind, theme)
        cache = _CACHE if game.is_public else f"private, {ASKED_AGAIN}"
        etag = etag_of(clip.name.partition(".")[0])
        if is_held(request, etag):
            return not_modified(etag, cache)
        content = kept_files.find(clip.name)
        if content is None:

            def make() -> bytes:
                self._count_making()
                return clip.make()

            content = kept_files.find_or_make(clip.name, make)
        headers = {
            "ETag": etag,
            "Cache-Control": cache,
            # It has words in it.
            "Vary": "Accept-Language",
            "Content-Disposition": f'inline; filename="{game.pk}.{self.kind}"',
        }
        return HttpResponse(content, content_type=f"image/{self.kind}", headers=headers)

    def _count_making(self) -> None:
        """Count a clip that has to be made, by person or by address; raise the 429."""
        user = self.request.user
        if isinstance(user, User):
            limits.count_of_person(user.pk, "clips")
        else:
            limits.count_of_address(self.request._request, "clips")


class WebpView(ClipView):
    """The same as WebP, which is smaller."""

    kind = "webp"

    @documented(
        "get_clip_webp",
        responses={(200, "image/webp"): OpenApiTypes.BINARY},
        query=_QUERY,
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Show some turns as an animated WebP, to share."""
        return super().get(request, game_id)
