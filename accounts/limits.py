"""Which limits a request to the API counts against.

A person's own turns have a bucket of their own: anything a program of theirs does with a token,
they can play. The page has one too, for the same reason.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.credentials import Credential
from config.http.client_ip import client_address
from config.http.errors.refusals import Refusal
from config.http.limits import Bucket, Verdict, buckets_for, consume, policy

GENERAL, PLAY = "general", "play"


def buckets_of(
    user: Any, credential: Any, request: HttpRequest, kind: str, cost: int = 1
) -> list[Bucket]:
    """Return what a request counts against.

    ``kind`` is ``general``, ``play``, or the name of a policy that counts by address on top.
    """
    if not isinstance(credential, Credential):
        buckets = [Bucket(policy("address"), client_address(request), cost)]
    elif kind == PLAY:
        return [Bucket(policy("play"), f"user:{user.pk}", cost)]
    elif credential.kind == "session":
        buckets = [Bucket(policy("session"), f"user:{user.pk}", cost)]
    else:
        buckets = [
            Bucket(policy("token"), f"{credential.kind}:{credential.id}", cost),
            Bucket(policy("user"), f"user:{user.pk}", cost),
        ]
    if kind not in (GENERAL, PLAY):
        buckets += buckets_for(kind, client_address(request))
    return buckets


def count_of_person(user_id: int, name: str, what: str = "", *, times: int = 1) -> None:
    """Count something a person does against the policy of this name; raise the 429 refusal."""
    partition = f"user:{user_id}:{what}" if what else f"user:{user_id}"
    _take(buckets_for(name, partition), times)


def count_of_address(request: HttpRequest, name: str, *, times: int = 1) -> None:
    """Count something that is done from an address; raise the 429 refusal."""
    _take(buckets_for(name, client_address(request)), times)


def _take(buckets: list[Bucket], times: int) -> None:
    verdict = consume(buckets, times)
    if not verdict.allowed:
        raise refusal(verdict)


def refusal(verdict: Verdict) -> Refusal:
    """Return the 429 that says how long to wait."""
    seconds = max(1, verdict.retry_after)
    return Refusal(
        "rate_limited",
        _("Too many requests. Try again in {seconds} s.").format(seconds=seconds),
        headers={"Retry-After": str(seconds), **verdict.headers()},
        retry_after=seconds,
    )


def count(
    user: Any, credential: Any, request: HttpRequest, kind: str = GENERAL, cost: int = 1
) -> Verdict:
    """Return where the request stands; raise the 429 refusal if it is one too many."""
    verdict = consume(buckets_of(user, credential, request, kind, cost))
    if not verdict.allowed:
        raise refusal(verdict)
    return verdict
