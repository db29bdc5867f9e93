"""The terms of a game, declared once: the API, the form and the emails come from this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from games.rules.errors import IllegalOptions
from games.rules.text import gettext as _

Kind = Literal["whole", "choice", "flag", "sides", "time"]

UNTIL: Final = "until"
"""The option by which a game ends at a moment, no matter how it stands then."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One term of a game.

    A *whole* is a number from ``least`` to ``most``, a *choice* one of ``choices`` (the value and
    its words), a *flag* is true or false, *sides* a list of sides out of ``choices``, a *time* a
    moment in UTC as text, or none.
    """

    name: str
    kind: Kind
    default: Any
    label: str
    """What a form calls it: ``Goals to win``."""
    help: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[tuple[Any, str], ...] = ()
    words: str = ""
    """The agreed value in a list of terms, with a place for it: ``first to {}``."""
    in_minutes: str = ""
    """The same of seconds that are whole minutes: ``{} minutes for all moves``."""
    law: str | None = None
    """The law that speaks of it, which a refusal cites."""
    instead: str | None = None
    """The term beside which it may be left out."""
    notes: tuple[tuple[Any, str], ...] = ()
    """What people should know before they agree on a value: the value and a sentence."""

    def note(self, value: Any) -> str:
        """Return what people should know who agree on this value; empty if nothing."""
        # Not by ``in``: a value may be a list.
        return next((_(words) for one, words in self.notes if one == value), "")

    def phrase(self, value: Any) -> str:
        """Return the agreed value as a list of terms has it."""
        shown: Any = value
        if self.kind == "choice":
            shown = _(str(dict(self.choices).get(value, value)))
        if self.kind == "sides":
            shown = ", ".join(value) or _("no one")
        elif self.kind == "time":
            shown = f"{value[:16].replace('T', ' ')} UTC" if value else "–"
        elif self.kind == "flag":
            shown = _("yes") if value else _("no")
        elif self.in_minutes and value % 60 == 0:
            return _(self.in_minutes).format(value // 60)
        return (_(self.words) or f"{_(self.label).lower()}: {{}}").format(shown)

    def check(self, value: Any) -> Any:
        """Return the value; raises ``IllegalOptions`` for one that cannot be agreed."""
        if not self._is_allowed(value):
            raise IllegalOptions(self._demand(), field=self.name, law=self.law)
        return value

    def _is_allowed(self, value: Any) -> bool:
        match self.kind:
            case "whole":
                is_whole = isinstance(value, int) and not isinstance(value, bool)
                least = value if self.least is None else self.least
                most = value if self.most is None else self.most
                return is_whole and least <= value <= most
            case "choice":
                # Not by ``in``: to Python, 2 is 2.0 and 1 is True.
                return any(type(value) is type(one) and value == one for one, _ in self.choices)
            case "flag":
                return isinstance(value, bool)
            case "sides":
                known = [one for one, _ in self.choices]
                return (
                    isinstance(value, list)
                    and all(isinstance(one, str) and one in known for one in value)
                    and len(set(value)) == len(value)
                )
            case "time":
                return value is None or (isinstance(value, str) and is_moment(value))

    def _demand(self) -> str:
        match self.kind:
            case "whole":
                return _("{label}: a whole number from {least} to {most}.").format(
                    label=_(self.label), least=self.least, most=self.most
                )
            case "flag":
                return _("{label}: true or false.").format(label=_(self.label))
            case "time":
                return _("{label}: a time such as 2027-01-31T18:00:00Z.").format(
                    label=_(self.label)
                )
            case "sides":
                return _("{label}: a list of {listed}.").format(
                    label=_(self.label), listed=_listed(one for one, _ in self.choices)
                )
            case "choice":
                return _("{label}: one of {listed}.").format(
                    label=_(self.label), listed=_listed(one for one, _ in self.choices)
                )


def is_moment(text: str) -> bool:
    """Return whether a text is a moment as options hold it: in UTC, to the second."""
    try:
        return f"{datetime.fromisoformat(text).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" == text
    except ValueError:
        return False


def check_fields(fields: Sequence[OptionField], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options completed with defaults; raises ``IllegalOptions``."""
    known = {field.name for field in fields}
    for name in options:
        if name not in known:
            words = _("This game has no option {x!r}.").format(x=name[:30])
            raise IllegalOptions(words, field=name, is_known=False, law=None)
    return {field.name: field.check(options.get(field.name, field.default)) for field in fields}


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values)
