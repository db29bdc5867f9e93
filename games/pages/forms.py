"""What pages ask people to fill in."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.http.errors.refusals import Refusal
from games import wording
from games.pages.time_form import TimeFields
from games.rules import registry
from games.rules.contract import OptionField
from games.services.start import RANDOM, Terms

NAME: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class NewGameForm(TimeFields):
    """Whom to challenge, and to what; the terms are those that the rule set declares."""

    opponent = forms.CharField(
        label=gettext_lazy("Opponent"),
        required=False,
        max_length=30,
        help_text=gettext_lazy(
            "A player’s name. Leave it empty for a link to share; anybody may accept then."
        ),
        widget=forms.TextInput(attrs=NAME),
    )
    days_per_turn = forms.IntegerField(min_value=1, max_value=14, required=False)
    """As links and bookmarks of long ago send it; the page asks for ``clock``."""
    side = forms.ChoiceField(
        label=gettext_lazy("You play"), initial=RANDOM, widget=forms.RadioSelect
    )

    def __init__(self, ruleset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules = registry.get(ruleset)
        sides = ((RANDOM, _("Random")), *((side, wording.side_name(side)) for side in rules.sides))
        self.fields["side"].choices = sides  # type: ignore[attr-defined]
        self.more = [f"opponent_{number}" for number in range(2, len(rules.sides))]
        for number, name in enumerate(self.more, 2):
            self.fields[name] = forms.CharField(
                label=_("Opponent {number}").format(number=number),
                required=False,
                max_length=30,
                widget=forms.TextInput(attrs=NAME),
            )
        for field in rules.option_fields():
            self.fields[field.name] = field_of(field)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of what the rule set lets people agree on."""
        return [self[field.name] for field in self.rules.option_fields()]

    @property
    def more_opponents(self) -> list[forms.BoundField]:
        """The fields for further names, where more than two can play."""
        return [self[name] for name in self.more]

    @property
    def challenged(self) -> str | None:
        """The name of the one to be challenged, or ``None`` for anybody."""
        return self.cleaned_data["opponent"].strip() or None

    @property
    def others(self) -> list[str]:
        """The names of all who are to be challenged, where more than two can play."""
        names = [self.cleaned_data[name].strip() for name in ("opponent", *self.more)]
        return [name for name in names if name]

    @property
    def terms(self) -> Terms:
        """The terms that were filled in."""
        return Terms(
            ruleset=self.rules.key,
            side=self.cleaned_data["side"],
            options={
                field.name: self.cleaned_data[field.name] for field in self.rules.option_fields()
            },
            **self.time_terms,
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal of the service beside the field that it is about."""
        errors = refusal.extra.get("errors")
        if not errors:
            self.add_error(None, refusal.detail)
            return
        for error in errors:
            name = error["pointer"].removeprefix("#/")
            self.add_error(name if name in self.fields else None, error["detail"])


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
            return forms.IntegerField(
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
        case "sides":
            return forms.MultipleChoiceField(
                choices=[(value, _(label)) for value, label in option.choices],
                required=False,
                widget=forms.CheckboxSelectMultiple,
                **words,
            )
