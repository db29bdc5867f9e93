"""The first page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.renewal import RENEWED
from games.models import Game
from games.pages.game import sentence_of
from games.pages.learning import TODAY, Today
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.shown.point_of_view import PointOfView
from tests.accounts.test_reader import note_log_in
from tests.games.matches import (
    KEEPER,
    OPEN_GOAL,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)
from tests.hooks import Only
from tests.markup import tight

Browse = Callable[..., Client]


def test_a_stranger_sees_what_this_is(browse: Browse) -> None:
    page = browse().get("/").content.decode()

    assert "Chess, played as football" in page
    assert "Play now" in page


def test_the_title_counts_what_waits(browse: Browse, alice: User, game: Game) -> None:
    page = tight(browse(alice).get("/").content.decode())

    assert "<title>1 game waiting · Chess Eleven</title>" in page
    assert "Your turn (1)" in page


def test_a_turn_of_the_other_side_is_not_yours(browse: Browse, bob: User, game: Game) -> None:
    page = tight(browse(bob).get("/").content.decode())

    assert "<title>Your games · Chess Eleven</title>" in page
    assert "Waiting for others (1)" in page
    assert "alice has 24 h" in page


def test_the_score_is_between_those_who_made_it(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)

    def told(client: Client, path: str) -> str:
        page = tight(client.get(path).content.decode())
        found = re.search(r'<span class="who[^"]*">(.*?)</span>', page)
        assert found is not None
        return re.sub(r"<.*?>", "", found[1]).strip()

    assert told(browse(alice), "/") == "You 1–0 bob"
    assert told(browse(bob), "/") == "You 0–1 alice"


def test_a_robot_is_thinking_and_has_no_day(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(is_bot=True)

    assert "alice is thinking" in browse(bob).get("/").content.decode()
    page = tight(browse(bob).get(f"/games/{game.pk}/").content.decode())
    assert '<p class="prompt" id="prompt" tabindex="-1">alice is thinking.</p>' in page


def test_the_next_game_says_what_happened(
    browse: Browse, bob: User, game: Game, now: datetime
) -> None:
    play(game, "c3e4 @d2", now=now)

    page = tight(browse(bob).get("/").content.decode())
    assert "alice: knight advances to e4, then a pass to d2." in page


def test_the_next_game_does_not_say_what_came_of_a_shot(
    browse: Browse, bob: User, game: Game, now: datetime
) -> None:
    saved = play(with_next_roll(place(game, KEEPER), range(55, 80)), "!e8", now=now)

    assert "What a save!" in sentence_of(PointOfView(saved.game, None), saved.turn)
    page = tight(browse(bob).get("/").content.decode())
    assert "alice: rook shoots from e2 at e8." in page
    assert "save" not in page.partition("<main")[2].partition("</main")[0]


def test_the_soonest_deadline_comes_first(
    browse: Browse, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    start_formations(alice, bob, now - timedelta(hours=1))
    start_formations(alice, charlie, now - timedelta(hours=20))

    mine = browse(alice).get("/").context["mine"]

    assert [card.title for card in mine] == ["charlie", "bob"]
    assert [card.is_short for card in mine] == [True, False]
    assert mine[0].left.startswith("3 h 59 min")


def test_a_game_past_its_deadline_is_no_longer_shown(
    browse: Browse, alice: User, game: Game
) -> None:
    Game.objects.update(deadline=timezone.now() - timedelta(seconds=1))

    context = browse(alice).get("/").context

    assert not context["mine"]
    assert not context["others"]
    assert Game.objects.get(pk=game.pk).status == Game.Status.ABORTED


def test_challenges_to_answer_and_sent_are_listed_apart(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    make_challenge(bob, "alice", Terms(side="white"), now=now)
    make_challenge(alice, None, Terms(), now=now)

    context = browse(alice).get("/").context

    assert [(card.title, card.side) for card in context["received"]] == [
        ("bob challenges you", "black")
    ]
    assert [card.title for card in context["sent"]] == ["Your open challenge"]


@pytest.mark.needs("competitions", "moderation", "supervisor", "seats")
@pytest.mark.parametrize("games", [3, 6])
def test_the_number_of_queries_does_not_grow_with_the_games(
    browse: Browse,
    alice: User,
    bob: User,
    now: datetime,
    games: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(games):
        start_round(start_formations(alice, bob, now), now)
        make_challenge(bob, None, Terms(), now=now)
    client = browse(alice)
    note_log_in(client, alice)

    # Session with person and news, games with their seats, challenges, whether friends play and
    # whether the person is asked something, what the bar counts; the last turn of the next game.
    with django_assert_num_queries(6):
        client.get("/")


def test_finished_games_have_left_the_page(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(game, "c3e4 @d2", now=now)
    resign(bob.pk, game.pk, now=now)

    context = browse(alice).get("/").context

    assert not context["mine"]
    assert not context["others"]


def test_where_few_games_are_on_there_are_the_last_ones_and_the_task_of_the_day(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime, only: Only
) -> None:
    only(TODAY, TODAY.by(lambda request: Today("A task", "Find it.", "/icon.svg", "/task/", "Go")))
    play(game, "c3e4 @d2", now=now)
    resign(bob.pk, game.pk, now=now)
    for _ in range(2):
        start_round(start_formations(alice, bob, now), now)

    page = tight(browse(alice).get("/").content.decode())
    assert 'href="/task/"' in page
    last = page.partition("Last games")[2]
    assert f'href="/games/{game.pk}/"' in last

    start_round(start_formations(alice, bob, now), now)
    busy = browse(alice).get("/").content.decode()
    assert "Last games" not in busy
    assert 'href="/task/"' not in busy


def test_an_address_that_is_not_confirmed_is_said_until_it_is(
    browse: Browse, alice: User, game: Game
) -> None:
    client = browse(alice)
    for path in ("/", "/me/"):
        assert "Confirm your email." in client.get(path).content.decode()
    # A board keeps its room.
    assert "Confirm your email." not in client.get(f"/games/{game.pk}/").content.decode()

    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)

    for path in ("/", "/me/"):
        assert "Confirm your email." not in client.get(path).content.decode()


def test_a_session_is_renewed_by_use_once_a_day(browse: Browse, alice: User) -> None:
    client = browse(alice)
    session = client.session
    session[RENEWED] = "2026-01-01"
    session.save()

    first, second = client.get("/"), client.get("/")

    assert first.cookies["sessionid"]["max-age"] == 365 * 24 * 3600
    assert "sessionid" not in second.cookies


def test_the_next_game_says_its_deadline_as_the_email_does(
    browse: Browse, alice: User, game: Game
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    game.refresh_from_db()
    assert game.main_until is not None
    until = game.main_until.astimezone(ZoneInfo("Europe/Berlin"))

    page = tight(browse(alice).get("/").content.decode())

    assert f"<span>Chess Eleven</span><span><i> · </i>by {until:%a %H:%M}</span>" in page
