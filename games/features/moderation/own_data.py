"""What moderation keeps of a person: never who reported them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, read
from accounts.models import User
from games.features.moderation.models import Report
from games.features.moderation.reporting import known_as


def _reports(user: User) -> Q:
    return Q(reporter=user) | Q(about=user)


def _rows(user: User) -> Iterator[dict[str, Any]]:
    """Yield the reports of a person; of those about them neither who made them nor their words."""
    made = Report.objects.filter(reporter=user).select_related("about")
    names = known_as(made)
    for row in read(made, columns="pk text reason place turn created_at closed_at"):
        yield {"made_by_you": True, "about": names[row.pop("pk")], **row}
    about = Report.objects.filter(about=user)
    for row in read(about, columns="reason place turn created_at closed_at"):
        yield {"made_by_you": False, **row}


TABLE: Final = {
    "moderation.Report": Kept(
        _("Reports you made, and reports about you without who made them. Kept two years."),
        "moderation/reports.json",
        of=_reports,
        until=Until.OTHERS,
        rows=_rows,
    ),
    "moderation.Decision": Kept(
        _("Decisions of moderators about you. Kept two years."),
        "moderation/decisions.json",
        columns="kind reason sentence at until game old_name undone_at",
        until=Until.OTHERS,
    ),
    "moderation.Appeal": Kept(
        _("Your appeals and the answers to them. Kept two years."),
        "moderation/appeals.json",
        columns="decision text made_at answered_at is_granted answer",
        of="decision__user",
        until=Until.OTHERS,
    ),
}
