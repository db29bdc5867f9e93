"""The board of a game as plain data, for pages and programs that draw it themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import Game, Turn
from games.rules.contract import Options, Side
from games.rules.contract.board import Scene, ScenePiece
from games.store import selectors


def scene_of_game(game: Game, side: Side | None, last: Turn | None) -> Scene | None:
    """Return the board as it is, with the squares of the turn that led there.

    ``None`` for a game that has no such board.
    """
    position = game.summary.position
    if position is None:
        return None
    return game.presenter.board_data(position, side, last.actions if last else ())


def scene_of_turn(
    game: Game, side: Side | None, turn: Turn, *, before: bool = False
) -> Scene | None:
    """Return the board as a turn left it, or as it found it."""
    if before:
        return game.presenter.board_data(turn.position_before, side)
    return game.presenter.board_data(_left_by(game, turn), side, turn.actions)


def scene_of_choices(game: Game, side: Side | None, choices: Options) -> Scene | None:
    """Return the board as it is after the actions of a started turn."""
    after: Sequence[str] = choices["after"]
    if not after and (last := _last_of(game)) is not None:
        after = last.actions
    return game.presenter.board_data(choices["position"], side, after)


def scene_now(game: Game, side: Side | None) -> Scene | None:
    """Return the board as it is; its last turn is read."""
    return scene_of_game(game, side, _last_of(game))


def scenes_of_turns(
    game: Game, side: Side | None, turns: Sequence[Turn]
) -> list[Mapping[str, Any]]:
    """Return a board for the position before the first turn, and what each turn changes on it.

    The first has all that a scene has; the others have the squares that are otherwise (``changed``:
    pieces, or null for an empty one), ``touched``, ``checked`` and ``arrows``. Empty for a game
    that has no such board.
    """
    if not turns:
        return []
    first = game.presenter.board_data(turns[0].position_before, side)
    if first is None:
        return []
    found: list[Mapping[str, Any]] = [{**first, "text": ""}]
    pieces = _pieces_of(first)
    for turn in turns:
        scene = game.presenter.board_data(_left_by(game, turn), side, turn.actions) or first
        now = _pieces_of(scene)
        changed = {
            square: now.get(square)
            for square in pieces.keys() | now.keys()
            if pieces.get(square) != now.get(square)
        }
        found.append(
            {
                "changed": changed,
                "touched": scene["touched"],
                "checked": scene["checked"],
                "arrows": scene["arrows"],
            }
        )
        pieces = now
    return found


def _left_by(game: Game, turn: Turn) -> str:
    """Return the position that a turn left; of the last one as it is now, for players may have
    gone out since."""
    is_last = turn.number == game.next_turn - 1 and not turn.taken_back
    now = game.summary.position if is_last else None
    return now or turn.position_after or turn.position_before


def _pieces_of(scene: Scene) -> dict[str, ScenePiece]:
    return {piece["at"]: piece for panel in scene["panels"] for piece in panel["pieces"]}


def _last_of(game: Game) -> Turn | None:
    """Return the newest turn; nothing is asked of a game that has not begun."""
    return selectors.standing_turns(game).last() if game.next_turn > 1 else None
