"""Family mode: no list, stream, search, embed or export shows the account to a stranger."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game
from games.play import friends
from games.play.acts import resign
from games.play.challenge.challenges import (
    Terms,
    accept_challenge,
    make_challenge,
    take_seat,
)
from games.play.family import begin_family, end_family
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from tests.api import document as openapi
from tests.games.matches import any_turn, play, start_formations, start_round

pytestmark = pytest.mark.django_db

NAME = "zoe-family"


@pytest.fixture
def zoe(person: Any) -> User:
    return person(NAME)


def finished(white: User, black: User, now: datetime, **terms: Any) -> Game:
    game = start_round(start_formations(white, black, now, **terms), now)
    for _ in range(2):
        play(game, any_turn(game), now=now)
    resign(black.pk, game.pk, now=now)
    return game


def addresses() -> Iterator[str]:
    """Yield all paths of calls and pages that are read, with places in braces."""
    for path, methods in openapi.document()["paths"].items():
        if "get" in methods:
            yield path
    yield from (f"/{path}" for path in _pages(get_resolver().url_patterns))


def _pages(patterns: list[Any], before: str = "") -> Iterator[str]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if not path.startswith(("admin", "api/")):
                yield from _pages(one.url_patterns, path)
        elif isinstance(one, URLPattern) and not re.search(r"[\^$\\]", path):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


@pytest.mark.long
def test_no_address_shows_a_stranger_who_is_in_family_mode(
    zoe: User, bob: User, charlie: User, now: datetime, client_of: Any, browse: Any
) -> None:
    """Every address is read by a stranger, logged in or not, before and after."""
    friends.befriend(zoe, "bob", now=now)
    over = finished(zoe, bob, now)
    running = start_round(start_formations(bob, zoe, now), now)
    play(running, any_turn(running), now=now)
    offered = make_challenge(zoe, None, Terms(), now=now)
    places = {
        "game_id": [over.pk, running.pk],
        "challenge_id": [offered.pk],
        "username": [NAME, "bob"],
        "number": ["1"],
        "turn": ["1"],
        "pool": ["eleven"],
        "ruleset": ["eleven"],
        "key": ["eleven"],
        "status": ["404"],
    }
    extra = [
        f"/api/v1/games?ids={over.pk},{running.pk}",
        f"/api/v1/games?player={NAME}",
        f"/api/v1/games?player=bob&vs={NAME}",
        "/api/v1/games?status=playing",
        "/api/v1/players?q=zoe",
        "/people/?q=zoe",
        f"/api/v1/games/{over.pk}/export?format=pgn",
        f"/oembed?url=http://testserver/games/{over.pk}/",
        "/games/?status=playing",
        f"/new/?opponent={NAME}",
    ]

    paths = [*addresses(), *extra]

    def shown(client: Any) -> set[str]:
        """Return where the name is: among calls for a client of the API, else among pages."""
        found = set()
        is_api = isinstance(client, APIClient)
        for path in paths:
            if path.startswith("/api/") != is_api or path.startswith("/developers/"):
                continue
            names = re.findall(r"{(\w+)}", path)
            if not all(name in places for name in names):
                continue
            for values in itertools.product(*(places[name] for name in names)):
                filled = path
                for name, value in zip(names, values, strict=True):
                    filled = filled.replace(f"{{{name}}}", value)
                answer = client.get(filled)
                if answer.streaming or "stream" in answer.headers.get("Content-Type", ""):
                    continue
                body = answer.content.decode(errors="replace")
                # What was asked for comes back in forms and refusals: it shows nothing.
                body = body.replace(filled, "").replace(f'value="{NAME}"', "")
                if answer.status_code == 200 and NAME in body and "/new/" not in filled:
                    found.add(filled)
        return found

    strangers = [client_of(charlie), client_of(), browse(charlie), browse()]
    before = set().union(*(shown(one) for one in strangers))
    assert len(before) > 12, before

    begin_family(zoe, now=now)

    after = set().union(*(shown(one) for one in strangers))
    assert after == set()
    assert shown(client_of(bob)), "a friend sees them"
    assert f"/api/v1/games/{over.pk}" in shown(client_of(zoe))


def test_a_stranger_cannot_tell_family_mode_from_nobody(
    zoe: User, charlie: User, now: datetime, client_of: Any
) -> None:
    begin_family(zoe, now=now)
    client: APIClient = client_of(charlie)

    for name in (NAME, "nobody"):
        assert client.get(f"/api/v1/players/{name}").json()["detail"] == (
            "This player doesn't exist."
        )
        asked = client.post("/api/v1/challenges", {"opponent": name}).json()
        assert asked["errors"][0]["code"] == "unknown"
        assert client.put(f"/api/v1/me/friends/{name}").status_code == 404
        assert client.put(f"/api/v1/blocks/{name}").status_code == 404


def test_only_friends_play(zoe: User, bob: User, charlie: User, now: datetime) -> None:
    friends.befriend(zoe, "bob", now=now)
    begin_family(zoe, now=now)
    to_anyone = make_challenge(zoe, None, Terms(), now=now)

    assert not to_anyone.is_public
    with pytest.raises(Invalid):
        make_challenge(charlie, NAME, Terms(), now=now)
    with pytest.raises(Forbidden) as refusal:
        make_challenge(zoe, "charlie", Terms(), now=now)
    assert refusal.value.code == "friends_only"
    with pytest.raises(NotFound):
        take_seat(charlie, to_anyone.pk, now=now)
    theirs = make_challenge(charlie, None, Terms(), now=now)
    with pytest.raises(Forbidden):
        take_seat(zoe, theirs.pk, now=now)

    game = accept_challenge(bob, to_anyone.pk, now=now)
    assert not game.is_public
    assert make_challenge(bob, NAME, Terms(), now=now)


def test_a_game_begun_after_the_challenge_was_public_is_private(
    zoe: User, bob: User, now: datetime
) -> None:
    friends.befriend(zoe, "bob", now=now)
    offered = make_challenge(bob, NAME, Terms(), now=now)
    begin_family(zoe, now=now)
    offered.refresh_from_db()
    assert offered.is_public

    assert not accept_challenge(zoe, offered.pk, now=now).is_public


def test_open_challenges_with_strangers_end(
    zoe: User, bob: User, charlie: User, now: datetime
) -> None:
    friends.befriend(zoe, "bob", now=now)
    mine = make_challenge(zoe, "charlie", Terms(), now=now)
    anyone = make_challenge(zoe, None, Terms(), now=now)
    theirs = make_challenge(charlie, NAME, Terms(), now=now)
    of_friend = make_challenge(bob, NAME, Terms(), now=now)

    begin_family(zoe, now=now)

    states = {
        one.pk: one.status
        for one in Challenge.objects.filter(pk__in=[mine.pk, anyone.pk, theirs.pk, of_friend.pk])
    }
    assert states[mine.pk] == states[anyone.pk] == Challenge.Status.CANCELLED
    assert states[theirs.pk] == Challenge.Status.DECLINED
    assert states[of_friend.pk] == Challenge.Status.OPEN


@pytest.mark.needs("phrases")
def test_messages_of_strangers_are_not_heard(
    zoe: User, charlie: User, now: datetime, client_of: Any
) -> None:
    game = start_round(start_formations(zoe, charlie, now), now)
    begin_family(zoe, now=now)

    said = client_of(charlie).post(f"/api/v1/games/{game.pk}/phrases", {"phrase": "hello"})

    assert said.status_code == 201, "and does not show that it isn't"
    assert client_of(zoe).get(f"/api/v1/games/{game.pk}/phrases").json()["results"] == []
    friends.befriend(zoe, "charlie", now=now)
    assert len(client_of(zoe).get(f"/api/v1/games/{game.pk}/phrases").json()["results"]) == 1


def test_games_stay_private_when_family_mode_ends(
    zoe: User, bob: User, charlie: User, now: datetime, client_of: Any
) -> None:
    game = finished(zoe, bob, now)
    begin_family(zoe, now=now)
    assert client_of(bob).get(f"/api/v1/games/{game.pk}").status_code == 200, "the other player"
    assert client_of(charlie).get(f"/api/v1/games/{game.pk}").status_code == 404

    end_family(zoe)

    assert client_of(charlie).get("/api/v1/games").json()["results"] == []
    assert client_of(charlie).get(f"/api/v1/games/{game.pk}").status_code == 200, "by its address"


def test_what_was_kept_of_a_game_is_not_good_any_more(
    zoe: User, bob: User, charlie: User, now: datetime, client_of: Any
) -> None:
    game = finished(zoe, bob, now)
    url = f"/api/v1/games/{game.pk}"
    tag = client_of(charlie).get(url)["ETag"]

    begin_family(zoe, now=now)

    assert client_of(charlie).get(url, headers={"If-None-Match": tag}).status_code == 404
    assert client_of(bob).get(url, headers={"If-None-Match": tag}).status_code == 200


def test_it_is_a_section_of_me(zoe: User, client_of: Any) -> None:
    client: APIClient = client_of(zoe)
    assert client.get("/api/v1/me").json()["family"] == {"is_on": False}

    answer = client.patch("/api/v1/me", {"family": {"is_on": True}})

    assert answer.json()["family"] == {"is_on": True}
    zoe.refresh_from_db()
    assert zoe.is_family
    client.patch("/api/v1/me", {"family": {"is_on": False}})
    zoe.refresh_from_db()
    assert not zoe.is_family


@pytest.mark.needs("competitions")
def test_competitions_and_family_mode_exclude_each_other(
    zoe: User, now: datetime, client_of: Any
) -> None:
    made = client_of(zoe).post("/api/v1/competitions/among-friends", {"name": "Cup"})
    assert made.status_code == 201, made.content

    with pytest.raises(Conflict) as refusal:
        begin_family(zoe, now=now)

    assert refusal.value.code == "in_a_competition"


def test_the_page_turns_it_on_and_off(zoe: User, browse: Any) -> None:
    page = browse(zoe)
    page.post("/people/family/", {"on": "1"})
    zoe.refresh_from_db()
    assert zoe.is_family
    page.post("/people/family/")
    zoe.refresh_from_db()
    assert not zoe.is_family
