"""A whole turn played and recorded (6, 8, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.rules.chess_eleven import match, stalls
from games.rules.chess_eleven.actions import (
    PASS,
    SHOT,
    STOP,
    Action,
    legal_actions,
    may_stop,
)
from games.rules.chess_eleven.happenings import game_over, round_ended
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES, read_action, write_action, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.refusals import after_shot, illegal, too_long, unfinished
from games.rules.chess_eleven.shot import CORNER_KICK, ShotResult, decide
from games.rules.chess_eleven.squares import CORNER_OF
from games.rules.chess_eleven.turn import ROUND_MATE, End, Played, play
from games.rules.contract import Happening, Roll, Step, TurnRecord
from games.rules.geometry import NAMES


class _Record:
    """What a turn leaves behind while it is played."""

    def __init__(self) -> None:
        self.actions: list[str] = []
        self.notation: list[str] = []
        self.rolls: list[int] = []
        self.happenings: list[Happening] = []


def play_turn(
    state: State, position: Position, actions: Sequence[str], *, roll: Roll
) -> Step[State]:
    """Return the step that a whole turn makes; nothing of it is done if any action is illegal.

    A shot ends its turn (6.3), so what follows one is refused before the roll is drawn.
    """
    side, before = position.side, position
    record = _Record()
    played = Played(position, position)
    is_over = False
    for index, text in enumerate(actions):
        action = read_action(text)
        if is_over or isinstance(played.next, End):
            raise too_long(text, index)
        position = played.next
        if action not in legal_actions(position):
            raise illegal(position, action, index)
        result = None
        if action & SHOT:
            if index + 1 < len(actions):
                raise after_shot(actions[index + 1], index + 1)
            rolled = roll() if callable(roll) else roll
            result = decide(position, action & 63, rolled)
            record.rolls.append(rolled)
        played = play(position, action, result)
        _note(record, position, action, result, played)
        is_over = isinstance(played.next, End) or played.next.used == 0
    if not is_over:
        assert isinstance(played.next, Position)
        if not may_stop(played.next):
            raise unfinished(played.next, len(actions))
        played = play(played.next, STOP)
    _note_handover(record, played)
    return _settle(match.note_played(state, side), before, played, record)


def _settle(state: State, before: Position, played: Played, record: _Record) -> Step[State]:
    """Put the end of the turn, of the round and of the game together."""
    following = played.next
    if isinstance(following, End):
        after: State = replace(state, position=played.final)
        end: End | None = following
        because = stalls.BLOCKED
    else:
        after, end = match.place(state, before, following)
        because = stalls.QUIET_TURNS
    if end is not None:
        after = match.end_round(after, end)
        record.happenings.append(round_ended(state.round, after, end, because))
    record.happenings += game_over(after)
    turn = TurnRecord(
        side=SIDES[before.side],
        round=state.round,
        actions=tuple(record.actions),
        notation=" ".join(record.notation),
        rolls=tuple(record.rolls),
        position_before=write_position(before),
        position_after=None if isinstance(following, End) or end else write_position(following),
    )
    return Step(after, tuple(record.happenings), turn=turn)


def _note(
    record: _Record, before: Position, action: Action, result: ShotResult | None, played: Played
) -> None:
    """Write one action down: as recorded, as notation, and what happened."""
    text = write_action(action, result)
    record.actions.append(text)
    side = SIDES[before.side]
    if action < PASS:
        sign = _note_move(record, before, action, played)
        record.notation.append(text + sign)
        return
    record.notation.append(text)
    square = NAMES[action & 63]
    if action & PASS:
        record.happenings.append(
            {"type": "pass", "side": side, "from": NAMES[before.ball], "to": square}
        )
        return
    assert result is not None
    happening: dict[str, Any] = {
        "type": "shot",
        "side": side,
        "from": NAMES[before.ball],
        "to": square,
        "outcome": result.kind,
    }
    if result.square is not None:
        happening["at"] = NAMES[result.square]
    elif result.kind == CORNER_KICK:
        happening["at"] = NAMES[CORNER_OF[action & 63]]
    record.happenings.append(happening)


def _note_move(record: _Record, before: Position, action: Action, played: Played) -> str:
    """Write a move down; return its sign of check or mate, if any."""
    start, end = action & 63, action >> 6
    side = SIDES[before.side]
    happening: dict[str, Any] = {
        "type": "move",
        "side": side,
        "piece": before.piece_at(start),
        "from": NAMES[start],
        "to": NAMES[end],
    }
    captured = before.piece_at(end)
    if captured:
        happening["captures"] = captured
    record.happenings.append(happening)
    if played.wins_ball:
        record.happenings.append({"type": "ball_won", "side": side, "at": NAMES[end]})
    if isinstance(played.next, End) and played.next.kind == ROUND_MATE:
        record.happenings.append({"type": "checkmate", "side": side})
        return "#"
    if played.gives_check:
        record.happenings.append({"type": "check", "side": side})
        return "+"
    return ""


def _note_handover(record: _Record, played: Played) -> None:
    """Write down what happened between this turn and the next."""
    if played.goal_kick is not None:
        assert isinstance(played.next, Position)
        kicks = {"side": SIDES[played.goal_kick], "at": NAMES[played.next.ball]}
        record.happenings.append({"type": "goal_kick", **kicks})
    if played.passed_over is not None:
        record.happenings.append({"type": "passed_over", "side": SIDES[played.passed_over]})
