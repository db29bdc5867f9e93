"""The sections of the pages of settings: clock, language, playing, notifications."""

from __future__ import annotations

from datetime import UTC, datetime, time
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import hooks
from accounts.models import User
from accounts.page_settings import PageSettings
from accounts.rest_days import MOST_DAYS, WEEKDAYS, choose, chosen
from games.shown import wording
from games.shown.kits import KITS, draw_shirt
from notifications.pages.notification_forms import (
    KindsSection,
    MeasureSection,
    RemindersSection,
    TimesSection,
)
from notifications.pages.section import Section
from notifications.preferences import NotificationPreferences

REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
    "Indian", "Pacific",
)  # fmt: skip


@cache
def zones() -> tuple[tuple[str, str], ...]:
    """Return the time zones that a person may live in, with their names for people."""
    names = sorted(zone for zone in available_timezones() if zone.split("/")[0] in REGIONS)
    return (("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names))


class ZoneSection(Section):
    """On which clock times are shown."""

    key = "zone"
    page = "settings_time"

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zones)

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        return {"time_zone": user.time_zone}

    def save(self, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])
        for act in hooks.MOVED:
            act(user, timezone.now())


class RestSection(Section):
    """On which weekdays a person's clocks are paused."""

    key = "rest"
    page = "settings_time"

    days = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Rest days"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    changes = ""
    """When a change applies that was made before, in words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["days"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(day, wording.weekdays([day])) for day in range(len(WEEKDAYS))]

    @classmethod
    def of(cls, user: User, wishes: NotificationPreferences) -> RestSection:
        now = timezone.now()
        rest = chosen(user.rest_days or (), now)
        section = cls(initial={"days": rest.next_days}, auto_id=f"id_{cls.key}_%s")
        if rest.changes_on is not None:
            words = _("This applies from Monday, {day}. Until then: {days}.")
            begins = datetime.combine(rest.changes_on, time(), UTC)
            section.changes = words.format(
                day=wording.day(begins, now, UTC), days=wording.weekdays(rest.days) or _("none")
            )
        return section

    def clean_days(self) -> list[int]:
        days: list[int] = self.cleaned_data["days"]
        if len(days) > MOST_DAYS:
            raise forms.ValidationError(_("Choose up to {n} rest days.").format(n=MOST_DAYS))
        return days

    def save(self, user: User) -> None:
        choose(user, self.cleaned_data["days"], timezone.now())


class LanguageSection(Section):
    """In which language a person is spoken to."""

    key = "language"
    page = "settings_language"

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext_lazy("Same as browser")), *settings.LANGUAGES]

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        return {"language": user.language}

    def save(self, user: User) -> None:
        user.language = self.cleaned_data["language"]
        user.save(update_fields=["language"])


def _dress(key: str) -> SafeString:
    # The shirt is drawn from our own table: nothing in it was typed by anyone.
    return format_html("{}{}", mark_safe(draw_shirt(key)), KITS[key].name)


_dressed = lazy(_dress, str)
"""A kit as a choice: its shirt and what it is called."""


class PagesSection(Section):
    """How the pages behave."""

    key = "pages"
    page = "settings_playing"

    confirm = forms.BooleanField(
        label=gettext_lazy("Confirm with Send"),
        required=False,
        help_text=gettext_lazy("When off, a complete turn is sent automatically."),
    )
    next_game = forms.BooleanField(
        label=gettext_lazy("Open next game"),
        required=False,
        help_text=gettext_lazy("After you send a turn, your next game opens automatically."),
    )
    high_contrast = forms.BooleanField(label=gettext_lazy("High contrast"), required=False)
    notation_line = forms.BooleanField(
        label=gettext_lazy("Notation line"),
        required=False,
        help_text=gettext_lazy(
            "Shows a text field under the board where you can type turns in notation."
        ),
    )
    vibrate = forms.BooleanField(
        label=gettext_lazy("Vibration"),
        required=False,
        help_text=gettext_lazy("Vibrates briefly when you add an action."),
    )
    phrases = forms.BooleanField(
        label=gettext_lazy("Quick chat"),
        required=False,
        help_text=gettext_lazy("Send and see short messages in your games."),
    )
    kit = forms.ChoiceField(
        label=gettext_lazy("Kit"),
        required=False,
        choices=[
            ("", gettext_lazy("Same as your side")),
            *((key, _dressed(key)) for key in KITS),
        ],
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "You always wear it as White. As Black, you wear it unless it looks too much like "
            "White's."
        ),
    )
    present = forms.BooleanField(
        label=gettext_lazy("Show when I'm here"),
        required=False,
        help_text=gettext_lazy("Other players see when you have your game open."),
    )

    @classmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        return user.page.write()

    def save(self, user: User) -> None:
        user.page_settings = PageSettings(**self.cleaned_data).write()
        user.save(update_fields=["page_settings"])


SECTIONS: dict[str, type[Section]] = {
    section.key: section
    for section in (
        MeasureSection,
        KindsSection,
        TimesSection,
        RemindersSection,
        ZoneSection,
        RestSection,
        LanguageSection,
        PagesSection,
    )
}
