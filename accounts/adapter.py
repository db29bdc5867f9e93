"""How the account library behaves here: our names, our email, our guard against guessing."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.password_reset import get_reset_password_from_key_url
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy, gettext_noop

from accounts import mail, site_rules
from accounts.brute_force import Attempt
from accounts.services.registration import check_username
from accounts.zones import known_zone
from config.http.client_ip import client_address
from config.http.errors.handler import API_PREFIX
from config.languages.spoken import chosen_by_browser, spoken_to

_NO_MATCH = gettext_lazy("Wrong username, email or password.")

# Sentences of libraries that our catalogue translates: theirs are not our German.
gettext_noop("Enter a valid email address.")
gettext_noop("This password is too common.")


class AccountAdapter(DefaultAccountAdapter):
    """Departs from the library where this service knows better."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _NO_MATCH,
        "email_password_mismatch": _NO_MATCH,
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether a new account may be made from here."""
        return site_rules.may_sign_up(request)

    def clean_email(self, email: str) -> str:
        """Return the address; raise ``ValidationError`` if no one may sign up with it."""
        site_rules.check_email(email)
        return super().clean_email(email)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name; raise ``ValidationError`` if it may not be taken."""
        check_username(username)
        return username

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Return the saved user; go back to the form if the name was taken meanwhile."""
        try:
            with transaction.atomic():
                user.language = chosen_by_browser()
                user.time_zone = known_zone(request.POST.get("time_zone"))
                return super().save_user(request, user, form, commit)
        except IntegrityError as exc:
            messages.error(request, "This name was taken a moment ago. Choose another.")
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account_signup"))) from exc

    # Links in emails lead to the address in the settings: the Host header of a request can be
    # written by anyone, and would put the reset link of a victim into strangers' hands.

    def get_reset_password_from_key_url(self, key: str) -> str:
        return _on_our_site(get_reset_password_from_key_url(context.request, key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return settings.SITE_URL + path

    def format_email_subject(self, subject: str) -> str:
        return subject

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Store the email; it leaves after the transaction."""
        site = {"name": settings.SITE_NAME, "domain": settings.SITE_URL}
        # Anyone who asks for an email need not be the one who reads it.
        receiver = context.get("user") or context.pop("receiver", None)
        with spoken_to(receiver) if receiver else nullcontext():
            message: EmailMessage = self.render_mail(
                template_prefix, email, {"email": email, "current_site": site, **context}
            )
        mail.enqueue(message)

    def render_mail(self, *args: Any, **kwargs: Any) -> EmailMessage:
        """Return the email as plain text with the same words as HTML."""
        message: Any = super().render_mail(*args, **kwargs)
        words = {"subject": message.subject, "text": message.body}
        message.attach_alternative(render_to_string("account/email/frame.html", words), "text/html")
        return message

    def add_message(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Leave a word for the next page, but not in the cookies of an API client."""
        if not request.path.startswith(API_PREFIX):
            super().add_message(request, *args, **kwargs)

    def get_client_ip(self, request: HttpRequest) -> str:
        address = client_address(request)
        # The list of sessions keeps an address, and neither a network nor the want of one.
        return "0.0.0.0" if address == "unknown" else address.removesuffix("/64")  # noqa: S104

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raise ``ValidationError`` when there were too many failures before."""
        login = credentials.get("username") or credentials.get("email") or ""
        self._attempt = Attempt(request, login)
        if not self._attempt.begin().allowed:
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a wrong password."""
        self._attempt.failed()
        super().authentication_failed(request, **credentials)

    def _rollback_login_failed_rl_usage(self) -> None:
        # The library calls this when the password was right.
        self._attempt.succeeded()
        context.request.accounts_attempt = self._attempt

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the way on; this browser is known from now on."""
        response = super().post_login(request, user, **kwargs)
        attempt = getattr(request, "accounts_attempt", None) or Attempt(request, user.username)
        attempt.mark_device(response, secure=settings.SESSION_COOKIE_SECURE)
        return response


def _on_our_site(url: str) -> str:
    """Return an absolute address with its scheme and host replaced by those of the settings."""
    path = "/" + url.split("/", 3)[3]
    return settings.SITE_URL + path
