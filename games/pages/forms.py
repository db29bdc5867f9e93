"""What pages ask people to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import zones
from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models.faces import name_of
from games.pages.time_form import TimeFields
from games.play.challenge.filters import RATINGS, Filters
from games.play.start import RANDOM, Terms
from games.rules import registry
from games.rules.contract import OptionField
from games.shown import wording
from games.store import selectors

NAME: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
FILTERS: Final = ("least_rating", "most_rating", "kept_min", "established")
_API_ONLY: Final = ("draw_from",)
"""Options that hardly anyone wants to change."""
BOT: Final = "_bot"
"""Ends the name of the field for a bot in a seat."""
CHALLENGER: Final = "you"
"""Represents the one who fills in the form, among the fields of the others."""


class Seat(NamedTuple):
    """A place at a table: the field for a name, and the box of what may be agreed for it."""

    field: forms.BoundField | None
    tick: BoundWidget | None
    agreed: str
    """What the box is for: ``May leave and return``."""
    bot: forms.BoundField | None = None
    """Which bot takes the place of a name."""
    is_open: bool = False
    """Whether its choice is the one on the page."""


def _rating(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=RATINGS[0],
        max_value=RATINGS[1],
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class NewGameForm(TimeFields):
    """Whom to challenge, and to what; the terms are those that the rule set declares."""

    opponent = forms.CharField(
        label=gettext_lazy("Opponent"),
        required=False,
        max_length=30,
        help_text=gettext_lazy("Leave blank to get a link for a friend."),
        widget=forms.TextInput(attrs=NAME),
    )
    days_per_turn = forms.IntegerField(min_value=1, max_value=14, required=False)
    """As links and bookmarks of long ago send it; the page asks for ``clock``."""
    rated = forms.BooleanField(
        label=gettext_lazy("Rated"),
        required=False,
        help_text=gettext_lazy("Changes both ratings. Only for two players."),
    )
    in_lobby = forms.BooleanField(
        label=gettext_lazy("Show in open challenges"),
        required=False,
        help_text=gettext_lazy(
            "When off, only players with your link can join, and the game stays private."
        ),
    )
    for_friends = forms.BooleanField(
        label=gettext_lazy("Show to friends"),
        required=False,
        help_text=gettext_lazy("Without a name: your friends see it in open challenges."),
    )
    least_rating = _rating(gettext_lazy("Rating from"))
    most_rating = _rating(gettext_lazy("Rating to"))
    kept_min = forms.IntegerField(
        label=gettext_lazy("Turns on time, of 100"),
        required=False,
        min_value=1,
        max_value=100,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    established = forms.BooleanField(
        label=gettext_lazy("At least 20 turns in the last 90 days"), required=False
    )
    side = forms.ChoiceField(
        label=gettext_lazy("You play"), initial=RANDOM, widget=forms.RadioSelect
    )

    def __init__(self, ruleset: str, *args: Any, only_bots: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules = registry.get(ruleset)
        self.only_bots = only_bots
        sides = ((RANDOM, _("Random")), *((side, wording.side_name(side)) for side in rules.sides))
        self.fields["side"].choices = sides  # type: ignore[attr-defined]
        self.more = [f"opponent_{number}" for number in range(2, len(rules.sides))]
        for field in rules.option_fields():
            self.fields[field.name] = field_of(field)
        if clock := wording.live_clock(ruleset):
            words = _("You both play now, so your opponent must join right away: {clock}.")
            self.offer_live(words.format(clock=clock))
        if self.more:
            self._lay_table()

    def _lay_table(self) -> None:
        """Ask for several names; sides fall by lot, and what is agreed for some goes by name."""
        self.bots = [house.user for house in selectors.house_robots(self.rules.key)]
        del self.fields["side"]
        for option in self.rules.option_fields():
            if option.kind == "choice" and option.words:
                self.fields[option.name].choices = [  # type: ignore[attr-defined]
                    (str(value), _capital(_(option.words).format(_(label))))
                    for value, label in option.choices
                ]
        open_seat = [] if self.only_bots else [("", _("Open"))]
        if self.only_bots and self.bots and not self.initial.get("opponent"):
            self.initial = {**self.initial, "opponent": self.bots[0].username}
        for number, name in enumerate(self._names(), 1):
            label = _("Opponent {number}").format(number=number)
            if name in self.more:
                self.fields[name] = forms.CharField(
                    required=False, max_length=30, widget=forms.TextInput(attrs=NAME)
                )
            self.fields[name].label = label
            self.fields[name].widget.attrs |= {"placeholder": " ", "list": "recent"}
            self.fields[name + BOT] = forms.ChoiceField(
                label=label,
                choices=[*open_seat, *((bot.username, name_of(bot)) for bot in self.bots)],
                required=False,
                widget=forms.RadioSelect,
            )
        self.initial = {**self.initial, **self._bots_beside(self.initial.get("opponent", ""))}
        for option in self._agreed_by_name():
            self.fields[option.name] = forms.MultipleChoiceField(
                label=_(option.label),
                help_text=_(option.help),
                choices=[(CHALLENGER, _("You")), *((name, name) for name in self._names())],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def _bots_beside(self, asked: str) -> dict[str, str]:
        """Return the seats of a table with the bot asked for and all others: one press begins."""
        bots = [bot.username for bot in self.bots]
        if asked not in bots:
            return {}
        bots.remove(asked)
        seated = zip(self._names(), [asked, *bots], strict=False)
        return {"opponent": "", **{name + BOT: bot for name, bot in seated}}

    def _names(self) -> tuple[str, ...]:
        return ("opponent", *self.more)

    def _room(self, cleaned: Mapping[str, Any]) -> int:
        """Return for how many opponents there are seats; an option that is wrong is as usual."""
        fields = self.rules.option_fields()
        options = {field.name: field.default for field in fields}
        for field in fields:
            # Names become sides, and days moments, only with the challenger.
            if field.kind not in ("sides", "time") and cleaned.get(field.name) is not None:
                options[field.name] = cleaned[field.name]
        return len(self.rules.seats(options)) - 1

    def _agreed_by_name(self) -> list[OptionField]:
        return [field for field in self.rules.option_fields() if field.kind == "sides"]

    @property
    def places(self) -> list[Seat]:
        """The places at a table for several: the reader's and those of the opponents."""
        ticks = {
            tick.data["value"]: (tick, field.label)
            for field in self.agreed_by_name
            for tick in field
        }
        is_open = next((name for name in self._names() if self[name].errors), "")
        return [
            Seat(None, *ticks.get(CHALLENGER, (None, ""))),
            *(
                Seat(self[name], *ticks.get(name, (None, "")))._replace(
                    bot=self[name + BOT], is_open=name == is_open
                )
                for name in self._names()
            ),
        ]

    def filled_with_bots(self, sent: QueryDict) -> NewGameForm:
        """Return the form that was sent, with a different bot in each open seat."""
        self.is_valid()
        data = sent.copy()
        taken = {data.get(key, "").strip() for name in self._names() for key in (name, name + BOT)}
        free = [bot.username for bot in self.bots if bot.username not in taken]
        names = [
            name
            for name in self._names()[: self._room(self.cleaned_data)]
            if not data.get(name, "").strip() and not data.get(name + BOT)
        ]
        for name, bot in zip(names, free, strict=False):
            data[name + BOT] = bot
        return NewGameForm(self.rules.key, data, only_bots=self.only_bots)

    def clean(self) -> dict[str, Any]:
        """Return what was filled in, with names in the place of seats."""
        cleaned: dict[str, Any] = super().clean() or {}
        room = self._room(cleaned) if self.more else 0
        for number, name in enumerate(self._names() if self.more else ()):
            # The page hides a seat that is gone, with the bot that was put there.
            bot = cleaned.get(name + BOT, "") if number < room else ""
            cleaned[name] = cleaned.get(name, "").strip() or bot
        for option in self.rules.option_fields():
            if option.instead is None or option.name in self.errors:
                continue
            if cleaned.get(option.name) is None and not cleaned.get(option.instead):
                self.add_error(option.name, _("Fill this in, or choose when the game ends."))
        for option in self._agreed_by_name() if self.more else ():
            ticked = cleaned.get(option.name, [])
            if any(not cleaned.get(name, "").strip() for name in ticked if name != CHALLENGER):
                self.add_error(option.name, _("Choose players for this setting."))
        return cleaned

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of what the rule set lets people agree on, but those kept as they are."""
        return [
            self[field.name]
            for field in self.rules.option_fields()
            if field.name not in _API_ONLY and not (self.more and field.kind == "sides")
        ]

    @property
    def has_wrong_option(self) -> bool:
        """Whether a field among the options says what is wrong, so that their fold is open."""
        return any(field.errors for field in self.option_fields)

    @property
    def first_chosen(self) -> str:
        """The words of what the first option is set to."""
        first = self.option_fields[0]
        words = {str(key): str(label) for key, label in getattr(first.field, "choices", ())}
        return words.get(str(first.value()), str(first.value()))

    @property
    def fields_kept(self) -> list[forms.BoundField]:
        """The fields that only the API sets; the page sends their defaults."""
        return [self[field.name] for field in self.rules.option_fields() if field.name in _API_ONLY]

    @property
    def fields_to_start(self) -> list[forms.BoundField]:
        """The fields of a game that starts on the terms first shown; for two, but for the bot."""
        seats = [self[name + BOT] for name in self._names()] if self.more else [self["side"]]
        return [self["clock"], *self.option_fields, *self.fields_kept, *seats]

    @property
    def agreed_by_name(self) -> list[forms.BoundField]:
        """The fields of what is agreed for some players, by name."""
        return [self[option.name] for option in self._agreed_by_name()] if self.more else []

    @property
    def notes(self) -> list[str]:
        """What people should know before they agree on something."""
        return [_(note) for field in self.rules.option_fields() for _value, note in field.notes]

    @property
    def challenged(self) -> str | None:
        """The name of the one to be challenged, or ``None`` for anyone."""
        return self.cleaned_data["opponent"].strip() or None

    @property
    def others(self) -> list[str]:
        """The names of all who are to be challenged, where more than two can play."""
        names = [self.cleaned_data[name].strip() for name in self._names()]
        return [name for name in names if name]

    @property
    def filters(self) -> Filters:
        """Who may accept, where no one is named."""
        least, most = (self.cleaned_data[name] for name in ("least_rating", "most_rating"))
        rating = None
        if least is not None or most is not None:
            rating = (least or RATINGS[0], RATINGS[1] if most is None else most)
        return Filters(rating, self.cleaned_data["kept_min"], self.cleaned_data["established"])

    @property
    def filter_fields(self) -> list[forms.BoundField]:
        """The fields about who may accept."""
        return [self[name] for name in FILTERS]

    @property
    def has_filters(self) -> bool:
        """Whether something was said about who may accept."""
        return any(field.value() or field.errors for field in self.filter_fields)

    def terms_of(self, challenger: User) -> Terms:
        """Return the terms that were filled in."""
        fields = self.rules.option_fields()
        said = {field.name: self.cleaned_data[field.name] for field in fields}
        options = {
            field.name: said[field.name]
            for field in fields
            if field.instead is None or said[field.name] is not None
        }
        for name, day in options.items():
            if isinstance(day, date):
                options[name] = _end_of(day, challenger)
        for field in self.agreed_by_name:
            options[field.name] = [
                challenger.username if name == CHALLENGER else self.cleaned_data[name].strip()
                for name in options[field.name]
            ]
        return Terms(
            ruleset=self.rules.key,
            side=self.cleaned_data.get("side", RANDOM),
            options=options,
            **self.time_terms,
            rated=self.cleaned_data["rated"],
            # With a name for every seat there is no link to pass on, and nothing to hide.
            is_public=self.cleaned_data["in_lobby"]
            or len(self.others) >= len(self.rules.seats(options)) - 1,
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal of the service beside the field that it is about."""
        errors = refusal.extra.get("errors")
        if not errors:
            self.add_error(None, refusal.detail)
            return
        for error in errors:
            name = error["pointer"].removeprefix("#/")
            name = "least_rating" if name == "filters/rating" else name
            self.add_error(name if name in self.fields else None, error["detail"])


