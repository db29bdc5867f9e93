"""The page on which people see who can act for them, and put an end to it."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import App, PersonalToken
from accounts.oauth.views import scopes_in_words
from accounts.pages.forms import TokenForm
from accounts.pages.readers import reader_of
from accounts.services import apps, tokens
from config.http.errors.refusals import Refusal
from config.http.pages import unpacked


@login_required
@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """Show the apps that were let in and the personal tokens."""
    context = {
        "authorized_apps": [
            {"row": row, "scopes": scopes_in_words(row.scopes)}
            for row in apps.authorized_apps(reader_of(request))
        ],
        "tokens": [
            {"row": row, "scopes": scopes_in_words(row.scopes)}
            for row in PersonalToken.objects.living(timezone.now()).filter(user=reader_of(request))
        ],
    }
    return render(request, "accounts/keys.html", context)


@login_required
@require_POST
def revoke_access(request: HttpRequest, app_id: int) -> HttpResponse:
    """Take an app's tokens away."""
    app = get_object_or_404(App, id=app_id)
    apps.revoke_access(reader_of(request), app)
    messages.success(request, _("{name} can no longer act for you.").format(name=app.name))
    return redirect("keys")


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Take a personal token away."""
    if tokens.revoke_token(reader_of(request), token_id):
        messages.success(request, _("The token no longer works."))
    return redirect("keys")


@login_required
@never_cache
@reauthentication_required(allow_get=True)
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a personal token, after the password was given once more, and show it this once."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            given = form.cleaned_data
            end = timezone.now() + timedelta(days=given["days"])
            row, token = tokens.create_token(
                reader_of(request), given["name"], given["scopes"], end
            )
        except Refusal as exc:
            form.add_error(None, exc.detail)
        else:
            context = {"token": token, "row": row, "scopes": scopes_in_words(row.scopes)}
            return unpacked(render(request, "accounts/token_made.html", context))
    return render(request, "accounts/token_new.html", {"form": form})
