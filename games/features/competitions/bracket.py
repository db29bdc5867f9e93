"""The bracket of a knockout: who meets whom, who advances, and where everyone is at the end.

Pure laws (chapters 6 to 9): numbers in, matches out. Anyone who stores a bracket reads the matches
into one of these, lets something happen to it, and writes what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

NO_ONE: Final = 0
"""In the place of a number: a bye, or a winner who does not exist."""

Key = tuple[int, int]
"""The round and the number of a match, both from 1."""


class By(StrEnum):
    """How a match was decided."""

    GAME = "game"
    DECIDING_DRAW = "deciding_draw"
    SHOOTOUT = "shootout"
    COUNT = "count"
    TIME_USED = "time_used"
    LOT = "lot"
    BYE = "bye"
    WALKOVER = "walkover"
    WITHDRAWAL = "withdrawal"
    PUT_OUT = "put_out"
    TIMEOUT = "timeout"


@dataclass(slots=True)
class Match:
    """Two places of the bracket and what became of them; ``None`` is not known yet."""

    round: int
    number: int
    upper: int | None = None
    lower: int | None = None
    winner: int | None = None
    by: By | None = None

    @property
    def key(self) -> Key:
        return self.round, self.number

    @property
    def name(self) -> str:
        """How it is called in labels and addresses: ``2.1``."""
        return f"{self.round}.{self.number}"

    @property
    def is_over(self) -> bool:
        return self.by is not None

    @property
    def is_complete(self) -> bool:
        """Whether it is known who meets whom, be it no one."""
        return self.upper is not None and self.lower is not None

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of those who are known."""
        return tuple(one for one in (self.upper, self.lower) if one)

    @property
    def losers(self) -> tuple[int, ...]:
        """Those who went out in it: one, both where no one went on, no one before its end."""
        return tuple(one for one in self.players if one != self.winner) if self.is_over else ()

    def opponent_of(self, number: int) -> int | None:
        """Return who meets this player here."""
        return self.lower if number == self.upper else self.upper


def order_of(places: int) -> list[int]:
    """Return the numbers on the places from the top (law 6.1); ``places`` is a power of two."""
    order = [1]
    while len(order) < places:
        last = 2 * len(order) + 1
        order = [one for number in order for one in (number, last - number)]
    return order


def places_for(entrants: int) -> int:
    """Return the least power of two that has a place for everyone."""
    return 1 << max(entrants - 1, 0).bit_length()


@dataclass
class Matches:
    """All matches of a section, and who has left it."""

    entrants: int
    matches: dict[Key, Match]
    gone: dict[int, By] = field(default_factory=dict)
    """Those who withdrew or were put out, in this order, and which of the two it was."""

    @property
    def rounds(self) -> int:
        return max((number for number, _ in self.matches), default=0)

    @property
    def is_over(self) -> bool:
        return all(match.is_over for match in self.matches.values())

    def __iter__(self) -> Iterator[Match]:
        return iter(sorted(self.matches.values(), key=lambda match: match.key))

    def of_round(self, number: int) -> list[Match]:
        """Return the matches of a round from the top."""
        return [match for match in self if match.round == number]

    def ready(self) -> list[Match]:
        """Return the matches that both have players and are not over."""
        return [match for match in self if len(match.players) == 2 and not match.is_over]

    def open_of(self, number: int) -> list[Match]:
        """Return the matches that this player is in and that are not over."""
        return [match for match in self if number in match.players and not match.is_over]

    def match_of(self, number: int) -> Match | None:
        """Return the first match that this player is in and that is not over."""
        return next(iter(self.open_of(number)), None)


