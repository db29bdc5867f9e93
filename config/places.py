"""The five places of the site, and to which of them a page belongs.

A ``Place`` is an entry of the bar that every page shows but boards and log-in. An ``Address`` puts
the pages below a path into a place. An app adds its own at ``ADDRESSES``, so a place leads only to
what is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from config.features import Hook

Key = Literal["play", "learn", "watch", "compete", "me"]

NAMES: Final[dict[Key, Promise]] = {
    "play": gettext_lazy("Play"),
    "learn": gettext_lazy("Learn"),
    "watch": gettext_lazy("Watch"),
    "compete": gettext_lazy("Compete"),
    "me": gettext_lazy("Me"),
}
"""What the places are called, in the order of the bar."""


class Address(NamedTuple):
    """A path and all below it: their place, and the name under which the place lists the path."""

    place: Key
    path: str
    name: Promise | str = ""
    icon: str = ""
    """Where it is also offered on the page of games: as a tile of *Play*, as a line of others."""
    line: Promise | str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place, and its pages in the order in which it lists them."""

    key: Key
    name: Promise
    pages: tuple[Address, ...]

    @property
    def path(self) -> str:
        """The page that the bar opens."""
        return self.pages[0].path


ADDRESSES: Final[Hook[Address]] = Hook()
"""The addresses that an app adds to the places. The bar opens the first with a name; ``early`` puts
the page of a feature before what the core shows without it."""


def places() -> Iterator[Place]:
    """Yield the places that have a page, in their order."""
    for key, name in NAMES.items():
        if listed := tuple(one for one in ADDRESSES if one.place == key and one.name):
            yield Place(key, name, listed)


def doors(place: Key) -> list[Address]:
    """Return the pages of a place that features also offer on the page of games."""
    return [one for one in ADDRESSES if one.place == place and one.icon]


def place_of(path: str) -> Key | None:
    """Return the place of a page, by the longest path that an app has put there; else ``None``."""
    found = [one for one in ADDRESSES if _is_at(path, one)]
    return max(found, key=lambda one: len(one.path)).place if found else None


def _is_at(path: str, address: Address) -> bool:
    # All paths are below "/".
    return path == address.path or (address.path != "/" and path.startswith(address.path))
