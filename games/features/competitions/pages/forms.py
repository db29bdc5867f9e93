"""What the pages about competitions ask people to fill in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.competitions.field import FORMATS
from games.features.competitions.league.divisions import USUAL
from games.features.competitions.lines import one_line
from games.features.competitions.models import Competition, Section
from games.features.competitions.services.entering import WITH_GUARDIAN, Statement
from games.features.competitions.services.setting_up import (
    LEAGUE_PLAYERS,
    LIMITS,
    MOST_PRIVATE_PLAYERS,
    SECTIONS,
    Plan,
)
from games.features.competitions.shootout import SHOTS, TARGETS
from games.features.competitions.steps.seasons import FIRST
from games.features.competitions.wording import section_name
from games.rules import registry

ENTRY_DAYS: Final = (
    (3, gettext_lazy("3 days")),
    (7, gettext_lazy("1 week")),
    (14, gettext_lazy("2 weeks")),
    (28, gettext_lazy("4 weeks")),
)
ROUND_DAYS: Final = (
    (14, gettext_lazy("2 weeks")),
    (28, gettext_lazy("4 weeks")),
    (56, gettext_lazy("8 weeks")),
)
TURN_DAYS: Final = (
    (1, gettext_lazy("1 day")),
    (2, gettext_lazy("2 days")),
    (3, gettext_lazy("3 days")),
)
PLAYERS: Final = ((4, "4"), (8, "8"), (16, "16"))
MORE_PLAYERS: Final = (*PLAYERS, (32, "32"), (64, "64"), (128, "128"))


def _choice(label: Any, choices: Any, initial: Any, help_text: Any = "") -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=int,
        initial=initial,
        help_text=help_text,
        widget=forms.RadioSelect,
    )


class CompetitionForm(forms.Form):
    """A new cup, set up on a phone in two minutes; operators choose more."""

    name = forms.CharField(
        label=gettext_lazy("What is it called?"), max_length=60, validators=[one_line]
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Which game"), widget=forms.RadioSelect)
    limit = _choice(
        gettext_lazy("Player limit"),
        PLAYERS,
        8,
        gettext_lazy("It starts with fewer, too."),
    )
    entry_days = _choice(gettext_lazy("Entries stay open for"), ENTRY_DAYS, 7)
    days_per_turn = _choice(gettext_lazy("Time per turn"), TURN_DAYS, 1)
    round_days = _choice(
        gettext_lazy("A round takes at most"),
        ROUND_DAYS,
        28,
        gettext_lazy("Unfinished games are then decided on goals or on the pieces left."),
    )
    third_place = forms.BooleanField(
        label=gettext_lazy("The losers of the semi-finals play for third place"), required=False
    )
    no_plans = forms.BooleanField(
        label=gettext_lazy("No conditional moves"),
        required=False,
        help_text=gettext_lazy("Every turn is played by hand."),
    )
    has_rest = forms.BooleanField(
        label=gettext_lazy("Rest days pause the clock"),
        required=False,
        help_text=gettext_lazy("Each player can name up to two weekdays in their settings."),
    )
    prize = forms.CharField(
        label=gettext_lazy("A prize for the winner"),
        max_length=200,
        required=False,
        validators=[one_line],
        help_text=gettext_lazy("Only announced here, never paid through the service."),
    )
    text = forms.CharField(
        label=gettext_lazy("More information for players"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(key, _(registry.get(key).name)) for key in sorted(FORMATS)]
        self.fields["ruleset"].choices = games  # type: ignore[attr-defined]
        self.fields["ruleset"].initial = games[0][0]
        self.is_operator = user.is_staff
        if self.is_operator:
            self.fields["limit"].choices = MORE_PLAYERS  # type: ignore[attr-defined]
            self.fields["limit"].initial = LIMITS["open"]
            self.fields["sections"] = forms.MultipleChoiceField(
                label=_("Sections"),
                choices=[(key, section_name(key)) for key in reversed(list(SECTIONS))],
                initial=["open"],
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields["age_shown"] = forms.BooleanField(
                label=_("Players must prove their age to the organiser"), required=False
            )
            self.fields["is_public"] = forms.BooleanField(
                label=_("List it publicly"), required=False, initial=True
            )

    def plan(self, now: datetime) -> Plan:
        """Return what was filled in; entries open immediately and play starts when they close."""
        said = self.cleaned_data
        closes_at = now + timedelta(days=said["entry_days"])
        sections = said.get("sections") or ["open"]
        winner = {"standing": 1, "text": said["prize"]}
        return Plan(
            name=said["name"],
            text=said["text"],
            ruleset=said["ruleset"],
            opens_at=now,
            closes_at=closes_at,
            starts_at=closes_at,
            sections=dict.fromkeys(sections, said["limit"]),
            days_per_turn=said["days_per_turn"],
            round_days=said["round_days"],
            third_place=said["third_place"],
            plans=not said["no_plans"],
            has_rest=said["has_rest"],
            is_private=not said.get("is_public", False),
            age_check="shown" if said.get("age_shown") else "declared",
            prizes=[{"section": key, **winner} for key in sections] if said["prize"] else [],
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal of the service beside the field that it is about."""
        for error in refusal.extra.get("errors", [{"pointer": "", "detail": refusal.detail}]):
            name = error["pointer"].removeprefix("#/")
            self.add_error(name if name in self.fields else None, error["detail"])


