"""What the analyses of a season say, by strengths. Errors are by games, never by turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import sqrt
from statistics import fmean, pvariance, stdev
from typing import Any, NamedTuple

from tests.bench.season.playing import strength_of
from tests.bench.value.reporting import bins, losses, mean

ORDER = ("easy", "medium", "hard", "master")


class Analysed(NamedTuple):
    """A game and its analysis, all marks in points."""

    strengths: tuple[str, str]
    """Of the first side and of the other."""
    movers: list[int]
    before: list[float]
    """The first side's chance before each turn, from 0 to 1."""
    lucks: list[float]
    """Of each roll, for the first side."""
    choice: tuple[float, float]
    result: float
    luck: float
    lineups: list[float]
    gap: int
    """By how many hundredths the sum misses the result, and what was left at the end."""
    missed: tuple[list[float], list[float]]
    """Of each turn that was searched, by side."""
    looked_again: tuple[list[tuple[float, bool]], list[tuple[float, bool]]]

    @property
    def pair(self) -> str:
        """The strengths, the stronger first."""
        return ":".join(sorted(self.strengths, key=ORDER.index, reverse=True))

    @property
    def is_equal(self) -> bool:
        """Whether both sides have the same strength."""
        return self.strengths[0] == self.strengths[1]


def read(row: Any, game: Any) -> Analysed:
    """Return what is stored of a game's analysis."""
    from games.features.analysis.making import marks_of, movers_of
    from games.features.analysis.searching import misses_of_turns
    from games.features.analysis.summing import LINEUP
    from games.features.analysis.totals import Totals, _changes_between, marks_of_turns
    from games.store import selectors

    marks, totals, movers = marks_of(row), Totals.read(row.totals), movers_of(game)
    of_turns = list(marks_of_turns(marks))
    rolls = selectors.turns_of(game.pk).values_list("rolls", flat=True)
    parts = totals.luck + totals.choices + totals.lineup + totals.acts + totals.end
    found = misses_of_turns(row, of_turns, movers)
    missed: tuple[list[float], list[float]] = ([], [])
    again: tuple[list[tuple[float, bool]], list[tuple[float, bool]]] = ([], [])
    for miss in found:
        if miss is not None:
            missed[miss.mover].append(miss.missed / 100)
            stood = row.looked_again.get(str(miss.turn))
            if stood is not None:
                again[miss.mover].append((miss.missed / 100, stood))
    first, second = (strength_of(seat.username) for seat in game.seats)
    return Analysed(
        strengths=(first, second),
        movers=movers,
        before=[one.before / 10_000 for one in of_turns],
        lucks=[one.luck / 100 for one, rolled in zip(of_turns, rolls, strict=True) if rolled],
        choice=(totals.choice[0] / 100, totals.choice[1] / 100),
        result=totals.result / 100,
        luck=totals.luck / 100,
        lineups=[change / 100 for kind, change in _changes_between(marks) if kind == LINEUP],
        gap=abs(totals.start + parts - totals.result) + abs(totals.end),
        missed=missed,
        looked_again=again,
    )


def said_and_was(game: Analysed) -> list[tuple[float, float]]:
    """Return what was said before each turn, as the side to play sees it, and what came of it."""
    won = game.result / 100
    return [
        (1 - chance, 1 - won) if mover else (chance, won)
        for chance, mover in zip(game.before, game.movers, strict=True)
    ]


def _about(found: Sequence[float]) -> dict[str, float]:
    """Return a mean over games, with its error and spread."""
    spread = stdev(found) if len(found) > 1 else 0.0
    return {
        "games": len(found),
        "mean": round(fmean(found), 2) if found else 0.0,
        "error": round(spread / sqrt(len(found)), 2) if found else 0.0,
        "spread": round(spread, 1),
    }


