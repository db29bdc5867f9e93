"""Hearing of things: pages of past events, and where a stream of those to come begins."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from accounts.models import User
from accounts.permissions import check_scope
from config.http.client_ip import client_address
from config.http.compression import compressed
from config.http.errors.refusals import Refusal, invalid_parameter
from config.http.openapi import documented
from config.http.pagination import link_header, read_limit
from config.http.parameters import limit, query, whole
from games.api.base import GameApiView
from games.api.filters import GAME_ID
from games.models import Player
from games.play import watching
from games.play.guards import seat_of
from games.shown import examples
from games.shown.payloads import event_payload
from games.shown.shapes.events import EventPage
from games.store import selectors
from games.store.locking import is_public_id
from games.store.selectors import NumberedEvent
from games.store.wakeups import late_log_of_game, log_of_game, log_of_user
from games.streams.frames import Form
from games.streams.negotiation import (
    LARGEST_NUMBER,
    Beginning,
    StreamOffer,
    read_after,
    wanted_form,
)
from games.streams.presence import Visit

AFTER_NUMBER = (
    query(
        "after",
        "Only what followed the event of this number.",
        whole(0, LARGEST_NUMBER),
    ),
    OpenApiParameter(
        "Last-Event-ID",
        {"type": "string", "pattern": "^[0-9]{0,19}$"},
        OpenApiParameter.HEADER,
        description="The same as `after`; the later of the two counts.",
    ),
)
AFTER = (*AFTER_NUMBER, limit("events"))
MOST_VISITS = 5
"""Games at which one stream says that its reader is."""
AT = query(
    "at",
    f"For a stream: up to {MOST_VISITS} ids of games with commas between. While it is open, the "
    "other players may see that I am there, and I see when they come and go.",
    {"type": "string", "pattern": f"^{GAME_ID}(,{GAME_ID}){{0,{MOST_VISITS - 1}}}$"},
)
LIVE = query(
    "live",
    (
        "For a stream, as a player. Adds the others' formations as they choose them (`draft`), "
        "who is online (`presence`), and a sign of life every four seconds (`alive`). `alive` "
        "says since when the clocks have been paused. Each record has `n`. Send it to `POST "
        "/games/{id}/seen` immediately."
    ),
    enum=("1",),
)
REFUSALS = ("stream_unavailable", "number_ahead")
FORMS = {
    (200, "application/json"): EventPage,
    (200, "text/event-stream"): str,
    (200, "application/x-ndjson"): str,
}
EXAMPLES = {
    (200, "text/event-stream"): examples.EVENT_STREAM,
    (200, "application/x-ndjson"): examples.EVENT_LINES,
}


class EventPagesView(GameApiView):
    """A log that is read forwards: ``?after=`` names the last event already known."""

    def page(
        self,
        request: Request,
        read: Callable[[int, int], list[NumberedEvent]],
        find_newest: Callable[[], int],
    ) -> Response:
        """Return the page of events that the query asks for."""
        after = read_after(request._request) or 0
        limit = read_limit(request)
        events = read(after, limit + 1)
        if 0 < len(events) <= limit:
            latest = events[-1].number
        else:
            # More may have happened by now than when the events were read.
            latest = max(find_newest(), events[-1].number if events else 0)
        if after > latest:
            raise number_ahead(latest)
        following = None
        if len(events) > limit:
            events = events[:limit]
            url = request.build_absolute_uri()
            following = replace_query_param(url, "after", str(events[-1].number))
        results = [event_payload(*event) for event in events]
        page = {"next": following, "previous": None, "latest": latest, "results": results}
        return Response(page, headers=link_header(next=following))

    def stream(
        self,
        request: Request,
        form: Form,
        log: str,
        after: int | None,
        newest: int,
        *,
        at: Sequence[str] = (),
        live: str | None = None,
    ) -> StreamOffer:
        """Return the offer of a stream; ``with_stream`` opens it. ``at``: the games one looks at.

        ``live`` is the game that one plays live.
        """
        is_authenticated = request.user.is_authenticated
        address = client_address(request._request)
        return StreamOffer(
            Beginning(
                log=log,
                form=form,
                number=newest if after is None else min(after, newest),
                newest=newest,
                owner=log_of_user(request.user.pk or 0) if is_authenticated else address,
                is_authenticated=is_authenticated,
                live=live,
                **(_visits(self.user, at) if at else {}),
            )
        )


def _visits(user: User, at: Sequence[str]) -> dict[str, Any]:
    """Return the visits of a player to those of these games that are theirs, and who else plays."""
    mine = Player.objects.filter(user=user, game__in=at).values("game")
    seats = Player.objects.filter(game__in=mine).order_by("pk")
    sides: dict[str, dict[int, str]] = {}
    for game_id, user_id, side in seats.values_list("game", "user", "side"):
        others = sides.setdefault(game_id, {})
        if user_id != user.pk:
            others[user_id] = side
    token = secrets.token_hex(4)
    visits = tuple(Visit(game_id, user.pk, token, user.page.present) for game_id in sides)
    return {"visits": visits, "sides": sides}


def _read_at(request: Request) -> list[str]:
    text = request.query_params.get("at")
    ids = text.split(",") if text is not None else []
    if len(ids) > MOST_VISITS:
        words = _("Send at most {most} IDs.").format(most=MOST_VISITS)
        raise invalid_parameter("at", "too_long", words)
    if not all(map(is_public_id, ids)):
        raise invalid_parameter("at", "malformed", _("Send game IDs separated by commas."))
    return ids


def number_ahead(latest: int) -> Refusal:
    """Return the refusal of a number that no event has yet.

    An empty page would be the answer for ever to a client that has seen events which a restored
    backup does not hold.
    """
    detail = _(
        "The newest event is {latest}. Load your games, then continue from that number."
    ).format(latest=latest)
    return Refusal("number_ahead", detail, latest=latest)


class MyEventsView(EventPagesView):
    """My events."""

    scope = "games:read"

    @compressed
    @documented(
        "list_events", responses=FORMS, query=(*AFTER, AT), codes=REFUSALS, examples=EXAMPLES
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List my events. With `Accept: text/event-stream` or ndjson, follow them."""
        user_id, at = self.user.pk, _read_at(request)
        if form := wanted_form(request._request):
            after = read_after(request._request)
            newest = selectors.newest_event_of(user_id)
            return self.stream(request, form, log_of_user(user_id), after, newest, at=at)
        return self.page(
            request,
            partial(selectors.events_after, user_id),
            partial(selectors.newest_event_of, user_id),
        )


