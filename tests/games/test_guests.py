"""Playing without an account: a match at once, a name later, and nothing left behind."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import OutgoingMail, User
from accounts.services import guests
from games.models import Challenge, Game, GameEvent, Player
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.challenge.checks import MOST_GAMES_OF_A_GUEST
from games.play.challenge.first_matches import begin_first_match
from games.play.robots import open_house
from games.store import selectors
from tests.at_once import at_once

URL = "/api/v1/guests"
NAME = {"username": "dora", "email": "Dora@example.org", "password": "seven brave bishops"}


@pytest.fixture
def house(db):
    return open_house()


def browser() -> Client:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/signup/")
    return client


def call(client: Client, path: str, body=None, method: str = "post"):
    token = client.cookies["csrftoken"].value
    send = getattr(client, method)
    return send(path, body or {}, content_type="application/json", headers={"X-CSRFToken": token})


@pytest.fixture
def guest(house) -> Client:
    client = browser()
    assert call(client, URL, {"time_zone": "Europe/Vienna"}).status_code == 201
    return client


def guest_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_one_tap_begins_a_match_at_its_kick_off(house):
    client = browser()

    answer = call(client, URL, {"time_zone": "Europe/Vienna"})

    assert answer.status_code == 201, answer.content
    body = answer.json()
    game = client.get(f"/api/v1/games/{body['game']}").json()
    assert game["status"] == "playing"
    assert game["goals_to_win"] == 1
    assert game["players"]["white"]["username"] == body["username"]
    assert body["username"].startswith("guest-")
    assert game["awaiting"] == ["white"]
    assert guest_of(client).time_zone == "Europe/Vienna"
    # What was lined up for them is not theirs: the next time they are shown how it is done.
    assert selectors.last_arrangement(guest_of(client).pk, "eleven") is None
    # A second tap leads back to the match that continues.
    assert call(client, URL).json()["game"] == body["game"]
    page = client.get(f"/games/{body['game']}/").content.decode()
    assert "Save your game" in page
    assert f"/keep/?next=/games/{body['game']}/" in page


def test_it_plays_a_turn_and_nothing_is_mailed(guest):
    game = Game.objects.get()
    turn = game.description["legal_actions"][0]
    options = guest.get(f"/api/v1/games/{game.pk}/options?turn=1&after={turn}").json()
    whole = [turn] if options["complete"] >= 0 else [turn, options["actions"][0]["text"]]

    played = call(guest, f"/api/v1/games/{game.pk}/turns", {"turn": 1, "actions": whole})

    assert played.status_code == 201, played.content
    assert not OutgoingMail.objects.exists()


def test_no_one_begins_a_session_for_someone_else(house):
    client = browser()

    refused = client.post(URL, {}, content_type="application/json")

    assert refused.status_code == 403
    assert refused.json()["code"] == "csrf_failed"
    assert not User.objects.filter(guest_since__isnull=False).exists()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/api/v1/challenges", {"opponent": "alice"}),
        ("post", "/api/v1/challenges", {"opponent": None}),
        ("patch", "/api/v1/me", {"is_bot": True}),
        ("delete", "/api/v1/me", {}),
        ("post", "/api/v1/webhooks", {"url": "https://example.org/"}),
        ("put", "/api/v1/blocks/alice", {}),
    ],
)
def test_what_needs_an_account_is_refused_with_the_way_to_one(guest, alice, method, path, body):
    refused = call(guest, path, body, method)

    assert refused.status_code == 403, refused.content
    assert refused.json()["code"] == "guest_account"
    assert refused.json()["keep"].endswith("/keep/")


def test_pages_of_an_account_lead_to_one(guest):
    for path in ("/settings/", "/settings/tokens/new/", "/accounts/email/", "/oauth/authorize"):
        assert guest.get(path).headers["Location"].startswith("/keep/?next=")
    assert guest.get("/").status_code == guest.get("/lobby/").status_code == 200


def test_a_guest_sets_the_language_and_the_board(guest):
    token = guest.cookies["csrftoken"].value
    rows = [row.path for row in guest.get("/me/").context["groups"]]
    assert rows == ["/settings/language/", "/settings/playing/"]
    assert [guest.get(path).status_code for path in rows] == [200, 200]

    sent = {"language": "de", "csrfmiddlewaretoken": token}
    assert guest.post("/settings/save/language/", sent).headers["Location"] == rows[0]
    refused = guest.post("/settings/save/zone/", {"csrfmiddlewaretoken": token})

    assert guest_of(guest).language == "de"
    assert refused.headers["Location"].startswith("/keep/")


@pytest.mark.parametrize(
    ("query", "came_from", "back"),
    [
        ("?next=/games/abc/", "", "/games/abc/"),
        ("?next=/settings/", "http://testserver/puzzles/abc/", "/puzzles/abc/"),
        ("?next=/settings/", "https://example.org/puzzles/", "/"),
        ("?next=/settings/", "http://testserver/settings/", "/"),
        ("?next=/settings/", "http://testserver/keep/", "/"),
    ],
)
def test_a_guest_who_makes_no_account_is_led_back(guest, query, came_from, back):
    page = guest.get(f"/keep/{query}", headers={"referer": came_from}).content.decode()

    assert f'<a class="btn" href="{back}">Not now</a>' in page


def test_play_says_what_needs_an_account(guest, alice):
    own = browser()
    own.force_login(alice)

    assert guest.get("/").content.decode().count("needs an account") == 3
    assert "needs an account" not in own.get("/").content.decode()


def test_a_guest_has_a_few_games_together(guest):
    robots = {"opponent": "robot-easy", "side": "white"}
    answers = [call(guest, "/api/v1/challenges", robots) for _ in range(MOST_GAMES_OF_A_GUEST)]

    assert [answer.status_code for answer in answers] == [201] * (MOST_GAMES_OF_A_GUEST - 1) + [403]
    assert answers[-1].json()["code"] == "guest_account"


def test_an_address_makes_a_bounded_number_of_guests(house, settings):
    cache.clear()
    settings.LIMITS_ON = True
    settings.LIMITS = {**settings.LIMITS, "guest": (2, 3600)}
    answers = [call(browser(), URL) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_a_player_who_has_an_account_needs_no_guest(house, alice):
    client = browser()
    client.force_login(alice)

    assert call(client, URL).json()["code"] == "has_account"


def test_a_friends_link_is_played_first_and_named_later(house, alice, now):
    challenge = make_challenge(alice, None, Terms(), now=timezone.now())
    client = browser()
    page = client.get(f"/challenges/{challenge.pk}/").content.decode()
    assert "Play as guest" in page

    token = client.cookies["csrftoken"].value
    form = {"challenge": challenge.pk, "csrfmiddlewaretoken": token, "time_zone": "Mars/Base"}
    answer = client.post("/guest/", form)

    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.pk}/"
    names = {seat.user.username for seat in Player.objects.filter(game=game)}
    assert names == {"alice", guest_of(client).username}
    # No one is challenged by a name that is none, and no list of everyone's has it.
    refused = call_of_alice(alice, {"opponent": guest_of(client).username})
    assert refused.json()["errors"][0]["code"] == "unknown"
    assert Client().get("/api/v1/games").json()["results"] == []


def call_of_alice(alice, body):
    client = browser()
    client.force_login(alice)
    return call(client, "/api/v1/challenges", body)


def test_a_name_makes_an_account_of_the_guest(guest):
    game, before = Game.objects.get(), guest_of(guest)

    answer = call(guest, "/api/v1/me/keep", NAME)

    assert answer.status_code == 200, answer.content
    assert answer.json()["username"] == "dora"
    assert answer.json()["is_guest"] is False
    dora = guest_of(guest)
    assert dora.pk == before.pk
    assert dora.check_password(NAME["password"])
    assert not EmailAddress.objects.get(user=dora).verified
    assert OutgoingMail.objects.get().recipient == "dora@example.org"
    shown = guest.get(f"/api/v1/games/{game.pk}").json()
    assert shown["players"]["white"]["username"] == "dora"
    started = GameEvent.objects.get(game=game, type="game.started")
    assert started.data["players"]["white"] == "dora"
    # The same press again changes nothing, and the session continues with all that an owner may.
    assert (
        call(guest, "/api/v1/me/keep", {**NAME, "username": "x9"}).json()["code"] == "not_a_guest"
    )
    assert call(guest, "/api/v1/me", {"time_zone": "Asia/Tokyo"}, "patch").status_code == 200


def test_a_name_that_is_taken_keeps_the_guest(guest, alice):
    refused = call(guest, "/api/v1/me/keep", {**NAME, "username": "Alice"})

    assert refused.status_code == 400
    assert guest_of(guest).is_guest


def test_the_page_keeps_the_match_too(guest):
    game = Game.objects.get()
    page = guest.get(f"/keep/?next=/games/{game.pk}/").content.decode()
    token = guest.cookies["csrftoken"].value
    assert "Save your game" in page

    form = {**NAME, "next": f"/games/{game.pk}/", "csrfmiddlewaretoken": token}
    wrong = guest.post("/keep/", {**form, "password": "123"})
    kept = guest.post("/keep/", form)

    assert wrong.status_code == 422
    assert kept.headers["Location"] == f"/games/{game.pk}/"
    assert guest_of(guest).username == "dora"
    # One sentence says so, on the match itself; the list after it warns instead.
    told = guest.get(f"/games/{game.pk}/").content.decode()
    assert told.count('class="note" role="status"') == told.count("Your game is saved.") == 1
    home = guest.get("/").content.decode()
    assert home.count('class="note') == home.count("Confirm your email.") == 1


def test_after_thirty_days_nothing_of_a_guest_is_left(guest):
    soon = timezone.now() + guests.GUEST_KEPT_FOR - timedelta(hours=1)
    assert guests.forget_old(soon, 5) == 0

    assert guests.forget_old(soon + timedelta(hours=2), 5) == 1

    assert not User.objects.filter(robot__isnull=True).exists()
    assert not Game.objects.exists()
    assert not Challenge.objects.exists()
    assert not GameEvent.objects.exists()


def test_a_guest_stays_while_a_person_plays_with_them(house, alice, now):
    challenge = make_challenge(alice, None, Terms(), now=timezone.now())
    client = browser()
    assert call(client, URL, {"challenge": challenge.pk}).status_code == 201
    game, later = Game.objects.get(), timezone.now() + timedelta(days=31)

    assert guests.forget_old(later, 5) == 0

    resign(alice.pk, game.pk, now=timezone.now())
    assert guests.forget_old(later, 5) == 1
    seats = Player.objects.filter(game=game).values_list("user__username", flat=True)
    assert sorted(name.split("-")[0] for name in seats) == ["alice", "deleted"]


def test_a_guest_can_have_all_of_it_deleted_immediately(guest):
    token = guest.cookies["csrftoken"].value
    # Not by one slip beside the button that saves.
    assert "/keep/forget/" not in guest.get("/keep/").content.decode()
    assert 'href="/keep/forget/"' in guest.get("/me/").content.decode()
    assert 'action="/keep/forget/"' in guest.get("/keep/forget/").content.decode()
    assert User.objects.filter(robot__isnull=True).exists()

    guest.post("/keep/forget/", {"csrfmiddlewaretoken": token})

    assert not User.objects.filter(robot__isnull=True).exists()
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_taps_together_begin_one_match():
    open_house()
    client = browser()
    assert call(client, URL).status_code == 201
    Game.objects.all().delete()
    guest = guest_of(client)

    found = at_once(*[lambda: begin_first_match(guest, timezone.now()).pk] * 2)

    assert len(set(found)) == 1
    assert Game.objects.count() == 1
