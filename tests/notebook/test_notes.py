"""Notes to oneself: kept, changed, thrown away, and never told to anyone else."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.notebook import notes
from games.features.notebook.models import LONGEST_NOTE, Note
from games.features.notebook.notes import about_game, save_note
from games.models import Game
from tests.accounts.test_own_data import collect
from tests.at_once import at_once
from tests.conftest import Browsers, Clients
from tests.games.http import refused

pytestmark = pytest.mark.django_db
SECRET = "Knight to e6, then \U0001f642 <b>shoot</b> at “e8”.\n\tNobody knows."


def urls(game: Game) -> tuple[str, str]:
    return f"/api/v1/games/{game.pk}/note", "/api/v1/players/bob/note"


def test_a_note_is_kept_changed_and_thrown_away(
    game: Game, alice: User, client_of: Clients
) -> None:
    client = client_of(alice)
    for url in urls(game):
        assert client.get(url).json() == {"text": "", "saved_at": None}

        saved = client.put(url, {"text": SECRET})

        assert (saved.status_code, saved.json()["text"]) == (200, SECRET)
        assert saved["Cache-Control"] == "private, no-store"
        assert client.get(url).json() == saved.json()
        assert client.put(url, {"text": "b"}).json()["text"] == "b"
        assert [client.delete(url).status_code for _ in range(2)] == [204, 204]
        client.put(url, {"text": SECRET})
        assert client.put(url, {"text": " \n"}).json() == {"text": "", "saved_at": None}
        assert client.get(url).json()["text"] == ""
    assert not Note.objects.exists()


def test_a_notebook_is_full_one_day(
    game: Game, alice: User, client_of: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "MOST", 1)
    client, (first, second) = client_of(alice), urls(game)
    client.put(first, {"text": "a"})

    refused(client.put(second, {"text": "b"}), 409, "notebook_full")
    assert client.put(first, {"text": "c"}).json()["text"] == "c"
    client.delete(first)
    assert client.put(second, {"text": "b"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "required"),
        ({"text": None}, "null"),
        ({"text": 5}, "wrong_type"),
        ({"text": "x" * (LONGEST_NOTE + 1)}, "too_long"),
        ({"text": "a", "pinned": True}, "unknown_member"),
    ],
)
def test_what_is_no_note_is_refused(
    game: Game, alice: User, client_of: Clients, body: dict[str, Any], code: str
) -> None:
    for url in urls(game):
        problem = refused(client_of(alice).put(url, body), 400, "invalid")
        assert [error["code"] for error in problem["errors"]] == [code]


def test_of_what_is_not_there_nothing_is_noted(alice: User, client_of: Clients) -> None:
    for url in ("/api/v1/games/h4Xk93Qm/note", "/api/v1/games/x/note", "/api/v1/players/no/note"):
        for method in ("get", "put", "delete"):
            body = {"text": "a"} if method == "put" else None
            refused(getattr(client_of(alice), method)(url, body), 404, "not_found")


def test_no_one_else_is_notified(
    game: Game, alice: User, bob: User, charlie: User, client_of: Clients, browse: Browsers
) -> None:
    """Neither the words nor that there are any: what others are answered stays as it was."""
    paths = [
        f"/api/v1/games/{game.pk}", f"/api/v1/games/{game.pk}/events",
        f"/api/v1/games/{game.pk}/export", f"/api/v1/games/{game.pk}/history",
        "/api/v1/games", "/api/v1/events", "/api/v1/me", "/api/v1/players/bob",
        "/api/v1/players/alice", *urls(game),
    ]  # fmt: skip
    others = [client_of(bob), client_of(charlie)]

    def answers() -> list[Any]:
        asked = [client.get(path, HTTP_ACCEPT="application/json") for client in others
                 for path in paths]  # fmt: skip
        told = [(answer.status_code, answer.headers.get("ETag"), answer.json()) for answer in asked]
        for _status, _etag, body in told:
            body.pop("server_time", None)
        return told

    before, row = answers(), Game.objects.values().get(pk=game.pk)
    for url in urls(game):
        assert client_of(alice).put(url, {"text": SECRET}).status_code == 200

    assert answers() == before
    assert Game.objects.values().get(pk=game.pk) == row
    pages = (f"/games/{game.pk}/", f"/games/{game.pk}/history/", "/players/bob/")
    for person in (bob, charlie, None):
        assert "Nobody knows" not in "".join(browse(person).get(p).content.decode() for p in pages)
    mine = browse(alice)
    shown = [mine.get(path).content.decode() for path in (pages[0], pages[2])]
    assert all("&lt;b&gt;shoot&lt;/b&gt; at “e8”.\n\tNobody knows." in page for page in shown)


def test_a_token_needs_its_scopes(game: Game, alice: User, client_of: Clients) -> None:
    for url in urls(game):
        assert client_of(alice, "games:read").get(url).status_code == 403
        assert client_of(alice, "account:read").put(url, {"text": "a"}).status_code == 403
        assert client_of(alice, "games:play").put(url, {"text": "a"}).status_code == 200


def test_notes_are_in_the_copy_of_ones_data_and_go_with_the_account(
    game: Game, alice: User, bob: User, client_of: Clients
) -> None:
    client = client_of(alice)
    for url in urls(game):
        client.put(url, {"text": SECRET})
    client_of(bob).put("/api/v1/players/alice/note", {"text": "Likes corners."})

    notes = collect(client)["games/notes.json"]

    assert [(note["game"], note["about__username"]) for note in notes] == [
        (game.pk, None),
        (None, "bob"),
    ]
    assert {note["text"] for note in notes} == {SECRET}
    delete_account(alice, timezone.now())
    assert not Note.objects.exists(), "neither what was noted nor what others noted about them"


@pytest.mark.django_db(transaction=True)
def test_saved_twice_together_it_is_one_note(game: Game, alice: User) -> None:
    now = timezone.now()

    def save() -> bool:
        return save_note(alice.pk, about_game(game.pk), "a", now) is not None

    assert all(at_once(*[save] * 3))
    assert Note.objects.count() == 1