class GameEventsView(EventPagesView):
    """What happened in a game."""

    scope = None

    @compressed
    @documented(
        "list_events_of_game",
        responses={**FORMS, 204: None},
        query=(*AFTER, LIVE),
        codes=(*REFUSALS, "not_authenticated", "insufficient_scope", "not_a_player"),
        examples=EXAMPLES,
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """List what happened in a game, or follow it; 204 where a stream would stay silent."""
        stamp = watching.watch_stamp(game_id, self.now, request.user.pk)
        live = self._live_at(request, game_id)
        if form := wanted_form(request._request):
            after = read_after(request._request)
            if stamp.deadline is None and (after is None or after >= stamp.last_event):
                # Nothing will come any more: 204 says to a browser not to connect again.
                return Response(status=204)
            log = late_log_of_game(game_id) if stamp.is_late else log_of_game(game_id)
            at = [live] if live else []
            return self.stream(request, form, log, after, stamp.last_event, at=at, live=live)
        until = stamp.last_event if stamp.is_late else None
        return self.page(
            request,
            partial(selectors.game_events_after, game_id, until=until),
            lambda: stamp.last_event,
        )

    def _live_at(self, request: Request, game_id: str) -> str | None:
        """Return the game where it is to be followed live, which its players may."""
        if self.read_choice("live", ("1",)) is None:
            return None
        check_scope(request, MyEventsView.scope)
        seat_of(selectors.find_game(game_id), self.user.pk)
        return game_id
