"""Deleting your account."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.brute_force import Attempt
from accounts.models import User
from accounts.pages.readers import reader_of
from accounts.services.deletion import delete_account


class LeaveForm(forms.Form):
    """What proves that it is the owner who wants to leave."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Say what leaving means; on the right password, delete the account and log out."""
    user = reader_of(request)
    form = LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        refusal = _why_not(request, user, form.cleaned_data["password"])
        if refusal is None:
            delete_account(user, timezone.now())
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for the games."))
            return redirect("/")
        form.add_error("password", refusal)
    context = {"form": form}
    return render(request, "accounts/leave.html", context, status=422 if form.errors else 200)


def _why_not(request: HttpRequest, user: User, password: str) -> str | None:
    """Return why this is not the owner, or ``None`` if it is; guessing is counted as at log-in."""
    attempt = Attempt(request, user.username)
    if not attempt.begin().allowed:
        return _("Too many wrong passwords. Wait a few minutes.")
    if not user.check_password(password):
        attempt.failed()
        return _("Wrong password.")
    attempt.succeeded()
    return None
