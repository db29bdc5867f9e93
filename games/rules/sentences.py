"""What a player types about a game: a turn, a draw, a question, and conditional moves after it.

Only whole phrases of a short list are commands; all else is the text of a turn, which
``games.rules.speech`` compares with what is legal.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple


class Do(StrEnum):
    """What a text asks for."""

    TURN = "turn"
    DRAW = "draw"
    ACCEPT = "accept"
    DECLINE = "decline"
    RESIGN = "resign"
    """To be asked about first."""
    RESIGN_NOW = "resign yes"
    LEAVE = "leave"
    READY = "ready"
    """To lock the formation as it is."""
    STATUS = "status"
    HELP = "help"


class Condition(NamedTuple):
    """A conditional move: after these turns of the others, this one."""

    outcome: str
    """How a shot of the turn before it ends: ``save``; empty if it does not matter."""
    turns: tuple[str, ...]
    """The turns of the others, in order."""
    reply: str
    text: str
    """The clause as it was typed."""


class Sentence(NamedTuple):
    """A text, read as far as it can be without a position."""

    do: Do
    turn: str = ""
    days: int = 0
    conditions: tuple[Condition, ...] = ()
    tries: tuple[str, ...] = ()
    """Turns for the player's next turn, whichever the others play; the first legal one counts."""
    with_draw: bool = False
    """Whether a draw is offered after the turn."""


_COMMANDS: Final[dict[str, Do]] = {
    **dict.fromkeys(
        ("draw", "offer draw", "offer a draw", "i offer a draw", "remis", "remis anbieten"), Do.DRAW
    ),
    **dict.fromkeys(
        ("accept", "accept draw", "accept the draw", "annehmen", "remis annehmen"), Do.ACCEPT
    ),
    **dict.fromkeys(
        ("decline", "decline draw", "decline the draw", "ablehnen", "remis ablehnen"), Do.DECLINE
    ),
    **dict.fromkeys(("resign", "i resign", "aufgeben", "ich gebe auf"), Do.RESIGN),
    **dict.fromkeys(("resign yes", "aufgeben ja"), Do.RESIGN_NOW),
    **dict.fromkeys(("ready", "i'm ready", "bereit", "fertig"), Do.READY),
    **dict.fromkeys(("status", "board", "show", "stand", "brett"), Do.STATUS),
    **dict.fromkeys(("help", "?", "hilfe"), Do.HELP),
}
_LEAVE: Final = re.compile(r"(?:leave|vacation|urlaub)\s+(?:for\s+)?(\d{1,2})\s*(?:days?|tage?)?")
_OUTCOMES: Final[dict[str, str]] = {
    **dict.fromkeys(("save", "saved", "parade", "gehalten"), "save"),
    **dict.fromkeys(("corner", "ecke"), "corner"),
    **dict.fromkeys(("block", "blocked", "geblockt"), "block"),
}
_MARK: Final = re.compile(
    r"(?:^|[\n,;.])\s*(?P<mark>if|then|wenn|falls|dann)\b", re.IGNORECASE | re.MULTILINE
)
_REPLY: Final = re.compile(r"\s*:\s*|\s*,?\s+(?:then|dann)\s+", re.IGNORECASE)
_TAIL: Final = re.compile(
    r"[\n,;]\s*(?:i\s+)?(?:offer\s+(?:a\s+)?)?(?:draw|remis)\s*[?!.]*\s*$", re.I
)


def read_sentence(text: str) -> Sentence:
    """Return what a text asks for; a turn where no command fits, with what follows it."""
    text = text.strip()
    plain = re.sub(r"\s+", " ", text.lower()).strip(" .!,;\n\"'")
    if plain == "":
        plain = text
    command = _COMMANDS.get(plain.rstrip("?").strip() or plain)
    if command:
        return Sentence(command)
    if leave := _LEAVE.fullmatch(plain):
        return Sentence(Do.LEAVE, days=int(leave[1]))
    turn, clauses = _split(text)
    tail = _TAIL.search(turn)
    if tail and tail.start():
        turn = turn[: tail.start()]
    conditions, tries = _read_clauses(clauses)
    return Sentence(
        Do.TURN,
        turn=turn.strip(" ,;\n"),
        conditions=conditions,
        tries=tries,
        with_draw=bool(tail and tail.start()),
    )


def _split(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the turn and the clauses after it, each with the word that begins it.

    A *then* before the first *if* that follows no line break joins two actions of one turn only
    where a comma is missing: ``d2d4 then pass f3``.
    """
    marks = list(_MARK.finditer(text))
    if not marks:
        return text, []
    clauses: list[tuple[str, str]] = []
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        word = "if" if mark["mark"].lower() in ("if", "wenn", "falls") else "then"
        clause = text[mark.end() : end].strip(" ,;\n")
        # ``if e7e5, then g1f3`` is one clause.
        is_open = bool(clauses) and clauses[-1][0] == "if" and not _REPLY.search(clauses[-1][1])
        if word == "then" and is_open:
            clauses[-1] = ("if", f"{clauses[-1][1]}: {clause}")
        else:
            clauses.append((word, clause))
    return text[: marks[0].start()], clauses


def _read_clauses(
    clauses: list[tuple[str, str]],
) -> tuple[tuple[Condition, ...], tuple[str, ...]]:
    conditions, tries = [], []
    for word, clause in clauses:
        if word == "then":
            tries.append(clause.lstrip(": "))
            continue
        before, *after = _REPLY.split(clause, maxsplit=1)
        turns = [one.strip() for one in re.split(r"[,;]", before) if one.strip()]
        outcome = _OUTCOMES.get(turns[0].lower(), "") if turns else ""
        conditions.append(
            Condition(
                outcome,
                tuple(turns[1:] if outcome else turns),
                after[0].strip() if after else "",
                clause,
            )
        )
    return tuple(conditions), tuple(tries)
