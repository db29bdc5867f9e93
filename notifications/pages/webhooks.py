"""The pages about webhooks: what the API does with them, by forms that need no script."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.pages.readers import reader_of
from config.backends.task_signal import messenger
from config.http.errors.refusals import Refusal
from config.http.pages import unpacked
from notifications import webhooks
from notifications.cards import CHAT_EVENTS, EDITED
from notifications.models import Delivery, Webhook
from notifications.pages.webhook_form import ChatForm, WebhookForm
from notifications.preferences import zone_of
from notifications.tasks import send_deliveries
from notifications.transport.ssrf import ForbiddenAddress

SHOWN = 20
"""Deliveries on one page of the log."""


@login_required
@never_cache
@require_safe
def list_webhooks(request: HttpRequest) -> HttpResponse:
    """Show someone's webhooks and how they do."""
    found = Webhook.objects.filter(user=reader_of(request)).order_by("pk")
    context = {"webhooks": found, "is_full": len(found) >= webhooks.MOST}
    return render(request, "notifications/webhooks.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_webhook(request: HttpRequest) -> HttpResponse:
    """Make a webhook, and show its secret this once."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = webhooks.make_webhook(reader_of(request), **form.cleaned_data)
        except ForbiddenAddress as error:
            form.add_error("url", str(error))
        except webhooks.TooMany:
            form.add_error(
                None,
                _("You already have {most} webhooks. Delete one first.").format(most=webhooks.MOST),
            )
        else:
            return _show_secret(request, *made)
    context = {"form": form}
    status = 422 if form.errors else 200
    return render(request, "notifications/webhook_new.html", context, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_chat(request: HttpRequest) -> HttpResponse:
    """Have cards sent to a chat or notification service."""
    form = ChatForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        kind, url = form.cleaned_data["format"], form.cleaned_data["url"]
        try:
            # A card that is edited also follows the player's own turns; others would be noise.
            own = kind in EDITED
            made, _secret = webhooks.make_webhook(
                reader_of(request), url, CHAT_EVENTS, own_events=own, format=kind
            )
        except ForbiddenAddress as error:
            form.add_error("url", str(error))
        except webhooks.TooMany:
            form.add_error(
                None,
                _("You already have {most} webhooks. Delete one first.").format(most=webhooks.MOST),
            )
        else:
            messages.success(request, _("Added. Send a test to see that it works."))
            return redirect("webhook", made.pk)
    status = 422 if form.errors else 200
    return render(request, "notifications/chat_new.html", {"form": form}, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def one_webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Show a webhook with its log, and change where it leads and what it sends."""
    webhook = _own(request, webhook_id)
    known = {"url": webhook.url, "events": webhook.events, "own_events": webhook.own_events}
    form = WebhookForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            webhooks.change_webhook(webhook, now=timezone.now(), **form.cleaned_data)
        except ForbiddenAddress as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("webhook", webhook.pk)
    status = 422 if form.errors else 200
    context = {"webhook": webhook, "form": form, **_log(request, webhook)}
    return render(request, "notifications/webhook.html", context, status=status)


@login_required
@require_POST
def try_webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Deliver a test in a moment."""
    webhook = _own(request, webhook_id)
    try:
        webhooks.make_test(webhook, timezone.now())
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
    else:
        messenger.send(send_deliveries)
        messages.success(request, _("We're sending a test. See the log for the result."))
    return redirect("webhook", webhook.pk)


@login_required
@require_POST
def resend(request: HttpRequest, webhook_id: int, delivery_id: int) -> HttpResponse:
    """Deliver something again in a moment."""
    webhook = _own(request, webhook_id)
    try:
        webhooks.send_again(
            get_object_or_404(Delivery.objects.select_related("webhook"), pk=delivery_id,
                              webhook=webhook),
            timezone.now(),
        )  # fmt: skip
    except Refusal as refusal:
        messages.warning(request, refusal.detail)
    else:
        messenger.send(send_deliveries)
        messages.success(request, _("We're sending it again. See the log for the result."))
    return redirect("webhook", webhook.pk)


@login_required
@require_POST
def switch_webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Pause a webhook, or set it going again."""
    webhook = _own(request, webhook_id)
    is_paused = webhook.status == Webhook.Status.PAUSED
    status = Webhook.Status.ACTIVE if is_paused else Webhook.Status.PAUSED
    webhooks.change_webhook(webhook, now=timezone.now(), status=status)
    messages.success(
        request, _("The webhook is active.") if is_paused else _("The webhook is paused.")
    )
    return redirect("webhook", webhook.pk)


@login_required
@never_cache
@require_POST
def renew_secret(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Make a new secret, and show it this once."""
    webhook = _own(request, webhook_id)
    return _show_secret(request, webhook, webhooks.renew_secret(webhook, timezone.now()))


@login_required
@require_POST
def delete_webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """Delete a webhook and its log."""
    _own(request, webhook_id).delete()
    messages.success(request, _("The webhook is deleted."))
    return redirect("webhooks")


def _own(request: HttpRequest, webhook_id: int) -> Webhook:
    return get_object_or_404(Webhook, pk=webhook_id, user=reader_of(request))


def _show_secret(request: HttpRequest, webhook: Webhook, secret: str) -> HttpResponse:
    zone = zone_of(reader_of(request))
    context = {"webhook": webhook, "secret": secret, "zone": zone}
    return unpacked(render(request, "notifications/webhook_secret.html", context))


def _log(request: HttpRequest, webhook: Webhook) -> dict[str, Any]:
    """Return a page of the log, the newest first, and where the one before it begins."""
    found = Delivery.objects.filter(webhook=webhook).order_by("-pk")
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit():
        found = found.filter(pk__lt=int(before[:18]))
    rows = list(found[: SHOWN + 1])
    return {
        "deliveries": [{"row": row, "body": _indented(row.body)} for row in rows[:SHOWN]],
        "older": rows[SHOWN - 1].pk if len(rows) > SHOWN else None,
        "is_newest": not before,
        "zone": zone_of(reader_of(request)),
    }


def _indented(body: str) -> str:
    return json.dumps(json.loads(body), ensure_ascii=False, indent=2)
