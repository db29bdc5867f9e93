"""Standard chess beside python-chess: games played at random, positions thrown together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import chess

from games.rules.standard.notation import read_action, write_san
from games.rules.standard.rule_set import TREE
from tests.rules.agreement import Difference, hold_against, is_accepted


def fen(board: chess.Board) -> str:
    return board.fen(en_passant="legal")


def end_of(board: chess.Board) -> str | None:
    """Return the words of the end that a position is, or ``None`` (2.1, 2.2)."""
    if board.is_checkmate():
        return f"checkmate {'black' if board.turn else 'white'}"
    if board.is_stalemate():
        return "stalemate"
    return "dead" if board.is_insufficient_material() else None


def edges(board: chess.Board) -> dict[str, str]:
    """Return each edge and the position or the end that it leads to, as python-chess has it."""
    found: dict[str, str] = {}
    if board.is_insufficient_material():
        return found
    for move in board.legal_moves:
        board.push(move)
        found[move.uci()] = end_of(board) or fen(board)
        board.pop()
    return found


def compare(board: chess.Board) -> Counter[str]:
    """Return how many edges of each kind a position has; raises ``Difference``."""
    theirs = edges(board)
    hold_against(TREE, fen(board), theirs)
    position = TREE.read(fen(board))
    for action in theirs:
        ours, san = write_san(position, read_action(action)), board.san(chess.Move.from_uci(action))
        if ours != san:
            raise Difference(f"{fen(board)}: {action} is {ours} | {san}")
    return Counter(_kind(board, action, after) for action, after in theirs.items())


def _kind(board: chess.Board, action: str, after: str) -> str:
    move = chess.Move.from_uci(action)
    if after in ("stalemate", "dead") or after.startswith("checkmate"):
        return after
    if move.promotion:
        return "promotion"
    if board.is_castling(move):
        return "castling"
    if board.is_en_passant(move):
        return "en passant"
    return "capture" if board.is_capture(move) else "move"


def sort_of(board: chess.Board) -> str:
    men = len(board.piece_map())
    return f"{men // 10 * 10:02d} men and more" + (", check" if board.is_check() else "")


def step(board: chess.Board, rng: random.Random) -> bool:
    """Play a move, captures, pawns and castling sooner than others; return whether there was."""
    moves = [] if board.is_insufficient_material() else list(board.legal_moves)
    if not moves:
        return False
    weights = [
        10
        if board.is_castling(move) or board.is_en_passant(move) or move.promotion
        else 3
        if board.is_capture(move) or board.piece_type_at(move.from_square) == chess.PAWN
        else 1
        for move in moves
    ]
    board.push(rng.choices(moves, weights)[0])
    return True


def played(rng: random.Random, most: int) -> Iterator[chess.Board]:
    """Yield the positions of a game played at random, to its end where no law of time ends it."""
    board = chess.Board()
    for _ in range(most):
        yield board
        if not step(board, rng):
            return


def thrown(rng: random.Random) -> chess.Board:
    """Return a position thrown together; raises ``Difference`` where it is judged otherwise."""
    while True:
        board = chess.Board(None)
        squares = list(chess.SQUARES)
        rng.shuffle(squares)
        men = rng.choices("PPPpppNnBbRrQq", k=rng.choice([0, 1, 2, 4, 8, 16]))
        for symbol in [*"Kk", *men]:
            board.set_piece_at(squares.pop(), chess.Piece.from_symbol(symbol))
        board.turn = rng.random() < 0.5
        if board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8) and rng.random() < 0.9:
            for square in chess.SquareSet(board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8)):
                board.remove_piece_at(square)
        can_be = not board.status() & (chess.STATUS_OPPOSITE_CHECK | chess.STATUS_PAWNS_ON_BACKRANK)
        if is_accepted(TREE, fen(board)) != can_be:
            raise Difference(f"{fen(board)}: only one takes it for a position")
        if can_be:
            return board


def scattered(rng: random.Random) -> Iterator[chess.Board]:
    """Yield a position thrown together and a few that follow it."""
    board = thrown(rng)
    for _ in range(rng.choice([1, 3, 5])):
        yield board
        if not step(board, rng):
            return


def positions(rng: random.Random) -> Iterator[chess.Board]:
    """Yield positions without end, half of them played, half thrown together."""
    while True:
        yield from played(rng, rng.choice([20, 60, 300]))
        for _ in range(50):
            yield from scattered(rng)
