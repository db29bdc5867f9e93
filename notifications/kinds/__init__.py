"""The kinds of notifications and the mails by the clock: a class each, the core's and features'."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from notifications.features import features
from notifications.kinds.kind import Kind, Occasion

_OF_THE_CORE: Final = ("challenges", "play")
_GONE: Final = Kind()


@cache
def kinds() -> Mapping[str, Kind]:
    """Return every kind by name, in the order of the settings page."""
    modules = [import_module(f"{__name__}.{name}") for name in _OF_THE_CORE]
    every = [kind for module in modules for kind in module.KINDS]
    every += [kind for feature in features() for kind in feature.kinds]
    return {kind.name: kind for kind in every}


def find_kind(name: str) -> Kind:
    """Return the kind of this name; of a feature that is gone, a kind that is never sent."""
    return kinds().get(name, _GONE)


def kinds_for(occasion: Occasion) -> list[Kind]:
    """Return what a receiver may hear of an event; they get the first that they want to hear."""
    found = [
        kind for kind in kinds().values() if occasion.type in kind.events and kind.is_for(occasion)
    ]
    return sorted(found, key=lambda kind: kind.gives_way)
