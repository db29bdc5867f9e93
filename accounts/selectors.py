"""What can be asked about people."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress

from accounts import hooks
from accounts.models import PersonalToken, User
from config.http.times import utc


def mail_address(user: User) -> str | None:
    """Return the verified address of a person, or None where no mail may go."""
    addresses = EmailAddress.objects.filter(user=user, verified=True, user__is_active=True)
    return addresses.order_by("-primary", "pk").values_list("email", flat=True).first()


def describe_me(user: User) -> dict[str, Any]:
    """Return the account as its owner sees it."""
    return {
        "username": user.username,
        "email": user.email,
        "email_verified": mail_address(user) is not None,
        "time_zone": user.time_zone,
        "is_bot": user.is_bot,
        "created_at": utc(user.date_joined),
        **{name: section.read(user) for name, section in hooks.sections().items()},
    }


def describe_token(token: PersonalToken) -> dict[str, Any]:
    """Return a token as its owner sees it later: never the secret itself."""
    return {
        "id": token.pk,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": utc(token.created_at),
        "last_used_at": utc(token.last_used_at),
    }
