"""Clocks by correspondence against a model that counts every second of every seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.clock.by_post import ByPost
from games.models import Game
from games.models.clock import Outage
from games.models.querysets import Seat
from tests.rules.seeds import SEEDS

START = datetime(2030, 1, 1, tzinfo=UTC)
CLOCKS = 3_000 * len(SEEDS)
"""``TEST_SEEDS=20`` tries sixty thousand."""


def at(second: int) -> datetime:
    return START + timedelta(seconds=second)


@dataclass
class Counted:
    """The time of one seat."""

    side: str
    turn: int
    reserve: int
    whole: int
    vacations: list[tuple[int, int]] = field(default_factory=list)

    def is_away(self, second: int) -> bool:
        return any(begin <= second < end for begin, end in self.vacations)

    def tick(self, second: int) -> None:
        if not self.is_away(second):
            if self.turn:
                self.turn -= 1
            elif self.reserve:
                self.reserve -= 1

    def receive(self, gift: int) -> None:
        """Given time comes before the time bank, so it first returns what that one gave."""
        back = min(gift, self.whole - self.reserve) if not self.turn else 0
        self.reserve += back
        self.turn += gift - back

    def ends(self, second: int) -> tuple[int, int]:
        """Return when the turn's own time and when all of it will be used up."""
        turn, reserve, main = self.turn, self.reserve, second
        while turn or reserve:
            if not self.is_away(second):
                if turn:
                    turn -= 1
                    main = second + 1
                else:
                    reserve -= 1
            second += 1
        return main, second

    def running(self, second: int, until: int) -> int:
        return sum(not self.is_away(one) for one in range(second, until))

    def seat(self, is_awaited: bool = True) -> Seat:
        away = [int(at(one).timestamp()) for pair in self.vacations for one in pair]
        return Seat(self.side, 1, self.side, is_awaited, reserve_left=self.whole, away=away or None)


class Play:
    """One clock, kept by the service and by the model."""

    def __init__(self, dice: Random, *, is_formation: bool) -> None:
        self.dice, self.is_formation = dice, is_formation
        turn = dice.randrange(5, 30)
        reserve = 0 if is_formation else dice.choice([0, dice.randrange(1, 40)])
        sides = ["white", "black"] if is_formation else ["white"]
        self.counted = [Counted(side, turn, reserve, reserve) for side in sides]
        for one in self.counted:
            self.announce(one, 0)
        status = Game.Status.FORMATION if is_formation else Game.Status.PLAYING
        self.game = Game(turn_s=turn, reserve_s=reserve, has_leave=True, status=status)
        self.game.seats = tuple(one.seat() for one in self.counted)
        ByPost(self.game).start(sides, START)
        self.second = self.shown = 0

    def announce(self, one: Counted, second: int) -> None:
        """Cut off the vacations that still run, and perhaps take another."""
        kept = [(begin, min(end, second)) for begin, end in one.vacations if begin < second]
        if self.dice.random() < 0.7:
            begin = second + self.dice.choice([0, self.dice.randrange(20)])
            kept.append((begin, begin + self.dice.randrange(1, 30)))
        one.vacations = kept

    def go(self) -> None:
        """Let time pass and something happen until all of it is used up."""
        for _ in range(self.dice.randrange(2, 6)):
            self.compare()
            for _ in range(self.dice.randrange(1, 15)):
                for one in self.counted:
                    one.tick(self.second)
                self.second += 1
            if self.end() <= self.second:
                return
            self.dice.choice([self.leave, self.leave, self.give, self.break_off, self.answer])()
        self.compare()
        if not self.is_formation and self.end() > self.second:
            self.settle()

    def end(self) -> int:
        return max(one.ends(self.second)[1] for one in self.counted)

    def leave(self) -> None:
        self.announce(self.dice.choice(self.counted), self.second)
        self.shown = 0
        now = at(self.second)
        ByPost(self.game).move(now, now, self.seats())

    def give(self) -> None:
        if len(self.counted) > 1:
            return
        gift, now = self.dice.randrange(1, 40), at(self.second)
        self.counted[0].receive(gift)
        self.game.given_s += gift
        ByPost(self.game).move(now, now, self.game.seats, gift=timedelta(seconds=gift))

    def break_off(self) -> None:
        """An outage: no one's time is used, and afterwards it is given back."""
        began, self.second = self.second, self.second + self.dice.randrange(1, 25)
        outage = Outage.objects.create(started_at=at(began), ended_at=at(self.second))
        ByPost(self.game).move(at(began), at(self.second), self.game.seats)
        self.game.outage_given_back = outage.pk

    def answer(self) -> None:
        """One of two has chosen a formation: the other has what both were shown."""
        if len(self.counted) == 2:
            self.shown = end = self.end()
            gone = self.counted.pop(self.dice.randrange(2))
            last = self.counted[0]
            last.turn = last.running(self.second, end)
            self.game.seats = (last.seat(), gone.seat(is_awaited=False))

    def seats(self) -> list[Seat]:
        others = [seat for seat in self.game.seats if not seat.is_awaited]
        return [*(one.seat() for one in self.counted), *others]

    def compare(self) -> None:
        ends = [one.ends(self.second) for one in self.counted]
        assert self.game.deadline == at(max(self.shown, *(end for _main, end in ends)))
        if any(one.turn for one in self.counted):
            assert self.game.main_until == at(max(self.shown, *(main for main, _end in ends)))
        elif not self.shown:
            assert self.game.main_until is not None
            assert self.game.main_until <= at(self.second)

    def settle(self) -> None:
        """What the turn took of the time bank is what the model counted."""
        one = self.counted[0]
        ByPost(self.game).settle("white", at(self.second), has_played=True, is_prepared=False)
        assert self.game.seats[0].reserve_left == one.reserve


@pytest.mark.django_db
@pytest.mark.parametrize("is_formation", [False, True])
def test_random_clocks_agree_with_a_count_of_seconds(is_formation: bool) -> None:
    """Vacations announced, taken back and ended, gifts, outages, and a formation given early."""
    for number in range(CLOCKS // 2):
        Outage.objects.all().delete()
        play = Play(Random(number), is_formation=is_formation)
        try:
            play.go()
        except AssertionError as error:
            raise AssertionError(f"clock {number} at second {play.second}") from error
