"""Making and answering challenges without any script."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Challenge, Game
from games.play.challenge.challenges import Terms, make_challenge
from games.play.robots import open_house
from tests.games.matches import start_formations
from tests.markup import tight

Browse = Callable[..., Client]
FORM = {"opponent": "bob", "goals_to_win": "3", "days_per_turn": "2", "side": "black"}


@pytest.fixture
def to_bob(alice: User, bob: User, now: datetime) -> Challenge:
    return make_challenge(alice, "bob", Terms(side="white"), now=now)


@pytest.fixture
def to_anyone(alice: User, now: datetime) -> Challenge:
    return make_challenge(alice, None, Terms(), now=now)


def test_a_new_game_is_a_challenge_with_its_terms(browse: Browse, alice: User, bob: User) -> None:
    answer = browse(alice).post("/new/", FORM)

    made = Challenge.objects.get()
    assert answer.headers["Location"] == f"/challenges/{made.pk}/"
    assert made.opponent == bob
    assert (made.options, made.days_per_turn, made.side) == ({"goals_to_win": 3}, 2, "black")


def test_a_live_match_is_proposed_by_name_and_lapses_soon(
    browse: Browse, alice: User, bob: User
) -> None:
    assert "two halves of 5 minutes" in browse(alice).get("/new/").content.decode()
    assert 'value="live"' not in browse(alice).get("/new/?game=family").content.decode()
    anonymous = browse(alice).post("/new/", FORM | {"clock": "live", "opponent": ""})
    assert "Name an opponent for a live game." in anonymous.content.decode()

    browse(alice).post("/new/", FORM | {"clock": "live"})

    made = Challenge.objects.get()
    assert made.live is not None
    assert made.live["half"] == 300
    Challenge.objects.update(expires_at=made.created_at, status="lapsed")
    page = browse(alice).get(f"/challenges/{made.pk}/").content.decode()
    assert "No one answered within two minutes" in page


def test_without_a_name_anyone_may_accept(browse: Browse, alice: User) -> None:
    browse(alice).post("/new/", FORM | {"opponent": " "})

    assert Challenge.objects.get().opponent is None


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("opponent", "nobody", "This player doesn't exist."),
        ("opponent", "alice", "You can't challenge yourself."),
        ("goals_to_win", "10", "less than or equal to 9"),
        ("clock", "slow", "Select a valid choice"),
        ("side", "red", "Select a valid choice"),
    ],
)
def test_what_is_wrong_appears_beside_its_field(
    browse: Browse, alice: User, bob: User, field: str, value: str, sentence: str
) -> None:
    answer = browse(alice).post("/new/", FORM | {field: value})

    assert answer.status_code == 422
    assert sentence in answer.context["form"].errors[field][0]
    assert not Challenge.objects.exists()


def test_only_the_fold_whose_field_is_wrong_is_open(browse: Browse, alice: User, bob: User) -> None:
    def folds(**changes: str) -> list[bool]:
        page = browse(alice).post("/new/", FORM | {"against": "friend"} | changes).content.decode()
        return [" open>" in one[:20] for one in page.split('<details class="fold"')[1:]]

    assert folds(opponent="nobody") == [False, False, False]
    assert folds(clock="slow") == [True, False, False]
    assert folds(goals_to_win="10") == [False, True, False]
    assert folds(side="red") == [False, False, True]


def test_the_people_played_with_last_are_offered(
    browse: Browse, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    start_formations(alice, charlie, now)
    start_formations(bob, alice, now)

    recent = browse(alice).get("/new/").context["recent"]

    assert [person.username for person in recent] == ["bob", "charlie"]


def test_a_robot_begins_immediately_and_is_offered_once(browse: Browse, alice: User) -> None:
    cache.clear()
    open_house()
    client = browse(alice)

    answer = client.post("/new/", FORM | {"opponent": "robot-easy"})

    # No page of terms to look at until it has answered.
    assert answer["Location"] == f"/games/{Game.objects.get().pk}/"
    page = client.get("/new/").content.decode()
    assert page.count('value="robot-easy"') == 1
    assert page.count('value="robot-hard"') == 1


def test_a_bot_in_the_address_of_a_table_sits_there_with_the_others(
    browse: Browse, alice: User
) -> None:
    cache.clear()
    open_house()
    client = browse(alice)

    form = client.get("/new/?game=family&opponent=robot-medium").context["form"]

    seats = [(seat.field.value() or "", seat.bot.value()) for seat in form.places if seat.field]
    assert seats == [("", "robot-medium"), ("", "robot-easy"), ("", "robot-hard")]
    sent = {"ruleset": "family", "seats": "4", "clock": "post"}
    sent |= {seat.bot.html_name: seat.bot.value() for seat in form.places if seat.bot}
    assert client.post("/new/", sent)["Location"] == f"/games/{Game.objects.get().pk}/"
    for_two = client.get("/new/?game=standard&opponent=robot-medium").context
    assert (for_two["against"], for_two["form"]["opponent"].value()) == ("bot", "")


@pytest.mark.parametrize("key", ["standard", "family"])
def test_without_an_account_the_form_offers_bots_and_says_what_one_adds(db: None, key: str) -> None:
    cache.clear()
    open_house()
    client = Client()

    page = client.get(f"/new/?game={key}").content.decode()
    assert "With a free account you can invite friends" in page
    assert 'name="opponent_2_bot" value=""' not in page
    friends = client.get(f"/new/?game={key}&against=friend").content.decode()
    assert "Without one you play bots." in friends
    assert f"?next=/new/%3Fgame%3D{key}%26against%3Dfriend" in friends
    assert "opponent_bot" not in friends
    assert "Start game" not in friends
    # No guest is made of a visitor who asks for people.
    asked = client.post("/new/", {"ruleset": key, "seats": "4", "opponent": ""})
    assert asked.status_code in (302, 422)
    assert not User.objects.filter(guest_since__isnull=False).exists()

    sent = {"ruleset": key, "clock": "post", "side": "random", "seats": "2", "draw_from": "1"}
    bot = "opponent_bot" if key == "family" else "opponent"
    begun = client.post("/new/", {**sent, bot: "robot-easy"})

    assert begun["Location"] == f"/games/{Game.objects.get().pk}/"
    guest = client.get(f"/new/?game={key}&against=friend").content.decode()
    assert 'href="/keep/?next=/new/' in guest


def test_a_name_in_the_address_is_filled_in(browse: Browse, alice: User) -> None:
    page = browse(alice).get("/new/?opponent=bob").content.decode()

    assert 'value="bob"' in page


def test_the_challenged_may_accept_or_decline(browse: Browse, bob: User, to_bob: Challenge) -> None:
    page = browse(bob).get(f"/challenges/{to_bob.pk}/").content.decode()

    assert "Accept" in page
    assert "Decline" in page


def test_accepting_leads_to_the_game(browse: Browse, bob: User, to_bob: Challenge) -> None:
    answer = browse(bob).post(f"/challenges/{to_bob.pk}/accept/")

    assert answer.headers["Location"] == f"/games/{Game.objects.get().pk}/"


def test_declining_and_taking_back(
    browse: Browse, alice: User, bob: User, to_bob: Challenge, to_anyone: Challenge
) -> None:
    browse(bob).post(f"/challenges/{to_bob.pk}/decline/")
    browse(alice).post(f"/challenges/{to_anyone.pk}/cancel/")

    assert set(Challenge.objects.values_list("status", flat=True)) == {"declined", "cancelled"}


def test_charlie_does_not_see_a_challenge_to_bob(
    browse: Browse, charlie: User, to_bob: Challenge
) -> None:
    client = browse(charlie)

    assert client.get(f"/challenges/{to_bob.pk}/").status_code == 404
    assert client.post(f"/challenges/{to_bob.pk}/accept/").status_code == 404
    assert not Game.objects.exists()


def test_a_link_from_a_mail_leads_through_the_log_in(browse: Browse, to_bob: Challenge) -> None:
    answer = browse().get(f"/challenges/{to_bob.pk}/")

    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/accounts/login/?next=/challenges/{to_bob.pk}/"


def test_a_stranger_sees_an_open_challenge_with_a_preview(
    browse: Browse, to_anyone: Challenge
) -> None:
    page = browse().get(f"/challenges/{to_anyone.pk}/").content.decode()

    assert 'property="og:title" content="alice challenges you to Chess Eleven"' in page
    assert 'property="og:image" content="http' in page
    assert f"/accounts/signup/?next=/challenges/{to_anyone.pk}/" in page
    assert "Accept" not in page


def test_a_stranger_reads_what_game_it_is(browse: Browse, alice: User, now: datetime) -> None:
    for key, told, rules in (
        ("eleven", "chess played as football", "/learn/eleven/read/"),
        ("standard", "The classic game.", "/learn/standard/read/"),
        ("future", "Chess on three boards", "/learn/future/read/"),
    ):
        challenge = make_challenge(alice, None, Terms(key), now=now)

        page = tight(browse().get(f"/challenges/{challenge.pk}/").content.decode())

        [lede] = re.findall(r'<p class="lede">(.*?)</p>', page)
        assert told in lede
        assert f'href="{rules}"' in lede
        assert ('class="mini"' in page) == (key != "eleven")
        [image] = re.findall(r'property="og:image" content="[^"]*?(/(?:learn|static)/[^"]+)"', page)
        assert image.startswith(f"/learn/{key}/start.png" if key != "eleven" else "/static/preview")


@pytest.mark.parametrize("key", ["standard", "future", "family"])
def test_a_shared_link_has_a_picture_of_its_own_game(browse: Browse, key: str) -> None:
    answer = browse().get(f"/learn/{key}/start.png")

    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert browse().get("/learn/go/start.png").status_code == 404


def test_a_stranger_cannot_accept(browse: Browse, to_anyone: Challenge) -> None:
    answer = browse().post(f"/challenges/{to_anyone.pk}/accept/")

    assert answer.headers["Location"].startswith("/accounts/login/")
    assert not Game.objects.exists()


def test_one_who_comes_second_is_notified(
    browse: Browse, bob: User, charlie: User, to_anyone: Challenge
) -> None:
    browse(bob).post(f"/challenges/{to_anyone.pk}/accept/")

    answer = browse(charlie).post(f"/challenges/{to_anyone.pk}/accept/")

    assert answer.status_code == 409
    assert "is closed" in answer.content.decode()


def test_a_challenge_past_its_time_shows_as_lapsed(
    browse: Browse, bob: User, to_bob: Challenge, now: datetime
) -> None:
    Challenge.objects.update(expires_at=now - timedelta(seconds=1))

    context = browse(bob).get(f"/challenges/{to_bob.pk}/").context

    assert context["status"] == "lapsed"
    assert not context["may_accept"]


def test_the_page_asks_little_of_the_database(
    browse: Browse,
    bob: User,
    to_bob: Challenge,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client = browse(bob)

    # Session, person, challenge, two records, the count in the header, and how soon both answer, of
    # two each.
    with django_assert_num_queries(10):
        client.get(f"/challenges/{to_bob.pk}/")


@pytest.mark.parametrize("draw_from", [0, 20])
def test_terms_that_hold_nothing_back_are_not_listed(
    browse: Browse, alice: User, bob: User, now: datetime, draw_from: int
) -> None:
    terms = Terms(ruleset="standard", options={"draw_from": draw_from})
    challenge = make_challenge(alice, "bob", terms, now=now)

    page = browse(bob).get(f"/challenges/{challenge.pk}/").content.decode()

    assert ("Draw from move" in page) == bool(draw_from)
