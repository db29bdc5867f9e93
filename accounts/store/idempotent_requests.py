"""Claiming the row of an idempotency key, and thinning out those of anyone who has very many."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

_CLAIM = """
    INSERT INTO accounts_idempotentrequest
        (owner, key_digest, fingerprint, headers, answer, created_at)
    VALUES (%s, %s, %s, '{}', '', %s)
    ON CONFLICT (owner, key_digest) DO UPDATE
        SET fingerprint = EXCLUDED.fingerprint, created_at = EXCLUDED.created_at, status = NULL
        WHERE accounts_idempotentrequest.created_at < %s
    RETURNING id
"""
_FORGET_SURPLUS = """
    WITH many AS (
        SELECT owner FROM accounts_idempotentrequest GROUP BY owner HAVING count(*) > %(most)s
    ), placed AS (
        SELECT id, created_at,
            row_number() OVER (PARTITION BY owner ORDER BY created_at DESC) AS nth
        FROM accounts_idempotentrequest WHERE owner IN (SELECT owner FROM many)
    )
    DELETE FROM accounts_idempotentrequest
    WHERE id IN (SELECT id FROM placed WHERE nth > %(most)s AND created_at < %(before)s)
"""


def claim_row(
    owner: str,
    key_digest: str,
    fingerprint: str,
    *,
    now: datetime,
    forgotten_before: datetime,
    wait: str,
) -> int | None:
    """Return the id of the row that is now ours, or None if it was claimed before.

    Where another transaction is about to claim it, this one waits for its end, for ``wait`` at
    most; then it raises ``OperationalError`` (55P03). A row as old as ``forgotten_before`` counts
    as none.

    ORM: ``IdempotentRequest.objects.get_or_create(owner=owner, key_digest=key_digest,
    defaults=…)``, and for one that is old ``filter(created_at__lt=forgotten_before).update(…)``;
    it makes a savepoint for the row that is there already, and takes two statements.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [wait])
        cursor.execute(_CLAIM, [owner, key_digest, fingerprint, now, forgotten_before])
        row = cursor.fetchone()
    return row[0] if row else None


def forget_surplus(most: int, before: datetime) -> int:
    """Delete what is older than ``before`` and not among its owner's ``most`` newest.

    Return how many.

    ORM, for each owner of more than ``most``: ``newest = IdempotentRequest.objects.filter(
    owner=owner).order_by("-created_at")[:most]``, then ``IdempotentRequest.objects.filter(
    owner=owner, created_at__lt=before).exclude(pk__in=newest).delete()``.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FORGET_SURPLUS, {"most": most, "before": before})
        return cursor.rowcount
