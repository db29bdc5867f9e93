"""The pages of settings: every section is saved alone, immediately where there is script."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.pages.readers import reader_of
from accounts.selectors import mail_address
from config.http.errors.refusals import Refusal
from notifications import subscriptions, wishes
from notifications.models import PushSubscription
from notifications.pages.forms import SECTIONS
from notifications.pages.section import Section
from notifications.preferences import read_preferences, zone_of
from notifications.vocabulary.kind import find_kind


@login_required
@never_cache
@require_safe
def settings(request: HttpRequest, page: str = "settings") -> HttpResponse:
    """Show a page of settings."""
    return _show(request, page, {})


@login_required
@require_POST
def save(request: HttpRequest, section: str) -> HttpResponse:
    """Store one section; script gets no page back, only the sentence that has changed."""
    if section not in SECTIONS:
        raise Http404
    form = SECTIONS[section](request.POST, auto_id=f"id_{section}_%s")
    by_script = request.headers.get("Accept") == "application/json"
    if form.is_valid():
        try:
            form.save(reader_of(request))
        except Refusal as refusal:
            form.add_error(None, refusal.detail)
    if not form.is_valid():
        if by_script:
            detail = " ".join(str(error) for errors in form.errors.values() for error in errors)
            return JsonResponse({"detail": detail}, status=422)
        return _show(request, form.page, {section: form}, status=422)
    if by_script:
        summary = form.summary()
        return JsonResponse({"told": summary}) if summary else HttpResponse(status=204)
    # The next page speaks the language that this section may have changed.
    chosen = reader_of(request).language or get_language_from_request(request)
    with override(chosen):
        messages.success(request, _("Saved."))
    return redirect(form.page)


@login_required
@require_POST
def ask(request: HttpRequest, kind: str) -> HttpResponse:
    """Turn a kind of news on or off by a button of another page, and go back to that page."""
    if not find_kind(kind).is_asked_for:
        raise Http404
    wishes.ask_to_hear(reader_of(request).pk, kind, on="on" in request.POST)
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return redirect(back if is_ours else "settings")


@login_required
@require_POST
def forget_device(request: HttpRequest, subscription_id: int) -> HttpResponse:
    """Turn off notifications on a device, for when it is not at hand."""
    if subscriptions.unsubscribe(reader_of(request).pk, subscription_id):
        messages.success(request, _("Notifications are off on that device."))
    return redirect("settings")


def _show(
    request: HttpRequest, page: str, bound: dict[str, Section], status: int = 200
) -> HttpResponse:
    user = reader_of(request)
    wishes = read_preferences(user)
    context: dict[str, object] = {
        key: bound.get(key) or section.of(user, wishes)
        for key, section in SECTIONS.items()
        if section.page == page
    }
    if page == "settings":
        address = mail_address(user)
        context["devices"] = PushSubscription.objects.filter(user=user).order_by("pk")
        context["address"] = address
        context["unconfirmed"] = user.email if user.email and not address else ""
    elif page == "settings_time":
        context["clock"] = timezone.localtime(timezone=zone_of(user))
    return render(request, f"notifications/{page}.html", context, status=status)
