"""The sections of the settings page on notifications, by which way and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import time
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.shown import wording
from notifications.pages.section import Section
from notifications.preferences import NotificationPreferences
from notifications.vocabulary import (
    BY_CHANNEL,
    MOST_RUNGS,
    RUNGS,
    Channel,
    Timing,
)
from notifications.vocabulary.kind import Kind, kinds
from notifications.wishes import update_preferences

WAYS = {
    Timing.AT_ONCE: gettext_lazy("Immediately"),
    Timing.DAILY: gettext_lazy("Once a day"),
    Timing.OFF: gettext_lazy("Off"),
}


class Row(NamedTuple):
    """One kind of news with the ways to hear of it."""

    word: Any
    mail: BoundField
    push: BoundField


class KindsSection(Section):
    """What to report, by which way and how soon."""

    key = "telling"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for channel in Channel:
            for name, kind in kinds().items():
                ways = [(way.value, WAYS[way]) for way in kind.timings(channel)]
                self.fields[f"{channel}-{name}"] = forms.ChoiceField(
                    label=format_lazy(BY_CHANNEL[channel], kind=kind.label), choices=ways
                )

    def rows(self) -> Iterator[Row]:
        """Yield the kinds with their two fields."""
        for name, kind in kinds().items():
            yield Row(kind.label, self[f"{Channel.MAIL}-{name}"], self[f"{Channel.PUSH}-{name}"])

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        return {
            f"{channel}-{name}": wishes.way(channel, kind).value
            for channel in Channel
            for name, kind in kinds().items()
        }

    def save(self, user: User) -> None:
        update_preferences(
            user.pk,
            {
                channel: {name: Timing(self.cleaned_data[f"{channel}-{name}"]) for name in kinds()}
                for channel in Channel
            },
        )


def _daily(channel: Channel, kind: Kind) -> Timing:
    return Timing.DAILY if Timing.DAILY in kind.timings(channel) else Timing.AT_ONCE


MEASURES: Final[dict[str, tuple[Any, Callable[[Channel, Kind], Timing]]]] = {
    "all": (gettext_lazy("Everything"), lambda channel, kind: kind.usual(channel)),
    "awaited": (
        gettext_lazy("Only games waiting for me"),
        lambda channel, kind: Timing.AT_ONCE if kind.asks else Timing.OFF,
    ),
    "daily": (gettext_lazy("Email once a day"), _daily),
    "nothing": (gettext_lazy("No notifications"), lambda channel, kind: Timing.OFF),
}
"""How much to report, by one choice, and how soon each kind is reported then."""


class MeasureSection(Section):
    """How much to report: one choice in the place of one for each kind and way."""

    key = "measure"

    measure = forms.ChoiceField(choices=[(name, words) for name, (words, _way) in MEASURES.items()])

    def ways(self) -> Iterator[tuple[str, Any, bool]]:
        """Yield each choice with its words, and whether it is what this person has."""
        for name, (words, _way) in MEASURES.items():
            yield name, words, name == self.initial.get("measure")

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        for name, (_words, way) in MEASURES.items():
            if all(
                wishes.way(c, kind) == way(c, kind)
                for c in Channel
                for kind in kinds().values()
                if not kind.is_asked_for
            ):
                return {"measure": name}
        return {}

    def save(self, user: User) -> None:
        measure = self.cleaned_data["measure"]
        _words, way = MEASURES[measure]
        every = {
            c: {
                name: way(c, kind)
                for name, kind in kinds().items()
                if not kind.is_asked_for or measure == "nothing"
            }
            for c in Channel
        }
        update_preferences(user.pk, every)


class TimesSection(Section):
    """When to report it."""

    key = "times"

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Daily email at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )
    weekly = forms.BooleanField(
        label=gettext_lazy("Weekly email"),
        required=False,
        help_text=gettext_lazy("On Mondays: results, ratings and your best goal of the week."),
    )
    daily_puzzle = forms.BooleanField(
        label=gettext_lazy("Puzzle of the day by email"),
        required=False,
        help_text=gettext_lazy("Sent at the same hour, unless you've solved it."),
    )
    is_quiet = forms.BooleanField(label=gettext_lazy("No push in quiet hours"), required=False)
    quiet_from = forms.TimeField(
        label=gettext_lazy("from"), widget=forms.TimeInput(attrs={"type": "time"})
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("until"), widget=forms.TimeInput(attrs={"type": "time"})
    )

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        begin, end = wishes.quiet or (time(22), time(7))
        return {
            "digest_hour": wishes.digest_hour,
            "weekly": wishes.weekly,
            "daily_puzzle": wishes.daily_puzzle,
            "is_quiet": wishes.quiet is not None,
            "quiet_from": f"{begin:%H:%M}",
            "quiet_until": f"{end:%H:%M}",
        }

    def save(self, user: User) -> None:
        chosen = self.cleaned_data
        begin, end = chosen["quiet_from"], chosen["quiet_until"]
        if not chosen["is_quiet"] or begin == end:
            begin = end = None
        update_preferences(
            user.pk,
            {},
            digest_hour=chosen["digest_hour"],
            weekly=chosen["weekly"],
            daily_puzzle=chosen["daily_puzzle"],
            quiet_from=begin,
            quiet_until=end,
        )


class RemindersSection(Section):
    """How long before the end of their time a person is reminded."""

    key = "reminders"

    push = forms.MultipleChoiceField(
        label=gettext_lazy("By push, before your turn time is up"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.MultipleChoiceField(
        label=gettext_lazy("By email, before your turn time is up"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    wake_me = forms.BooleanField(
        label=gettext_lazy("Remind me even in quiet hours"),
        required=False,
        help_text=gettext_lazy(
            "We move reminders out of your quiet hours. If there's no time for that, they come "
            "anyway."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for channel in Channel:
            field = self.fields[channel.value]
            assert isinstance(field, forms.MultipleChoiceField)
            field.choices = [(name, wording.hours(before)) for name, before in RUNGS.items()]

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or {}
        for channel in Channel:
            if len(chosen.get(channel.value, ())) > MOST_RUNGS:
                self.add_error(
                    channel.value,
                    _("Choose up to {number} reminders.").format(number=MOST_RUNGS),
                )
        return chosen

    def summary(self) -> str:
        lists = {
            channel: wording.joined(
                [
                    wording.hours(RUNGS[name])
                    for name in self[channel.value].value() or ()
                    if name in RUNGS
                ]
            )
            or _("none")
            for channel in Channel
        }
        return _("Push: {push}. Email: {mail}.").format(
            push=lists[Channel.PUSH], mail=lists[Channel.MAIL]
        )

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        return {
            **{channel.value: list(wishes.rungs_of(channel)) for channel in Channel},
            "wake_me": wishes.wake_me,
        }

    def save(self, user: User) -> None:
        chosen = self.cleaned_data
        rungs = {channel.value: chosen[channel.value] for channel in Channel}
        update_preferences(user.pk, {}, rungs, wake_me=chosen["wake_me"])
