"""The rooms of the house: one way through them, and no circle.

A room is a package or a flat module of an app; each feature of games is a room of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
from django.conf import settings

BASE = Path(__file__).parents[2]
APPS = ("config", "accounts", "games", "notifications")
DOWN = [
    "features", "pages", "streams", "shown", "play", "clock", "store", "models", "rules",
]  # fmt: skip
FEATURES = sorted(path.parent.name for path in (BASE / "games" / "features").glob("*/apps.py"))

Graph = Mapping[str, set[str]]


@pytest.fixture(scope="module")
def imports() -> Graph:
    """Return which modules each of ours imports; what is for types alone does not count."""
    graph = grimp.build_graph(*APPS, exclude_type_checking_imports=True, cache_dir=None)
    return {
        module: set(graph.find_modules_directly_imported_by(module))
        for module in graph.modules
        if ".migrations" not in module
    }


def room_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[1:2] == ["features"] else 2])


def rooms_of(imports: Graph) -> Graph:
    rooms: dict[str, set[str]] = defaultdict(set)
    for module, others in imports.items():
        rooms[room_of(module)] |= {room_of(other) for other in others} - {room_of(module)}
    return rooms


def circle_in(graph: Graph) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_rooms_form_no_circle(imports: Graph) -> None:
    assert circle_in(rooms_of(imports)) == []


def test_modules_form_no_circle(imports: Graph) -> None:
    assert circle_in(imports) == []


def test_a_circle_would_be_seen() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_no_app_imports_one_above_it(imports: Graph) -> None:
    upward = {
        f"{module} -> {other}"
        for module, others in imports.items()
        for other in others
        if APPS.index(other.split(".")[0]) > APPS.index(module.split(".")[0])
    }
    assert upward == set()


def test_nothing_below_imports_a_feature(imports: Graph) -> None:
    below = {
        f"{module} -> {other}"
        for module, others in imports.items()
        for other in others
        if other.startswith("games.features.")
        and not module.startswith(("games.features.", "notifications.features."))
    }
    assert below == set()


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_knows_only_those_that_it_needs(imports: Graph, feature: str) -> None:
    known = {
        room.removeprefix("games.features.")
        for room in rooms_of(imports)[f"games.features.{feature}"]
        if room.startswith("games.features.")
    }
    assert known <= set(settings.FEATURES[feature])


def contracts() -> Iterator[dict[str, Any]]:
    yield from tomllib.loads((BASE / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]


def test_the_contracts_name_one_way_and_except_nothing() -> None:
    inside = {one["containers"][0]: one["layers"] for one in contracts() if "containers" in one}
    assert sorted(inside) == sorted(APPS)
    layers = [layer for one in contracts() for layer in one.get("layers", ())]
    assert not [layer for layer in layers if ":" in layer or "(" in layer]
    assert not [one["name"] for one in contracts() if "ignore_imports" in one]
    order = [name for layer in inside["games"] for name in layer.split(" | ")]
    assert [name for name in order if name in DOWN] == DOWN


def test_one_module_asks_whether_a_game_is_live() -> None:
    asking = re.compile(r"\.live is (not )?None|(?<!def )\bis_live\(")
    found = {
        str(path.relative_to(BASE))
        for app in APPS
        for path in (BASE / app).rglob("*.py")
        if asking.search(path.read_text()) and "rules" not in path.parts
    }
    # What is stored and what moves it know their own shape; streams mean their listeners.
    known = {"games/models/game.py", "games/clock/live.py", "games/streams/hub.py",
             "games/streams/stream.py"}  # fmt: skip
    assert found - known == {"games/clock/clocks.py"}
