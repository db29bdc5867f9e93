"""What every view of games shares: one ``now``, absolute addresses, refusals with the game."""

from __future__ import annotations

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from config.http.arrival import arrived_at
from config.http.errors.refusals import invalid_parameter
from config.http.parameters import LARGEST
from games.models import Game
from games.refusals import Conflict
from games.shown.payloads import game_payload
from games.shown.shapes.games import OtherGame


class GameApiView(ApiView):
    """A view of games. Time is taken once, when the request arrives, and passed on."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.now = arrived_at(request._request)
        super().initial(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Conflict) and exc.game is not None:
            exc.extra["game"] = self.show(exc.game)
        return super().handle_exception(exc)

    @cached_property
    def base_url(self) -> str:
        """The address of the service as this client knows it, without a slash at the end."""
        return f"{self.request.scheme}://{self.request.get_host()}"

    def show(self, game: Game) -> OtherGame:
        """Return the game as this client is to see it."""
        return game_payload(game, self.base_url, self.now)

    def read_number(self, name: str, default: int | None = None) -> int:
        """Return a query parameter that is a number from 0; refuse anything else."""
        text = self.request.query_params.get(name)
        if text is None and default is not None:
            return default
        if text is None or not (text.isascii() and text.isdigit() and len(text) <= 19):
            raise invalid_parameter(name, "malformed", _("Enter a whole number."))
        if int(text) > LARGEST:
            raise invalid_parameter(
                name, "too_large", _("Enter {largest} or less.").format(largest=LARGEST)
            )
        return int(text)

    def read_choice(self, name: str, choices: tuple[str, ...]) -> str | None:
        """Return a query parameter that is one of ``choices``, or ``None`` without it."""
        text = self.request.query_params.get(name)
        if text is not None and text not in choices:
            raise invalid_parameter(
                name,
                "unknown_choice",
                _("Choose one of: {choices}.").format(choices=", ".join(choices)),
            )
        return text
