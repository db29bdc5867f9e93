"""The ways in which a rule set says no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class RulesError(ValueError):
    """Anything a rule set refuses. The message is a sentence for people.

    ``law`` is the number of the law against it (such as "3.3"), where the rule set names one.
    """

    def __init__(self, message: str, *, law: str | None) -> None:
        super().__init__(message)
        self.law = law


class NotationError(RulesError):
    """Text that does not parse: a position, an action, a turn, a state."""


class IllegalPosition(RulesError):
    """A position that parses but cannot be."""


class IllegalOptions(RulesError):
    """Terms of a game that the laws do not allow. ``field`` names the option.

    ``is_known`` is false where the game has no such option.
    """

    def __init__(self, message: str, *, field: str, is_known: bool = True, law: str | None) -> None:
        super().__init__(message, law=law)
        self.field = field
        self.is_known = is_known


class IllegalTurn(RulesError):
    """A turn that parses but is not legal.

    ``index`` shows which action, ``legal`` what was legal in its place.
    """

    def __init__(self, message: str, *, index: int, legal: Sequence[str], law: str | None) -> None:
        super().__init__(message, law=law)
        self.index = index
        self.legal = tuple(legal)


class OutcomeNeeded(RulesError):
    """A turn was to be foreseen without saying what chance makes of it, or with what it cannot.

    ``outcomes`` are those that there are, in per cent; none where nothing is left to chance.
    """

    def __init__(self, message: str, *, outcomes: Mapping[str, int]) -> None:
        super().__init__(message, law=None)
        self.outcomes = dict(outcomes)


class IllegalArrangement(RulesError):
    """A formation that breaks ``law``."""

    def __init__(self, message: str, *, law: str) -> None:
        super().__init__(message, law=law)


class IllegalAct(RulesError):
    """An act that the game does not know. ``legal`` are those that it knows."""

    def __init__(self, message: str, *, legal: Sequence[str], law: str | None) -> None:
        super().__init__(message, law=law)
        self.legal = tuple(legal)


class OutOfPhase(RulesError):
    """Something that cannot be done now: a turn during formations, a claim too early."""


class NotToAct(OutOfPhase):
    """The side is not one that the game waits for."""


class ArrangementLocked(OutOfPhase):
    """The side has said that it is ready; its arrangement no longer changes."""
