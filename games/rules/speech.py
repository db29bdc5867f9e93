"""Turns as people type them: ``Nf3-e5``, ``pawn d2 to d4, pass f3``, ``shoot at e8``.

A text is compared with every way to spell the actions that are legal. It may differ in case, in
spaces, dashes and filler words, and pieces may be letters or words in English or German. What fits
several legal turns is ambiguous, and the caller plays none of them.

A comma, a line break or *then* separates actions; nothing is read across one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import Any, Final, NamedTuple

from games.rules.contract import Choice, Options

Choices = Callable[[Sequence[str]], Options]
Actions = tuple[str, ...]

BREAK: Final = "|"
"""Stands between two actions in a text that was squeezed."""
LONGEST: Final = 300
"""Characters of a text that are read."""
MOST_NEAREST: Final = 3
_MOST_READINGS: Final = 20

_LETTERS: Final = {"K": "k", "Q": "qd", "R": "rt", "B": "bl", "N": "ns", "P": "p"}
"""The English letter of a piece, then the German one. A word for it is squeezed to its capital."""

_WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(("king", "keeper", "goalkeeper", "könig", "koenig", "torwart"), "K"),
    **dict.fromkeys(("queen", "dame"), "Q"),
    **dict.fromkeys(("rook", "turm"), "R"),
    **dict.fromkeys(("bishop", "läufer", "laeufer"), "B"),
    **dict.fromkeys(("knight", "horse", "springer"), "N"),
    **dict.fromkeys(("pawn", "bauer"), "P"),
    **dict.fromkeys(("pass", "passes", "passe"), "@"),
    **dict.fromkeys(("shoot", "shoots", "shot", "schuss", "schieße", "schiesse", "schieß"), "!"),
    **dict.fromkeys(("castle", "castles", "castling", "rochade", "rochiere"), "^"),
    **dict.fromkeys(("kingside", "short", "kurz", "kurze"), "oo"),
    **dict.fromkeys(("queenside", "long", "lang", "lange"), "ooo"),
    **dict.fromkeys(("check", "schach", "mate", "checkmate", "matt"), "+"),
    **dict.fromkeys(
        (
            *("to", "the", "my", "on", "from", "at", "in", "with", "a", "move", "moves", "play"),
            *("plays", "i", "please", "piece", "of", "ball", "goes", "go", "it", "say", "says"),
            *("take", "takes", "capture", "captures", "x", "e.p.", "ep", "promote", "promotes"),
            *("becomes", "nach", "auf", "von", "den", "die", "der", "dem", "das", "mein", "meine"),
            *("meinen", "bitte", "ich", "spiele", "spielt", "ziehe", "zieht", "zug", "zu", "zum"),
            *("zur", "an", "aufs", "im", "mit", "schlägt", "schlage", "sage", "sagt", "wird"),
            *("square", "feld", "-", "->", ":"),
        ),
        "",
    ),
}  # fmt: skip
_SIDES: Final = {
    "white": "w",
    "silver": "s",
    "black": "b",
    "gold": "g",
    "weiß": "w",
    "weiss": "w",
    "silber": "s",
    "schwarz": "b",
}
_JOINED: Final = re.compile(
    rf"\b({'|'.join(_SIDES)})\s*(?:,|&|\band\b|\bund\b)\s*(?={'|'.join(_SIDES)})"
)
_BREAKS: Final = re.compile(r"[,;\n]+|\b(?:and|then|und|dann)\b")
_NUMBER: Final = re.compile(r"^\s*\d+\s*\.+\s*")
_NOTATION: Final = re.compile(r"[@!^+a-z0-9]+", re.ASCII)
_LONE_LETTER: Final = re.compile(r"[kqrbnpstdlw]|o{2,3}|\+[wsbg]*|[@!^]", re.ASCII)


class Speech(NamedTuple):
    """What the texts of one rule set need to know of its positions."""

    pieces: Callable[[str], Mapping[str, str]]
    """The pieces of a position by their squares: ``{"e1": "K"}``, the letter without its side."""
    board: Callable[[str, str], Sequence[str]]
    """A position as lines of plain text, with a side at the bottom."""
    arrangement: Callable[[Mapping[str, Any], str], Mapping[str, Any] | None] = (
        lambda description, side: None
    )
    """How a side of a described game is set up now, as ``RuleSet.arrange`` takes it."""
    says_check: bool = False
    """Whether saying check is an action."""


def squeeze(text: str, *, says_check: bool = False) -> str | None:
    """Return a text without case, fillers and separators; ``None`` if a word is unknown."""
    text = unicodedata.normalize("NFKC", text[:LONGEST]).lower().strip()
    text = (
        re.sub(r"[\u2010-\u2015\u2212\u2192]", "-", text).replace("\u00d7", "x").replace("->", "-")
    )
    text = re.sub(r"\b[0o]-[0o]-[0o]\b", " ooo ", text)
    text = re.sub(r"\b[0o]-[0o]\b", " oo ", text)
    text = re.sub(r"([@!])(?=[^\W\d_]{3})", r"\1 ", text)
    text = _JOINED.sub(r"\1 ", _NUMBER.sub("", text))
    text = _BREAKS.sub(f" {BREAK} ", text)
    parts = []
    for token in text.split():
        if token == BREAK:
            parts.append(BREAK)
            continue
        part = _squeeze_token(token, says_check=says_check)
        if part is None:
            return None
        parts.append(part)
    return "".join(parts).strip(BREAK)


def _squeeze_token(token: str, *, says_check: bool) -> str | None:
    if token in _WORDS:
        mapped = _WORDS[token]
        return "" if mapped == "+" and not says_check else mapped
    bare = token.strip("\"'*_.!?()") if len(token) > 1 else token
    if bare in _WORDS and bare:
        mapped = _WORDS[bare]
        return "" if mapped == "+" and not says_check else mapped
    if bare in _SIDES:
        return _SIDES[bare] if says_check else ""
    is_shot = token.lstrip("\"'*_(").startswith("!") and not bare.startswith("!")
    sign = "!" if is_shot and bare else ""
    clean = sign + re.sub(r"[-x:=#().]", "", bare)
    if not says_check:
        clean = clean.replace("+", "")
    if not clean or not _NOTATION.fullmatch(clean):
        return "" if not clean else None
    has_digit = any(sign.isdigit() for sign in clean)
    return clean if has_digit or _LONE_LETTER.fullmatch(clean) else None


def spellings(
    choice: Choice, pieces: Mapping[str, str], *, is_german: bool = False
) -> Iterator[str]:
    """Yield every way to write an action, squeezed."""
    text, start, end = choice["text"], choice.get("from", ""), choice.get("to", "")

    def letters(square: str) -> str:
        return _signs(pieces.get(square, ""), is_german=is_german)

    match choice["kind"]:
        case "check":
            yield "+"
            for order in permutations(text.lstrip("+")):
                yield "+" + "".join(order)
        case "pass":
            for who in ("", start, *letters(start)):
                yield f"{who}@{end}"
                yield f"@{who}{end}"
                for receiver in letters(end):
                    yield f"{who}@{receiver}"
                    yield f"{who}@{receiver}{end}"
        case "shot":
            for who in ("", start, *letters(start), *(one + start for one in letters(start))):
                yield f"{who}!"
                yield f"{who}!{end}"
        case "move" if start and end:
            piece = pieces.get(start, "")
            yield from _moves(choice, start, end, piece, is_german=is_german)
        case _:
            yield text.lower()


def _signs(piece: str, *, is_german: bool) -> str:
    """Return how a piece is called in a squeezed text: by its letters, or by a word."""
    known = _LETTERS.get(piece, "")
    return (known if is_german else known[:1]) + piece


def _moves(choice: Choice, start: str, end: str, piece: str, *, is_german: bool) -> Iterator[str]:
    # Files and ranks from a square: ``1a`` of a name with its level, ``10`` of a long rank.
    file = re.match(r"\d?[a-z]", start)
    rank = start[file.end() :] if file else ""
    promotion = choice["text"][len(start) + len(end) :].upper()
    ways = {start + end}
    for sign in _signs(piece, is_german=is_german):
        ways |= {sign + start + end, sign + end, sign + rank + end}
        if file:
            ways.add(sign + file.group() + end)
        for taken in _signs(choice.get("captures", "")[-1:].upper(), is_german=is_german):
            ways.add(sign + taken)
    if piece == "P":
        ways |= {end, file.group() + end if file else end}
    label = choice["label"].split("+")[0]
    if label.startswith("O-O"):
        short = label.rstrip("#").replace("-", "").lower()
        ways |= {"^", short, "^" + short}
    if not promotion:
        yield from ways
        return
    for way in ways:
        for sign in _signs(promotion, is_german=is_german):
            yield way + sign


def read_turns(
    text: str, choices: Choices, speech: Speech, *, is_german: bool = False
) -> list[Actions]:
    """Return every whole legal turn that a text can mean; empty if it means none.

    ``choices`` returns what may follow the actions of a started turn.
    """
    squeezed = squeeze(text, says_check=speech.says_check)
    if not squeezed:
        return []
    reader = _Reader(squeezed, choices, speech, is_german=is_german)
    # Our own notation means what it says, even if it also spells something else: ``b2c3`` is a
    # move from b2, and the bishop of the second rank is another turn.
    return reader.read(is_exact=True) or reader.read(is_exact=False)


class _Reader:
    """Compares a squeezed text with the turns that are legal."""

    def __init__(self, text: str, choices: Choices, speech: Speech, *, is_german: bool) -> None:
        self.text = text
        self.choices = choices
        self.speech = speech
        self.is_german = is_german
        self.known: dict[Actions, Options] = {}

    def read(self, *, is_exact: bool) -> list[Actions]:
        """Return the turns that the whole text spells; each action as it is sent if exact."""
        found: dict[Actions, None] = {}
        self._walk(0, (), found, is_exact=is_exact)
        return list(found)

    def _walk(
        self, place: int, after: Actions, found: dict[Actions, None], *, is_exact: bool
    ) -> None:
        while self.text[place : place + 1] == BREAK:
            place += 1
        if len(found) >= _MOST_READINGS:
            return
        if after not in self.known:
            self.known[after] = self.choices(after)
        options = self.known[after]
        if place == len(self.text):
            if after and options["complete"] >= 0:
                found[after] = None
            return
        pieces = self.speech.pieces(options["position"])
        for choice in options["actions"]:
            ways = {choice["text"].lower()}
            if not is_exact:
                ways |= set(spellings(choice, pieces, is_german=self.is_german))
            for way in ways:
                if self.text.startswith(way, place):
                    self._walk(place + len(way), (*after, choice["text"]), found, is_exact=is_exact)


def nearest_turns(text: str, choices: Choices, speech: Speech) -> list[Actions]:
    """Return the legal turns whose spelling is most like a text, the best first."""
    said = squeeze(text, says_check=speech.says_check)
    asked = (said.lower() if said else text.lower().strip()[:LONGEST]).replace(BREAK, "")
    ranked: list[tuple[float, Actions]] = []
    first = _ranked(asked, "", choices(()), speech)
    for likeness, spelled, action in first[:8]:
        options = choices((action,))
        if options["complete"] >= 0:
            ranked.append((likeness, (action,)))
        for more, _spelled, then in _ranked(asked, spelled, options, speech)[:3]:
            if choices((action, then))["complete"] >= 0:
                ranked.append((more, (action, then)))
    ranked.sort(key=lambda one: (-one[0], len(one[1]), one[1]))
    return [actions for _likeness, actions in ranked[:MOST_NEAREST]]


def _ranked(
    asked: str, before: str, options: Options, speech: Speech
) -> list[tuple[float, str, str]]:
    """Return the actions that may follow, each with its likeness and best spelling, best first."""
    pieces = speech.pieces(options["position"])
    compare = SequenceMatcher(b=asked, autojunk=False)

    def likeness(way: str) -> float:
        compare.set_seq1(before + way)
        return compare.ratio()

    ranked = []
    for choice in options["actions"]:
        best = max(set(spellings(choice, pieces)), key=lambda way: (likeness(way), way))
        ranked.append((likeness(best), before + best, choice["text"]))
    return sorted(ranked, key=lambda one: (-one[0], one[2]))


def grid(rows: Sequence[tuple[str, Sequence[str]]], files: Sequence[str]) -> list[str]:
    """Return rows of cells with their ranks in front and the files below, each three wide."""
    lines = [f"{rank:>2} " + "".join(f"{cell:^3}" for cell in cells) for rank, cells in rows]
    return [line.rstrip() for line in [*lines, "   " + "".join(f"{file:^3}" for file in files)]]


def placed(placement: str, files: str) -> dict[str, str]:
    """Return the letters of a placement as in FEN, by square."""
    rows = placement.split("/")
    pieces: dict[str, str] = {}
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces[f"{files[file]}{rank}"] = sign
                file += 1
    return pieces


def square_board(
    pieces: Mapping[str, str], files: str, ranks: Sequence[int], *, turned: bool, ball: str = ""
) -> list[str]:
    """Return a board of one level as lines; the piece with the ball is in brackets."""
    across = files[::-1] if turned else files
    down = sorted(ranks, reverse=not turned)

    def cell(square: str) -> str:
        sign = pieces.get(square, ".")
        return f"({sign})" if square == ball else sign

    rows = [(str(rank), [cell(f"{file}{rank}") for file in across]) for rank in down]
    return grid(rows, across)


def plain_board(position: str, side: str) -> list[str]:
    """Return a position without a board of its own as its text."""
    return [position]


PLAIN: Final = Speech(lambda position: {}, plain_board)
"""How texts are read in a game that says nothing of its own about it."""
