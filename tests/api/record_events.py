"""Record an example of each event: `python3 manage.py test -n0 -p tests.api.record_events …`.

Whatever the named tests play, the shortest event of each type is kept as one of its receivers
reads it, under ids that are always the same. Name tests of the features too: all types happen
only there. `notifications/api/document.py` shows what is recorded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

RECORDED: Final = Path(__file__).parents[2] / "notifications" / "api" / "events.json"
_GAMES: Final = {"eleven", "standard", "future", "family"}
"""Tests play games of their own, too."""
_NAMES: Final = ("alice", "bob", "charlie")
_IDS: Final = {"game": "h4Xk93Qm", "challenge": "c7Rw2PzV", "competition": "Kp7mXq2d"}
_LONGEST: Final = 900
"""What is longer is left out: the document has a bound of its own."""
_found: dict[str, dict[str, Any]] = {}


@pytest.fixture(autouse=True)
def _read_events(request: pytest.FixtureRequest) -> Iterator[None]:
    is_marked = request.node.get_closest_marker("django_db") is not None
    has_database = is_marked or not {"db", "transactional_db"}.isdisjoint(request.fixturenames)
    if has_database:
        request.getfixturevalue("db")
    yield
    if has_database:
        # A plugin is loaded before Django is.
        from accounts.models import User
        from games.shown.payloads import event_payload
        from games.store.selectors import events_after

        people = dict(User.objects.filter(is_bot=False).values_list("username", "pk"))
        for receiver in people.values():
            for number, event, side in events_after(receiver, 0, 500):
                shown = dict(event_payload(number, event, side))
                if shown["data"]["ruleset"] in _GAMES:
                    _keep(shown, people)


def _keep(event: dict[str, Any], people: Iterable[str]) -> None:
    """Keep an event if none of its type is shorter."""
    text = json.dumps(event)
    named = sorted((name for name in people if f'"{name}"' in text), key=text.index)
    plain = dict(zip(named, _NAMES, strict=False))
    text = re.sub(r'"(\w+)"', lambda found: f'"{plain.get(found[1], found[1])}"', text)
    for member, name in _IDS.items():
        for found in (event[member], event["data"].get(member)):
            text = text.replace(found, name) if found else text
    kept = _found.get(event["type"])
    if len(text) < (len(json.dumps(kept)) if kept else _LONGEST):
        _found[event["type"]] = json.loads(text)


def pytest_sessionfinish() -> None:
    """Write what was found over what is there; types that did not happen stay as they were."""
    kept = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    RECORDED.write_text(json.dumps(dict(sorted((kept | _found).items())), indent=1) + "\n")
