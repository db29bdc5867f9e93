"""A chess program that knows what pieces are worth and takes the most that it can.

``fake`` writes one that can be run. It can have no odds of its own, end, or fall silent.
"""

from __future__ import annotations

import sys
from pathlib import Path

from games.rules.standard.moves import legal_moves, load_position
from games.rules.standard.notation import write_action

WORTH = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}
ROOT = Path(__file__).parents[2]


def fake(folder: Path, fault: str = "") -> str:
    """Return the path of a program with a fault: ``plain``, ``ends`` or ``silent``."""
    path = folder / f"engine-{fault}"
    path.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        f"from tests.analysis.fake_engine import main\nmain({fault!r})\n"
    )
    path.chmod(0o755)
    return str(path)


def main(fault: str) -> None:
    """Answer until the input ends."""
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "uci":
            odds = "" if fault == "plain" else "option name UCI_ShowWDL type check default false\n"
            print(f"id name Fake\n{odds}uciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            position = rest.removeprefix("fen ")
        elif word == "go" and fault == "ends":
            return
        elif word == "go" and fault != "silent":
            print(*_answer(position, has_odds=fault != "plain"), sep="\n", flush=True)


def _answer(position: str, *, has_odds: bool) -> tuple[str, str]:
    placed, side = position.split(" ")[:2]
    lead = sum(WORTH.get(one.lower(), 0) * (1 if one.isupper() else -1) for one in placed)
    lead = lead if side == "w" else -lead
    won = min(max(500 + lead // 2, 0), 1000)
    odds = f" wdl {won} 0 {1000 - won}" if has_odds else ""
    at = load_position(position)
    taken = {move: WORTH.get(at.piece_at(move.target).lower(), 0) for move in legal_moves(at)}
    best = write_action(min(taken, key=lambda move: (-taken[move], move)))
    return f"info depth 1 score cp {lead}{odds} nodes 1 pv {best}", f"bestmove {best}"
