"""Hand-written SQL of accounts says what the ORM beside it says."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db.models import Q
from oauth2_provider.models import AccessToken

from accounts.credentials import digest_of
from accounts.models import IdempotentRequest, PersonalToken, User
from accounts.store.bearers import USER_FIELDS, read_app_token, read_personal_token
from accounts.store.idempotent_requests import claim_row, forget_surplus
from tests.accounts.apps import make_app

LIFETIMES = [timedelta(hours=1), timedelta(0), timedelta(hours=-1)]


def read_by_orm(user: User) -> dict[str, object]:
    return dict(User.objects.filter(pk=user.pk).values(*USER_FIELDS).get())


def read_by_hand(user: User) -> dict[str, object]:
    return {name: user.__dict__[name] for name in USER_FIELDS}


def test_a_personal_token_is_read_as_the_orm_reads_it(
    alice: User, bob: User, now: datetime
) -> None:
    alice.page_settings = {"sound": True}
    alice.save()
    bob.is_active = False
    bob.save()
    for user in (alice, bob):
        for number, ends in enumerate([None, *LIFETIMES]):
            PersonalToken.objects.create(
                user=user,
                name="test",
                scopes=["games:read", "games:play"],
                digest=f"{user.username}-{number}",
                expires_at=None if ends is None else now + ends,
                last_used_at=now if number else None,
            )

    good = 0
    for token in PersonalToken.objects.select_related("user"):
        by_orm = PersonalToken.objects.filter(
            Q(expires_at=None) | Q(expires_at__gt=now), digest=token.digest, user__is_active=True
        ).first()
        found = read_personal_token(token.digest, now)
        assert (found is None) == (by_orm is None)
        if found is not None:
            good += 1
            assert found[:3] == (token.pk, token.scopes, token.last_used_at)
            assert read_by_hand(found.user) == read_by_orm(token.user)
    assert good == 2
    assert read_personal_token("unknown", now) is None


def test_a_token_of_an_app_is_read_as_the_orm_reads_it(
    alice: User, bob: User, now: datetime
) -> None:
    bob.is_active = False
    bob.save()
    app = make_app(alice)
    for user in (alice, bob):
        for number, ends in enumerate(LIFETIMES):
            AccessToken.objects.create(
                user=user,
                token=f"{user.username}-{number}",
                application=app,
                scope="games:read account",
                expires=now + ends,
            )

    good = 0
    for token in AccessToken.objects.select_related("user"):
        digest = digest_of(token.token)
        by_orm = AccessToken.objects.filter(
            token_checksum=digest, expires__gt=now, user__is_active=True
        ).first()
        found = read_app_token(digest, now)
        assert (found is None) == (by_orm is None)
        if found is not None:
            good += 1
            assert found[:3] == (token.pk, token.scope, app.pk)
            assert read_by_hand(found.user) == read_by_orm(token.user)
    assert good == 1


@pytest.mark.django_db
def test_a_key_is_claimed_as_the_orm_claims_it(now: datetime) -> None:
    day = timedelta(days=1)

    def claim(key: str, fingerprint: str, at: datetime) -> int | None:
        return claim_row("user:1", key, fingerprint, now=at, forgotten_before=at - day, wait="10s")

    def claim_by_orm(key: str, fingerprint: str, at: datetime) -> int | None:
        fresh = {"fingerprint": fingerprint, "created_at": at}
        row, is_new = IdempotentRequest.objects.get_or_create(
            owner="user:1", key_digest=key, defaults=fresh
        )
        old = IdempotentRequest.objects.filter(pk=row.pk, created_at__lt=at - day)
        is_ours = is_new or old.update(**fresh, status=None)
        return row.pk if is_ours else None

    for at in (now, now + timedelta(hours=1), now + day, now + day * 2, now + day * 2):
        ours, theirs = claim("hand", str(at), at), claim_by_orm("orm", str(at), at)
        assert (ours is None) == (theirs is None)
        by_hand, by_orm = (
            IdempotentRequest.objects.filter(key_digest=key)
            .values("fingerprint", "status", "headers", "answer", "created_at")
            .get()
            for key in ("hand", "orm")
        )
        assert by_hand == by_orm
        IdempotentRequest.objects.update(status=200)


@pytest.mark.django_db
def test_surplus_is_forgotten_as_the_orm_forgets_it(now: datetime) -> None:
    IdempotentRequest.objects.bulk_create(
        IdempotentRequest(
            owner=owner,
            key_digest=f"{minutes}",
            fingerprint="",
            created_at=now - timedelta(minutes=minutes),
        )
        for owner, rows in (("user:1", 6), ("user:2", 3), ("user:3", 5))
        for minutes in range(rows)
    )
    before, expected = now - timedelta(minutes=3), set()
    for owner in ("user:1", "user:2", "user:3"):
        rows = IdempotentRequest.objects.filter(owner=owner)
        newest = rows.order_by("-created_at").values("pk")[:2]
        expected |= set(rows.filter(created_at__lt=before).exclude(pk__in=newest))

    assert forget_surplus(2, before) == len(expected) == 3

    assert not expected & set(IdempotentRequest.objects.all())
    assert IdempotentRequest.objects.count() == 14 - 3
