"""The filters of lists of games: what they are called, and how they are read."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from config.http.errors.refusals import invalid_parameter
from config.http.parameters import query
from games.models import Game
from games.rules import registry
from games.store.game_lists import Wanted
from games.store.locking import is_public_id
from games.store.people import find_player

STATUSES: Final = tuple(Game.Status.values)
MOST_IDS: Final = 100
GAME_ID: Final = "[A-Za-z2-9]{8}"
_TIME: Final = {"type": "string", "format": "date-time"}

ANY: Final = "any"
RULESET: Final = query(
    "ruleset",
    "Only games of these rule sets, with commas between, or `any`; without it of Chess Eleven, "
    "and of any where ids are given.",
)
FILTERS: Final = (
    RULESET,
    query(
        "status",
        "Only games of this status, or of one of several with commas between.",
        {"type": "array", "items": {"type": "string", "enum": list(STATUSES)}, "minItems": 1},
        explode=False,
    ),
    query(
        "awaiting",
        "`me`: only games that wait for me, nearest deadline first; needs a token.",
        enum=("me",),
    ),
    query("since", "Only games that began at this time or later.", _TIME),
    query("until", "Only games that began at this time or earlier.", _TIME),
    query("vs", "Only games of the player against this one; needs a player."),
    query(
        "updated_since",
        "Only games that have changed at this time or later; needs a player or ids.",
        _TIME,
    ),
    query(
        "ids",
        f"Only these games: up to {MOST_IDS} ids with commas between.",
        {"type": "string", "pattern": f"^{GAME_ID}(,{GAME_ID}){{0,{MOST_IDS - 1}}}$"},
    ),
)
PLAYER: Final = query("player", "Only games of this player.")


def read_filters(request: Request, player: str | None) -> Wanted:
    """Return which games are asked for; refuse what makes no sense."""
    asked = request.query_params
    versus, ids = asked.get("vs"), _ids(asked.get("ids"))
    updated_since = read_time(request, "updated_since")
    if versus is not None and player is None:
        raise invalid_parameter("vs", "incomplete", _("Add the player."))
    if updated_since is not None and player is None and not ids:
        # No index leads to what has changed of all games: to keep one would cost every turn.
        raise invalid_parameter("updated_since", "incomplete", _("Add a player or IDs."))
    return Wanted(
        statuses=_statuses(asked.get("status")),
        player=find_player(player, viewer=request.user.pk).pk if player is not None else None,
        against=find_player(versus, viewer=request.user.pk).pk if versus is not None else None,
        awaiting=_awaiting(request),
        since=read_time(request, "since"),
        until=read_time(request, "until"),
        updated_since=updated_since,
        ids=ids,
        viewer=request.user.pk,
        rulesets=() if ids and "ruleset" not in asked else read_rulesets(request),
    )


def read_rulesets(request: Request) -> tuple[str, ...]:
    """Return of which rule sets things are asked for; empty for all of them.

    Clients that were written when there was one rule set name none, and mean that one.
    """
    text = request.query_params.get("ruleset", registry.DEFAULT)
    if text == ANY:
        return ()
    keys = tuple(dict.fromkeys(text.split(",")))
    if not set(keys) <= set(registry.all_keys()):
        choices = ", ".join(registry.all_keys())
        raise invalid_parameter(
            "ruleset",
            "unknown_choice",
            _("Send `{any}`, or one or more of: {choices}.").format(any=ANY, choices=choices),
        )
    return keys


def _statuses(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    statuses = tuple(dict.fromkeys(text.split(",")))
    if not set(statuses) <= set(STATUSES):
        choices = ", ".join(STATUSES)
        raise invalid_parameter(
            "status", "unknown_choice", _("Send one or more of: {choices}.").format(choices=choices)
        )
    return statuses


def _awaiting(request: Request) -> int | None:
    text = request.query_params.get("awaiting")
    if text is None:
        return None
    if text != "me":
        raise invalid_parameter(
            "awaiting", "unknown_choice", _("Send one or more of: {choices}.").format(choices="me")
        )
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user.pk


def read_time(request: Request, name: str) -> datetime | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        time = parse_datetime(text)
    except ValueError:
        time = None
    if time is None or time.utcoffset() is None:
        raise invalid_parameter(name, "malformed", _("Send a time such as 2026-11-21T04:30:00Z."))
    return time


def _ids(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    ids = tuple(text.split(","))
    if len(ids) > MOST_IDS:
        raise invalid_parameter(
            "ids", "too_long", _("Send at most {most} IDs.").format(most=MOST_IDS)
        )
    if not all(map(is_public_id, ids)):
        raise invalid_parameter("ids", "malformed", _("Send game IDs separated by commas."))
    return ids
