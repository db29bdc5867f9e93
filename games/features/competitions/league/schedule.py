"""All matches of a division: everyone meets everyone once, colours by the circle method."""

from __future__ import annotations

from typing import Final

from games.features.competitions.bracket import NO_ONE, By, Match, Matches

LEFT: Final = frozenset({By.WITHDRAWAL, By.PUT_OUT})
"""How matches end because someone is out."""


def circle(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of so many players as pairs of White and Black (law 10.3).

    These are the tables of Berger: with an even number each has White once more or once less
    than Black, with an odd number as often.
    """
    even = players + players % 2
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(even - 1)]
    for one in range(1, players + 1):
        for other in range(one + 1, players + 1):
            if other == even:
                number, is_white = (2 * one - 2) % (even - 1), one <= even // 2
            else:
                number, is_white = (one + other - 2) % (even - 1), (one + other) % 2 == 1
            rounds[number].append((one, other) if is_white else (other, one))
    return rounds


class Schedule(Matches):
    """The matches of a division, and who has left it; the upper place has White."""

    @classmethod
    def drawn(cls, entrants: int) -> Schedule:
        """Return the matches of so many players, two at least."""
        return cls(
            entrants,
            {
                (number, place): Match(number, place, white, black)
                for number, pairs in enumerate(circle(entrants), start=1)
                for place, (white, black) in enumerate(pairs, start=1)
            },
        )

    def decide(self, match: Match, winner: int, by: By) -> None:
        """Let a match be over; the winner of a drawn one is ``NO_ONE``."""
        assert not match.is_over, "a match is decided once"
        match.winner, match.by = winner, by

    def leave(self, number: int, by: By) -> None:
        """Let a player be out: what is open goes to the opponents (law 10.8)."""
        self.gone.setdefault(number, by)
        self.settle()

    def settle(self) -> None:
        """Decide the matches of those who are out."""
        for match in self:
            absent = [one for one in match.players if one in self.gone]
            if match.is_over or not absent:
                continue
            present = [one for one in match.players if one not in self.gone]
            self.decide(match, present[0] if present else NO_ONE, self.gone[absent[0]])


def struck(schedule: Schedule) -> frozenset[int]:
    """Return those whose matches do not count: out before half of them were decided (law 10.8).

    ``schedule.gone`` has them in the order in which they left: matches against those struck
    before count for neither.
    """
    found: set[int] = set()
    for number in schedule.gone:
        mine = [
            match
            for match in schedule
            if number in match.players and not found.intersection(match.players)
        ]
        decided = [match for match in mine if match.is_over and not _lost_by_leaving(match, number)]
        if 2 * len(decided) < len(mine):
            found.add(number)
    return frozenset(found)


def _lost_by_leaving(match: Match, number: int) -> bool:
    return match.by in LEFT and match.winner != number
