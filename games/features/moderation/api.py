"""Reporting a player, and what was decided about me."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.fields import Input, StrictInteger, StrictText
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import LARGEST, PAGE
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.features.moderation import appeals, reporting, shapes, standing
from games.features.moderation.models import Reason, Report
from games.features.moderation.payloads import appeal_payload, decision_payload, report_payload


class ReportInput(Input):
    """Whom to report, where, and why."""

    about = StrictText(max_length=30, help_text="The player.")
    game = StrictText(max_length=8, required=False, allow_null=True, help_text="Where it happened.")
    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST,
        required=False,
        allow_null=True,
        help_text="The turn at which it happened.",
    )
    reason = serializers.ChoiceField(Reason.values)
    text = StrictText(
        max_length=500, required=False, allow_blank=True, help_text="More, for the moderators."
    )


class AppealInput(Input):
    """Why I disagree."""

    text = StrictText(max_length=1000, help_text="For the moderators.")


class ReportsView(GameApiView):
    """My reports."""

    scope = {"GET": "account:read", "POST": "account:write"}

    @documented("list_reports", responses={200: page_of(shapes.Report, "Report")}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List the reports I made, newest first, and whether something was done."""
        pages = CursorPagination()
        rows = Report.objects.filter(reporter=self.user).select_related("about", "decision")
        shown = pages.paginate_queryset(rows.order_by("-created_at", "-pk"), request)
        names = reporting.known_as(shown)
        return pages.get_paginated_response([report_payload(row, names[row.pk]) for row in shown])

    @documented(
        "create_report",
        body=ReportInput,
        responses={201: shapes.Report},
        codes=["too_many_reports", "not_found"],
        example={"about": "bob", "game": "h4Xk93Qm", "turn": 12, "reason": "abuse"},
    )
    def post(self, request: Request) -> Response:
        """Report a player to the moderators, ten times a day at most.

        The same reason about the same player and game is one report until a week after a moderator
        has looked at it. We email you then. The player doesn't learn who made the report.
        """
        said = self.read_body(ReportInput)
        made = reporting.report(
            self.user,
            said["about"],
            said["reason"],
            game_id=said.get("game"),
            turn=said.get("turn"),
            text=said.get("text", ""),
            now=self.now,
        )
        return self.created(report_payload(made, reporting.known_as([made])[made.pk]), "reports")


class StandingView(GameApiView):
    """What was decided about me."""

    scope = "account:read"

    @documented("get_standing", responses={200: shapes.AccountStanding})
    def get(self, request: Request) -> Response:
        """Show what moderators decided about my account: what, why, until when."""
        rows = [decision_payload(row, self.now) for row in standing.decisions_of(self.user.pk)]
        shown: shapes.AccountStanding = {
            "is_good": not any(row["is_in_force"] for row in rows),
            "next": None,
            "previous": None,
            "results": rows,
        }
        return Response(shown)


class AppealView(GameApiView):
    """Asking for another look."""

    scope = "account:write"

    @documented(
        "appeal_decision",
        body=AppealInput,
        responses={201: shapes.Appeal},
        codes=["appeal_made"],
        example={"text": "That was my brother."},
    )
    def post(self, request: Request, decision_id: int) -> Response:
        """Ask for another look at a decision, once. Another moderator answers, if there is one."""
        text = self.read_body(AppealInput)["text"]
        made = appeals.appeal(self.user.pk, decision_id, text, now=self.now)
        return self.created(appeal_payload(made), "me/standing")
