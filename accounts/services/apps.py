"""The apps that a person has authorized: listing, revoking, introspection of their tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Min
from django.utils import timezone
from oauth2_provider.models import (
    get_access_token_model,
    get_device_grant_model,
    get_grant_model,
    get_refresh_token_model,
)

from accounts.credentials import Credential
from accounts.models import App, PersonalToken, User

AccessToken = get_access_token_model()
RefreshToken = get_refresh_token_model()
Grant = get_grant_model()
DeviceGrant = get_device_grant_model()


class AuthorizedApp(NamedTuple):
    """An app that a person has authorized."""

    app: App
    scopes: list[str]
    since: datetime


def authorized_apps(user: User) -> list[AuthorizedApp]:
    """Return the apps with living tokens of a person, ordered by name."""
    now = timezone.now()
    tokens = AccessToken.objects.filter(user=user, application__isnull=False)
    tokens = tokens.select_related("application__user", "refresh_token").order_by("created")
    # Refreshing makes new rows; the oldest of them shows when the person said yes.
    firsts = RefreshToken.objects.filter(user=user).values_list("application_id")
    since = dict(firsts.annotate(first=Min("created")))
    found: dict[int, AuthorizedApp] = {}
    for token in tokens:
        refresh = getattr(token, "refresh_token", None)
        is_alive = token.expires > now or (refresh is not None and refresh.revoked is None)
        if not is_alive:
            continue
        app_id = token.application_id
        scopes = {*token.scope.split(), *(found[app_id].scopes if app_id in found else [])}
        began = since.get(app_id, token.created)
        found[app_id] = AuthorizedApp(token.application, sorted(scopes), began)
    return sorted(found.values(), key=lambda row: row.app.name.lower())


def revoke_access(user: User, app: App | None = None) -> None:
    """Delete all tokens and codes that an app, or any app, holds for a person."""
    only: dict[str, Any] = {"user": user} if app is None else {"user": user, "application": app}
    with transaction.atomic():
        RefreshToken.objects.filter(**only).delete()
        AccessToken.objects.filter(**only).delete()
        Grant.objects.filter(**only).delete()
        devices = DeviceGrant.objects.filter(user=user)
        (devices if app is None else devices.filter(client_id=app.client_id)).delete()


def introspect(digest: str, user: User, credential: Credential) -> dict[str, Any] | None:
    """Return the RFC 7662 answer for a living token of theirs, None for any other."""
    token = (
        AccessToken.objects.select_related("application")
        .filter(token_checksum=digest, user=user, expires__gt=timezone.now())
        .first()
    )
    if token is not None:
        if credential.kind == "app" and token.application_id != credential.app_id:
            return None
        return {
            "active": True,
            "token_type": "Bearer",
            "scope": token.scope,
            "client_id": token.application.client_id,
            "username": user.username,
            "iat": int(token.created.timestamp()),
            "exp": int(token.expires.timestamp()),
        }
    if credential.kind == "app":
        return None
    living = PersonalToken.objects.living(timezone.now())
    personal = living.filter(digest=digest, user=user).first()
    if personal is None:
        return None
    end = {"exp": int(personal.expires_at.timestamp())} if personal.expires_at else {}
    return {
        "active": True,
        "token_type": "Bearer",
        "scope": " ".join(personal.scopes),
        "username": user.username,
        "iat": int(personal.created_at.timestamp()),
        **end,
    }