def _of_turns(games: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return a mean over all turns or rolls, its error by games."""
    found, error = mean([sum(one) for one in games], [len(one) for one in games])
    return {
        "games": len(games),
        "number": sum(map(len, games)),
        "mean": round(found, 3),
        "error": round(error, 3),
    }


def _of_dice(games: Sequence[Analysed]) -> dict[str, float]:
    """Return how much of the results the dice explain."""
    lucks, results = [one.luck for one in games], [one.result for one in games]
    rests = [result - luck for result, luck in zip(results, lucks, strict=True)]
    about_luck, about_result = fmean(lucks), fmean(results)
    joint = fmean(
        [(a - about_luck) * (b - about_result) for a, b in zip(lucks, results, strict=True)]
    )
    explained = joint * joint / (pvariance(lucks) * pvariance(results))
    decided = [one for one in games if one.luck and one.result != 50]
    luckier = sum((one.luck > 0) == (one.result > 50) for one in decided)
    return {
        **_about(lucks),
        "explained": round(explained, 3),
        "explained_error": round(2 * sqrt(explained) * (1 - explained) / sqrt(len(games)), 3),
        "left": round(pvariance(rests) / pvariance(results), 3),
        "luckier_won": round(100 * luckier / len(decided), 1),
    }


def _against_medium(
    games: Sequence[Analysed], strength: str, of_side: Callable[[Analysed, int], Any]
) -> list[Any]:
    """Return something of each game of a strength against ``medium``, of its side."""
    found = []
    for game in games:
        for side in (0, 1):
            if game.strengths[side] == strength and game.strengths[1 - side] == "medium":
                found.append(of_side(game, side))
                break
    return found


def table(games: Sequence[Analysed]) -> dict[str, Any]:
    """Return the table: what is asked of the season, each with its error."""
    equal = [one for one in games if one.is_equal]
    said = [said_and_was(one) for one in equal]
    loss, error = mean(*losses(said))
    pairs = sorted({one.pair for one in games})
    by_pair = {pair: [one for one in games if one.pair == pair] for pair in pairs}
    searched = [one for one in games if any(one.missed)]
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "games": {pair: len(found) for pair, found in by_pair.items()},
        "turns": sum(len(one.movers) for one in games),
        "rolls": sum(len(one.lucks) for one in games),
        "sums_off": sum(one.gap != 0 for one in games),
        "log_loss": [round(loss, 4), round(error, 4)],
        "bins": bins(said),
        "bins_of": {
            pair: bins([said_and_was(one) for one in by_pair[pair]])
            for pair in pairs
            if by_pair[pair][0].is_equal
        },
        "luck_of_a_roll": {
            pair: _of_turns([_signed(one) for one in found]) for pair, found in by_pair.items()
        },
        "dice": {pair: _of_dice(found) for pair, found in by_pair.items() if len(found) > 2},
        "choice_against_medium": {
            strength: _about(
                _against_medium(games, strength, lambda g, s: g.choice[s] - g.choice[1 - s])
            )
            for strength in ORDER
        },
        "choice_of_a_side": {
            pair: _about([side for one in found for side in one.choice])
            for pair, found in by_pair.items()
            if found[0].is_equal
        },
        "lineups": _of_turns([[abs(change) for change in one.lineups] for one in games]),
        "searched": len(searched),
        "missed_against_medium": {
            strength: _of_turns(_against_medium(searched, strength, lambda g, s: g.missed[s]))
            for strength in ORDER
        },
        "missed_over_10": {
            strength: _share(_against_medium(searched, strength, lambda g, s: g.missed[s]))
            for strength in ORDER
        },
        "stood_again": {
            strength: _stood(_against_medium(searched, strength, lambda g, s: g.looked_again[s]))
            for strength in ORDER
        },
    }


def _signed(game: Analysed) -> list[float]:
    """Return the luck of rolls as the stronger side sees it; between equals, the first."""
    first, second = map(ORDER.index, game.strengths)
    return [-luck if second > first else luck for luck in game.lucks]


def _share(games: Sequence[Sequence[float]]) -> dict[str, float]:
    return _of_turns([[100.0 * (missed > 10) for missed in one] for one in games])


def _stood(games: Sequence[Sequence[tuple[float, bool]]]) -> dict[str, float]:
    """Return the share of misses of more than 10 points that stood the second look."""
    return _of_turns([[100.0 * stood for missed, stood in one if missed > 10] for one in games])
