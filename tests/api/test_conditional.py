"""ETags on what clients poll, and changes that are meant for what was read (RFC 9110, 13)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from tests.api.document import operations
from tests.at_once import at_once
from tests.games.matches import any_turn, play

API = "/api/v1"
Clients = Callable[..., APIClient]


LISTS = (
    "auth/tokens", "blocks", "challenges", "challenges/open", "events", "games",
    "games?awaiting=me", "me", "me/friends", "me/leaves", "players/bob", "players/bob/games",
    "presets", "push/subscriptions", "robots", "rulesets", "webhooks",
)  # fmt: skip
OF_FEATURES = {
    "competitions": "competitions",
    "learn": "learn",
    "moderation": "me/standing",
    "ratings": "leaderboards/eleven-post",
}


@pytest.mark.django_db
def test_what_has_not_changed_is_not_sent_again(
    game: Game, alice: User, client_of: Clients, settings: Any
) -> None:
    client = client_of(alice)
    of_features = [path for name, path in OF_FEATURES.items() if name not in settings.WITHOUT]
    of_game = [f"games/{game.pk}/{name}" for name in ("events", "history")]
    for path in (*LISTS, *of_features, *of_game):
        first = client.get(f"{API}/{path}")
        assert first.status_code == 200, path
        held = {"If-None-Match": first.headers["ETag"]}

        again = client.get(f"{API}/{path}", headers=held)

        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["ETag"] == first.headers["ETag"]
        other = client.get(f"{API}/{path}", headers={"If-None-Match": '"x"'})
        assert (other.status_code, other.json()) == (200, first.json()), path


@pytest.mark.needs("live")
@pytest.mark.django_db
def test_the_present_time_alone_changes_nothing(alice: User, client_of: Clients) -> None:
    client, path = client_of(alice), f"{API}/live/seeks"
    first = client.get(path)
    later = client.get(path, headers={"If-None-Match": '"x"'})

    assert first.headers["ETag"] == later.headers["ETag"]
    assert {**first.json(), "server_time": ""} == {**later.json(), "server_time": ""}


@pytest.mark.django_db
def test_a_list_that_has_changed_is_sent_again(
    game: Game, alice: User, client_of: Clients, now: datetime
) -> None:
    client = client_of(alice)
    paths = [f"{API}/{path}" for path in ("games", "events", f"games/{game.pk}/events")]
    held = [{"If-None-Match": client.get(path).headers["ETag"]} for path in paths]

    play(game, any_turn(game), now=now)

    answers = [client.get(path, headers=one) for path, one in zip(paths, held, strict=True)]
    assert [answer.status_code for answer in answers] == [200] * len(paths)


@pytest.mark.needs
def test_the_document_names_the_conditions() -> None:
    named: dict[str, set[str]] = {"If-None-Match": set(), "If-Match": set()}
    for method, path, operation in operations():
        for one in operation.get("parameters", ()):
            if one["name"] in named:
                named[one["name"]].add(f"{method} {path.removeprefix(API)}")
        if any(one["name"] == "If-Match" for one in operation.get("parameters", ())):
            assert "412" in operation["responses"]
            (answer,) = [one for status, one in operation["responses"].items() if status < "3"]
            assert ("ETag" in answer["headers"]) == (method != "delete"), path

    reading = {
        f"{method} {path.removeprefix(API)}"
        for method, path, operation in operations()
        if method == "get"
        and "application/json" in operation["responses"].get("200", {}).get("content", {})
    }
    assert reading <= named["If-None-Match"]
    assert named["If-Match"] == {
        "patch /me",
        "patch /competitions/{competition_id}",
        "patch /competitions/among-friends/{competition_id}",
        "patch /webhooks/{webhook_id}",
        "delete /webhooks/{webhook_id}",
        *(
            f"{method} {path}"
            for method in ("put", "delete")
            for path in (
                "/games/{game_id}/lines",
                "/games/{game_id}/note",
                "/players/{username}/note",
            )
        ),
    }


@pytest.mark.needs("notebook")
@pytest.mark.django_db
def test_a_change_of_what_was_not_read_is_refused(
    game: Game, alice: User, client_of: Clients
) -> None:
    client, path = client_of(alice), f"{API}/games/{game.pk}/note"
    read = {"If-Match": client.get(path).headers["ETag"]}

    first = client.put(path, {"text": "one"}, "json", headers=read)
    late = client.put(path, {"text": "two"}, "json", headers=read)

    assert (first.status_code, late.status_code) == (200, 412)
    assert late.json()["code"] == "precondition_failed"
    assert client.delete(path, headers=read).status_code == 412
    assert client.get(path).json()["text"] == "one"
    assert client.put(path, {"text": "three"}, "json").status_code == 200
    assert client.put(path, {"text": "four"}, "json", headers={"If-Match": "*"}).status_code == 200
    read = {"If-Match": client.get(path).headers["ETag"], "Idempotency-Key": "k"}
    for _ in range(2):
        assert client.put(path, {"text": "five"}, "json", headers=read).status_code == 200


@pytest.mark.django_db
def test_an_account_is_changed_as_it_was_read(alice: User, client_of: Clients) -> None:
    client = client_of(alice)
    read = {"If-Match": client.get(f"{API}/me").headers["ETag"]}

    zones = [
        client.patch(f"{API}/me", {"time_zone": zone}, "json", headers=read).status_code
        for zone in ("Europe/Vienna", "Europe/Paris")
    ]

    assert zones == [200, 412]
    assert client.get(f"{API}/me").json()["time_zone"] == "Europe/Vienna"


@pytest.mark.needs("notebook")
@pytest.mark.django_db
def test_what_a_change_answers_has_the_etag_for_the_next(
    game: Game, alice: User, bob: User, client_of: Clients
) -> None:
    client = client_of(alice)
    made = client.post(
        f"{API}/webhooks",
        {"url": "https://bot.example.org/", "events": ["game.finished"]},
        "json",
    )
    assert made.status_code == 201, made.content
    line = {"turn": 1, "line": [{"actions": ["d2d4", "@f3"], "outcome": None}]}
    changes: list[tuple[str, str, dict[str, object], dict[str, object]]] = [
        ("put", f"games/{game.pk}/note", {"text": "one"}, {"text": "two"}),
        ("put", f"games/{game.pk}/lines", {"lines": [line]}, {"lines": []}),
        ("put", "players/bob/note", {"text": "one"}, {"text": "two"}),
        ("patch", "me", {"time_zone": "Europe/Vienna"}, {"time_zone": "Europe/Paris"}),
        ("patch", f"webhooks/{made.json()['id']}", {"own_events": True}, {"own_events": False}),
    ]
    for method, path, first, second in changes:
        change = getattr(client, method)
        answer = change(f"{API}/{path}", first, "json")
        assert answer.status_code == (204 if path.endswith("lines") else 200), answer.content
        etag = answer.headers["ETag"]
        assert client.get(f"{API}/{path}").headers["ETag"] == etag, path
        again = change(f"{API}/{path}", second, "json", headers={"If-Match": etag})
        assert again.status_code == answer.status_code, (path, again.content)


@pytest.mark.needs("notebook")
@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_the_same_time_one_is_done(
    game: Game, alice: User, client_of: Clients
) -> None:
    path = f"{API}/games/{game.pk}/note"
    read = {"If-Match": client_of(alice).get(path).headers["ETag"]}
    clients = [client_of(alice), client_of(alice)]

    def save(client: APIClient) -> int:
        return client.put(path, {"text": "mine"}, "json", headers=read).status_code

    assert sorted(at_once(*[lambda one=one: save(one) for one in clients])) == [200, 412]  # type: ignore[misc]


@pytest.mark.needs("competitions")
@pytest.mark.django_db
def test_a_friendly_competition_is_changed_as_it_was_read(alice: User, client_of: Clients) -> None:
    client = client_of(alice)
    made = client.post(f"{API}/competitions/among-friends", {"name": "Friday Cup"}).json()["id"]
    path, changed = f"{API}/competitions/among-friends/{made}", {"name": "Sunday Cup"}
    read = {"If-Match": client.get(f"{API}/competitions/{made}").headers["ETag"]}

    first = client.patch(path, changed, headers=read)
    late = client.patch(path, {"name": "Monday Cup"}, headers=read)

    assert (first.status_code, first.json()["name"]) == (200, "Sunday Cup")
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert (
        client.patch(path, changed, headers={"If-Match": first.headers["ETag"]}).status_code == 200
    )
