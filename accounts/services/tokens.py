"""Making and revoking personal tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.credentials import digest_of, new_token
from accounts.models import PersonalToken, User
from accounts.services import apps
from config.http.errors.refusals import Refusal

MAX_TOKENS = 100


def create_token(user: User, name: str, scopes: Iterable[str]) -> tuple[PersonalToken, str]:
    """Return the row of a new token and the token itself, which is known only now."""
    if user.personal_tokens.count() >= MAX_TOKENS:
        raise Refusal(
            409, "too_many_tokens", f"You have {MAX_TOKENS} tokens. Revoke one that is not used."
        )
    token = new_token()
    row = PersonalToken.objects.create(
        user=user, name=name, scopes=sorted(set(scopes)), digest=digest_of(token)
    )
    return row, token


def revoke_token(user: User, token_id: int) -> bool:
    """Return whether there was such a token of this person; it works no longer."""
    deleted, _ = PersonalToken.objects.filter(user=user, id=token_id).delete()
    return deleted > 0


def after_password_reset(user: User, **signal: Any) -> None:
    """Throw all keys away: whoever needs a new password may fear that somebody had the old one."""
    PersonalToken.objects.filter(user=user).delete()
    apps.shut_out(user)
