"""Nothing that was promised is taken away: the document against the frozen copy of its version.

What only adds passes. What takes needs a new major version and an entry in the changelog; then
`python -m tests.api.freeze` writes the next copy.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client

from config.developers.changes import RELEASES
from tests.api.compatibility import Document
from tests.api.document import document
from tests.api.freeze import all_losses, frozen, frozen_form, objection


@pytest.mark.needs
def test_nothing_that_was_promised_is_taken() -> None:
    assert all_losses(frozen(), document()) == []


def test_the_frozen_copy_the_package_and_the_changelog_name_one_version() -> None:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]

    assert document()["info"]["version"] == project["version"] == RELEASES[0].version
    assert frozen()["info"]["version"] == project["version"], "python -m tests.api.freeze"
    assert re.fullmatch(r"\d+\.\d+\.\d+", project["version"])
    assert [one.day for one in RELEASES] == sorted((one.day for one in RELEASES), reverse=True)


def test_the_changelog_has_a_feed() -> None:
    answer = Client().get("/developers/changes.atom")

    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    assert f"API {RELEASES[0].version}" in answer.content.decode()
    page = Client().get("/developers/changes/").content.decode()
    assert "/developers/changes.atom" in page
    assert RELEASES[0].version in page


def call(d: Document, method: str, path: str) -> Any:
    return d["paths"][f"/api/v1{path}"][method]


def security(d: Document, way: Callable[[Any], Any]) -> None:
    ways = call(d, "get", "/events")["security"]
    ways[:] = [one for one in ways if not way(one)]


TAKEN: Final[dict[str, Callable[[Document], Any]]] = {
    "GET /presets: gone": lambda d: d["paths"].pop("/api/v1/presets"),
    "GET /games: no longer named list_games": lambda d: call(d, "get", "/games").update(
        operationId="games"
    ),
    "Leave.until: gone": lambda d: d["components"]["schemas"]["Leave"]["properties"].pop("until"),
    "POST /games/{game_id}/turns 409: no code stale_turn": lambda d: call(
        d, "post", "/games/{game_id}/turns"
    )["responses"]["409"]["content"]["application/problem+json"]["examples"].pop("stale_turn"),
    "GET /events: not by app games:read": lambda d: security(d, lambda one: "app" in one),
    "POST /challenges 201: gone": lambda d: call(d, "post", "/challenges")["responses"].pop("201"),
    "webhook challenge.received: gone": lambda d: d["webhooks"].pop("challenge.received"),
    "TurnRequest.note: now required": lambda d: d["components"]["schemas"]["TurnRequest"][
        "required"
    ].append("note"),
}
"""What is said of each thing that is taken."""


@pytest.fixture(scope="module")
def shown() -> Document:
    """What is kept of the document of today."""
    return frozen_form(document())


@pytest.mark.long
def test_what_is_taken_is_found_and_nothing_else(shown: Document) -> None:
    later = document()
    assert all_losses(shown, later) == []

    for take in TAKEN.values():
        take(later)

    assert sorted(all_losses(shown, later)) == sorted(TAKEN)


@pytest.mark.parametrize(
    ("version", "takes", "says"),
    [
        ("1.0.0", False, "raise the version"),
        ("1.1.0", False, ""),
        ("1.1.0", True, "major version"),
        ("2.0.0", True, ""),
    ],
)
def test_a_new_copy_needs_a_new_version(
    shown: Document, version: str, takes: bool, says: str
) -> None:
    first, later = {**shown, "info": {"version": "1.0.0"}}, document()
    later["info"]["version"] = version
    if takes:
        TAKEN["Leave.until: gone"](later)

    why = objection(first, later)

    assert says in why
    assert bool(why) == bool(says)
