"""The sections of the settings page; each is a form that is saved alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from datetime import time
from functools import cache
from typing import Any, Final, NamedTuple
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import hooks
from accounts.models import User
from accounts.page_settings import PageSettings
from config.developers.reference import EVENTS
from games import wording
from games.kits import KITS, draw_shirt
from notifications.preferences import read_preferences, update_preferences
from notifications.transport.ssrf import LONGEST_URL
from notifications.vocabulary import (
    BY_CHANNEL,
    LABELS,
    MOST_RUNGS,
    RUNGS,
    Channel,
    NotificationKind,
    Timing,
    timings_for,
    usual_timing,
)

WAYS = {
    Timing.AT_ONCE: gettext_lazy("At once"),
    Timing.DAILY: gettext_lazy("Once a day"),
    Timing.OFF: gettext_lazy("Off"),
}
REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
)  # fmt: skip


@cache
def zones() -> tuple[tuple[str, str], ...]:
    """Return the time zones that a person may live in, with their names for people."""
    names = sorted(zone for zone in available_timezones() if zone.split("/")[0] in REGIONS)
    return (("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names))


class Section(forms.Form):
    """A part of the settings: knows how to read and to store itself."""

    key: str

    @classmethod
    def of(cls, user: User) -> Section:
        """Return the form as this person has it."""
        return cls(initial=cls.read(user), auto_id=f"id_{cls.key}_%s")

    @classmethod
    @abstractmethod
    def read(cls, user: User) -> dict[str, Any]:
        """Return what is stored."""

    @abstractmethod
    def save(self, user: User) -> None:
        """Store what was chosen."""

    def told(self) -> str:
        """Return what is chosen now in one line, where a page says so above the form."""
        return ""


class Row(NamedTuple):
    """One kind of news with the ways to hear of it."""

    word: str
    mail: BoundField
    push: BoundField


class TellingSection(Section):
    """What to tell, by which way and how soon."""

    key = "telling"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for channel in Channel:
            for kind in NotificationKind:
                ways = [(way.value, WAYS[way]) for way in timings_for(channel, kind)]
                self.fields[f"{channel}-{kind}"] = forms.ChoiceField(
                    label=format_lazy(BY_CHANNEL[channel], kind=LABELS[kind]), choices=ways
                )

    def rows(self) -> Iterator[Row]:
        """Yield the kinds with their two fields."""
        for kind in NotificationKind:
            yield Row(LABELS[kind], self[f"{Channel.MAIL}-{kind}"], self[f"{Channel.PUSH}-{kind}"])

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        wishes = read_preferences(user)
        return {
            f"{channel}-{kind}": wishes.way(channel, kind).value
            for channel in Channel
            for kind in NotificationKind
        }

    def save(self, user: User) -> None:
        update_preferences(
            user.pk,
            {
                channel: {
                    kind: Timing(self.cleaned_data[f"{channel}-{kind}"])
                    for kind in NotificationKind
                }
                for channel in Channel
            },
        )


AWAITED: Final = frozenset(
    {
        NotificationKind.CHALLENGE_RECEIVED,
        NotificationKind.FORMATION,
        NotificationKind.TURN,
        NotificationKind.DRAW_OFFERED,
        NotificationKind.REMINDER,
    }
)
"""What waits for an answer of the person who is told."""


def _daily(channel: Channel, kind: NotificationKind) -> Timing:
    return Timing.DAILY if Timing.DAILY in timings_for(channel, kind) else Timing.AT_ONCE


MEASURES: Final[dict[str, tuple[Any, Callable[[Channel, NotificationKind], Timing]]]] = {
    "all": (gettext_lazy("All of it"), usual_timing),
    "awaited": (
        gettext_lazy("Only what waits for me"),
        lambda channel, kind: Timing.AT_ONCE if kind in AWAITED else Timing.OFF,
    ),
    "daily": (gettext_lazy("Mail once a day"), _daily),
    "nothing": (gettext_lazy("Nothing"), lambda channel, kind: Timing.OFF),
}
"""How much to tell, by one choice, and how soon each kind is told then."""


class MeasureSection(Section):
    """How much to tell: one choice in the place of one for each kind and way."""

    key = "measure"

    measure = forms.ChoiceField(choices=[(name, words) for name, (words, _way) in MEASURES.items()])

    def ways(self) -> Iterator[tuple[str, Any, bool]]:
        """Yield each choice with its words, and whether it is what this person has."""
        for name, (words, _way) in MEASURES.items():
            yield name, words, name == self.initial.get("measure")

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        wishes = read_preferences(user)
        for name, (_words, way) in MEASURES.items():
            if all(
                wishes.way(c, kind) == way(c, kind) for c in Channel for kind in NotificationKind
            ):
                return {"measure": name}
        return {}

    def save(self, user: User) -> None:
        _words, way = MEASURES[self.cleaned_data["measure"]]
        every = {c: {kind: way(c, kind) for kind in NotificationKind} for c in Channel}
        update_preferences(user.pk, every)


class TimesSection(Section):
    """When to tell it."""

    key = "times"

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Daily mail at"),
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )
    weekly = forms.BooleanField(
        label=gettext_lazy("Weekly mail"),
        required=False,
        help_text=gettext_lazy("On Mondays: results, ratings and the best goal of the week."),
    )
    daily_puzzle = forms.BooleanField(
        label=gettext_lazy("Puzzle of the day by mail"),
        required=False,
        help_text=gettext_lazy("At the same hour, unless you have solved it by then."),
    )
    is_quiet = forms.BooleanField(
        label=gettext_lazy("Quiet hours: no push between"), required=False
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("from"), widget=forms.TimeInput(attrs={"type": "time"})
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("until"), widget=forms.TimeInput(attrs={"type": "time"})
    )

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        wishes = read_preferences(user)
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
        label=gettext_lazy("By push, before the time of a turn is over"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.MultipleChoiceField(
        label=gettext_lazy("By mail, before the time of a turn is over"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    wake_me = forms.BooleanField(
        label=gettext_lazy("Wake me"),
        required=False,
        help_text=gettext_lazy(
            "A reminder that would come in your quiet hours comes before them, or after them where"
            " that is early enough; where neither is, it comes within them."
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
                    _("Choose at most {number} reminders.").format(number=MOST_RUNGS),
                )
        return chosen

    def told(self) -> str:
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
        return _("Push: {push}. Mail: {mail}.").format(
            push=lists[Channel.PUSH], mail=lists[Channel.MAIL]
        )

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        wishes = read_preferences(user)
        return {
            **{channel.value: list(wishes.rungs_of(channel)) for channel in Channel},
            "wake_me": wishes.wake_me,
        }

    def save(self, user: User) -> None:
        chosen = self.cleaned_data
        rungs = {channel.value: chosen[channel.value] for channel in Channel}
        update_preferences(user.pk, {}, rungs, wake_me=chosen["wake_me"])


class ZoneSection(Section):
    """On which clock times are shown."""

    key = "zone"

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zones)

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        return {"time_zone": user.time_zone}

    def save(self, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])
        for act in hooks.moved():
            act(user, timezone.now())


class LanguageSection(Section):
    """In which language a person is spoken to."""

    key = "language"

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext_lazy("As the browser asks")), *settings.LANGUAGES]

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        return {"language": user.language}

    def save(self, user: User) -> None:
        user.language = self.cleaned_data["language"]
        user.save(update_fields=["language"])


def _dress(key: str) -> SafeString:
    # The shirt is drawn from our own table: nothing in it was typed by anybody.
    return format_html("{}{}", mark_safe(draw_shirt(key)), KITS[key].name)


_dressed = lazy(_dress, str)
"""A kit as a choice: its shirt and what it is called."""


class PagesSection(Section):
    """How the pages behave."""

    key = "pages"

    confirm = forms.BooleanField(
        label=gettext_lazy("Send by a button"),
        required=False,
        help_text=gettext_lazy("Off: a turn to which nothing can be added goes by itself."),
    )
    next_game = forms.BooleanField(
        label=gettext_lazy("Go to the next game"),
        required=False,
        help_text=gettext_lazy("After sending, the next game that waits for you opens by itself."),
    )
    high_contrast = forms.BooleanField(label=gettext_lazy("High contrast"), required=False)
    notation_line = forms.BooleanField(
        label=gettext_lazy("Notation line"),
        required=False,
        help_text=gettext_lazy("A text field to type turns into, such as c3d5 !e8."),
    )
    vibrate = forms.BooleanField(
        label=gettext_lazy("Vibrate"),
        required=False,
        help_text=gettext_lazy("A short buzz when an action is added."),
    )
    phrases = forms.BooleanField(
        label=gettext_lazy("Phrases"),
        required=False,
        help_text=gettext_lazy("Hear what the others in a game say, and say something."),
    )
    kit = forms.ChoiceField(
        label=gettext_lazy("Kit"),
        required=False,
        choices=[
            ("", gettext_lazy("As the side has it")),
            *((key, _dressed(key)) for key in KITS),
        ],
        widget=forms.RadioSelect,
        help_text=gettext_lazy("White wears it always, Black unless the two could be mixed up."),
    )
    present = forms.BooleanField(
        label=gettext_lazy("Show that I am there"),
        required=False,
        help_text=gettext_lazy("The others in a game see while you have its page open."),
    )

    @classmethod
    def read(cls, user: User) -> dict[str, Any]:
        return user.page.write()

    def save(self, user: User) -> None:
        user.page_settings = PageSettings(**self.cleaned_data).write()
        user.save(update_fields=["page_settings"])


SECTIONS: dict[str, type[Section]] = {
    section.key: section
    for section in (
        MeasureSection,
        TellingSection,
        TimesSection,
        RemindersSection,
        ZoneSection,
        LanguageSection,
        PagesSection,
    )
}


class WebhookForm(forms.Form):
    """Where a webhook leads and what it tells."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": " ", "autocomplete": "off"}),
        help_text=gettext_lazy("A public https address of your program."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("It is told when"),
        choices=[(kind.value, gettext_lazy(words.when)) for kind, words in EVENTS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=[kind.value for kind in EVENTS],
    )
    own_events = forms.BooleanField(
        label=gettext_lazy("Also what I did myself"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Off: no events of your own turns and answers."),
    )
