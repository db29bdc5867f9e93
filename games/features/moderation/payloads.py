"""Reports and decisions as JSON."""

from __future__ import annotations

from datetime import datetime

from config.http.times import utc
from games.features.moderation import letters, shapes
from games.features.moderation.models import Appeal, Decision, Report


def report_payload(report: Report, name: str) -> shapes.Report:
    """Return a report as the one who made it sees it: never what was decided.

    ``name`` is the one under which they know the player.
    """
    decision = report.decision
    is_closed = report.closed_at is not None
    acted = decision is not None and decision.kind != Decision.Kind.NO_ACTION
    return {
        "id": str(report.pk),
        "about": name,
        "game": report.game_id,
        "turn": report.turn,
        "reason": report.reason,
        "text": report.text,
        "created_at": utc(report.created_at),
        "is_closed": is_closed,
        "is_acted_on": acted if is_closed else None,
    }


def appeal_of(decision: Decision) -> Appeal | None:
    """Return the appeal against a decision, or ``None``."""
    return getattr(decision, "appeal", None)


def may_appeal(decision: Decision) -> bool:
    """Return whether the person can still ask for another look."""
    return decision.undone_at is None and appeal_of(decision) is None


def appeal_payload(appeal: Appeal) -> shapes.Appeal:
    """Return an appeal as the person sees it."""
    return {
        "text": appeal.text,
        "made_at": utc(appeal.made_at),
        "answered_at": utc(appeal.answered_at),
        "is_granted": appeal.is_granted,
        "answer": appeal.answer or None,
    }


def decision_payload(decision: Decision, now: datetime) -> shapes.Decision:
    """Return a decision as the person sees it."""
    appeal = appeal_of(decision)
    return {
        "id": str(decision.pk),
        "kind": decision.kind,
        "reason": decision.reason,
        "detail": letters.sentences_of(decision),
        "at": utc(decision.at),
        "until": utc(decision.until),
        "is_in_force": decision.is_in_force(now),
        "may_appeal": may_appeal(decision),
        "appeal": appeal_payload(appeal) if appeal is not None else None,
    }
