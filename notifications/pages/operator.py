"""The operator's page: every figure of the service on one screen, and the ways on."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.second_factor import staff_shows_second_factor
from config.observe.metrics import FIGURES, Figure


@staff_member_required(login_url="account_login")
@staff_shows_second_factor
@never_cache
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """Show how the service is doing; a part that cannot say is named."""
    rows: list[tuple[str, str]] = []
    silent: list[str] = []
    for source in FIGURES.in_order():
        try:
            rows += [(_name(figure), _value(figure)) for figure in source.what()]
        except Exception as error:
            # The page is most needed when something is down.
            silent.append(f"{source.dotted}: {error}")
    context = {"rows": rows, "silent": silent}
    return render(request, "notifications/operator/index.html", context)


def _name(figure: Figure) -> str:
    labels = ", ".join(figure.labels.values())
    return f"{figure.help.rstrip('.')} ({labels})" if labels else figure.help.rstrip(".")


def _value(figure: Figure) -> str:
    if isinstance(figure.value, timedelta):
        return f"{figure.value.total_seconds():,.1f} s"
    return f"{figure.value:,.3f}".rstrip("0").rstrip(".")
