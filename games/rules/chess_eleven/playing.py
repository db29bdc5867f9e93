"""A whole turn played and recorded (6, 8, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.rules.chess_eleven import match
from games.rules.chess_eleven.actions import (
    PASS,
    SHOT,
    STOP,
    Action,
    legal_actions,
    may_stop,
)
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.moving import make_move
from games.rules.chess_eleven.notation import SIDES, read_action, write_action, write_position
from games.rules.chess_eleven.position import CORNER, OPEN, Position
from games.rules.chess_eleven.refusals import after_shot, illegal, too_long, unfinished
from games.rules.chess_eleven.shot import CORNER_KICK, Outcome, decide
from games.rules.chess_eleven.squares import NAMES
from games.rules.chess_eleven.turn import ROUND_MATE, End, Next, final_position, play
from games.rules.contract import Phase, Roll, Step, TurnRecord

Event = dict[str, Any]


class _Record:
    """What a turn leaves behind while it is played."""

    def __init__(self) -> None:
        self.actions: list[str] = []
        self.notation: list[str] = []
        self.rolls: list[int] = []
        self.happenings: list[Event] = []


def play_turn(
    state: State, position: Position, actions: Sequence[str], *, roll: Roll
) -> Step[State]:
    """Return the step that a whole turn makes; nothing of it is done if any action is illegal.

    A shot ends its turn (6.3), so what follows one is refused before the roll is drawn.
    """
    side, before = position.side, position
    record = _Record()
    following: Next = position
    action: Action = STOP
    is_over = False
    for index, text in enumerate(actions):
        action = read_action(text)
        if is_over or isinstance(following, End):
            raise too_long(text, index)
        position = following
        if action not in legal_actions(position):
            raise illegal(position, action, index)
        outcome = None
        if action & SHOT:
            if index + 1 < len(actions):
                raise after_shot(actions[index + 1], index + 1)
            rolled = roll() if callable(roll) else roll
            outcome = decide(position, action & 63, rolled)
            record.rolls.append(rolled)
        following = play(position, action, outcome)
        _note(record, position, action, outcome, following)
        is_over = isinstance(following, End) or following.used == 0
    if not is_over:
        assert isinstance(following, Position)
        if not may_stop(following):
            raise unfinished(following, len(actions))
        position, action = following, STOP
        following = play(position, STOP)
    if isinstance(following, End):
        position = final_position(position, action)
    _note_handover(record, position, following)
    return _settle(match.note_played(state, side), before, position, following, record)


def _settle(
    state: State, before: Position, last: Position, following: Next, record: _Record
) -> Step[State]:
    """Put the end of the turn, of the round and of the match together."""
    if isinstance(following, End):
        after = match.end_round(replace(state, position=last), following)
        record.happenings.append(
            {
                "type": "round_ended",
                "round": state.round,
                "reason": {"mate": "checkmate", "dropball": "drop_ball"}.get(
                    following.kind, following.kind
                ),
                "side": None if following.side is None else SIDES[following.side],
                "score": dict(zip(SIDES, after.score, strict=True)),
            }
        )
    else:
        after = replace(state, position=following)
        if following.quiet >= match.WHISTLE_AT:
            after = match.whistle(after)
    if after.phase is Phase.OVER and after.outcome is not None:
        record.happenings.append(
            {
                "type": "game_over",
                "reason": after.outcome.reason,
                "winner": after.outcome.winner,
                "score": dict(zip(SIDES, after.score, strict=True)),
            }
        )
    turn = TurnRecord(
        side=SIDES[before.side],
        round=state.round,
        actions=tuple(record.actions),
        notation=" ".join(record.notation),
        rolls=tuple(record.rolls),
        position_before=write_position(before),
        position_after=None if isinstance(following, End) else write_position(following),
    )
    return Step(after, tuple(record.happenings), turn=turn)


def _note(
    record: _Record, before: Position, action: Action, outcome: Outcome | None, following: Next
) -> None:
    """Write one action down: as recorded, as notation, and what happened."""
    text = write_action(action, outcome)
    record.actions.append(text)
    side = SIDES[before.side]
    if action < PASS:
        sign = _note_move(record, before, action, following)
        record.notation.append(text + sign)
        return
    record.notation.append(text)
    square = NAMES[action & 63]
    if action & PASS:
        record.happenings.append(
            {"type": "pass", "side": side, "from": NAMES[before.ball], "to": square}
        )
        return
    assert outcome is not None
    event: Event = {
        "type": "shot",
        "side": side,
        "from": NAMES[before.ball],
        "to": square,
        "outcome": outcome.kind,
    }
    if outcome.square is not None:
        event["at"] = NAMES[outcome.square]
    elif outcome.kind == CORNER_KICK:
        event["at"] = _corner_square(square)
    record.happenings.append(event)


def _corner_square(target: str) -> str:
    return ("a" if target[0] == "d" else "h") + target[1]


def _note_move(record: _Record, before: Position, action: Action, following: Next) -> str:
    """Write a move down; return its sign of check or mate, if any."""
    start, end = action & 63, action >> 6
    after = make_move(before, action)
    side = SIDES[before.side]
    event: Event = {
        "type": "move",
        "side": side,
        "piece": before.piece_at(start),
        "from": NAMES[start],
        "to": NAMES[end],
    }
    captured = before.piece_at(end)
    if captured:
        event["captures"] = captured
    record.happenings.append(event)
    if after.ball == end and before.ball != start:
        record.happenings.append({"type": "ball_won", "side": side, "at": NAMES[end]})
    if isinstance(following, End) and following.kind == ROUND_MATE:
        record.happenings.append({"type": "checkmate", "side": side})
        return "#"
    if after.is_check(1 - before.side):
        record.happenings.append({"type": "check", "side": side})
        return "+"
    return ""


def _note_handover(record: _Record, last: Position, following: Next) -> None:
    """Write down what happened between this turn and the next: a goal kick, a turn passed over."""
    if isinstance(following, End):
        return
    enemy = 1 - last.side
    shot = record.happenings[-1] if record.happenings[-1]["type"] == "shot" else None
    is_corner = shot is not None and shot["outcome"] == CORNER_KICK
    loose = last.is_loose and shot is None
    no_corner = is_corner and following.phase == OPEN
    if (loose or no_corner) and following.ball == following.king(enemy):
        record.happenings.append(
            {"type": "goal_kick", "side": SIDES[enemy], "at": NAMES[following.ball]}
        )
    expected = last.side if is_corner and following.phase == CORNER else enemy
    if following.side != expected:
        record.happenings.append({"type": "passed_over", "side": SIDES[expected]})
