"""The terms of time in the form of a new game: a few that have names, or your own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.clock.times import DAY_S, TURNS_S, turn_time

HOUR_S: Final = 3600


class Preset(NamedTuple):
    """Terms of time under a name."""

    name: Promise
    sentence: Promise
    turn_s: int
    reserve_s: int = 0
    gain_s: int = 0
    has_leave: bool = False


PRESETS: Final = {
    "post": Preset(
        gettext_lazy("1 day per turn"),
        gettext_lazy("Plus 2 days in the time bank, and vacations."),
        DAY_S,
        2 * DAY_S,
        has_leave=True,
    ),
    "strict": Preset(
        gettext_lazy("1 day, no time bank"),
        gettext_lazy("A day for each turn and not a minute more."),
        DAY_S,
    ),
    "brisk": Preset(
        gettext_lazy("12 hours per turn"),
        gettext_lazy("Plus 2 days in the time bank."),
        DAY_S // 2,
        2 * DAY_S,
    ),
    "calm": Preset(
        gettext_lazy("3 days per turn"),
        gettext_lazy("Plus 5 days in the time bank."),
        3 * DAY_S,
        5 * DAY_S,
    ),
    "bank": Preset(
        gettext_lazy("1 day and a growing bank"),
        gettext_lazy("3 days in the time bank. Each turn you play adds 2 hours."),
        DAY_S,
        3 * DAY_S,
        2 * HOUR_S,
    ),
}
"""What the page offers by name, its default first."""
_USUAL: Final = ("post", "brisk", "live")
"""What most people want; the page folds the others."""
OWN: Final = "own"
LIVE: Final = "live"
_TURNS: Final = (
    (TURNS_S[0], gettext_lazy("12 hours")),
    (DAY_S, gettext_lazy("1 day")),
    (2 * DAY_S, gettext_lazy("2 days")),
    (3 * DAY_S, gettext_lazy("3 days")),
    (5 * DAY_S, gettext_lazy("5 days")),
    (7 * DAY_S, gettext_lazy("7 days")),
    (14 * DAY_S, gettext_lazy("14 days")),
)
_RESERVES: Final = ((0, gettext_lazy("Nothing")), *_TURNS[1:])
_GAINS: Final = (
    (0, gettext_lazy("Nothing")),
    (HOUR_S, gettext_lazy("1 hour")),
    (2 * HOUR_S, gettext_lazy("2 hours")),
    (6 * HOUR_S, gettext_lazy("6 hours")),
    *_TURNS[:2],
)


class TimeChoice(NamedTuple):
    """One of the cards."""

    widget: BoundWidget
    name: str
    sentence: str
    is_usual: bool


class TimeFields(forms.Form):
    """The part of a form that asks for the terms of time."""

    clock = forms.ChoiceField(
        label=gettext_lazy("Time"),
        choices=[
            *((key, preset.name) for key, preset in PRESETS.items()),
            (OWN, gettext_lazy("Custom")),
        ],
        initial="post",
        required=False,
        widget=forms.RadioSelect,
    )
    turn_s = forms.TypedChoiceField(
        label=gettext_lazy("Per turn"),
        choices=_TURNS,
        coerce=int,
        initial=DAY_S,
        required=False,
    )
    reserve_s = forms.TypedChoiceField(
        label=gettext_lazy("Time bank, once for the whole game"),
        choices=_RESERVES,
        coerce=int,
        initial=0,
        required=False,
    )
    gain_s = forms.TypedChoiceField(
        label=gettext_lazy("Each turn adds"),
        choices=_GAINS,
        coerce=int,
        initial=0,
        required=False,
    )

    live_sentence = ""
    """What is said of live play, where it is offered."""

    has_leave = forms.BooleanField(
        label=gettext_lazy("Vacation pauses the clock"),
        required=False,
        help_text=gettext_lazy("Each player can take up to 21 vacation days a year."),
    )

    has_rest = forms.BooleanField(
        label=gettext_lazy("Rest days pause the clock"),
        required=False,
        help_text=gettext_lazy(
            "Each player can name up to two weekdays in their settings. Not in live games."
        ),
    )

    def offer_live(self, sentence: str) -> None:
        """Offer live play besides, with a sentence that shows its clock."""
        clock = self.fields["clock"]
        assert isinstance(clock, forms.ChoiceField)
        clock.choices = [*clock.choices, (LIVE, gettext_lazy("Live"))]  # type: ignore[misc, list-item]
        self.live_sentence = sentence

    @property
    def time_choices(self) -> Iterator[TimeChoice]:
        """The cards, each with its sentence."""
        for widget in self["clock"]:
            value = str(widget.data["value"])
            preset = PRESETS.get(value)
            sentence = str(
                preset.sentence if preset else gettext_lazy("Choose each setting yourself.")
            )
            if value == LIVE:
                sentence = self.live_sentence
            yield TimeChoice(widget, str(widget.choice_label), sentence, value in _USUAL)

    @property
    def time_chosen(self) -> str:
        """The name of what is chosen."""
        chosen = self["clock"].value()
        return next((one.name for one in self.time_choices if one.widget.data["selected"]), chosen)

    @property
    def time_asked(self) -> dict[str, Any]:
        """What was chosen, to be chosen again in the next form."""
        asked = {name: self.cleaned_data.get(name) for name in TimeFields.base_fields}
        return {name: value for name, value in asked.items() if value not in ("", None)}

    def choose_again(self, asked: dict[str, Any]) -> None:
        """Begin with the time of an earlier form, where this game may be played in it."""
        # A bound field would keep what it first shows.
        offered: Any = self.fields["clock"]
        if asked.get("clock") in {value for value, _name in offered.choices}:
            self.initial.update(asked)

    @property
    def time_terms(self) -> dict[str, Any]:
        """What was chosen, as ``Terms`` takes it."""
        said = self.cleaned_data
        if said["clock"] == LIVE:
            return {"live": {}}
        if said["clock"] == OWN:
            time = {name: said[name] or 0 for name in ("turn_s", "reserve_s", "gain_s")}
            return {
                **time,
                "has_leave": said["has_leave"],
                "has_rest": said["has_rest"],
                **turn_time(time["turn_s"] or DAY_S)._asdict(),
            }
        if not said["clock"] and said.get("days_per_turn"):
            return {"days_per_turn": said["days_per_turn"], "has_rest": said["has_rest"]}
        preset = PRESETS[said["clock"] or "post"]
        return {
            **turn_time(preset.turn_s)._asdict(),
            "reserve_s": preset.reserve_s,
            "gain_s": preset.gain_s,
            "has_leave": preset.has_leave,
            "has_rest": said["has_rest"],
        }