class LeagueForm(CompetitionForm):
    """A new league: clock, length and divisions are the same in all."""

    FIXED = ("days_per_turn", "round_days", "third_place", "sections", "age_shown")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        for name in self.FIXED:
            self.fields.pop(name, None)
        limit = self.fields["limit"]
        choices = MORE_PLAYERS if self.is_operator else PLAYERS
        limit.choices = [one for one in choices if one[0] >= USUAL]  # type: ignore[attr-defined]
        limit.initial = LEAGUE_PLAYERS if self.is_operator else MOST_PRIVATE_PLAYERS
        limit.help_text = _("All divisions together; a division has six to ten.")
        self.fields["prize"].label = _("A prize for the first of the first division")

    def plan(self, now: datetime) -> Plan:
        """Return what was filled in; the season begins when entries close."""
        said = self.cleaned_data
        begins_at = now + timedelta(days=said["entry_days"])
        winner = {"section": FIRST, "standing": 1, "text": said["prize"]}
        return Plan(
            kind=Competition.Kind.LEAGUE,
            name=said["name"],
            text=said["text"],
            ruleset=said["ruleset"],
            opens_at=now,
            closes_at=begins_at,
            starts_at=begins_at,
            limit=said["limit"],
            plans=not said["no_plans"],
            has_rest=said["has_rest"],
            is_private=not said.get("is_public", False),
            prizes=[winner] if said["prize"] else [],
        )


class EntryForm(forms.Form):
    """The statements that entering a section takes (laws 5.3, 5.5, 5.7)."""

    def __init__(self, section: Section, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section
        if section.cut_off is None:
            return
        from django.utils.formats import date_format

        day = date_format(section.cut_off, "DATE_FORMAT")
        self.fields["is_young"] = forms.BooleanField(
            label=_("I was born on {date} or later.").format(date=day),
            help_text=_("We don't ask for your date of birth, and we don't keep it."),
        )
        if section.under is not None and section.under <= WITH_GUARDIAN:
            self.fields["guardian_agrees"] = forms.BooleanField(
                label=_("A parent or guardian knows and agrees.")
            )
        else:
            self.fields["be_named"] = forms.BooleanField(
                label=_("Show my name to everyone"),
                help_text=_("Otherwise only those who take part see it."),
                required=False,
            )
        self.fields["or_older"] = forms.BooleanField(
            label=_("If I am the only one, I play in the next older section"),
            required=False,
        )

    @property
    def statement(self) -> Statement:
        """What was confirmed."""
        said = self.cleaned_data
        return Statement(
            born_on_or_after=self.section.cut_off if said.get("is_young") else None,
            guardian_agrees=said.get("guardian_agrees", False),
            be_named=said.get("be_named", False),
            or_older=said.get("or_older", False),
        )


class ShootoutForm(forms.Form):
    """Five shots and five stands of the king."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(target, target) for target in TARGETS]
        for number in range(1, SHOTS + 1):
            self.fields[f"shot_{number}"] = forms.ChoiceField(
                label=_("Shot {n}").format(n=number), choices=choices, widget=forms.RadioSelect
            )
        for number in range(1, SHOTS + 1):
            self.fields[f"stand_{number}"] = forms.ChoiceField(
                label=_("King at their shot {n}").format(n=number),
                choices=choices,
                widget=forms.RadioSelect,
            )

    def chosen(self, name: str) -> list[str]:
        """Return the five of one kind."""
        return [self.cleaned_data[f"{name}_{number}"] for number in range(1, SHOTS + 1)]


class NameForm(forms.Form):
    """The name on a certificate."""

    name = forms.CharField(
        label=gettext_lazy("Name on the certificate"),
        max_length=60,
        required=False,
        validators=[one_line],
        help_text=gettext_lazy("You can set it once. Leave blank to print your username."),
    )
