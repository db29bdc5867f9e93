"""What can be asked about people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from oauth2_provider.models import get_access_token_model, get_refresh_token_model

from accounts import hooks
from accounts.credentials import Credential
from accounts.models import PersonalToken, User
from accounts.shapes import Bearer, Token
from config.http.times import utc

AccessToken = get_access_token_model()
RefreshToken = get_refresh_token_model()


def mail_address(user: User) -> str | None:
    """Return the verified address of a person, or None where no email may go."""
    addresses = EmailAddress.objects.filter(user=user, verified=True, user__is_active=True)
    return addresses.order_by("-primary", "pk").values_list("email", flat=True).first()


def describe_me(user: User) -> dict[str, Any]:
    """Return the account as its owner sees it."""
    return {
        "username": user.username,
        "email": user.email,
        "email_verified": mail_address(user) is not None,
        "time_zone": user.time_zone,
        "language": user.language,
        "is_bot": user.is_bot,
        "is_guest": user.is_guest,
        "created_at": utc(user.date_joined),
        **{name: section.read(user) for name, section in hooks.facts().items()},
    }


def describe_token(token: PersonalToken) -> Token:
    """Return a token as its owner sees it later: never the secret itself."""
    return {
        "id": str(token.pk),
        "name": token.name,
        "scopes": token.scopes,
        "created_at": utc(token.created_at),
        "last_used_at": utc(token.last_used_at),
        "expires_at": utc(token.expires_at),
    }


def describe_credential(user: User, credential: Credential) -> Bearer:
    """Return whom a request speaks for, by what, and what that may do."""
    found: Bearer = {
        "kind": credential.kind,
        "username": user.username,
        "id": None,
        "name": None,
        "created_at": None,
        "expires_at": None,
        "scopes": sorted(credential.scopes),
        "client_id": None,
    }
    if credential.kind == "personal":
        for row in PersonalToken.objects.filter(pk=credential.id or 0):
            found["id"], found["name"] = str(row.pk), row.name
            found["created_at"], found["expires_at"] = utc(row.created_at), utc(row.expires_at)
    elif credential.kind == "app":
        tokens = AccessToken.objects.select_related("application")
        for token in tokens.filter(pk=credential.id):
            found["client_id"] = token.application.client_id
            found["name"] = token.application.name
            found["created_at"] = utc(token.created)
            found["expires_at"] = utc(token.expires)
    return found


def is_trusted_still(user: User, holder: str, now: datetime) -> bool:
    """Return whether what ``Credential.holder`` names can still act for this person."""
    match holder[:1], holder[1:]:
        case "t", number:
            return PersonalToken.objects.living(now).filter(user=user, pk=int(number)).exists()
        case "a", number:
            living = RefreshToken.objects.filter(revoked__isnull=True, access_token__isnull=False)
            return living.filter(user=user, application_id=int(number)).exists()
    return holder == ""
