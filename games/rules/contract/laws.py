"""The game itself: what may be done, and what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from games.rules.contract.options import OptionField
from games.rules.contract.summary import Summary
from games.rules.contract.values import Happening, Options, Outcome, Roll, Side, StateT, Step, Terms


class RuleSet(Protocol[StateT]):
    """One game. Everything returned is new; no argument is ever changed.

    Methods raise ``NotationError`` for text that does not parse, ``IllegalTurn`` (with the
    index of the action and what was legal there), ``IllegalArrangement`` (with the law),
    ``IllegalAct`` for an act that the game does not know and ``IllegalOptions`` for what parses
    but is not allowed, and ``OutOfPhase`` for what cannot be done now.
    """

    key: str
    """What a stored game is found by."""
    version: int
    """Raised when a law changes; a game keeps the version it began with."""
    sides: tuple[Side, ...]
    """Every seat that the game can have, in the order of play."""
    has_arrangements: bool
    """Whether sides set themselves up before a round; else ``arrange`` is never called."""
    has_chance: bool
    """Whether a roll ever decides anything."""

    @property
    def name(self) -> str:
        """Return what the game is called in the present language."""

    # --- the terms

    def option_fields(self) -> Sequence[OptionField]:
        """Return the terms that ``check_options`` takes: for the API, forms and emails."""

    def check_options(self, options: Terms) -> Terms:
        """Return the options completed with defaults, or raise ``IllegalOptions``."""

    def seats(self, options: Terms) -> tuple[Side, ...]:
        """Return the sides that are played under complete options, in the order of play."""

    # --- the state

    def start(self, options: Terms) -> StateT:
        """Return the state before anyone has done anything."""

    def load(self, text: str) -> StateT:
        """Return the state that ``dump`` wrote."""

    def dump(self, state: StateT) -> str:
        """Return the whole state as one line of text."""

    def describe(self, state: StateT) -> dict[str, Any]:
        """Return the rule set's part of a game as plain JSON data for a screen.

        The service stores it, shows it and never looks into it.
        """

    def summary(self, description: Mapping[str, Any]) -> Summary:
        """Return what the service may know of a described state."""

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or ``None`` while it continues."""

    def forfeited_by(self, state: StateT) -> frozenset[Side]:
        """Return the sides that a missed deadline put out of the game, whether it ended or not."""

    def draws_needed(self, state: StateT) -> frozenset[Side]:
        """Return the sides that must agree for a draw: all, or those still present."""

    # --- what may be done

    def choices(self, state: StateT, after: Sequence[str]) -> Options:
        """Return what may follow ``after`` in the turn of the side to act."""

    def play(
        self, state: StateT, side: Side, actions: Sequence[str], *, roll: Roll
    ) -> Step[StateT]:
        """Play a whole turn; ``roll`` (0 to 99) decides what it leaves to chance.

        A roll that is drawn is drawn once the whole turn is known to be legal, never before: a
        refusal must show nothing of it, not even by the time it takes.
        """

    # --- looking ahead

    def situation(self, state: StateT, side: Side) -> str:
        """Return all that matters for what this side may do now, and nothing that only counts.

        Anyone who has prepared an answer finds it by this text, however the game came to it: the
        same situation offers the same actions, regardless of the number of the turn. What the
        others may still change before the side acts does not belong to it.
        """

    def outcomes(self, state: StateT, actions: Sequence[str]) -> Mapping[str, int]:
        """Return what chance may make of a whole turn, in per cent; empty where it decides nothing.

        Each is called as a recorded action shows it behind its ``=``. Raises as ``play`` does.
        """

    def foresee(
        self, state: StateT, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[StateT]:
        """Play a turn as if chance had decided so; raises as ``play`` does, and ``OutcomeNeeded``.

        Where only one outcome is possible, ``None`` will do.
        """

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        """Return what of ``ALARMS`` others have done to this side."""

    # --- between rounds and outside turns

    def arrange(
        self, state: StateT, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[StateT]:
        """Set up a side between rounds; the round starts when all are ready."""

    def act(self, state: StateT, side: Side, name: str) -> Step[StateT]:
        """Do what is no turn: ``resign``, ``claim``, or an act of the rule set's own.

        Doing what already holds returns the same state and no act. It may or may not end the game;
        where others have to act after it, the step restarts the clock.
        """

    def time_out(self, state: StateT) -> Step[StateT]:
        """Return what a missed deadline means: a loss, no result, one out or away, a round begun.

        The game is over after it, or the step restarts the clock.
        """

    def agree_draw(self, state: StateT) -> Step[StateT]:
        """End the game as agreed by all of ``draws_needed``."""


@runtime_checkable
class Arranging(Protocol):
    """A rule set in which an arrangement of one side can be set up by the others too."""

    def arranged_for(self, arrangement: Mapping[str, Any], side: Side) -> Mapping[str, Any]:
        """Return an arrangement of the first side as this side would set it up."""
        ...


@runtime_checkable
class SeatedByLot(Protocol):
    """A rule set whose laws have the seats drawn by lot: no one chooses a side."""

    seating_law: str
    """The law that says so."""


@runtime_checkable
class Supervised(Protocol[StateT]):
    """A rule set whose games may have a supervisor, a person without a seat."""

    def supervise(self, state: StateT, side: Side, name: str) -> Step[StateT]:
        """Let a player leave or return, or end the game as a draw.

        The act is ``LET_LEAVE``, ``LET_RETURN`` or ``AGREE_DRAW`` of this side. The draw has the
        reason ``DECLARED``. Raises ``OutOfPhase`` where the laws forbid it even to a supervisor.
        """


@runtime_checkable
class Adjudicable(Protocol[StateT]):
    """A rule set of two sides whose games a competition can end before their time."""

    def adjudicate(self, state: StateT, winner: Side | None) -> Step[StateT]:
        """End the game with the reason ``adjudicated``; ``None`` makes it a draw.

        The act is ``ADJUDICATE`` of the winner, or ``ADJUDICATE_DRAW`` of the first side.
        """

    def call_off(self, state: StateT) -> Step[StateT]:
        """End the game without a result, with the reason ``called_off``.

        The act is ``CALL_OFF`` of the first side.
        """
