"""Replaying a game from its rows: the same turns must lead to the same end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Q

from games.models import Act, Arrangement, Game, Turn
from games.play.seeds import roll_of
from games.play.start import Beginning, Terms, first_state
from games.play.turns import sent_actions
from games.rules.contract import (
    ADJUDICATE,
    ADJUDICATE_DRAW,
    BY_POST,
    CALL_OFF,
    CLAIM,
    DECLARED,
    FULL_TIME,
    HALF_TIME,
    LET_LEAVE,
    LET_RETURN,
    RESIGN,
    RUN_OUT,
    Adjudicable,
    Phase,
    RuleSet,
    Step,
    Supervised,
    Timed,
    TurnRecord,
)
from games.rules.errors import RulesError
from games.store import selectors


class Replay(NamedTuple):
    """What came out of playing a game's rows again."""

    state: Any
    differences: list[str]


def differences_of(game: Game) -> list[str]:
    """Return in what the stored game differs from what its rows lead to; nothing if all is well.

    It is played by the version of the rules that it began with, each roll drawn again from the seed
    that decided it.
    """
    turns, acts = list(selectors.turns_of(game.pk)), list(selectors.acts_of(game.pk))
    rules = game.rules
    try:
        state, found = replay(game, rules, turns, acts, list(selectors.arrangements_of(game.pk)))
    except RulesError as error:
        return [f"it cannot be played again: {error}"]
    stored = {
        "state": (rules.dump(state), game.state),
        "description": (rules.describe(state), game.description),
        "next turn": (len(turns) + 1, game.next_turn),
        "rolls drawn": (sum(len(turn.rolls) for turn in turns), game.rolls_drawn),
    }
    outcome = rules.outcome(state)
    ranking = [list(place) for place in outcome.ranking] if outcome else None
    stored["ranking"] = (ranking, game.ranking)
    stored["winner"] = (outcome.winner if outcome else None, game.winner)
    stored["reason"] = (outcome.reason if outcome else "", game.reason)
    return found + [
        f"{name}: its rows lead to {ours!r}, stored is {theirs!r}"
        for name, (ours, theirs) in stored.items()
        if ours != theirs
    ]


def replay(
    game: Game,
    rules: RuleSet[Any],
    turns: Sequence[Turn],
    acts: Sequence[Act],
    arrangements: Sequence[Arrangement],
) -> Replay:
    """Play turns, acts and arrangements again from the start, in the order in which they came.

    Raises ``RulesError`` if they cannot be played.
    """
    by_round: dict[int, list[Arrangement]] = defaultdict(list)
    for arrangement in arrangements:
        by_round[arrangement.round].append(arrangement)
    history = history_of(turns, acts)
    state = before = start_of(game, history)
    found: list[str] = []
    rolls = 0
    for row in history:
        state = _arrange(rules, state, by_round)
        if isinstance(row, Act):
            state = _act_again(rules, state, row, found, before)
            continue
        before = state
        step = rules.play(
            state, row.side, sent_actions(row.actions), roll=partial(roll_of, game, rolls)
        )
        assert step.turn is not None
        rolls += len(step.turn.rolls)
        state = step.state
        found += _differences(row, step.turn)
    state = _arrange(rules, state, by_round)
    return Replay(state if acts else _end(game, rules, state), found)


def start_of(game: Game, history: Sequence[Turn | Act]) -> Any:
    """Return the state in which a game began; a correspondence game may have begun live."""
    if game.begins_with is not None:
        return game.rules.load(game.begins_with["state"])
    terms = Terms.of(game)
    left_off = next((row for row in history if isinstance(row, Act) and row.name == BY_POST), None)
    if left_off is not None:
        terms = replace(terms, live=left_off.happenings[0]["live"])
    return first_state(game.rules, terms)


def state_before(game: Game, number: int) -> Any:
    """Return the state in which the turn of this number was played, or would be played next."""
    return states_before(game, {number})[number]


def states_before(game: Game, numbers: Collection[int]) -> dict[int, Any]:
    """Return the states before the turns of these numbers, as far as the game has come.

    Of a game that was ended without a turn the last is that before its end. What chance decided
    is read from the record: no seed is opened.
    """
    rules = game.rules
    wanted = {number for number in numbers if 1 <= number <= game.next_turn}
    found: dict[int, Any] = {}
    if game.is_active and game.next_turn in wanted:
        found[game.next_turn] = rules.load(game.state)
        wanted.discard(game.next_turn)
    if not wanted:
        return found
    for one in walk(game, max(wanted)):
        if not isinstance(one.row, Act):
            found[one.number] = one.before
    return {number: found[number] for number in found.keys() & (wanted | {game.next_turn})}


class Walked(NamedTuple):
    """A turn or an act played again, with the states around it.

    The last one has no row: its state is where the walk ends, after what was arranged.
    """

    number: int
    """The turn that is played, or due at an act."""
    row: Turn | Act | None
    before: Any
    after: Any


