"""Brackets of any size, and what becomes of those who leave (laws 6.1, 7, 8 and 9.1)."""

from __future__ import annotations

import random

import pytest

from games.features.competitions.bracket import NO_ONE, Bracket, By, order_of

ALICE, BOB, CEM, DAN = 1, 2, 3, 4


def play_out(bracket: Bracket) -> Bracket:
    """Let the lower number win whatever can be played."""
    while ready := bracket.ready():
        for match in ready:
            bracket.decide(match, min(match.players), By.GAME)
    return bracket


def test_the_numbers_are_on_the_places_in_the_published_order() -> None:
    assert order_of(1) == [1]
    assert order_of(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert sorted(order_of(128)) == list(range(1, 129))


@pytest.mark.parametrize(
    ("entrants", "matches", "byes", "in_round_1"),
    [
        (2, 1, 0, 1),  # C3
        (5, 4, 3, 1),  # C1
        (11, 10, 5, 3),  # C2
        (16, 15, 0, 8),
        (32, 31, 0, 16),
        (128, 127, 0, 64),
    ],
)
def test_a_section_has_one_match_less_than_entrants(
    entrants: int, matches: int, byes: int, in_round_1: int
) -> None:
    bracket = Bracket.drawn(entrants)
    first = bracket.of_round(1)

    assert sum(match.by is By.BYE for match in first) == byes
    assert sum(match.by is None for match in first) == in_round_1
    assert sum(match.by is not By.BYE for match in bracket) == matches
    assert all(match.players for match in first), "never two byes in a pair"

    play_out(bracket)
    assert bracket.is_over
    standings = bracket.standings()
    assert standings[1] == 1
    assert len(standings) == entrants


@pytest.mark.parametrize("entrants", [0, 1])
def test_fewer_than_two_make_no_match(entrants: int) -> None:
    assert not Bracket.drawn(entrants).matches


def test_standings_go_by_the_round_and_are_shared() -> None:
    standings = play_out(Bracket.drawn(8)).standings()

    assert standings == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_the_third_place_is_played_where_it_was_announced() -> None:
    bracket = Bracket.drawn(4, third_place=True)
    for match in bracket.of_round(1):
        bracket.decide(match, min(match.players), By.GAME)

    final, third = bracket.of_round(2)
    assert (final.players, third.players) == ((1, 2), (4, 3))
    bracket.decide(third, 4, By.GAME)
    bracket.decide(final, 2, By.GAME)
    assert bracket.standings() == {2: 1, 1: 2, 4: 3, 3: 4}


def test_three_have_no_match_for_the_third_place() -> None:
    assert not Bracket.drawn(3, third_place=True).third_place


def test_who_leaves_during_play_loses_the_match() -> None:
    bracket = Bracket.drawn(2)

    bracket.leave(1, By.WITHDRAWAL)

    assert (bracket.final.winner, bracket.final.by) == (2, By.WITHDRAWAL)
    assert bracket.standings() == {2: 1, 1: 2}


def test_who_leaves_between_matches_gives_the_next_opponent_a_walkover() -> None:
    bracket = Bracket.drawn(4)
    upper, lower = bracket.of_round(1)
    bracket.decide(upper, 1, By.GAME)
    bracket.leave(1, By.WITHDRAWAL)
    assert not bracket.final.is_over

    bracket.decide(lower, 2, By.GAME)

    assert (bracket.final.winner, bracket.final.by) == (2, By.WITHDRAWAL)
    assert bracket.standings() == {2: 1, 1: 2, 3: 3, 4: 3}


def test_both_semi_finalists_of_a_half_put_out_give_the_other_finalist_the_title() -> None:
    bracket = Bracket.drawn(4)  # C8
    upper, lower = bracket.of_round(1)
    bracket.leave(1, By.PUT_OUT)
    bracket.leave(4, By.PUT_OUT)
    assert (upper.winner, upper.by) == (4, By.PUT_OUT), "who was in at that moment went on"

    bracket.decide(lower, 3, By.GAME)

    assert (bracket.final.winner, bracket.final.by) == (3, By.PUT_OUT)


def test_both_put_out_together_let_no_one_continue() -> None:
    bracket = Bracket.drawn(4)
    bracket.gone = {1: By.PUT_OUT, 4: By.PUT_OUT}
    bracket.settle()
    upper, lower = bracket.of_round(1)
    assert (upper.winner, upper.by) == (NO_ONE, By.PUT_OUT)

    bracket.decide(lower, 3, By.GAME)

    assert (bracket.final.winner, bracket.final.by) == (3, By.WALKOVER)
    assert bracket.standings() == {3: 1, 2: 3, 1: 3, 4: 3}


def test_a_title_that_no_one_can_take_is_not_awarded() -> None:
    bracket = Bracket.drawn(4)
    for match in bracket.of_round(1):
        bracket.decide(match, min(match.players), By.GAME)
    bracket.gone = {1: By.PUT_OUT, 2: By.PUT_OUT}
    bracket.settle()

    assert bracket.is_over
    assert bracket.final.winner == NO_ONE
    assert bracket.standings() == {1: 2, 2: 2, 3: 3, 4: 3}
    assert bracket.standings(without=[1]) == {2: 2, 3: 3, 4: 3}, "nobody moves up"


def test_a_semi_final_without_loser_leaves_the_third_place_to_the_other() -> None:
    bracket = Bracket.drawn(4, third_place=True)
    upper, lower = bracket.of_round(1)
    bracket.decide(upper, 1, By.GAME)
    bracket.gone = {2: By.PUT_OUT, 3: By.PUT_OUT}
    bracket.settle()

    assert lower.winner == NO_ONE
    assert bracket.final.winner == 1
    assert bracket.matches[2, 2].winner == 4


@pytest.mark.parametrize("entrants", [2, 5, 11, 16, 32, 128])
def test_a_section_always_comes_to_its_end(entrants: int) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        bracket = Bracket.drawn(entrants, third_place=bool(seed % 2))
        while not bracket.is_over:
            if chance.random() < 0.2:
                by = chance.choice([By.WITHDRAWAL, By.PUT_OUT])
                bracket.leave(chance.randint(1, entrants), by)
            elif ready := bracket.ready():
                match = chance.choice(ready)
                both = [*match.players, NO_ONE] if chance.random() < 0.1 else match.players
                bracket.decide(match, chance.choice(both), By.GAME)
        places = bracket.standings()
        assert set(places) == set(range(1, entrants + 1))
        assert list(places.values()).count(1) <= 1
