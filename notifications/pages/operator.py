"""The operator's page: how the service is, what waits, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import site_rules
from accounts.models import MailServer, OperatorAct, OutgoingMail, User
from accounts.second_factor import staff_shows_second_factor
from config.backends import backups
from config.observe.liveness import Sign, states_of_signs
from config.observe.metrics import FIGURES, Figure
from games.play.outages import paused_since
from notifications.models import Notification
from notifications.pages.operator_acts import ACTS, ActForm, carry_out, initial_of
from notifications.vocabulary import Channel

_SHOWN: Final = 30
"""So many acts and emails are shown."""


def _for_operators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    return staff_member_required(
        staff_shows_second_factor(never_cache(view)), login_url="account_login"
    )


@_for_operators
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """Show how the service is doing, and the ways to act on it."""
    return _page(request)


@_for_operators
@require_POST
def act(request: HttpRequest, name: str) -> HttpResponse:
    """Do something to the whole site, and write it into the log."""
    if name not in ACTS or not _may_act(request):
        raise Http404
    form = ACTS[name].form(request.POST, auto_id=f"{name}-%s")
    if not form.is_valid():
        return _page(request, {name: form}, status=422)
    assert isinstance(request.user, User)
    messages.info(request, carry_out(ACTS[name], request.user, request, form.cleaned_data))
    back = request.POST.get("mail", "")
    return redirect(f"/operator/?{urlencode({'mail': back})}#emails" if back else "/operator/")


def _may_act(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_superuser", False))


def _page(
    request: HttpRequest, given: dict[str, ActForm] | None = None, status: int = 200
) -> HttpResponse:
    rules = site_rules.read()
    rows, silent = _figures()
    folder = settings.DATA_DIR / "backups"
    asked = request.GET.get("mail", "").strip()
    context = {
        "rows": rows,
        "silent": silent,
        "signs": states_of_signs(list(Sign)),
        "backup_at": timezone.now() - age if (age := backups.age_of_newest(folder)) else None,
        "backups": backups.read_state(folder),
        "paused_since": paused_since(),
        "rules": rules,
        "may_act": _may_act(request),
        "forms": {
            name: (given or {}).get(name)
            or one.form(initial=initial_of(name, rules), auto_id=f"{name}-%s")
            for name, one in ACTS.items()
        },
        "acts": OperatorAct.objects.select_related("operator", "user")[:_SHOWN],
        "asked": asked,
        "mails": _mails_to(asked) if asked else None,
        "mail_server": MailServer.objects.first(),
    }
    return render(request, "notifications/operator/index.html", context, status=status)


def _figures() -> tuple[list[tuple[str, str]], list[str]]:
    """Return all figures in words, and the parts that cannot say theirs."""
    rows: list[tuple[str, str]] = []
    silent: list[str] = []
    for source in FIGURES.in_order():
        try:
            rows += [(_name(figure), _value(figure)) for figure in source.what()]
        except Exception as error:
            # The page is most needed when something is down.
            silent.append(f"{source.dotted}: {error}")
    return rows, silent


def _mails_to(asked: str) -> dict[str, Any]:
    """Return what was sent, and is to be, to a person or an address, the newest first."""
    by_address = EmailAddress.objects.filter(email__iexact=asked).values_list("user", flat=True)
    is_meant = Q(username__iexact=asked) | Q(email__iexact=asked) | Q(pk__in=list(by_address))
    people = list(User.objects.filter(is_meant, deleted_at=None)[:5])
    addresses = list(EmailAddress.objects.filter(user__in=people).select_related("user"))
    texts = {address.email for address in addresses} | {asked}
    sent = Notification.objects.filter(user__in=people, channel=Channel.MAIL)
    return {
        "people": people,
        "addresses": addresses,
        "waiting": OutgoingMail.objects.filter(recipient__in=texts).order_by("due_at")[:_SHOWN],
        "sent": sent.select_related("user").order_by("-id")[:_SHOWN],
    }


def _name(figure: Figure) -> str:
    labels = ", ".join(figure.labels.values())
    return f"{figure.help.rstrip('.')} ({labels})" if labels else figure.help.rstrip(".")


def _value(figure: Figure) -> str:
    if isinstance(figure.value, timedelta):
        return f"{figure.value.total_seconds():,.1f} s"
    return f"{figure.value:,.3f}".rstrip("0").rstrip(".")
