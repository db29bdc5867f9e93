"""ETags on what clients poll, and changes that are meant for what was read (RFC 9110, 13)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from tests.api.document import operations
from tests.at_once import at_once
from tests.without import needing

API = "/api/v1"
Clients = Callable[..., APIClient]


@pytest.mark.parametrize(
    "path",
    [
        "rulesets",
        "robots",
        needing("learn", "learn"),
        needing("ratings", "leaderboards/eleven-post"),
        "me",
    ],
)
@pytest.mark.django_db
def test_what_has_not_changed_is_not_sent_again(path: str, alice: User, client_of: Clients) -> None:
    client = client_of(alice)
    first = client.get(f"{API}/{path}")
    held = {"If-None-Match": first.headers["ETag"]}

    again = client.get(f"{API}/{path}", headers=held)

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert client.get(f"{API}/{path}", headers={"If-None-Match": '"x"'}).status_code == 200


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

    assert len(named["If-None-Match"]) >= 20
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