def walk(game: Game, until: int) -> Iterator[Walked]:
    """Yield what was played before the turn of this number, without what ended the game.

    What chance decided is read from the record: no seed is opened.
    """
    rules = game.rules
    by_round: dict[int, list[Arrangement]] = defaultdict(list)
    for arrangement in selectors.arrangements_of(game.pk):
        by_round[arrangement.round].append(arrangement)
    turns = selectors.turns_of(game.pk).filter(number__lt=until)
    acts = selectors.acts_of(game.pk).filter(
        Q(turn__lt=game.next_turn) | Q(name=Act.TAKE_BACK), turn__lte=until
    )
    history = history_of(list(turns), list(acts))
    state = before = _arrange(rules, start_of(game, history), by_round)
    number = 1
    for row in history:
        if isinstance(row, Act):
            after = _act_again(rules, state, row, [], before)
        else:
            before = state
            roll = row.rolls[0] if row.rolls else 0
            after = rules.play(state, row.side, sent_actions(row.actions), roll=roll).state
        yield Walked(number, row, state, after)
        number += not isinstance(row, Act)
        state = _arrange(rules, after, by_round)
    yield Walked(number, None, state, state)


def history_of(turns: Sequence[Turn], acts: Sequence[Act]) -> list[Turn | Act]:
    """Return turns and acts in the order in which they came: acts before the turn then due."""
    return sorted(
        [*turns, *acts],
        key=lambda row: (row.turn, 0, row.index) if isinstance(row, Act) else (row.number, 1, 0),
    )


def _differences(turn: Turn, again: TurnRecord) -> list[str]:
    """Return in what a turn played again differs from its row."""
    played = {
        "actions": (list(again.actions), turn.actions),
        "notation": (again.notation, turn.notation),
        "rolls": (list(again.rolls), turn.rolls),
        "position before": (again.position_before, turn.position_before),
        "position after": (again.position_after, turn.position_after),
    }
    return [
        f"turn {turn.number}, {name}: played again {ours!r}, stored is {theirs!r}"
        for name, (ours, theirs) in played.items()
        if ours != theirs
    ]


def _act_again(rules: RuleSet[Any], state: Any, act: Act, found: list[str], before: Any) -> Any:
    """Return the state after an act, and note in what it differs from its row.

    ``before`` is the state in which the last turn was played.
    """
    match act.name:
        case "time_out":
            step = rules.time_out(state)
        case "agree_draw" if any(one.get("reason") == DECLARED for one in act.happenings):
            assert isinstance(rules, Supervised), "only such games have a supervisor"
            step = rules.supervise(state, act.side, act.name)
        case "agree_draw":
            step = rules.agree_draw(state)
        case Act.HAND_OVER | Act.GIVE_TIME:
            return state  # Someone else plays on, or has longer; the board is as it was.
        case Act.TAKE_BACK:
            step = Step(before)
        case act_name if act_name in (ADJUDICATE, ADJUDICATE_DRAW):
            assert isinstance(rules, Adjudicable), "only such games are played in competitions"
            step = rules.adjudicate(state, act.side if act_name == ADJUDICATE else None)
        case act_name if act_name in (LET_LEAVE, LET_RETURN):
            assert isinstance(rules, Supervised), "only such games have a supervisor"
            step = rules.supervise(state, act.side, act_name)
        case act_name if act_name == RUN_OUT:
            assert isinstance(rules, Timed), "only such games are played live"
            step = rules.run_out(state)
        case act_name if act_name in (HALF_TIME, FULL_TIME):
            assert isinstance(rules, Timed), "only such games are played live"
            step = rules.time_up(state)
        case act_name if act_name == BY_POST:
            assert isinstance(rules, Timed), "only such games are played live"
            step = rules.by_post(state)
        case act_name if act_name == CALL_OFF:
            assert isinstance(rules, Adjudicable), "only such games are played in competitions"
            step = rules.call_off(state)
        case _:
            step = rules.act(state, act.side, act.name)
    position = rules.summary(rules.describe(step.state)).position
    if position != act.position_after:
        found.append(
            f"{act.name} of {act.side} at turn {act.turn}: position {position!r} after it,"
            f" stored is {act.position_after!r}"
        )
    return step.state


def _arrange(rules: RuleSet[Any], state: Any, by_round: dict[int, list[Arrangement]]) -> Any:
    """Return the state after what was arranged for the round, if it waits for that."""
    summary = rules.summary(rules.describe(state))
    if summary.phase is not Phase.FORMATION:
        return state
    for row in by_round.get(summary.round or 1, ()):
        is_ready = row.ready or row.locked_at is not None
        state = rules.arrange(state, row.side, row.content, ready=is_ready).state
    return state


def _end(game: Game, rules: RuleSet[Any], state: Any) -> Any:
    """Return the state after an ending that is in no row: so were games stored once."""
    if game.is_active or rules.outcome(state) is not None:
        return state
    match game.reason:
        case "resignation":
            loser = next(side for side in rules.sides if side != game.winner)
            return rules.act(state, loser, RESIGN).state
        case "timeout" | "aborted":
            return rules.time_out(state).state
        case "agreement":
            return rules.agree_draw(state).state
        case "final_whistle":
            return rules.act(state, rules.sides[0], CLAIM).state
    return state


def beginning_of(ended: Game) -> Beginning:
    """Return where a game begins that continues from one that has ended."""
    state = state_before(ended, ended.next_turn)
    return Beginning(ended.pk, ended.next_turn, ended.rules_version, ended.rules.dump(state))
