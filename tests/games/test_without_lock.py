"""Turns that take no lock: what they fall back to when someone else changes the game meanwhile."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models import Game, GameEvent, Player, Turn
from games.play.leaves import take_leave
from games.play.turns import PlayedTurn, list_choices, play_turn
from games.rules.errors import RulesError
from games.store import happened
from games.store.selectors import find_game
from games.store.write import Overtaken, write_game
from tests.at_once import at_once
from tests.games.matches import any_turn
from tests.games.races import race
from tests.games.test_races import KICK_OFF, check_numbers, now_of

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 50


def _first_turns(game: Game) -> list[list[str]]:
    """Return whole turns of one action that can be played now."""
    rules, found = game.rules, []
    for choice in list_choices(game, [])["actions"]:
        with suppress(RulesError):
            rules.play(rules.load(game.state), game.seats[0].side, [choice["text"]], roll=lambda: 0)
            found.append([choice["text"]])
    return found


def test_a_turn_takes_two_statements(game: Game, alice: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now_of(game))

    said = [query["sql"] for query in asked.captured_queries]
    assert len(said) == 2
    assert not any("FOR NO KEY UPDATE" in one or "BEGIN" in one for one in said)


def test_fifty_turns_at_once_are_one_turn(game: Game, alice: User) -> None:
    now, turns = now_of(game), _first_turns(find_game(game.pk))

    def play(number: int) -> PlayedTurn | str:
        try:
            return play_turn(alice.pk, game.pk, 1, turns[number % len(turns)], now=now)
        except Refusal as refusal:
            return refusal.code

    answers = at_once(*(partial(play, number) for number in range(WRITERS)))

    (turn,) = Turn.objects.all()
    played = [answer for answer in answers if isinstance(answer, PlayedTurn)]
    assert {answer.turn.pk for answer in played} == {turn.pk}
    assert {answer for answer in answers if answer not in played} <= {"stale_turn"}
    # Each answer that shows a turn was to one who had sent that very turn.
    assert len(played) == len([n for n in range(WRITERS) if turns[n % len(turns)] == turn.actions])
    assert GameEvent.objects.filter(game=game, type="turn.played").count() == 1
    check_numbers()


def test_fifty_writers_play_on_together(game: Game, alice: User, bob: User) -> None:
    now = now_of(game)

    def play(number: int) -> str:
        """Play whatever comes first whenever this side is to play, three times."""
        who, done = (alice, bob)[number % 2], ""
        for _ in range(3):
            seen = find_game(game.pk)
            if not seen.is_active or seen.status != Game.Status.PLAYING:
                break
            try:
                play_turn(who.pk, game.pk, seen.next_turn, any_turn(seen).split(), now=now)
                done = "played"
            except Refusal as refusal:
                if refusal.code not in ("stale_turn", "not_your_turn", "wrong_phase"):
                    raise
        return done

    answers = at_once(*(partial(play, number) for number in range(WRITERS)))

    assert "played" in answers
    seen, numbers = find_game(game.pk), Turn.objects.order_by("number")
    assert list(numbers.values_list("number", flat=True)) == list(range(1, seen.next_turn))
    sides = list(numbers.values_list("side", flat=True))
    assert sides == ["white", "black"] * (len(sides) // 2) + ["white"] * (len(sides) % 2)
    check_numbers()


def test_a_reminder_meanwhile_takes_no_number_twice(game: Game) -> None:
    read = find_game(game.pk)
    Game.objects.filter(pk=game.pk).update(last_event=F("last_event") + 1)

    with pytest.raises(Overtaken):
        write_game(
            read, [happened.DRAW_OFFERED(now_of(game), [], {"side": "white"})], now=now_of(game)
        )

    assert find_game(game.pk).revision == game.revision


def test_a_turn_begun_before_a_vacation_counts_it(game: Game, alice: User, bob: User) -> None:
    now = now_of(game)
    Game.objects.filter(pk=game.pk).update(has_leave=True)

    _leave, played = race(
        game,
        lambda: take_leave(bob, None, now + timedelta(days=3), now),
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
    )

    seat = Player.objects.get(game=game, user=bob)
    assert seat.away
    assert played.game.deadline == seat.deadline
    assert seat.deadline > now + timedelta(days=3)
