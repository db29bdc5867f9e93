"""Making and revoking personal tokens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from oauth2_provider.models import get_access_token_model, revoke_access_token

from accounts import hooks
from accounts.credentials import Credential, digest_of, new_token
from accounts.models import PersonalToken, User
from accounts.services import apps
from config.http.errors.refusals import Refusal

AccessToken = get_access_token_model()

MAX_TOKENS: Final = 100
USUAL_LIFE: Final = timedelta(days=365)
"""How long a token works unless its maker says otherwise."""
LONGEST_LIFE: Final = timedelta(days=3650)


def create_token(
    user: User, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[PersonalToken, str]:
    """Return the row of a new token and the token itself, which is known only now."""
    now = timezone.now()
    if PersonalToken.objects.living(now).filter(user=user).count() >= MAX_TOKENS:
        raise Refusal(
            "too_many_tokens",
            _("You have {max_tokens} tokens. Revoke one you don't need.").format(
                max_tokens=MAX_TOKENS
            ),
        )
    token = new_token()
    row = PersonalToken.objects.create(
        user=user,
        name=name,
        scopes=sorted(set(scopes)),
        digest=digest_of(token),
        created_at=now,
        expires_at=expires_at or now + USUAL_LIFE,
    )
    return row, token


def revoke_token(user: User, token_id: int) -> bool:
    """Return whether there was such a token of this person; it works no longer."""
    deleted, _rest = PersonalToken.objects.filter(user=user, id=token_id).delete()
    return deleted > 0


def end_token(token: str) -> bool:
    """Return whether this was a personal token; it works no longer.

    Anyone who holds it may end it: that is the proof that RFC 7009 asks of a client, and what
    someone does who has found one lying about.
    """
    deleted, _rest = PersonalToken.objects.filter(digest=digest_of(token)).delete()
    return deleted > 0


def forget_dead(now: datetime) -> int:
    """Delete the personal tokens that have come to their end; return how many."""
    deleted, _rest = PersonalToken.objects.filter(expires_at__lte=now).delete()
    return deleted


def end_credential(user: User, credential: Credential) -> None:
    """Make the token that a request has useless, and with an app's its refresh token."""
    if credential.kind == "personal":
        revoke_token(user, credential.id or 0)
    elif credential.kind == "app":
        for token in AccessToken.objects.filter(pk=credential.id, user=user):
            revoke_access_token(token)


def after_password_reset(user: User, **signal: Any) -> None:
    """Throw all keys away: anyone who needs a new password may fear that someone had the old one.

    Sessions end automatically with the old password.
    """
    now = timezone.now()
    with transaction.atomic():
        PersonalToken.objects.filter(user=user).delete()
        apps.revoke_access(user)
        for recover in hooks.RECOVERED:
            recover(user, now)
