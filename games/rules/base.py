"""The contract between the service and every game it can host.

A rule set knows one game completely and nothing else: no clock, no database, no
randomness. It owns its state, gives it out as text and as plain data, and takes it back.
The service stores the text, asks who is to act, plays what it is told and writes down what
happened. It never looks inside a state, so a game on three levels or for four seats needs
no change outside its own folder.

A *side* is the name of a seat ("white", "black", later "silver" and "gold"). A *turn* is a
tuple of *actions*, each a short text. Chance comes in as ``roll`` and is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar

StateT = TypeVar("StateT")
PlayedT = TypeVar("PlayedT", contravariant=True)

Side = str
"""The name of a seat, as the API spells it."""

Options = Mapping[str, Any]
"""The agreed terms of a game that the rules need, such as ``{"goals_to_win": 2}``."""

Happening = Mapping[str, Any]
"""One thing that happened, as plain JSON data with a ``type``; the rule set's own words."""

Narration = tuple[str, ...]
"""Sentences for people, in order."""

Roll = int | Callable[[], int]
"""A roll from 0 to 99, or what draws one; it is asked at most once a turn."""


class Phase(StrEnum):
    """What a game is waiting for."""

    FORMATION = "formation"
    PLAYING = "playing"
    OVER = "over"


class Termination(StrEnum):
    """Why a game ended; the words of ``result.reason``."""

    GOALS = "goals"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    AGREEMENT = "agreement"
    FINAL_WHISTLE = "final_whistle"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. ``winner`` is ``None`` for a draw and for a game without result.

    ``ranking`` lists the sides best first, a tuple for each place; it is empty for an
    aborted game.
    """

    termination: Termination
    winner: Side | None
    ranking: tuple[tuple[Side, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One played turn as history keeps it.

    ``actions`` carry their outcomes (``!e8=save``), ``rolls`` the numbers that decided them,
    in order. ``position_after`` is ``None`` where the turn ended the round.
    """

    side: Side
    round: int
    actions: tuple[str, ...]
    notation: str
    rolls: tuple[int, ...]
    position_before: str
    position_after: str | None


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """A new state and what happened on the way to it, in order.

    ``turn`` is set by ``play`` alone. ``locked`` maps each side to the arrangement with which
    a round begins, when the step began one; replaying needs it.
    """

    state: StateT
    happenings: tuple[Happening, ...] = ()
    turn: TurnRecord | None = None
    locked: Mapping[Side, Mapping[str, Any]] | None = None


Choice = TypedDict(
    "Choice",
    {
        "text": str,
        "kind": str,
        "label": str,
        "from": str,
        "to": str,
        "captures": str,
        "chances": Mapping[str, int],
    },
    total=False,
)
"""One action that may come next. ``text``, ``kind`` and ``label`` are always there.

The rest is the rule set's own: where from and to, what is captured, the chances in per cent.
"""


class Choices(TypedDict):
    """What may follow the actions ``after`` of a started turn.

    ``complete`` is -1 while nothing could be sent yet, 0 when the turn may be sent or added
    to, 1 when nothing is left to add. ``position`` is the text of the position reached,
    ``prompt`` one short line that says to the player what to do.
    """

    after: list[str]
    side: Side
    position: str
    complete: int
    prompt: str
    actions: list[Choice]


class Layer(NamedTuple):
    """A part of a picture that comes back in others: an SVG and where it lies in the whole."""

    left: float
    top: float
    width: float
    height: float
    svg: str


class Collage(NamedTuple):
    """A picture in layers, in units of its own.

    Whoever keeps its layers as pixels makes the next picture of them in a fraction of the time.
    """

    width: float
    ground: str
    """As large as the whole, with nothing to be seen through it."""
    layers: Sequence[Layer]
    """What lies on it, lowest first."""
    sample: str
    """A picture in which every colour occurs, the same for all of a game."""


