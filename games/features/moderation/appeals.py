"""Appeals: one for each decision, answered by another moderator where there is one."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.operator_log import record_act
from games.features.moderation import letters
from games.features.moderation.access import check_moderates, other_moderators
from games.features.moderation.deciding import (
    address_of,
    check_has_no_part,
    restore_games,
    take_back,
)
from games.features.moderation.models import Appeal, Decision
from games.refusals import Conflict, Forbidden, Invalid, NotFound


def appeal(user_id: int, decision_id: int, text: str, *, now: datetime) -> Appeal:
    """Return the appeal of the person against a decision about them; a second one is refused.

    Raises ``NotFound``, ``Invalid`` and ``Conflict``.
    """
    if not text.strip():
        raise Invalid(_("Write why you disagree."), field="text", code="blank")
    with transaction.atomic():
        rows = Decision.objects.select_for_update(of=("self",)).filter(user=user_id)
        decision = rows.exclude(kind=Decision.Kind.NO_ACTION).filter(pk=decision_id).first()
        if decision is None:
            raise NotFound(_("This decision doesn't exist."))
        if decision.undone_at is not None or Appeal.objects.filter(decision=decision).exists():
            raise Conflict(_("You can appeal a decision once."), code="appeal_made")
        return Appeal.objects.create(decision=decision, text=text.strip()[:1000], made_at=now)


def answer(
    moderator: User, appeal_id: int, *, is_granted: bool, text: str = "", now: datetime
) -> Appeal:
    """Answer an appeal and return it; the decision goes where it is granted.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    check_moderates(moderator)
    with transaction.atomic():
        rows = Appeal.objects.select_for_update(of=("self", "decision"))
        rows = rows.select_related("decision__user")
        found = rows.filter(pk=appeal_id).first()
        if found is None:
            raise NotFound(_("This appeal doesn't exist."))
        if found.answered_at is not None:
            raise Conflict(
                _("Another moderator already answered this appeal."), code="report_closed"
            )
        check_has_no_part(moderator, found.decision)
        if found.decision.by_id == moderator.pk and other_moderators(moderator.pk):
            raise Forbidden(
                _("You made this decision. Another moderator answers."), code="forbidden"
            )
        address = address_of(found.decision.user)
        if is_granted and found.decision.undone_at is None:
            take_back(moderator, found.decision, why=text, now=now)
        found.answered_at, found.answered_by = now, moderator
        found.is_granted, found.answer = is_granted, text.strip()[:300]
        found.save(update_fields=["answered_at", "answered_by", "is_granted", "answer"])
        record_act(
            moderator,
            "appeal_granted" if is_granted else "appeal_rejected",
            user=found.decision.user,
            reason=text,
            decision=found.decision_id,
        )
        letters.tell_answer(found, address)
    if is_granted:
        restore_games(found.decision, now)
    return found
