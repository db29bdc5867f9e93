"""What may follow a started turn, in data and in words: for clients without rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chess_eleven.actions import (
    PASS,
    SHOT,
    TEXT,
    Action,
    legal_actions,
    may_stop,
)
from games.rules.chess_eleven.notation import SIDES, read_action, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.refusals import after_shot, illegal, too_long
from games.rules.chess_eleven.shot import BLOCK, outcomes
from games.rules.chess_eleven.turn import End, play
from games.rules.chess_eleven.words.prompts import prompt
from games.rules.contract import Choice, Options
from games.rules.geometry import NAMES
from games.rules.pieces import goes
from games.rules.text import gettext as _

NOT_YET, MAY_SEND, WHOLE = -1, 0, 1


def choices_after(position: Position, after: Sequence[str]) -> Options:
    """Return what may follow the actions of a started turn.

    Raises ``NotationError`` or ``IllegalTurn`` where ``after`` is no part of a legal turn.
    """
    side = position.side
    position, over = _reached(position, after)
    actions = [] if over else legal_actions(position)
    complete = WHOLE if over else (MAY_SEND if may_stop(position) else NOT_YET)
    words = _Words()
    choices = [_choice(words, position, action) for action in actions]
    return {
        "after": list(after),
        "side": SIDES[side],
        "position": write_position(position),
        "complete": complete,
        "prompt": prompt(position, choices),
        "actions": sorted(choices, key=lambda choice: choice["text"]),
    }


def outcomes_of(position: Position, turn: Sequence[str]) -> dict[str, int]:
    """Return how the shot of a turn may end, in per cent; empty where it holds none.

    Raises as ``choices_after`` does.
    """
    reached, _over = _reached(position, turn)
    last = read_action(turn[-1]) if turn else 0
    return chances_of(reached, last & 63) if last & SHOT else {}


def _reached(position: Position, after: Sequence[str]) -> tuple[Position, bool]:
    """Return the position after the actions of a started turn, before any shot, and whether the
    turn is over with them.
    """
    over = False
    for index, text in enumerate(after):
        action = read_action(text)
        if over:
            raise too_long(text, index)
        if action not in legal_actions(position):
            raise illegal(position, action, index)
        if action & SHOT:
            if index + 1 < len(after):
                raise after_shot(after[index + 1], index + 1)
            over = True
            continue
        played = play(position, action)
        if isinstance(played.next, End):
            position, over = played.final, True
        else:
            position, over = played.next, played.next.used == 0
    return position, over


class _Words:
    """The words of labels, looked up once for all choices of an answer."""

    def __init__(self) -> None:
        self.moves = _("{mover} to {square}")
        self.takes = _("{mover} takes {taken}")
        self.passes = _("Pass to the {receiver}")
        self.shoots = _("Shoot at {square}, {goal}% goal")
        self.pieces = {letter: goes(letter) for letter in "KQRBNP"}

    def call(self, position: Position, square: int) -> str:
        """Return a piece in words: ``knight f3``."""
        letter = position.piece_at(square) or ""
        return f"{self.pieces[letter.upper()]} {NAMES[square]}"


def _choice(words: _Words, position: Position, action: Action) -> Choice:
    if action < PASS:
        return _move(words, position, action)
    if action & SHOT:
        return _shot(words, position, action)
    return _pass(words, position, action)


def _move(words: _Words, position: Position, action: Action) -> Choice:
    start, end = action & 63, action >> 6
    mover = words.call(position, start).capitalize()
    captured = position.piece_at(end)
    choice: Choice = {
        "text": TEXT[action],
        "kind": "move",
        "label": words.moves.format(mover=mover, square=NAMES[end]),
        "from": NAMES[start],
        "to": NAMES[end],
    }
    if captured:
        choice["captures"] = captured
        choice["label"] = words.takes.format(mover=mover, taken=words.call(position, end))
    return choice


def _pass(words: _Words, position: Position, action: Action) -> Choice:
    receiver = action & 63
    return {
        "text": TEXT[action],
        "kind": "pass",
        "label": words.passes.format(receiver=words.call(position, receiver)),
        "from": NAMES[position.ball],
        "to": NAMES[receiver],
    }


def _shot(words: _Words, position: Position, action: Action) -> Choice:
    target = action & 63
    chances = chances_of(position, target)
    return {
        "text": TEXT[action],
        "kind": "shot",
        "label": words.shoots.format(square=NAMES[target], goal=chances["goal"]),
        "from": NAMES[position.ball],
        "to": NAMES[target],
        "chances": chances,
    }


def chances_of(position: Position, target: int) -> dict[str, int]:
    """Return how a shot may end, in per cent, each end as it is recorded."""
    return {
        f"{kind}@{NAMES[square]}" if kind == BLOCK and square is not None else kind: per_cent
        for kind, square, per_cent in outcomes(position, target)
    }