class RuleSet(Protocol[StateT]):
    """One game. Everything returned is new; no argument is ever changed.

    Methods raise ``NotationError`` for text that does not parse, ``IllegalTurn`` (with the
    index of the action and what was legal there), ``IllegalArrangement`` (with the law) and
    ``IllegalOptions`` for what parses but is not allowed, and ``OutOfPhase`` for what cannot
    be done now.
    """

    key: str
    """What a stored game is found by."""
    version: int
    """Raised when a law changes; a game keeps the version it began with."""
    name: str
    """For people."""
    sides: tuple[Side, ...]

    def check_options(self, options: Options) -> Options:
        """Return the options completed with defaults, or raise ``IllegalOptions``."""

    def start(self, options: Options) -> StateT:
        """Return the state before anybody has done anything."""

    def load(self, text: str) -> StateT:
        """Return the state that ``dump`` wrote."""

    def dump(self, state: StateT) -> str:
        """Return the whole state as one line of text."""

    def phase(self, state: StateT) -> Phase:
        """Return what the game is waiting for."""

    def to_act(self, state: StateT) -> frozenset[Side]:
        """Return the sides that the game waits for; empty when it is over."""

    def overdue(self, state: StateT) -> frozenset[Side]:
        """Return the sides whose missed deadline ended the game; empty for every other end."""

    def legal_actions(self, state: StateT) -> tuple[str, ...]:
        """Return the first actions of every legal turn; empty outside play."""

    def choices(self, state: StateT, after: Sequence[str]) -> Choices:
        """Return what may follow ``after`` in the turn of the side to act."""

    def play(
        self, state: StateT, side: Side, actions: Sequence[str], *, roll: Roll
    ) -> Step[StateT]:
        """Play a whole turn; ``roll`` (0 to 99) decides what it leaves to chance.

        A roll that is drawn is drawn once the whole turn is known to be legal, never before: a
        refusal must tell nothing of it, not even by the time it takes.
        """

    def arrange(
        self, state: StateT, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[StateT]:
        """Set up a side between rounds; the round starts when all are ready."""

    def time_out(self, state: StateT) -> Step[StateT]:
        """Return what a missed deadline means: a loss, no result, or arrangements locked."""

    def resign(self, state: StateT, side: Side) -> Step[StateT]:
        """End the game for one side."""

    def agree_draw(self, state: StateT) -> Step[StateT]:
        """End the game as agreed by all."""

    def claim(self, state: StateT, side: Side) -> Step[StateT]:
        """End the game as the laws allow a player to demand."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or ``None`` while it goes on."""

    def describe(self, state: StateT) -> dict[str, Any]:
        """Return the rule set's part of a game as plain JSON data for a screen."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        """Return what happened in sentences, the players called by ``names``."""

    def draw(
        self,
        state: StateT,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        """Return a picture as SVG: of ``position`` or the present, ``side`` at the bottom.

        ``last`` are the recorded actions that led there, to be marked, and ``before`` the
        position in which they were played, if it is known.
        """

    def collage(
        self,
        state: StateT,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        """Return the same picture as ``draw``, in layers."""

    def brief(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return where a described game stands in a few words, as ``side`` sees it."""

    def chapter(self, description: Mapping[str, Any]) -> str:
        """Return the chapter of the rules page (its anchor) that fits a described game."""

    def phrase(self, happenings: Sequence[Happening]) -> str:
        """Return what a turn did in few signs, for a list of turns."""

    def sketch(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return a small picture of a described game as SVG, for a list within a page.

        It is styled by the page and says nothing to those who do not see it.
        """


class Tree(Protocol[StateT]):
    """The positions of a game and every way on from each, for perft and for lists."""

    def read(self, text: str) -> StateT:
        """Return a position; raises ``RulesError`` for what does not read or cannot be."""

    def write(self, position: StateT) -> str:
        """Return the text of a position."""

    def edges(self, position: StateT) -> Sequence[tuple[str, StateT | str]]:
        """Return each edge with the position it leads to, or how the round ends there."""

    def count(self, position: StateT) -> tuple[int, Sequence[StateT]]:
        """Return how many edges end the round, and the positions the others lead to."""


class Robot(Protocol[PlayedT]):
    """A player made of code. Chance comes in as a generator."""

    strengths: tuple[str, ...]
    """Weakest first."""

    def choose_turn(self, state: PlayedT, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the actions of a legal turn of the side to act."""

    def choose_arrangement(
        self, state: PlayedT, side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Return how a side is set up before a round."""
