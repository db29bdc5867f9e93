"""The forms of the pages about keys: apps and personal tokens."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.credentials import SCOPE_WORDS, Scope
from accounts.models import App
from accounts.oauth.callbacks import MAX_CALLBACKS, check_callback


class AppForm(forms.ModelForm):
    """What a developer says of an app."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Players see it when the app asks for access."),
    )
    website = forms.URLField(
        label=gettext_lazy("Website"),
        required=False,
        assume_scheme="https",
        help_text=gettext_lazy("A page about your app."),
    )
    redirect_uris = forms.CharField(
        label=gettext_lazy("Redirect addresses"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=4000,
        help_text=gettext_lazy(
            "One per line: https://…, http://127.0.0.1/… for programs on the user's own "
            "computer, or your own scheme such as org.example.app:/done."
        ),
    )

    class Meta:
        model = App
        fields = ["name", "website", "redirect_uris"]

    def clean_name(self) -> str:
        """Return the name; raise ``ValidationError`` for one that speaks for the service."""
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(_("Use visible letters."))
        if "chess eleven by post" in name.lower():
            raise ValidationError(_("That's our name. Choose your own."))
        return name

    def clean_redirect_uris(self) -> str:
        uris = self.cleaned_data["redirect_uris"].split()
        if len(uris) > MAX_CALLBACKS:
            raise ValidationError(
                _("Enter at most {max_callbacks} addresses.").format(max_callbacks=MAX_CALLBACKS)
            )
        for uri in uris:
            try:
                check_callback(uri)
            except ValidationError as exc:
                raise ValidationError([f"{uri}: {text}" for text in exc.messages]) from exc
        return "\n".join(uris)

    def save(self, commit: bool = True) -> Any:
        """Return the app as the public client that all apps here are."""
        self.instance.client_type = App.CLIENT_PUBLIC
        self.instance.authorization_grant_type = App.GRANT_AUTHORIZATION_CODE
        return super().save(commit)


class TokenForm(forms.Form):
    """What a new personal token is called and may do."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy("Helps you recognise your tokens."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        choices=[(scope.value, SCOPE_WORDS[scope]) for scope in Scope],
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.GAMES_READ.value, Scope.GAMES_PLAY.value],
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Expires"),
        choices=[
            (30, gettext_lazy("in 30 days")),
            (90, gettext_lazy("in 90 days")),
            (365, gettext_lazy("in a year")),
            (3650, gettext_lazy("in ten years")),
        ],
        coerce=int,
        initial=365,
    )
