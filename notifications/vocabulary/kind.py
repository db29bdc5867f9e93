"""A kind of notification: who hears of it, by which channel, how soon, and in what words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from config.features import Hook
from notifications.vocabulary import Channel, Timing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from notifications.message.content import MessageContent
    from notifications.message.context import MessageContext


class Occasion(NamedTuple):
    """An event as it concerns one of its receivers."""

    type: str
    is_actor: bool = False
    """Whether the receiver did it."""
    is_awaited: bool = False
    """Whether the game now waits for the receiver."""
    data: Mapping[str, Any] = MappingProxyType({})
    side: str | None = None
    """The receiver's side."""
    is_one_of_many: bool = False
    """Whether more than two play."""
    is_prepared: bool = False
    """Whether a plan played the turn, so that even its player may not know yet."""


class Kind:
    """One kind of notification. The classes below it say how it differs from the defaults."""

    name: ClassVar[str] = ""
    """At most 20 letters; stored with each notification and each choice."""
    label: ClassVar[StrOrPromise] = ""
    """What the settings call it."""
    events: ClassVar[Collection[str]] = ()
    """The types of event it can be about."""
    mail: ClassVar[Timing] = Timing.AT_ONCE
    """How soon a player hears of it by email who has chosen nothing."""
    push: ClassVar[Timing] = Timing.AT_ONCE
    mailed_at_once: ClassVar[Collection[str]] = ()
    """Types of event that are mailed immediately to a player who has chosen nothing."""
    most_mails_a_day: ClassVar[int | None] = None
    """After so many to one player the rest of the day's wait for the daily email."""
    gives_way: ClassVar[bool] = False
    """Whether another kind about the same event says more."""
    is_urgent: ClassVar[bool] = False
    """Whether it is worth nothing a day later."""
    asks: ClassVar[bool] = False
    """Whether the receiver has something to answer."""
    is_listed: ClassVar[bool] = False
    """Whether a player who wants it daily gets a list of all waiting games in the daily email."""
    is_seen_on_page: ClassVar[bool] = False
    """Whether a player who is at the page of the game sees it there."""
    is_asked_for: ClassVar[bool] = False
    """Whether a player hears of it only after asking for it, so that no measure turns it on."""
    stays: ClassVar[bool] = False
    """Whether it stays on a device for good, because it is never out of date."""

    def is_for(self, occasion: Occasion) -> bool:
        """Return whether this receiver of one of ``events`` is to hear of it."""
        return True

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        """Return whether the message still holds; one that does not is never sent."""
        return False

    def compose(self, context: MessageContext) -> MessageContent:
        """Return what the message says, as things are now."""
        raise NotImplementedError

    def daily_lines(
        self, contexts: Sequence[MessageContext], news: Sequence[MessageContext]
    ) -> Iterable[str]:
        """Return what the daily email says besides of these, of which ``news`` are shown whole."""
        return ()

    def timings(self, channel: Channel) -> tuple[Timing, ...]:
        """Return what can be chosen; only an email can wait for the next day."""
        if channel is Channel.MAIL and not self.is_urgent:
            return tuple(Timing)
        return (Timing.AT_ONCE, Timing.OFF)

    def usual(self, channel: Channel) -> Timing:
        """Return how soon a player hears of it who has chosen nothing."""
        return self.mail if channel is Channel.MAIL else self.push


KINDS: Final[Hook[Kind]] = Hook()
"""The kinds of the core and of the installed features, in the order of the settings page."""

_GONE: Final = Kind()


def kinds() -> dict[str, Kind]:
    """Return every kind by name."""
    return {kind.name: kind for kind in KINDS}


def find_kind(name: str) -> Kind:
    """Return the kind of this name; of a feature that is gone, a kind that is never sent."""
    return kinds().get(name, _GONE)


def kinds_for(occasion: Occasion) -> list[Kind]:
    """Return what a receiver may hear of an event; they get the first that they want to hear."""
    found = [kind for kind in KINDS if occasion.type in kind.events and kind.is_for(occasion)]
    return sorted(found, key=lambda kind: kind.gives_way)
