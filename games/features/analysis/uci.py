"""A chess program of the operator's, as a process over pipes: the Universal Chess Interface.

Each position is looked at from scratch, so the same program says the same again. A program that
doesn't answer in time is given up, and ``EngineFailed`` says so.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
from math import exp
from typing import Final, NamedTuple

from games.rules.contract import WHOLE

NODES: Final = 50_000
"""So many positions it looks at before it answers: the same on every machine."""
SECONDS: Final = 10.0
"""So long it may take for one answer."""
OPTIONS: Final = {"Threads": "1", "Hash": "16", "UCI_ShowWDL": "true"}

_OPTION: Final = re.compile(r"option name (.+?) type ")
_SCORE: Final = re.compile(r" score (cp|mate) (-?\d+)(?: wdl (\d+) (\d+) (\d+))?")
_BOUND: Final = re.compile(r" (?:lower|upper)bound\b")
_PAWN: Final = 0.368208
"""What a pawn adds to the log odds: https://lichess.org/page/accuracy."""


class EngineFailed(Exception):
    """The program did not answer, or not in the words of the interface."""


class Look(NamedTuple):
    """What the program says of a position, as the side to play sees it."""

    mark: int
    """Its chance, a draw counted half, in hundredths of a point."""
    pawns: float
    mate: int
    """In so many moves; below zero for the other side, zero where there is none."""
    best: str


class Engine:
    """A running program; ``close`` ends it."""

    def __init__(self, path: str, seconds: float = SECONDS) -> None:
        self._seconds, self._unread = seconds, b""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [path], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0
        )
        try:
            said = self._ask("uci", until="uciok")
            known = {found[1] for line in said if (found := _OPTION.match(line))}
            for name, value in OPTIONS.items():
                if name in known:
                    self._tell(f"setoption name {name} value {value}")
        except EngineFailed:
            self.close()
            raise

    def look(self, position: str) -> Look:
        """Return what it says of a position in FEN in which a move is legal."""
        self._tell("ucinewgame")
        self._ask("isready", until="readyok")
        self._tell(f"position fen {position}")
        return read_look(self._ask(f"go nodes {NODES}", until="bestmove"))

    def close(self) -> None:
        """End the program; it has nothing to keep."""
        self._process.kill()
        with self._process:
            """Its pipes are closed and its end is waited for."""

    def _tell(self, command: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{command}\n".encode())
        except OSError as error:
            raise EngineFailed(f"it ended before {command!r}") from error

    def _ask(self, command: str, *, until: str) -> list[str]:
        """Return the lines of an answer, the last of which begins with a word."""
        self._tell(command)
        by, lines = time.monotonic() + self._seconds, []
        while True:
            lines.append(self._line(by, command))
            if lines[-1].split(" ")[0] == until:
                return lines

    def _line(self, by: float, command: str) -> str:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        wakes = select.poll()
        wakes.register(pipe, select.POLLIN)
        while b"\n" not in self._unread:
            if not wakes.poll(max(by - time.monotonic(), 0) * 1000):
                raise EngineFailed(f"no answer to {command!r} for {self._seconds} s")
            more = os.read(pipe, 65536)
            if not more:
                raise EngineFailed(f"it ended at {command!r}")
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").strip()


def read_look(lines: list[str]) -> Look:
    """Return what the lines of an answer say: the last score that isn't a bound, and the move."""
    scores = [found for line in lines if not _BOUND.search(line) and (found := _SCORE.search(line))]
    best = lines[-1].split(" ")[1:2]
    if not scores or not best:
        raise EngineFailed(f"no score before {lines[-1]!r}")
    kind, number, *odds = scores[-1].groups()
    count = int(number)
    mate, pawns = (count, 0.0) if kind == "mate" else (0, count / 100)
    if odds[0] is not None:
        won, drawn, lost = map(int, odds)
        mark = round(WHOLE * (2 * won + drawn) / (2 * (won + drawn + lost)))
    elif kind == "mate":
        mark = WHOLE if mate > 0 else 0
    else:
        mark = chance_of(pawns)
    return Look(mark, pawns, mate, best[0])


def chance_of(pawns: float) -> int:
    """Return the chance that a lead stands for, where the program says none itself."""
    return round(WHOLE / (1 + exp(-_PAWN * pawns)))
