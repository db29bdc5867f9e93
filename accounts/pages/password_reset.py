"""Asking for a new password: one email an address, regardless of the number of its accounts."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from allauth.account import forms as library
from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.http import HttpRequest

from config.http.limits import Bucket, consume, policy

MOST_LISTED: Final = 50
"""Accounts in one email. Anyone can register accounts with an address that is not theirs."""


class ResetPasswordForm(library.ResetPasswordForm):
    """Sends one email that lists the accounts of an address, a few times an hour at most."""

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Return the address; what came of it is shown to no one but the address."""
        email: str = self.cleaned_data["email"]
        partition = hashlib.sha256(email.lower().encode()).hexdigest()
        if self.users and consume([Bucket(policy("reset"), partition)]).allowed:
            # Anyone who has verified the address is in the list alone; else the oldest come first.
            users = sorted(self.users, key=lambda user: user.pk)[:MOST_LISTED]
            accounts = [{"username": user.username, "url": _link(user)} for user in users]
            get_adapter().send_mail(
                "account/email/password_reset_key",
                email,
                {"accounts": accounts, "receiver": users[0]},
            )
        return email


def _link(user: Any) -> str:
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    link: str = get_adapter().get_reset_password_from_key_url(key)
    return link
