"""The tree of positions, quickly: for perft and the bot, which look at very many.

Nothing here is a law. ``edges`` and ``follow`` say what ``turn.edges`` says, several times as fast:
moves are made a whole list at a time, and what can be said of all of them is found out before
the first is made. The tests hold both against each other; without this folder everything works,
more slowly.

- ``edges`` puts moves, passes and shots together.
- ``batch`` makes lists of moves.
- ``lookahead`` shows after which moves something is left to pass or to shoot.
- ``quick`` answers whether a side can move without looking at every move.
"""

from games.rules.chess_eleven.search.edges import edges, follow

__all__ = ["edges", "follow"]
