"""What may follow a started turn, and whether a whole one is legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.rules.contract import Choice, Options
from games.rules.errors import IllegalTurn, OutOfPhase
from games.rules.family.happenings import describe_move
from games.rules.family.match import State, side_of, sides_of
from games.rules.family.moves import Move, attackers, legal_moves
from games.rules.family.notation import (
    read_check,
    read_move,
    write_check,
    write_move,
    write_notation,
    write_position,
)
from games.rules.family.position import Position, is_waiting
from games.rules.family.refusals import law_against, law_against_saying
from games.rules.family.squares import NAMES
from games.rules.family.turn import kings_to_check, move_made
from games.rules.pieces import side_name, with_signs
from games.rules.text import gettext as _
from games.rules.text import listed


def playable(state: State) -> Position:
    """Return the position in which a turn is due; raises ``OutOfPhase`` where none is."""
    if state.outcome is not None:
        raise OutOfPhase(_("The game is over."), law="8.5")
    if is_waiting(state.position):
        raise OutOfPhase(_("The game is waiting for players who are away (7.5)."), law="7.5")
    return state.position


def read_turn(position: Position, actions: Sequence[str]) -> tuple[Move, str]:
    """Return the legal move and what is said; raises ``IllegalTurn`` with what would be legal."""
    moves = legal_moves(position)
    texts = sorted(write_move(move) for move in moves)
    if not actions:
        raise IllegalTurn(_("Start your turn with a move."), index=0, legal=texts, law="2.5")
    move = read_move(actions[0])
    if move not in moves:
        raise IllegalTurn(
            _("{x} isn't legal here.").format(x=actions[0]),
            index=0,
            legal=texts,
            law=law_against(position, move),
        )
    if len(actions) == 1:
        return move, ""
    said, checked = read_check(actions[1]), kings_to_check(position, move)
    if not set(said) <= set(checked):
        legal = [write_check(one) for one in _sets(checked)]
        raise IllegalTurn(
            _("You can't say {x} here.").format(x=actions[1]),
            index=1,
            legal=legal,
            law=law_against_saying(position, move, said),
        )
    if len(actions) > 2:
        raise IllegalTurn(
            _("The turn is over before {x}.").format(x=actions[2]), index=2, legal=(), law="2.5"
        )
    return move, said


def options_of(position: Position, after: Sequence[str]) -> Options:
    """Return what may follow a started turn."""
    side = side_of(position.side)
    actions: list[Choice] = []
    shown, complete = position, -1
    prompt = _("You're in check.") if position.side in position.checks else _("Choose a piece.")
    if after:
        move, said = read_turn(position, after)
        checked = kings_to_check(position, move)
        shown = move_made(position, move, said)
        complete = 1 if said or not checked else 0
        prompt = _("Send your turn.")
        if complete == 0:
            prompt = _("Say check? Unsaid checks don't count.")
            actions = [_check_choice(shown, said) for said in _sets(checked)]
    else:
        actions = [_move_choice(position, move) for move in legal_moves(position)]
    return {
        "after": list(after),
        "side": side,
        "position": write_position(shown),
        "complete": complete,
        "prompt": prompt,
        "actions": sorted(actions, key=lambda choice: choice["text"]),
    }


def _sets(checked: str) -> list[str]:
    return [
        "".join(said)
        for count in range(1, len(checked) + 1)
        for said in combinations(checked, count)
    ]


def _move_choice(position: Position, move: Move) -> Choice:
    happening = describe_move(position, move)
    label = with_signs(write_notation(position, move, ""))
    choice: Choice = {
        "text": write_move(move),
        "kind": "move",
        "label": label.replace("x", "×").replace("-", "–"),
        "from": happening["from"],
        "to": happening["to"],
    }
    if "captures" in happening:
        choice["captures"] = happening["captures"]
    return choice


def _check_choice(position: Position, said: str) -> Choice:
    """Return the saying of check to some kings; with one of them, also by whom and where."""
    names = listed([side_name(side) for side in sides_of(said)])
    choice: Choice = {
        "text": write_check(said),
        "kind": "check",
        "label": _("Say check to {names}").format(names=names),
    }
    if len(said) == 1:
        king = position.king(said)
        choice["from"] = NAMES[min(attackers(position.board, king, position.side))]
        choice["to"] = NAMES[king]
    return choice
