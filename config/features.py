"""What an app adds to the service, said once and typed.

A ``Hook`` is a moment at which a room asks the rooms above it: it is in the room that asks, and its
type says what is asked. A ``Feature`` is what one app adds: its addresses, its periodic work, what
it does at which hook. Each app has one in its module ``feature`` and registers it in ``ready()``.
So nothing below imports what is above, and an app that is not installed adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

from django.urls import URLResolver, include, path

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Given(Generic[F]):
    """What one app does at one hook."""

    hook: Hook[F]
    what: F
    name: str = ""
    is_early: bool = False

    @property
    def dotted(self) -> str:
        """Where it stands, for people who look for it."""
        module = getattr(self.what, "__module__", "")
        return f"{module}.{getattr(self.what, '__qualname__', self.name)}"


class Hook(Generic[F]):
    """A moment at which other apps may do something, or a question that they answer."""

    def __init__(self) -> None:
        self.given: list[Given[F]] = []

    def by(self, what: F, *, name: str = "", early: bool = False) -> Given[F]:
        """Return what an app does here, for its ``Feature``; ``early`` comes before all others."""
        return Given(self, what, name, early)

    def __iter__(self) -> Iterator[F]:
        """Yield what is done here, in the order in which apps are installed."""
        return (one.what for one in self.in_order())

    def in_order(self) -> list[Given[F]]:
        """Return what is done here, what comes early first."""
        return sorted(self.given, key=lambda one: not one.is_early)

    def named(self) -> dict[str, F]:
        """Return what is given here by its name."""
        return {one.name: one.what for one in self.in_order()}


@dataclass(frozen=True, slots=True)
class Feature:
    """What one app adds to the service."""

    name: str
    api_urls: str = ""
    """The module of its addresses below ``/api/v1/``."""
    urls: str = ""
    """The module of its pages."""
    hooks: Sequence[Given[Any]] = ()
    schedule: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Its periodic tasks, as beat reads them."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Groups of its calls in the OpenAPI document, each with a sentence."""
    enumerations: Mapping[str, str] = field(default_factory=dict)
    """Names of its enumerations in that document, and where each is."""
    limits: Mapping[str, str] = field(default_factory=dict)
    """What each of its limits counts, for the developers' pages."""


_features: Final[dict[str, Feature]] = {}


def register(feature: Feature, features: dict[str, Feature] = _features) -> None:
    """Let an app add what it has to add; once in the life of a process."""
    assert feature.name not in features, f"{feature.name} is registered already"
    features[feature.name] = feature
    for given in feature.hooks:
        given.hook.given.append(given)


def registered() -> list[Feature]:
    """Return what every app adds, in the order in which they are installed."""
    return list(_features.values())


def schedule() -> dict[str, Mapping[str, Any]]:
    """Return all periodic tasks by their names."""
    return {name: task for one in registered() for name, task in one.schedule.items()}


def enumerations() -> dict[str, str]:
    """Return where each enumeration of the OpenAPI document is, by its name there."""
    return {name: place for one in registered() for name, place in one.enumerations.items()}


def api_urls() -> list[URLResolver]:
    """Return the addresses of all features below ``/api/v1/``."""
    return [path("api/v1/", include(one.api_urls)) for one in registered() if one.api_urls]


def core_urls(module: str) -> list[URLResolver]:
    """Return a module's addresses below ``/api/v1/``, those that features take over before them.

    Each address is tried after all that come before it, and a turn is such an address.
    """
    core = import_module(module)
    own = {str(one.pattern) for one in core.urlpatterns}
    features = [one for resolver in api_urls() for one in resolver.url_patterns]
    taken = [one for one in features if str(one.pattern) in own]
    names = {str(one.pattern) for one in taken}
    kept = [one for one in core.urlpatterns if str(one.pattern) not in names]
    return [
        path("api/v1/", include(taken)),
        path("api/v1/", include((kept, core.app_name))),
    ]


def urls() -> list[URLResolver]:
    """Return the addresses of all pages of apps."""
    return [path("", include(one.urls)) for one in registered() if one.urls]


PREPARING: Final[Hook[Callable[[], object]]] = Hook()
"""Done by ``manage.py prepare`` once the tables are up to date; safe to do again."""

SLOTS: Final[Hook[str]] = Hook()
"""Templates that apps show on pages of the core, by the name of the ``{% slot %}``."""
