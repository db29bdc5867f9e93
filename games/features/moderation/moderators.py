"""Pages of moderators: the queue, a report, an appeal. Two clicks lead to a decision."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.errors.refusals import Refusal
from games.features.moderation import appeals, deciding, letters, queue
from games.features.moderation.access import for_moderators
from games.features.moderation.models import Appeal, Decision, Reason
from games.refusals import NotFound

Kind = Decision.Kind


@for_moderators
@require_safe
def show_queue(request: HttpRequest) -> HttpResponse:
    """Show what waits, the oldest first."""
    context = {
        "reports": queue.open_reports()[: queue.MOST],
        "appeals": queue.open_appeals()[: queue.MOST],
        "waiting": queue.open_reports().count(),
    }
    return render(request, "moderation/queue.html", context)


@for_moderators
@require_safe
def show(request: HttpRequest, report_id: int) -> HttpResponse:
    """Show all that helps to decide about a report, with a button for each decision."""
    report, now = queue.find_report(report_id), arrived_at(request)
    game = queue.game_of(report)
    days = [(n, _days(n)) for n in deciding.DAYS]
    context = {
        "report": report,
        "game": game,
        # Drawn by the rules: it holds nothing that anyone typed.
        "picture": mark_safe(queue.picture_of(game, report.turn)) if game else "",
        "talk": queue.talk_of(game) if game else [],
        "records": [queue.record_of(report.about, now), queue.record_of(report.reporter, now)],
        "reasons": Reason.choices,
        "lasting": [
            (Kind.MUTE, Kind.MUTE.label, days),
            (Kind.UNRATED, Kind.UNRATED.label, days),
            (Kind.CLOSE, Kind.CLOSE.label, [*days, ("", _("for good"))]),
        ],
        "once": [
            (kind, kind.label) for kind in (Kind.NO_ACTION, Kind.REMINDER, Kind.RENAME, Kind.VOID)
        ],
    }
    return render(request, "moderation/shown.html", context)


def _days(n: int) -> str:
    return _("1 day") if n == 1 else _("{n} days").format(n=n)


@for_moderators
@require_POST
def decide(request: HttpRequest, report_id: int) -> HttpResponse:
    """Decide, and go back to the queue."""
    kind, _colon, days = request.POST.get("decision", "").partition(":")
    return _done(
        request,
        lambda: deciding.decide(
            reader_of(request),
            report_id,
            kind,
            days=int(days) if days in {str(n) for n in deciding.DAYS} else None,
            reason=request.POST.get("reason", ""),
            sentence=request.POST.get("sentence", ""),
            now=arrived_at(request),
        ),
    )


@for_moderators
@require_POST
def undo(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Take a decision back, and go to the queue."""
    why = request.POST.get("why", "")[:300]
    return _done(
        request,
        lambda: deciding.undo(reader_of(request), decision_id, why=why, now=arrived_at(request)),
    )


@for_moderators
@require_safe
def show_appeal(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """Show an appeal, the decision, and the report that led to it."""
    rows = Appeal.objects.select_related("decision__user", "decision__by")
    found = rows.filter(pk=appeal_id).first()
    if found is None:
        raise NotFound(_("This appeal doesn't exist."))
    context = {
        "appeal": found,
        "sentences": letters.sentences_of(found.decision),
        "reports": found.decision.reports.select_related("reporter"),
        "records": [queue.record_of(found.decision.user, arrived_at(request))],
    }
    return render(request, "moderation/appeal.html", context)


@for_moderators
@require_POST
def answer(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """Answer an appeal, and go to the queue."""
    return _done(
        request,
        lambda: appeals.answer(
            reader_of(request),
            appeal_id,
            is_granted=request.POST.get("answer") == "grant",
            text=request.POST.get("text", ""),
            now=arrived_at(request),
        ),
    )


def _done(request: HttpRequest, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        faults = refusal.extra.get("errors")
        messages.error(request, faults[0]["detail"] if faults else refusal.detail)
    else:
        messages.success(request, _("Done. It's in the log."))
    return redirect("report_queue")
