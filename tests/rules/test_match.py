"""Laws 2, 3, 9: rounds, formations, score and the ends of a match, and the state's text."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chess_eleven.match import Termination
from games.rules.contract import Phase
from games.rules.errors import (
    ArrangementLocked,
    IllegalArrangement,
    IllegalOptions,
    IllegalTurn,
    NotationError,
    NotToAct,
    OutOfPhase,
    RulesError,
)
from tests.rules.boards import FIRST, RULES, START, playing
from tests.rules.seeds import longer

FREE_SHOT = "8/8/k7/8/8/3R4/7N/2K5 w d3 open - 3"
MATE = "3k4/1R6/R7/8/8/8/8/3K4 w a6 open - 0"


def default_pieces(side="white"):
    return dict(RULES.describe(RULES.start({}))["formation"][side]["pieces"])


def both_ready(state):
    for side in RULES.sides:
        pieces = RULES.describe(state)["formation"][side]["pieces"]
        step = RULES.arrange(state, side, {"pieces": pieces}, ready=True)
        state = step.state
    return step


class TestFormation:
    def test_a_game_begins_with_both_sides_to_arrange(self):
        state = RULES.start({})

        assert RULES.phase(state) is Phase.FORMATION
        assert RULES.to_act(state) == {"white", "black"}
        shown = RULES.describe(state)["formation"]["white"]
        assert shown["substitute"] == "B"
        assert shown["ready"] is False

    def test_the_round_starts_when_both_are_ready(self):
        step = both_ready(RULES.start({}))

        assert RULES.describe(step.state)["position"] == START  # 3.7, 10.4
        assert step.locked is not None
        assert step.locked["white"] == {"pieces": default_pieces()}

    def test_ready_locks_a_side(self):
        state = RULES.arrange(
            RULES.start({}), "white", {"pieces": default_pieces()}, ready=True
        ).state

        with pytest.raises(ArrangementLocked):
            RULES.arrange(state, "white", {"pieces": default_pieces()}, ready=False)

    def test_when_time_is_up_what_was_saved_is_locked(self):
        pieces = default_pieces()
        pieces["a3"] = pieces.pop("c3")
        state = RULES.arrange(RULES.start({}), "white", {"pieces": pieces}, ready=False).state

        step = RULES.time_out(state)

        assert RULES.phase(step.state) is Phase.PLAYING  # 3.6
        assert RULES.describe(step.state)["position"].startswith("1brkqr2/2pppp2/2n2n2/8/8/N4N2")

    @pytest.mark.parametrize(
        ("change", "law"),
        [
            ({"c3": None, "c4": "N"}, "3.1"),
            ({"d1": "Q", "e1": "K"}, "3.2"),
            ({"d2": None, "d3": "P"}, "3.3"),
            ({"c3": "Q"}, "3.4"),
            ({"c3": None}, "3.4"),
            ({"a1": "B"}, "3.4"),
            ({"c2": "B"}, "3.5"),
        ],
    )
    def test_a_formation_that_breaks_a_law_is_refused_with_its_number(self, change, law):
        pieces = default_pieces() | change
        pieces = {square: letter for square, letter in pieces.items() if letter}

        with pytest.raises(IllegalArrangement) as refused:
            RULES.arrange(RULES.start({}), "white", {"pieces": pieces}, ready=False)

        assert refused.value.law == law

    @pytest.mark.parametrize(
        "content",
        [
            None,
            [],
            {},
            {"pieces": []},
            {"pieces": {"z9": "K"}},
            {"pieces": {"d1": 5}},
            {"pieces": {"d1": "k"}},
        ],
    )
    def test_what_is_no_formation_does_not_parse(self, content):
        with pytest.raises(NotationError):
            RULES.arrange(RULES.start({}), "white", content, ready=False)

    def test_who_scored_may_put_the_substitute_on_for_a_pawn(self):
        step = RULES.play(playing(FREE_SHOT), "white", ["!d8"], roll=0)
        pieces = default_pieces()
        pieces["c2"] = "B"

        assert RULES.arrange(step.state, "white", {"pieces": pieces}, ready=True)  # 3.5
        mirrored = {at[0] + str(9 - int(at[1])): piece for at, piece in pieces.items()}
        with pytest.raises(IllegalArrangement):
            RULES.arrange(step.state, "black", {"pieces": mirrored}, ready=True)


class TestRounds:
    def test_a_goal_counts_one_and_the_side_that_conceded_kicks_off(self):
        step = RULES.play(playing(FREE_SHOT), "white", ["!d8"], roll=99)

        shown = RULES.describe(step.state)
        assert shown["score"] == {"white": 1, "black": 0}  # 2.3
        assert shown["round"] == 2
        assert step.turn is not None
        assert step.turn.actions == ("!d8=goal",)
        assert step.turn.rolls == (99,)
        assert step.turn.position_after is None
        assert RULES.describe(both_ready(step.state).state)["side_to_play"] == "black"  # 2.2

    def test_checkmate_counts_two(self):
        step = RULES.play(playing(MATE, goals_to_win=3), "white", ["a6a8"], roll=0)

        assert RULES.describe(step.state)["score"] == {"white": 2, "black": 0}  # 2.3
        assert step.turn is not None
        assert step.turn.notation == "a6a8#"

    @pytest.mark.parametrize(("kicked_off", "kicks_off"), [(0, "black"), (1, "white")])
    def test_after_a_drop_ball_the_other_side_kicks_off(self, kicked_off, kicks_off):
        text = "7k/2P3pP/6P1/8/8/1p6/pP6/K7 w c7 open - 5"

        step = RULES.play(playing(text, kicks_off=kicked_off), "white", ["c7c8"], roll=0)

        shown = RULES.describe(step.state)
        assert shown["score"] == {"white": 0, "black": 0}  # 2.5
        assert not any(shown["formation"][side]["may_substitute"] for side in RULES.sides)
        assert RULES.describe(both_ready(step.state).state)["side_to_play"] == kicks_off

    def test_the_first_to_the_agreed_goals_wins(self):
        step = RULES.play(playing(MATE), "white", ["a6a8"], roll=0)

        outcome = RULES.outcome(step.state)
        assert outcome is not None
        assert (outcome.reason, outcome.winner) == (Termination.GOALS, "white")  # 2.1

    @pytest.mark.parametrize("goals", [0, 10, "2", None, True])
    def test_only_one_to_nine_goals_can_be_agreed(self, goals):
        with pytest.raises(IllegalOptions):
            RULES.start({"goals_to_win": goals})


class TestFinalPosition:
    def test_a_match_that_ends_by_mate_shows_the_mating_move_made(self):
        step = RULES.play(playing(MATE), "white", ["a6a8"], roll=0)

        shown = RULES.describe(step.state)
        assert shown["position"] == "R2k4/1R6/8/8/8/8/8/3K4 b a8 open - 1"
        assert RULES.choices(playing(MATE), ["a6a8"])["position"] == shown["position"]

    def test_after_a_shot_everything_is_left_where_it_stood(self):
        step = RULES.play(playing(FREE_SHOT, goals_to_win=1), "white", ["h2g4", "!d8"], roll=0)

        assert RULES.describe(step.state)["position"] == "8/8/k7/8/6N1/3R4/8/2K5 w d3 open+m - 3"

    def test_a_mate_with_the_ball_loose_leaves_it_with_the_defending_king(self):
        corner = "3k4/1R6/R7/8/8/8/8/3K4 w h8 corner - 1"  # 8.6

        step = RULES.play(playing(corner), "white", ["a6a8"], roll=0)

        assert RULES.describe(step.state)["position"] == "R2k4/1R6/8/8/8/8/8/3K4 b d8 open - 2"


class TestEndings:
    def test_a_missed_deadline_loses_once_the_side_has_played(self):
        step = RULES.time_out(playing(FREE_SHOT))

        assert RULES.outcome(step.state).winner == "black"  # 9.5
        assert RULES.outcome(step.state).reason == Termination.TIMEOUT

    def test_before_its_first_turn_it_only_aborts_the_match(self):
        step = RULES.time_out(playing(FREE_SHOT, played=(False, True)))

        assert RULES.outcome(step.state).reason == Termination.ABORTED  # 9.5
        assert RULES.outcome(step.state).winner is None

    @pytest.mark.parametrize("played", [(True, True), (False, True)])
    def test_it_is_known_whose_deadline_it_was(self, played):
        state = playing(FREE_SHOT, played=played)

        assert RULES.forfeited_by(state) == frozenset()
        assert RULES.forfeited_by(RULES.time_out(state).state) == {"white"}
        assert RULES.forfeited_by(RULES.act(state, "white", "resign").state) == frozenset()

    def test_who_resigns_loses(self):
        after = RULES.act(RULES.start({}), "white", "resign").state

        assert RULES.outcome(after).winner == "black"  # 2.6

    def test_in_version_1_the_final_whistle_can_be_claimed_from_a_hundred_quiet_turns(self):
        early = playing(FREE_SHOT.replace(" 3", " 99"), stalls=None)
        late = playing(FREE_SHOT.replace(" 3", " 100"), score=(1, 0), stalls=None)

        with pytest.raises(OutOfPhase):
            FIRST.act(early, "black", "claim")
        assert FIRST.describe(late)["may_claim_final_whistle"]
        assert FIRST.outcome(FIRST.act(late, "black", "claim").state).winner == "white"  # 9.3

    def test_in_version_1_it_sounds_automatically_at_a_hundred_and_fifty(self):
        state = playing(FREE_SHOT.replace(" 3", " 149"), stalls=None)

        step = FIRST.play(state, "white", ["d3d4"], roll=0)

        assert FIRST.outcome(step.state).reason == Termination.FINAL_WHISTLE
        assert FIRST.outcome(step.state).winner is None

    def test_nothing_is_played_after_the_end(self):
        over = RULES.act(RULES.start({}), "white", "resign").state

        for act in (
            lambda: RULES.play(over, "white", ["d2d4"], roll=0),
            lambda: RULES.act(over, "black", "resign"),
            lambda: RULES.time_out(over),
            lambda: RULES.agree_draw(over),
        ):
            with pytest.raises(OutOfPhase):
                act()


class TestPlay:
    def test_a_turn_is_refused_with_the_index_and_what_was_legal(self):
        state = both_ready(RULES.start({})).state

        with pytest.raises(IllegalTurn) as refused:
            RULES.play(state, "white", ["d2d4", "@a8"], roll=0)

        assert refused.value.index == 1
        assert refused.value.legal == ("@f3",)

    @pytest.mark.parametrize(
        ("actions", "index"),
        [
            (["!d8", "h2g4"], 1),
            (["!d8", "!e8"], 1),
            (["!d8", "@nowhere"], 1),
            (["h2g4", "!d8", "a6a5"], 2),
            (["h2g4", "!h8"], 1),
            (["a6a5", "!d8"], 0),
        ],
    )
    def test_a_refused_turn_draws_no_roll(self, actions, index):
        drawn: list[int] = []

        def roll() -> int:
            drawn.append(0)
            return 0

        with pytest.raises((IllegalTurn, NotationError)) as refused:
            RULES.play(playing(FREE_SHOT), "white", actions, roll=roll)

        assert drawn == []
        if isinstance(refused.value, IllegalTurn):
            assert refused.value.index == index

    def test_a_legal_turn_with_a_shot_draws_one_roll(self):
        rolls = iter([99])

        step = RULES.play(playing(FREE_SHOT), "white", ["h2g4", "!d8"], roll=lambda: next(rolls))

        assert step.turn is not None
        assert step.turn.rolls == (99,)
        assert next(rolls, None) is None

    @pytest.mark.parametrize(
        ("position", "actions", "law"),
        [
            (FREE_SHOT, ["d3e5"], "4.1"),
            (FREE_SHOT, ["d3d4", "d4d5"], "6.3"),
            (FREE_SHOT, ["d3d4", "@h2"], "6.7"),
            (FREE_SHOT, ["!e8"], "8.1"),
            (FREE_SHOT, ["!d8", "h2g4"], "6.3"),
            (FREE_SHOT, [], "6.3"),
            ("8/8/k7/3r4/8/3R4/7N/3K4 w h2 open - 3", ["d3e3"], "4.5"),
            ("8/8/k7/3r4/8/4R3/7N/3K4 w h2 open - 3", ["h2f1"], "6.5"),
            ("8/8/k7/3r4/8/4R3/7N/3K4 w h2 open - 3", ["@e3"], "6.5"),
            ("8/8/k7/8/8/3R4/3P4/2K5 w a6 open - 3", ["d2d3"], "4.1"),
            ("8/8/k7/8/3r4/8/3P4/2K5 w d4 open d2 3", ["d2d4"], "4.2"),
            ("8/8/k7/8/3r4/8/3P4/2K5 w d4 open d2 3", ["d2e3"], "4.2"),
            ("8/8/k7/8/8/3R4/7N/2K5 w a6 open - 3", ["!d8"], "6.2"),
            ("8/8/k7/8/8/3R4/7N/2K5 w a6 open - 3", ["d3d4", "@h2"], "6.6"),
            ("8/8/k7/8/8/8/8/R1K4R w h8 corner - 1", ["!e8"], "6.4"),
            (START, ["d2d4"], "6.1"),
            (START, ["c3b5"], "6.1"),
            (START, ["@f3"], "6.1"),
            (START, ["d2d4", "@a8"], "6.7"),
        ],
    )
    def test_a_refused_turn_names_the_law(self, position, actions, law):
        with pytest.raises(IllegalTurn) as refused:
            RULES.play(playing(position), "white", actions, roll=0)

        assert refused.value.law == law

    def test_a_pass_is_due_after_the_kick_off(self):
        state = both_ready(RULES.start({})).state

        with pytest.raises(IllegalTurn, match="Pass after the kick-off"):
            RULES.play(state, "white", ["d2d4"], roll=0)

    def test_the_other_side_waits(self):
        state = both_ready(RULES.start({})).state

        with pytest.raises(NotToAct):
            RULES.play(state, "black", ["d7d5"], roll=0)

    def test_choices_show_the_chances_of_a_shot(self):
        state = playing("r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4")

        shown = {choice["text"]: choice for choice in RULES.choices(state, [])["actions"]}

        assert shown["!e8"]["chances"] == {"goal": 20, "save": 25, "block@e8": 35, "corner": 20}
        assert shown["b5e8"]["captures"] == "n"
        assert RULES.choices(state, ["!e8"])["complete"] == 1


def play_at_random(rng, most=400):
    """Yield every state of a match played at random through choices."""
    state = RULES.start({"goals_to_win": 1})
    for _ in range(most):
        yield state
        if RULES.outcome(state) is not None:
            return
        if RULES.phase(state) is Phase.FORMATION:
            state = both_ready(state).state
            continue
        turn: list[str] = []
        while True:
            choices = RULES.choices(state, turn)
            if choices["complete"] == 1 or (choices["complete"] == 0 and rng.random() < 0.3):
                break
            turn.append(rng.choice(choices["actions"])["text"])
        (side,) = RULES.to_act(state)
        state = RULES.play(state, side, turn, roll=rng.randrange(100)).state


@given(st.integers(0, 2**32))
@settings(max_examples=longer(4), deadline=None)
def test_what_always_holds_along_a_match(seed):
    for state in play_at_random(random.Random(seed), most=80):
        assert RULES.load(RULES.dump(state)) == state
        position = state.position
        if RULES.phase(state) is Phase.PLAYING:
            assert not position.is_check(1 - position.side) or position.phase == 2
            assert RULES.legal_actions(state)
            assert (
                position.ball == -1 or position.phase == 2 or position.occupied >> position.ball & 1
            )


@given(st.text(max_size=200))
@settings(max_examples=longer(60), deadline=None)
def test_no_text_makes_the_parsers_stumble(text):
    state = both_ready(RULES.start({})).state
    for read in (RULES.load, lambda t: RULES.choices(state, [t])):
        with pytest.raises(RulesError):
            read(text)
