"""What may be played in any position: for programs that look ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.chess_eleven.actions import SHOT, STOP, TEXT, Action
from games.rules.chess_eleven.choices import choices_after
from games.rules.chess_eleven.notation import with_side, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.turn import edges
from games.rules.chess_eleven.validity import load_position
from games.rules.contract import Options, Side, WholeTurn


class ChessElevenExplorer:
    """Answers for a position alone, without the game around it."""

    def read(self, text: str) -> Position:
        return load_position(text)

    def read_as_if(self, text: str, side: Side) -> Position:
        return load_position(with_side(text, side))

    def choices(self, position: Position, after: Sequence[str]) -> Options:
        return choices_after(position, after)

    def turns(self, position: Position) -> Iterator[WholeTurn]:
        """Yield every turn, or every way to continue with one that has begun.

        Two that lead to the same position are two turns. After a shot, or where the round ends, no
        position is reported: the first hangs on a roll, the second on new formations.
        """
        yield from _walk(position, ())


def _walk(position: Position, before: tuple[Action, ...]) -> Iterator[WholeTurn]:
    shots: set[Action] = set()
    for action, _, after in edges(position):
        if action & SHOT:
            # One edge for each outcome, and one turn for all of them.
            if action not in shots:
                shots.add(action)
                yield WholeTurn(_texts((*before, action)), None)
        elif action == STOP:
            yield WholeTurn(_texts(before), _text_of(after))
        elif isinstance(after, Position) and after.used:
            yield from _walk(after, (*before, action))
        else:
            yield WholeTurn(_texts((*before, action)), _text_of(after))


def _texts(actions: tuple[Action, ...]) -> tuple[str, ...]:
    return tuple(TEXT[action] for action in actions)


def _text_of(after: object) -> str | None:
    return write_position(after) if isinstance(after, Position) else None
