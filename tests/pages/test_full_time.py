"""The page of a match that is over."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.deadlines import enforce_deadline
from games.play.robots import open_house
from tests.games.matches import (
    KEEPER,
    OPEN_GOAL,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)
from tests.live_play.matches import kick_off
from tests.markup import tight

pytestmark = pytest.mark.django_db


def page(user: User, game: Game) -> str:
    client = Client()
    client.force_login(user)
    return tight(client.get(f"/games/{game.pk}/").content.decode())


def test_full_time_shows_who_won_who_scored_and_what_shots_were_worth(
    alice: User, bob: User, charlie: User, game: Game, now: datetime
) -> None:
    with_next_roll(place(game, KEEPER), range(55, 80))
    play(game, "!e8", now=now)
    for _ in range(2):
        place(Game.objects.get(pk=game.pk), OPEN_GOAL)
        play(game, "!e8", now=now)
        if Game.objects.get(pk=game.pk).is_active:
            assert "full-time" not in page(alice, game)
            start_round(game, now)

    own = page(alice, game)
    # Written across the pitch in the kit of anyone who won.
    assert '<h2 id="full-time" data-winner="white">Won</h2>' in own
    assert "<b>2\u2032</b> Rook e2" in own
    assert "<b>3\u2032</b> Rook e2" in own
    assert 'data-goal="3"' in own
    # The list of the last round counts on: the goal has one number on the page.
    assert '<ol id="round" start="3"' in own
    for label, first, second in (
        ("Shots", "3", "0"),
        ("Saves", "0", "1"),
        ("Corners", "0", "0"),
        ("Expected goals", "2.55", "0.00"),
    ):
        told = own.partition(f"<dt>{label}</dt>")[2].partition("</dd>")[0]
        assert f"<b>{first}</b> <progress" in told, label
        assert told.endswith(f"<b>{second}</b>"), label
    # Of the two goals neither was likelier: it is the last.
    assert '<b>Goal of the game</b> <span class="mute">Rook e2, a 100% chance</span>' in own
    assert "/board.svg?turn=3&amp;side=white" in own
    # Each side reads its own figures first.
    theirs = page(bob, game)
    # No defeat is written across the pitch.
    assert '<h2 id="full-time" data-winner="white">Full time</h2>' in theirs
    told = theirs.partition("<dt>Saves</dt>")[2].partition("</dd>")[0]
    assert told.startswith("<dd><b>1</b>")
    assert '<h2 id="full-time" data-winner="white">alice won</h2>' in page(charlie, game)


def test_a_live_game_shows_captures_missed_turns_and_time_even_without_a_shot(
    alice: User, bob: User, now: datetime
) -> None:
    game = kick_off(alice, bob, now)
    play(game, any_turn(game), now=now + timedelta(seconds=6))
    # A minute later the time of a turn is over.
    enforce_deadline(game.pk, now + timedelta(minutes=1))
    resign(bob.pk, game.pk, now=now + timedelta(seconds=62))

    own = page(alice, Game.objects.get(pk=game.pk))

    for label, first, second in (
        ("Shots", "0", "0"),
        ("Captures", "0", "0"),
        ("Missed turns", "0", "1"),
        ("Sec. per turn", "6", "0"),
    ):
        told = own.partition(f"<dt>{label}</dt>")[2].partition("</dd>")[0]
        assert f"<b>{first}</b> <progress" in told, label
        assert told.endswith(f"<b>{second}</b>"), label
    assert "Expected goals" not in own
    assert "From your games" not in own


@pytest.mark.needs("puzzles")
def test_a_game_without_a_shot_has_no_figures_and_nothing_that_was_missed(
    alice: User, game: Game, now: datetime
) -> None:
    play(game, any_turn(game), now=now)
    resign(alice.pk, game.pk, now=now)

    own = page(alice, Game.objects.get(pk=game.pk))
    shown = own.partition('id="full-time"')[2].partition("</section>")[0]
    assert "<dt>" not in shown
    assert "From your games" not in own
    assert ">Replay</a>" in shown


def test_the_rematch_is_taken_up_by_who_was_asked(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    resign(bob.pk, game.pk, now=now)
    assert ">Rematch</button>" in page(bob, game)

    challenge = offer_rematch(alice, game.pk, now=now).challenge
    assert f'data-challenge="{challenge.pk}"' in page(alice, game)
    assert ">Accept rematch</button>" in page(bob, game)

    again = offer_rematch(bob, game.pk, now=now).challenge
    assert f'href="/games/{again.game_id}/">Open rematch</a>' in page(alice, game)


def test_other_games_have_a_word_and_no_figures(alice: User, bob: User, now: datetime) -> None:
    terms = Terms("standard", side="white")
    game = accept_challenge(bob, make_challenge(alice, "bob", terms, now=now).pk, now=now)
    resign(alice.pk, game.pk, now=now)

    told = page(bob, Game.objects.get(pk=game.pk))
    assert '<h2 id="full-time">Won</h2>' in told
    shown = told.partition('id="full-time"')[2].partition("</section>")[0]
    assert "<dt>" not in shown
    # There is no turn to see again.
    assert ">Replay</a>" not in shown


@pytest.mark.parametrize(
    ("beaten", "link"), [("easy", ">Try Rosa</a>"), ("master", ">Next game</a>")]
)
def test_who_beats_a_bot_is_led_to_a_stronger_one(
    alice: User, now: datetime, beaten: str, link: str
) -> None:
    robot = next(house for house in open_house() if house.strength == beaten)
    game = start_round(start_formations(alice, robot.user, now), now)
    resign(robot.user_id, game.pk, now=now)

    told = page(alice, game)

    assert link in told
    assert ("?opponent=robot-medium&amp;game=eleven" in told) == (beaten == "easy")
