"""Stopping emails by one click, and the operator's look at emails kept as files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import EmailMessage as ParsedMail
from email.message import Message
from typing import Any, Final

from django.contrib.auth.decorators import user_passes_test
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.second_factor import staff_shows_second_factor
from config.backends import mail_folder
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from config.languages.spoken import current, spoken_to
from config.observe.logs import HIDDEN
from games.play.leaves import days_left
from games.shown import wording
from notifications import leave_link, unsubscribe
from notifications.preferences import zone_of
from notifications.wishes import stop


def superuser_required(view: Any) -> Any:
    """Let those in who may do everything: emails are everyone's."""
    may_read = user_passes_test(
        lambda user: user.is_active and user.is_superuser, login_url="admin:login"
    )
    return may_read(staff_shows_second_factor(view))


# What follows these opens an account; see allauth.account.urls.
_KEY: Final = re.compile(r"(/(?:password/reset/key|confirm-email)/)[^/\s\"'<>]+")


@csrf_exempt  # The signed address is the key, and mail programs bring no cookies.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Stop a kind of email on POST; GET only asks, for programs open every link they see."""
    subscription = unsubscribe.read_token(token)
    if subscription is None:
        return render(request, "notifications/stop.html", {"is_unknown": True}, status=404)
    is_done = request.method == "POST"
    everything = request.POST.get("what") == "everything"
    if is_done:
        stop(subscription, everything=everything)
    with spoken_to(User.objects.filter(pk=subscription.user_id).first()):
        context = {"is_done": is_done, "everything": everything, "kind": subscription.words}
        return _in_their_words(request, "notifications/stop.html", context)


@csrf_exempt  # As above.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_leave(request: HttpRequest, token: str) -> HttpResponse:
    """Take a day of vacation on POST; GET only asks, for programs open every link they see."""
    now = arrived_at(request)
    offer = leave_link.read_offer(token, now)
    if offer is None:
        context: dict[str, Any] = {"is_unknown": True}
        return render(request, "notifications/take_leave.html", context, status=404)
    with spoken_to(offer.user):
        zone, leave, refusal = zone_of(offer.user), offer.leave(now), ""
        if request.method == "POST":
            try:
                leave = leave_link.take(offer, now)
            except Refusal as error:
                refusal = error.detail
        context = {
            "name": offer.user.username,
            "zone": zone,
            "until": wording.moment(leave.ends_at, now, zone) if leave else "",
            "is_over": leave is not None and leave.ends_at <= now,
            "ends": wording.moment(leave_link.ends_at(offer, now), now, zone),
            "days_left": days_left(offer.user, now),
            "refusal": refusal,
        }
        status = 409 if refusal else 200
        return _in_their_words(request, "notifications/take_leave.html", context, status)


def _in_their_words(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return a page that an email leads to, in the language of the email, not of the browser."""
    response = render(request, template, context, status=status)
    response.headers["Content-Language"] = current()
    return response


@superuser_required
@require_safe
def list_mail(request: HttpRequest) -> HttpResponse:
    """Show the emails of the folder, the newest first."""
    mails = list(mail_folder.list_mails())
    return render(request, "notifications/operator/mails.html", {"mails": mails})


@superuser_required
@require_safe
def show_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one email: its headers and its text; its other parts separately."""
    mail = _mail_or_404(name)
    text = mail.get_body(("plain",))
    context = {
        "name": name,
        "mail": mail,
        "headers": mail.items(),
        "text": _without_keys(text.get_content()) if text else "",
        "parts": [
            (number, part.get_content_type())
            for number, part in enumerate(mail.walk())
            if not part.is_multipart()
        ],
    }
    return render(request, "notifications/operator/mail.html", context)


@superuser_required
@require_safe
def show_mail_part(request: HttpRequest, name: str, part: int) -> HttpResponse:
    """Show one part as a mail program would: no script, nothing from elsewhere."""
    parts = list(_mail_or_404(name).walk())
    if part >= len(parts) or parts[part].is_multipart():
        raise Http404
    content, content_type = _shown(parts, part)
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox"
    )
    return response


def _mail_or_404(name: str) -> ParsedMail:
    mail = mail_folder.read_mail(name)
    if mail is None:
        raise Http404
    return mail


def _without_keys(text: str) -> str:
    """Return a text without what would let its reader into someone else's account."""
    return _KEY.sub(rf"\1{HIDDEN}", text)


def _shown(parts: Sequence[Message[str, str]], number: int) -> tuple[Any, str]:
    """Return the content of a part; pictures inside HTML get addresses of their own."""
    part: Any = parts[number]
    kind = part.get_content_type()
    content = part.get_content()
    if kind == "text/html":
        for other, candidate in enumerate(parts):
            if cid := candidate.get("Content-ID"):
                content = content.replace(f"cid:{cid.strip('<>')}", f"../{other}/")
    if isinstance(content, str):
        content = _without_keys(content)
        kind += "; charset=utf-8"
    elif kind not in ("image/png", "image/jpeg"):
        kind = "application/octet-stream"
    return content, kind
