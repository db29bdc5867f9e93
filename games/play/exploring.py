"""What may be played in any position. No game is needed, and nothing is changed by asking."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from config.http.errors.refusals import Refusal
from games.laws import cited
from games.refusals import Invalid, NotFound, illegal_turn, unread_turn
from games.rules import registry
from games.rules.contract import Explorer, Options, WholeTurn
from games.rules.errors import IllegalPosition, IllegalTurn, NotationError, RulesError

LONGEST_POSITION: Final = 1000

# Anyone who asks for much keeps one thread of the process busy at the most: the others play turns.
_ONE_AT_A_TIME: Final = threading.BoundedSemaphore(1)


class Turns(NamedTuple):
    """Whole turns of a position, and whether these are all."""

    found: list[WholeTurn]
    are_all: bool


def list_choices(ruleset: str, text: str, after: Sequence[str]) -> Options:
    """Return what may follow ``after`` in a position; raises ``Refusal``s."""
    with _explore(ruleset, text) as (explorer, position):
        try:
            return explorer.choices(position, after)
        except IllegalTurn as error:
            raise illegal_turn(error, ruleset) from error
        except NotationError as error:
            index, legal = _first_illegal(explorer, position, after)
            raise unread_turn(error, ruleset, index=index, legal=legal) from error


def list_turns(ruleset: str, text: str, most: int) -> Turns:
    """Return the whole turns of a position, so many at the most; raises ``Refusal``s."""
    with _explore(ruleset, text) as (explorer, position):
        # One more than is wanted shows whether there are more; no further one is looked for.
        found = list(islice(explorer.turns(position), most + 1))
    return Turns(found[:most], are_all=len(found) <= most)


@contextmanager
def _explore(ruleset: str, text: str) -> Iterator[tuple[Explorer[Any], Any]]:
    """Lend the position and its explorer to one at a time; others get ``busy``."""
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise Refusal("busy", _("Nothing was changed. Try again."), headers={"Retry-After": "1"})
    try:
        explorer = registry.explorer(ruleset) if ruleset in registry.all_keys() else None
        if explorer is None:
            raise NotFound(_("We can't explore positions of a game with this name."))
        try:
            position = explorer.read(text)
        except IllegalPosition as error:
            cites = cited(ruleset, error.law)
            raise Invalid(str(error), field="position", code="impossible", **cites) from error
        except RulesError as error:
            cites = cited(ruleset, error.law)
            raise Invalid(str(error), field="position", code="malformed", **cites) from error
        yield explorer, position
    finally:
        _ONE_AT_A_TIME.release()


def _first_illegal(
    explorer: Explorer[Any], position: Any, after: Sequence[str]
) -> tuple[int, list[str]]:
    """Return the index of the first action that is not legal, and what was legal there."""
    for index, action in enumerate(after):
        legal = [choice["text"] for choice in explorer.choices(position, after[:index])["actions"]]
        if action not in legal:
            return index, legal
    return len(after), []
