"""The laws of a league: schedule, table, places in reach, divisions, ten seasons of sixty."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from games.features.competitions.bracket import NO_ONE, By, Key
from games.features.competitions.draw import Lots
from games.features.competitions.league.divisions import LEAST, MOST, Former, Move, divide, moves
from games.features.competitions.league.reach import reach
from games.features.competitions.league.schedule import Schedule, circle, struck
from games.features.competitions.league.table import Score, Table

LOT = Lots(bytes(range(32)), "K7bX2mQa:division-1")


@pytest.mark.parametrize("players", range(2, 12))
def test_everyone_meets_everyone_once_with_as_much_white_as_black(players: int) -> None:
    rounds = circle(players)

    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    for pairs in rounds:
        seated = [number for pair in pairs for number in pair]
        assert len(seated) == len(set(seated)), "nobody plays twice in a round"
    whites = Counter(white for pairs in rounds for white, _black in pairs)
    for number in range(1, players + 1):
        assert abs(2 * whites[number] - (players - 1)) <= (players % 2 == 0)


def test_the_first_round_of_eight_is_that_of_the_tables_of_berger() -> None:
    assert circle(8)[0] == [(1, 8), (2, 7), (3, 6), (4, 5)]


def play(schedule: Schedule, results: dict[tuple[int, int], object]) -> dict:
    """Decide matches by pair: a score, or a winner, with ``None`` for a draw."""
    scores = {}
    for match in schedule:
        pair = tuple(sorted(match.players))
        if pair not in results:
            continue
        said = results[pair]
        if isinstance(said, tuple):
            goals = said if match.upper == pair[0] else said[::-1]
            scores[match.key] = Score(goals, (goals[0] / 10, 0.0))
            said = None if said[0] == said[1] else pair[said[0] < said[1]]
        schedule.decide(match, said or NO_ONE, By.GAME)
    return scores


def test_points_then_goals_then_the_direct_result_order_a_table() -> None:
    schedule = Schedule.drawn(4)
    scores = play(
        schedule,
        {
            (1, 2): (1, 0), (1, 3): (0, 1), (1, 4): (2, 1),
            (2, 3): (1, 0), (2, 4): (2, 1), (3, 4): (0, 1),
        },
    )  # fmt: skip
    table = Table.of(schedule, scores, LOT)

    assert [(line.number, *line.standing) for line in table.lines] == [
        (1, 6, 1, 3), (2, 6, 1, 3), (4, 3, -1, 3), (3, 3, -1, 1),
    ]  # fmt: skip
    level = Table.of(Schedule.drawn(4), {}, LOT)
    lots = {n: LOT(f"table:{n}", 1_000_000) for n in range(1, 5)}
    assert level.order == sorted(lots, key=lots.__getitem__), "nothing but the lot is left"


def test_expected_goals_decide_between_those_level_in_all_else() -> None:
    schedule = Schedule.drawn(2)
    match = next(iter(schedule))
    schedule.decide(match, NO_ONE, By.GAME)
    table = Table.of(schedule, {match.key: Score((1, 1), (0.2, 1.8))}, LOT)
    assert table.order == [match.lower, match.upper], "level in all, with more expected goals"
    assert table.lines[0].points == 1


def test_who_leaves_before_half_of_the_matches_is_struck_later_the_results_count() -> None:
    for decided, is_struck in ((3, True), (4, False)):
        schedule = Schedule.drawn(8)
        mine = schedule.open_of(1)
        for match in mine[:decided]:
            schedule.decide(match, 1, By.GAME)
        schedule.leave(1, By.WITHDRAWAL)
        table = Table.of(schedule, {}, LOT)
        assert struck(schedule) == ({1} if is_struck else set())
        assert (1 in table.order) is not is_struck
        won = sum(line.won for line in table.lines if line.number != 1)
        assert won == (0 if is_struck else 3), "what was open is won by the others"
        # A second one who leaves changes nothing for the first.
        schedule.leave(2, By.PUT_OUT)
        assert (1 in struck(schedule)) is is_struck


def brute(table: Table, player: int) -> tuple[int, int]:
    """Return the best and the worst place by trying every end of the open matches."""
    best, worst = len(table.lines), 1
    degree = Counter(n for pair in table.open for n in pair)
    standing = {line.number: line.standing for line in table.lines}
    for ends in product(((3, 0), (0, 3), (1, 1)), repeat=len(table.open)):
        points = {line.number: line.points for line in table.lines}
        for (one, other), (a, b) in zip(table.open, ends, strict=True):
            points[one] += a
            points[other] += b
        above = below = 0
        for other, got in points.items():
            if other == player:
                continue
            is_fixed = not degree[player] and not degree[other]
            if got != points[player]:
                above += got > points[player]
                below += got < points[player]
            elif is_fixed:
                above += standing[other] > standing[player]
                below += standing[other] < standing[player]
        best = min(best, 1 + above)
        worst = max(worst, len(points) - below)
    return best, worst


def test_best_and_worst_places_are_those_that_trying_everything_finds() -> None:
    chance = random.Random(11)
    for _ in range(120):
        schedule = Schedule.drawn(chance.choice((4, 5, 6)))
        open_ones = chance.sample(list(schedule), chance.randrange(0, 6))
        scores: dict[Key, Score] = {}
        for match in schedule:
            if match in open_ones:
                continue
            goals = chance.choice(((0, 0), (1, 0), (0, 1), (2, 1), (0, 2)))
            winner = NO_ONE if goals[0] == goals[1] else match.players[goals[0] < goals[1]]
            schedule.decide(match, winner, By.GAME)
            scores[match.key] = Score(goals)
        table = Table.of(schedule, scores, LOT)

        found = reach(table)

        for number in table.order:
            assert tuple(found[number]) == brute(table, number), (table.lines, table.open)


def test_the_final_place_is_always_one_that_was_in_reach() -> None:
    chance = random.Random(5)
    schedule = Schedule.drawn(10)
    scores: dict[Key, Score] = {}
    told = []
    for match in chance.sample(list(schedule), 45):
        table = Table.of(schedule, scores, LOT)
        told.append(reach(table))
        goals = (chance.randrange(3), chance.randrange(3))
        winner = NO_ONE if goals[0] == goals[1] else match.players[goals[0] < goals[1]]
        schedule.decide(match, winner, By.GAME)
        scores[match.key] = Score(goals)
    order = Table.of(schedule, scores, LOT).order
    assert all(
        one.best <= place <= one.worst
        for found in told
        for place, number in enumerate(order, start=1)
        for one in (found[number],)
    )
    widths = [sum(one.worst - one.best for one in found.values()) for found in told]
    assert widths[0] == 90, "at first everything can come"
    assert widths == sorted(widths, reverse=True), "what has been ruled out stays so"


def test_two_go_up_two_down_with_those_late_twice() -> None:
    order = [5, 3, 8, 1, 2, 7, 4, 6]
    assert moves(order, (), is_top=False, is_last=False) == {
        5: Move.UP, 3: Move.UP, 4: Move.DOWN, 6: Move.DOWN,
    }  # fmt: skip
    late = moves(order, (5,), is_top=False, is_last=False)
    assert {n for n, move in late.items() if move is Move.DOWN} == {5, 6}
    assert {n for n, move in late.items() if move is Move.UP} == {3, 8}
    assert set(moves(order, (), is_top=True, is_last=True)) == set()
    assert moves([1, 2, 3], (), is_top=False, is_last=False) == {1: Move.UP, 3: Move.DOWN}


@pytest.mark.parametrize("players", [*range(2, 60), 128])
def test_newcomers_are_divided_into_divisions_of_six_to_ten(players: int) -> None:
    divisions = divide((n, None) for n in range(players))

    assert [one for division in divisions for one in division] == list(range(players))
    sizes = [len(division) for division in divisions]
    if players < LEAST or players == 11:
        assert sizes in ([players], [6, 5])
    else:
        assert all(LEAST <= size <= MOST for size in sizes)


def test_tenseasons_of_sixty_players() -> None:
    """Players come, go, are late, leave; every season is whole and keeps what it promised."""
    chance = random.Random(2027)
    strength = {n: chance.gauss(0, 1) for n in range(60)}
    waiting = list(range(60))
    formers: dict[int, Former] = {}
    newest = 60
    first_of_all: list[int] = []
    seen: set[int] = set()
    for season in range(10):
        divisions = divide((one, formers.get(one)) for one in waiting)
        assert sorted(one for division in divisions for one in division) == sorted(waiting)
        assert all(LEAST <= len(division) <= MOST for division in divisions)
        at = {one: n for n, division in enumerate(divisions, start=1) for one in division}
        if len(formers) == len(waiting):
            for one, former in formers.items():
                if former.move is Move.UP:
                    assert at[one] < former.division
                if former.move is Move.DOWN and former.division < len(divisions):
                    assert at[one] >= former.division
        formers, moving, late, left = {}, Counter[Move](), 0, 0
        out: set[int] = set()
        for number, division in enumerate(divisions, start=1):
            schedule, scores = Schedule.drawn(len(division)), {}
            for match in schedule:
                if match.is_over:
                    continue
                white, black = match.players
                edge = strength[division[white - 1]] - strength[division[black - 1]]
                goals = (
                    max(0, round(chance.gauss(1 + edge / 2, 1))),
                    max(0, round(chance.gauss(1 - edge / 2, 1))),
                )
                winner = NO_ONE if goals[0] == goals[1] else match.players[goals[0] < goals[1]]
                is_late = winner and chance.random() < 0.03
                schedule.decide(match, winner, By.TIMEOUT if is_late else By.GAME)
                scores[match.key] = Score(goals)
                if chance.random() < 0.002:
                    schedule.leave(white, By.WITHDRAWAL)
            table = Table.of(schedule, scores, Lots(bytes(32), f"x:division-{number}"))
            fallen = {line.number for line in table.lines if line.lost_by_time >= 2} | set(
                schedule.gone
            )
            order = [*table.order, *sorted(table.struck)]
            moved = moves(order, fallen, is_top=number == 1, is_last=number == len(divisions))
            assert not table.open
            for place, one in enumerate(order, start=1):
                formers[division[one - 1]] = Former(number, place, moved.get(one))
            out |= {division[one - 1] for one in fallen}
            if number == 1:
                first_of_all.append(division[table.order[0] - 1])
            moving.update(moved.values())
            late += sum(line.lost_by_time for line in table.lines)
            left += len(schedule.gone)
        sizes = " ".join(str(len(division)) for division in divisions)
        print(
            f"season {season + 1}: divisions of {sizes}, up {moving[Move.UP]}, down"
            f" {moving[Move.DOWN]}, lost by time {late}, left {left}, not asked again {len(out)},"
            f" new {len(set(waiting) - seen)}, champion {first_of_all[-1]}"
        )
        seen |= set(waiting)
        asked = [one for division in divisions for one in division if one not in out]
        waiting = [one for one in asked if chance.random() > 0.05]
        formers = {one: formers[one] for one in waiting}
        while len(waiting) < 60:
            waiting.append(newest)
            strength[newest] = chance.gauss(0, 1)
            newest += 1

    top = sum(strength[one] for one in divisions[0]) / len(divisions[0])
    last = sum(strength[one] for one in divisions[-1]) / len(divisions[-1])
    assert top > last + 1, "after ten seasons the strong play in the first division"
    assert len(set(first_of_all)) > 1
