"""What may be played in any position of a game whose positions are all that its turns look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.rules.contract import Options, RuleSet, Side, Tree, WholeTurn
from games.rules.errors import IllegalTurn, OutOfPhase

PositionT = TypeVar("PositionT")
MatchT = TypeVar("MatchT")


@dataclass(frozen=True)
class TreeExplorer(Generic[PositionT, MatchT]):
    """Answers for a position alone, without the game around it, from the tree and the laws.

    ``state_of`` gives the state of a game that has come to a position no one knows how, and
    ``side_of`` who is to play in it.
    """

    rules: RuleSet[MatchT]
    tree: Tree[PositionT]
    state_of: Callable[[PositionT], MatchT]
    side_of: Callable[[PositionT], Side]

    def read(self, text: str) -> PositionT:
        return self.tree.read(text)

    def read_as_if(self, text: str, side: Side) -> PositionT:
        # As in FEN, these boards name the side to play second, by its first letter.
        fields = text.split(" ")
        fields[1:2] = [side[0]]
        return self.tree.read(" ".join(fields))

    def choices(self, position: PositionT, after: Sequence[str]) -> Options:
        """Return what may follow; nothing where the game is over or waits for someone."""
        try:
            return self.rules.choices(self.state_of(position), after)
        except OutOfPhase as error:
            if after:
                raise IllegalTurn(str(error), index=0, legal=(), law=error.law) from error
            return {
                "after": [],
                "side": self.side_of(position),
                "position": self.tree.write(position),
                "complete": -1,
                "prompt": str(error),
                "actions": [],
            }

    def turns(self, position: PositionT) -> Iterator[WholeTurn]:
        """Yield every turn; one that ends the game leads to no position."""
        # The tree does not know all that ends a game.
        if not self.choices(position, ())["actions"]:
            return
        for text, after in self.tree.edges(position):
            reached = None if isinstance(after, str) else self.tree.write(after)
            yield WholeTurn(tuple(text.split(" ")), reached)
