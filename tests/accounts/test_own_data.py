"""A copy of all that is kept of someone: whole, private, and made by a worker."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts import kept
from accounts.kept import Until
from accounts.models import DataExport, DataExportPiece, OutgoingMail, User
from accounts.services import own_data
from accounts.services.deletion import delete_account
from games.models import Block, Game, StagedTurn
from games.play.challenge.challenges import Terms, make_challenge
from notifications.models import CalendarFeed, Webhook
from notifications.subscriptions import subscribe
from tests.accounts.apps import let_in
from tests.at_once import at_once
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.notifications.test_account_recovery import KEYS

pytestmark = pytest.mark.django_db
URL = "/api/v1/me/export"


def fetch(client) -> zipfile.ZipFile:
    response = client.get(URL)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/zip"
    content = b"".join(response.streaming_content)
    assert response["Content-Length"] == str(len(content))
    return zipfile.ZipFile(io.BytesIO(content))


def collect(client) -> dict[str, list]:
    """Ask for a copy, let the worker make it, and return its files."""
    assert client.post(URL).status_code == 202
    assert own_data.make_due(timezone.now()) == 1
    copy = fetch(client)
    assert copy.testzip() is None
    return {name: json.loads(copy.read(name)) for name in copy.namelist() if name.endswith(".json")}


def with_path_to_an_account() -> set[str]:
    """Return the labels of the models from which relations lead to an account, however far.

    A game is its players': what points to one may be about them.
    """
    found: set[type[Model]] = {User, Game}
    while True:
        more = {
            model
            for model in apps.get_models()
            if any(
                field.is_relation and not field.auto_created and field.related_model in found
                for field in model._meta.get_fields()
            )
        }
        if more <= found:
            return {model._meta.label for model in found}
        found |= more


def test_every_model_with_a_path_to_an_account_has_a_row():
    table = kept.table()
    # Whole games are in the file of the seats.
    whole = {"games.Game", "games.Turn", "games.Act", "games.Arrangement"}
    assert with_path_to_an_account() - set(table) == whole, "say in own_data.py what these keep"
    assert all(row.words for row in table.values()), "what it is, or why it is left out"
    files = [row.file for row in table.values() if row.file]
    assert len(set(files)) == len(files)
    names = [row.file for row in table.values() if bool(row.file) != bool(row.columns or row.rows)]
    assert names == [], "a file has columns, and columns go into a file"


@pytest.mark.parametrize("label", kept.table())
def test_each_row_names_a_path_and_columns_that_there_are(label, alice, person):
    row = kept.table()[label]
    assert not kept.rows_of(label, person("charlie")).exclude(pk=None).exists() or row.of == "pk"
    if row.also:
        assert apps.get_model(label)._meta.get_field(row.also).related_model is User
    if row.file:
        assert len(list(kept.exported(label, alice))) == (label == "accounts.User")


def test_what_goes_with_the_account_is_gone(alice, bob, client_of, session, app):
    now = timezone.now() - timedelta(minutes=5)
    play(game := start_round(start_formations(alice, bob, now), now), any_turn(game), now=now)
    Block.objects.create(user=bob, blocked=alice)
    subscribe(alice, "https://push.example.org/1", **KEYS)
    let_in(session, app)
    collect(client_of(alice))

    delete_account(alice, timezone.now())

    gone = {label for label, row in kept.table().items() if row.until is not Until.OTHERS}
    assert [label for label in gone if kept.rows_of(label, alice).exists()] == []
    assert not Block.objects.exists(), "nobody blocks a seat without a name"


def test_it_holds_what_someone_did(alice, bob, client_of, session, app):
    now = timezone.now() - timedelta(minutes=5)
    game = start_round(start_formations(alice, bob, now), now)
    play(game, any_turn(game), now=now)
    make_challenge(alice, "bob", Terms(), now=now)
    Block.objects.create(user=alice, blocked=bob)
    subscribe(alice, "https://push.example.org/1", **KEYS)
    Webhook.objects.create(
        user=alice, url="https://mine.example/", events=["turn.played"], secret=b"sealed"
    )
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    let_in(session, app)

    files = collect(client_of(alice))

    assert [row["username"] for row in files["account/account.json"]] == ["alice"]
    [played] = files["games/games.json"]
    assert played["game"]["id"] == game.pk
    assert len(played["turns"]) == 1
    assert [row["blocked__username"] for row in files["games/blocks.json"]] == ["bob"]
    assert len(files["games/challenges.json"]) == 2
    assert len(files["games/events.json"]) > 1
    assert files["notifications/webhooks.json"][0]["url"] == "https://mine.example/"
    assert files["notifications/devices.json"][0]["endpoint"] == "https://push.example.org/1"
    assert files["account/apps_let_in.json"][0]["application__name"] == app.name
    assert files["account/mail_addresses.json"][0]["email"] == alice.email
    assert files["account/tokens.json"][0]["name"] == "test"


@pytest.mark.needs("live", "ratings")
def test_what_is_judged_about_someone_is_in_it(alice, bob, client_of):
    from games.features.live.models import LiveRest
    from games.features.ratings.models import BoardPlace

    now = timezone.now()
    LiveRest.objects.create(user=alice, until=now, times=2, counted_to=now)
    LiveRest.objects.create(user=bob, until=now, times=5, counted_to=now)
    BoardPlace.objects.create(
        pool="eleven-post", by="rating", period="all", place=7, user=alice, value=1600, games=12,
        made_at=now,
    )  # fmt: skip
    CalendarFeed.objects.create(user=alice, version=3)
    game = start_round(start_formations(alice, bob, now), now)
    for side in ("white", "black"):
        StagedTurn.objects.create(game=game, side=side, turn=1, round=1, actions=[side])
    (mine,) = (seat.side for seat in game.seats if seat.user_id == alice.pk)

    files = collect(client_of(alice))

    assert [row["times"] for row in files["live/cooldown.json"]] == [2]
    assert [row["actions"] for row in files["live/staged.json"]] == [[mine]]
    assert [row["place"] for row in files["games/board-places.json"]] == [7]
    assert files["notifications/calendar.json"] == [{"version": 3}]


def test_the_readme_names_every_file(alice, client_of):
    client = client_of(alice)
    collect(client)
    copy = fetch(client)
    readme = copy.read("README.txt").decode()
    assert "alice" in readme
    for name in copy.namelist():
        assert name in readme or name == "README.txt"


def test_no_key_is_in_it_and_nothing_of_others(alice, bob, client_of, session, app):
    client_of(bob)
    tokens = let_in(session, app)
    client = client_of(alice)
    subscribe(alice, "https://push.example.org/1", **KEYS)
    text = json.dumps(collect(client))
    keys = (tokens["access_token"], tokens["refresh_token"], alice.password, *KEYS.values())
    assert [key for key in keys if key in text] == []
    assert "bob@example.org" not in text
    assert "digest" not in text


def test_it_is_made_by_a_worker_and_announced_by_mail(alice, client_of):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    client = client_of(alice)
    assert client.get(URL).status_code == 404
    asked = client.post(URL)
    assert asked.json()["status"] == "waiting"
    assert int(asked["Retry-After"]) > 0
    assert client.get(URL).status_code == 202
    assert client.post(URL).json()["requested_at"] == asked.json()["requested_at"]

    own_data.make_due(timezone.now())

    assert client.get(URL).status_code == 200
    assert "/settings/data/" in OutgoingMail.objects.get().text


def test_it_is_for_its_owner_alone(alice, bob, client_of, api):
    collect(client_of(alice))
    assert client_of(bob).get(URL).status_code == 404
    assert client_of(alice, "account:read", "games:read").get(URL).status_code == 403
    assert api.get(URL).status_code == 401


def test_three_a_day(limited, alice, client_of):
    client = client_of(alice)
    for _ in range(3):
        collect(client)
    refused = client.post(URL)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 3600
    assert client.get(URL).status_code == 200


def test_a_large_one_comes_in_pieces(alice, client_of, monkeypatch):
    monkeypatch.setattr(own_data, "_PIECE", 100)
    assert collect(client_of(alice))["account/account.json"]
    assert DataExportPiece.objects.count() > 5


def test_it_is_kept_for_three_days_and_no_longer_than_the_account(alice, bob, client_of):
    client = client_of(alice)
    collect(client)
    collect(client_of(bob))
    DataExport.objects.filter(user=alice).update(
        requested_at=timezone.now() - timedelta(days=3, minutes=1)
    )
    assert client.get(URL).status_code == 404
    own_data.forget_old(timezone.now())
    assert [row.user for row in DataExport.objects.all()] == [bob]
    delete_account(bob, timezone.now())
    assert not DataExportPiece.objects.exists()


def test_one_that_fails_is_tried_again_and_keeps_no_one_elses_back(
    alice, bob, client_of, monkeypatch
):
    client, other = client_of(alice), client_of(bob)
    client.post(URL)
    other.post(URL)
    whole = own_data.write_copy

    def breaks(user, *rest):
        if user == alice:
            raise RuntimeError("no")
        whole(user, *rest)

    monkeypatch.setattr(own_data, "write_copy", breaks)
    now = timezone.now()
    for n in range(own_data.MOST_ATTEMPTS):
        own_data.make_due(now + n * own_data.LEASE + timedelta(seconds=n))
    assert other.get(URL).status_code == 200
    assert client.get(URL).json()["status"] == "failed"

    monkeypatch.undo()
    assert collect(client)


def test_one_that_takes_too_long_is_tried_again(alice, bob, client_of):
    client, other = client_of(alice), client_of(bob)
    client.post(URL)
    other.post(URL)
    now = timezone.now()
    assert own_data.make_due(now, seconds=0) == 0
    assert list(DataExport.objects.order_by("pk").values_list("attempts", flat=True)) == [1, 0]
    assert own_data.make_due(now + own_data.LEASE) == 2
    assert client.get(URL).status_code == other.get(URL).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_copy(alice, client_of):
    client = client_of(alice)
    client.post(URL)
    now = timezone.now()
    assert sum(at_once(*[lambda: own_data.make_due(now)] * 3)) == 1
    assert client.get(URL).status_code == 200


def test_the_page(session: Client, alice):
    page = session.get("/settings/data/").content.decode()
    assert "Prepare a copy" in page
    assert session.post("/settings/data/")["Location"] == "/settings/data/"
    assert "preparing your data" in session.get("/settings/data/").content.decode()
    own_data.make_due(timezone.now())
    assert "Download (" in session.get("/settings/data/").content.decode()
    assert "account/account.json" in fetch(session).namelist()