@dataclass
class Bracket(Matches):
    """The matches of a knockout."""

    third_place: bool = False

    @classmethod
    def drawn(cls, entrants: int, *, third_place: bool = False) -> Bracket:
        """Return the bracket of so many, byes already decided; two at least."""
        places = places_for(entrants)
        rounds = places.bit_length() - 1
        matches = {
            (number, place): Match(number, place)
            for number in range(1, rounds + 1)
            for place in range(1, (places >> number) + 1)
        }
        order = [number if number <= entrants else NO_ONE for number in order_of(places)]
        for place in range(1, places // 2 + 1):
            first = matches[1, place]
            first.upper, first.lower = order[2 * place - 2], order[2 * place - 1]
        has_third = third_place and entrants >= 4
        if has_third:
            # It is played with the final, below it.
            matches[rounds, 2] = Match(rounds, 2)
        bracket = cls(entrants, matches, third_place=has_third)
        bracket.settle()
        return bracket

    @property
    def final(self) -> Match | None:
        return self.matches.get((self.rounds, 1))

    def decide(self, match: Match, winner: int, by: By) -> None:
        """Let a match be over, and all that follows from it without play.

        A winner who has left meanwhile does not continue: the next match has an absent player.
        """
        assert match.is_complete, "it is known who meets whom"
        assert not match.is_over, "a match is decided once"
        match.winner, match.by = winner, by
        self._go_on(match)
        self.settle()

    def leave(self, number: int, by: By) -> None:
        """Let a player be out (laws 8.3 to 8.6), and all that follows from it without play.

        A match that could be played is lost; one that waits for its other player is lost to anyone
        who comes.
        """
        self.gone.setdefault(number, by)
        self.settle()

    def settle(self) -> None:
        """Decide everything that needs no play: byes, and places of those who are gone."""
        while match := next((one for one in self if self._is_without_play(one)), None):
            match.winner, match.by = self._without_play(match)
            self._go_on(match)

    def standings(self, without: Iterable[int] = ()) -> dict[int, int]:
        """Return the standing of everyone who has one by now (law 9.1).

        ``without`` are those who were put out for cheating or a false statement: no one moves up in
        their place.
        """
        places: dict[int, int] = {}
        for match in self:
            shared = 2 ** (self.rounds - match.round) + 1
            for number in match.losers:
                places[number] = shared
        final, third = self.final, self.matches.get((self.rounds, 2))
        if final is not None and final.is_over and final.winner:
            places[final.winner] = 1
        if self.third_place and third is not None and third.is_over:
            # Both are out of the semi-finals, where they would share the third place.
            places |= dict.fromkeys(third.losers, 4)
            if third.winner:
                places[third.winner] = 3
        if self.entrants == 1:
            places[1] = 1
        for number in without:
            places.pop(number, None)
        return places

    def _is_without_play(self, match: Match) -> bool:
        if match.is_over or not match.is_complete:
            return False
        return any(one == NO_ONE or one in self.gone for one in (match.upper, match.lower))

    def _without_play(self, match: Match) -> tuple[int, By]:
        """Return who advances from a match with an absent player, and by what."""
        absent = [one for one in (match.upper, match.lower) if not one or one in self.gone]
        present = [one for one in match.players if one not in self.gone]
        left = [self.gone[one] for one in absent if one]
        if left:
            # One who was put out explains more than one who went by himself.
            by = By.PUT_OUT if By.PUT_OUT in left else By.WITHDRAWAL
        else:
            by = By.BYE if match.round == 1 else By.WALKOVER
        return (present[0] if present else NO_ONE), by

    def _go_on(self, match: Match) -> None:
        """Put the winner into the next match, and the loser of a semi-final into the last."""
        winner = match.winner if match.winner is not None else NO_ONE
        if match.round < self.rounds:
            following = self.matches[match.round + 1, (match.number + 1) // 2]
            _seat(following, match.number, winner)
        if self.third_place and match.round == self.rounds - 1:
            lost = match.losers
            _seat(self.matches[self.rounds, 2], match.number, lost[0] if len(lost) == 1 else NO_ONE)


def _seat(match: Match, feeder: int, number: int) -> None:
    """Put a player on the place that the match with this number leads to."""
    if feeder % 2:
        match.upper = number
    else:
        match.lower = number