def _end_of(day: date, user: User) -> str:
    """Return the end of a day in the player's time zone, as options hold a moment."""
    end = datetime.combine(day + timedelta(days=1), time(), zones.zone_of(user.time_zone))
    return f"{end.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def field_of(option: OptionField) -> forms.Field:
    """Return the field of a form for one term of a game."""
    words: dict[str, Any] = {
        "label": _(option.label),
        "help_text": _(option.help),
        "initial": option.default,
    }
    match option.kind:
        case "whole":
            if option.instead is not None:
                words["help_text"] = _("Leave empty to play until the end date.")
            return forms.IntegerField(
                required=option.instead is None,
                min_value=option.least,
                max_value=option.most,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                **words,
            )
        case "choice":
            values = {str(value): value for value, _words in option.choices}
            return forms.TypedChoiceField(
                choices=[(str(value), _capital(_(label))) for value, label in option.choices],
                coerce=values.__getitem__,
                widget=forms.RadioSelect,
                **words,
            )
        case "flag":
            return forms.BooleanField(required=False, **words)
        case "time":
            end = _("That day ends in your time zone. Leave empty for no end date.")
            words["help_text"] = f"{words['help_text']} {end}"
            return forms.DateField(
                required=False, widget=forms.DateInput(attrs={"type": "date"}), **words
            )
        case "sides":
            return forms.MultipleChoiceField(
                choices=[(value, _(label)) for value, label in option.choices],
                required=False,
                widget=forms.CheckboxSelectMultiple,
                **words,
            )
