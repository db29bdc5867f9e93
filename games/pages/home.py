"""The first page: what waits for you, or, for a stranger, what this is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import zones
from accounts.models import User
from config.http.arrival import arrived_at
from config.places import doors
from games.models import Game
from games.pages.cards import (
    ChallengeCard,
    GameCard,
    belonging_of,
    challenge_card,
    game_card,
    happened,
    turns_seen,
    unseen_in,
)
from games.pages.context import ends_for
from games.pages.learning import TODAY
from games.pages.notes import NOTES
from games.play.watching import view_games
from games.rules import registry
from games.shown.point_of_view import PointOfView
from games.store import selectors
from games.store.existing import which_exist
from games.store.frame import heard_by
from games.store.game_lists import games_of_friends, seats_of_friends

OF_FRIENDS = 4
"""Games that friends are playing."""
A_FEW, LAST_SHOWN = 2, 3
"""With so few running games there is room for the task of the day and the last games."""
MOST_SHOWN = 200
"""Games on the page; anyone who plays more finds the rest as these are answered."""


def _robots() -> list[User]:
    """Return who plays what is offered with one tap."""
    return [house.user for house in selectors.house_robots(registry.DEFAULT)]


def _over(user_id: int, _now: datetime) -> QuerySet[Game]:
    """Return the games of a person that are over, newest first."""
    return selectors.finished_games(player=user_id, viewer=user_id)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games that wait for the reader, soonest deadline first, then the others."""
    if not request.user.is_authenticated:
        return render(request, "games/landing.html")
    user_id, now = request.user.pk, arrived_at(request)
    zone = zones.zone_of(request.user.time_zone)
    # Before the games: what happens in between is heard once more, and not missed.
    heard = heard_by(request.user)

    def read() -> list[Game]:
        return list(selectors.running_games(user_id)[:MOST_SHOWN])

    mine: list[GameCard] = []
    others: list[GameCard] = []
    waiting: list[str] = []
    running = [game for game in view_games(read, now) if game.is_active]
    belonging = belonging_of(running)
    seen = turns_seen(request)
    unseen = unseen_in(running, user_id, seen)
    for game in running:
        awaited = PointOfView(game, user_id).is_awaited
        match = belonging.get(game.pk)
        missed = unseen.get(game.pk)
        card = game_card(game, user_id, now, zone=zone, belongs_to=match, unseen=missed)
        if awaited and not mine and not missed:
            card = replace(card, happened=happened(game, user_id))
        (mine if awaited else others).append(card)
        if awaited:
            waiting.append(f"game-{game.pk}")
    received: list[ChallengeCard] = []
    sent: list[ChallengeCard] = []
    challenges = list(selectors.challenges_of(user_id, now, status="open")[:MOST_SHOWN])
    selectors.attach_invitations(challenges)
    for challenge in challenges:
        asking = challenge_card(challenge, user_id, now, zone=zone)
        # Anyone who has accepted a seat waits for the others, as the challenger does.
        (received if asking.is_asked else sent).append(asking)
    askings = list(NOTES)
    have_friends, have_last, *have_notes = which_exist(
        [seats_of_friends, _over, *(one.rows for one in askings)], user_id, now
    )
    friends = games_of_friends(user_id)[:OF_FRIENDS] if have_friends else ()
    # What the apps above this one have to ask.
    asked = [
        note
        for one, has_notes in zip(askings, have_notes, strict=True)
        if has_notes
        for note in one.notes(user_id, now)
    ]
    latest = list(_over(user_id, now)[:LAST_SHOWN]) if have_last else []
    ends = ends_for(request)
    asked = [*ends.values(), *asked]
    waiting += [f"game-{one}" for one in ends]
    is_new = not (mine or others or received or sent) and not selectors.has_played(request.user)
    has_room = len(running) <= A_FEW
    last = [one for one in latest if one.pk not in ends] if has_room and not is_new else []
    context = {
        "robots": _robots() if is_new else [],
        "is_new": is_new,
        "today": next((found for ask in TODAY if (found := ask(request))), None)
        if has_room
        else None,
        "last": [game_card(game, user_id, now, zone=zone) for game in last],
        "doors": doors("play"),
        "practice": doors("learn"),
        "compete": doors("compete"),
        "waiting_for": len(others) + len(sent),
        "waiting": len(waiting),
        "ends": len(ends),
        "tags": " ".join(waiting),
        "heard": heard,
        "mine": mine,
        "others": others,
        "received": received,
        "sent": sent,
        "asked": asked,
        "friends": [game_card(game, user_id, now) for game in friends],
        "now": now,
    }
    return render(request, "games/home.html", context)
