"""Golden playthroughs: games that were read and found right are played again, word for word.

A game keeps the version of the laws that it began with: those of earlier versions stay as they are.
After a change that is meant, ``python -m games.rules playthrough --again FILE`` writes one again;
read what has become different before you keep it.
"""

from pathlib import Path
from random import Random

import pytest

from games.rules import registry
from games.rules.playthrough import commands_of, play_at_random, version_of, write_playthrough
from tests.rules.seeds import SEEDS

GOLDEN = sorted((Path(__file__).parent / "playthroughs").glob("*/*.txt"))


def notes_on(key):
    return "".join(path.read_text(encoding="utf-8") for path in GOLDEN if path.parent.name == key)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_playthrough_comes_out_word_for_word(path):
    written = path.read_text(encoding="utf-8")

    rules = registry.get(path.parent.name, version_of(written))
    assert write_playthrough(rules, commands_of(written)) == written


@pytest.mark.parametrize("key", registry.all_keys())
def test_every_game_has_golden_playthroughs_with_ends_and_refusals(key):
    assert "over: " in notes_on(key)
    assert "refused: " in notes_on(key)


def test_while_no_one_has_a_turn_a_playthrough_says_so():
    assert "no turn: The game is waiting" in notes_on("family")


def test_the_golden_playthroughs_show_every_way_a_round_and_a_match_can_end():
    told = notes_on("eleven")

    for word in (
        "=goal", "=save", "=block@", "=corner", "goal_kick", "passed_over", "drop_ball",
        "checkmate", "over: goals", "over: resignation", "over: agreement", "over: aborted",
        "over: final_whistle", "over: timeout", "IllegalTurn", "IllegalArrangement",
    ):  # fmt: skip
        assert word in told, word


@pytest.mark.parametrize("key", registry.all_keys())
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_by_lot_is_the_same_when_played_again(key, seed):
    rules = registry.get(key)

    written = play_at_random(rules, Random(seed), most=12)

    assert write_playthrough(rules, commands_of(written)) == written
