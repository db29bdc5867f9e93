"""What pages ask people to fill in."""

from __future__ import annotations

from django import forms

from config.http.errors.refusals import Refusal
from games.services.start import RANDOM, Terms

DAYS = ((1, "1 day"), (2, "2 days"), (3, "3 days"), (7, "7 days"))
SIDES = ((RANDOM, "Random"), ("white", "White"), ("black", "Black"))


class NewGameForm(forms.Form):
    """Whom to challenge, and to what."""

    opponent = forms.CharField(
        label="Opponent",
        required=False,
        max_length=30,
        help_text="A player’s name. Leave it empty for a link to share; anybody may accept then.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    goals_to_win = forms.IntegerField(
        label="Goals to win",
        min_value=1,
        max_value=9,
        initial=2,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    days_per_turn = forms.TypedChoiceField(
        label="Time for a turn", choices=DAYS, coerce=int, initial=1, widget=forms.RadioSelect
    )
    side = forms.ChoiceField(
        label="You play", choices=SIDES, initial=RANDOM, widget=forms.RadioSelect
    )

    @property
    def challenged(self) -> str | None:
        """The name of the one to be challenged, or ``None`` for anybody."""
        return self.cleaned_data["opponent"].strip() or None

    @property
    def terms(self) -> Terms:
        """The terms that were filled in."""
        return Terms(
            side=self.cleaned_data["side"],
            options={"goals_to_win": self.cleaned_data["goals_to_win"]},
            days_per_turn=self.cleaned_data["days_per_turn"],
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
