"""The log of what operators do: who, whom, what, why, when."""

from __future__ import annotations

import logging
from typing import Any

from accounts.models import OperatorAct, User

log = logging.getLogger(__name__)


def record_act(
    operator: User | None,
    what: str,
    *,
    user: User | None = None,
    about: str = "",
    reason: str = "",
    **details: Any,
) -> OperatorAct:
    """Write an act into the log, in the transaction in which it is done.

    ``operator`` is None for a command on the machine. ``what`` is a word in the past tense, such
    as ``account_locked``; ``details`` are values that JSON can hold.
    """
    log.info("operator act: %s", what, extra={"act": what})
    return OperatorAct.objects.create(
        operator=operator,
        what=what,
        user=user,
        about=about[:200],
        reason=reason,
        details=details,
    )
