"""Ending every way in immediately, as after a backup was put back."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from oauth2_provider.models import (
    get_access_token_model,
    get_device_grant_model,
    get_grant_model,
    get_refresh_token_model,
)

from accounts.models import IdempotentRequest, PersonalToken


@transaction.atomic
def end_all_logins() -> int:
    """End every session and every token of people and apps; return how many.

    A backup brings back what was revoked since. No one can say which of them were, so everyone logs
    in again; passwords are as they were at the backup.
    """
    models = (
        # Refresh tokens point at access tokens, and answers to repeats hold tokens.
        *(get_refresh_token_model(), get_access_token_model(), get_grant_model()),
        *(get_device_grant_model(), PersonalToken, Session, IdempotentRequest),
    )
    return sum(model._default_manager.all().delete()[0] for model in models)
