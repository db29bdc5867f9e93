"""The page on which a guest's match becomes that of an account."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.password_validation import (
    password_validators_help_text_html,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.guests import KEEP, is_closed
from accounts.limits import count_of_person
from accounts.models import User
from accounts.names import USERNAME_HELP, given_name
from accounts.pages.readers import reader_of
from accounts.services.deletion import delete_account
from accounts.services.guests import keep_guest
from accounts.services.registration import check_username
from accounts.site_rules import check_email
from config.http.errors.refusals import Refusal

_NAME = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


class KeepForm(forms.Form):
    """What a guest lacks to be someone: a name, an address and a password."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        min_length=2,
        max_length=30,
        validators=[check_username],
        widget=forms.TextInput(attrs=_NAME),
        help_text=USERNAME_HELP,
    )
    email = forms.EmailField(
        label=gettext_lazy("Email"),
        max_length=254,
        validators=[check_email],
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html,
    )

    def clean(self) -> dict[str, Any]:
        """Return what was filled in; the password is held against name and address."""
        said = super().clean() or {}
        if password := said.get("password"):
            person = User(username=said.get("username", ""), email=said.get("email", ""))
            try:
                validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return said


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Ask a guest for a name and an address; on POST make the account and go back to the game."""
    if not reader_of(request).is_guest:
        return redirect("/")
    onward = _onward(request)
    name = given_name(reader_of(request).username)
    form = KeepForm(request.POST or None, initial={"username": name})
    if request.method == "POST" and form.is_valid():
        count_of_person(reader_of(request).pk, "register")
        try:
            keep_guest(request, **form.cleaned_data, now=timezone.now())
        except ValidationError as error:
            form.add_error(None, error)
        except Refusal as refusal:
            if refusal.code != "not_a_guest":
                raise
            return redirect(onward)
        else:
            # One message of ours says what two would.
            for _message in messages.get_messages(request):
                pass
            messages.success(
                request,
                _(
                    "Your game is saved. "
                    "Confirm your email address, and we'll email you when it's your turn."
                ),
            )
            return redirect(onward)
    context = {"form": form, "onward": onward, "back": _back(request, onward)}
    return render(request, "accounts/keep.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest) -> HttpResponse:
    """Ask a guest whether all goes, and delete it: there is no password to be asked for."""
    user = reader_of(request)
    if user.is_guest:
        if request.method != "POST":
            return render(request, "accounts/forget.html")
        delete_account(user, timezone.now())
        logout(request)
        messages.success(request, _("Everything is deleted. Come back soon!"))
    return redirect("/")


def _onward(request: HttpRequest) -> str:
    """Return where to continue: to a page of ours, that of the game as a rule."""
    asked = request.POST.get("next") or request.GET.get("next") or "/"
    return asked if _is_ours(asked) else "/"


def _back(request: HttpRequest, onward: str) -> str:
    """Return where a guest goes who makes no account: not to what would ask for one again."""
    came = urlsplit(request.headers.get("Referer", ""))
    before = came.path if came.netloc == request.get_host() else ""
    for path in (request.POST.get("back", ""), onward, before):
        if path and _is_ours(path) and not is_closed(path) and not path.startswith(KEEP):
            return path
    return "/"


def _is_ours(path: str) -> bool:
    return url_has_allowed_host_and_scheme(path, allowed_hosts=None)
