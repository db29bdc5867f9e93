"""What others see of a person's ratings, by a form that needs no script."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.pages.readers import reader_of
from games.features.ratings.me_section import section


class WishForm(forms.Form):
    """What is shown."""

    ratings = forms.BooleanField(
        label=gettext_lazy("Show ratings"),
        required=False,
        help_text=gettext_lazy("When off, you also won't see other players' ratings."),
    )
    leaderboards = forms.BooleanField(label=gettext_lazy("Show on leaderboards"), required=False)
    badges = forms.BooleanField(
        label=gettext_lazy("Show badges"),
        required=False,
        help_text=gettext_lazy("When off, you also won't see other players' badges."),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest) -> HttpResponse:
    """Show the wishes, or store them."""
    reader = reader_of(request)
    form = WishForm(
        request.POST if request.method == "POST" else None, initial=section.read(reader)
    )
    if form.is_valid():
        section.write(reader, form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("rating_wishes")
    return render(request, "ratings/wishes.html", {"form": form})
