"""Competitions: announced, entered, looked at, looked after."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.http.errors.refusals import escape
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.api.views.events import AFTER_NUMBER, REFUSALS, EventPagesView, number_ahead
from games.features.competitions import certificate_picture, examples, selectors, shapes
from games.features.competitions.api import inputs
from games.features.competitions.changes import change_payload, log_of_competition
from games.features.competitions.league_payloads import tables_payload
from games.features.competitions.models import Competition, Section
from games.features.competitions.pages.way import way_of
from games.features.competitions.payloads import (
    SectionView as View,
)
from games.features.competitions.payloads import (
    certificate_payload,
    competition_payload,
)
from games.features.competitions.services import (
    certificates,
    disputes,
    entering,
    handing_in,
    leaving,
    setting_up,
)
from games.features.competitions.services.access import find_competition, find_section
from games.features.competitions.services.entering import Statement
from games.features.competitions.services.setting_up import Plan
from games.refusals import Invalid, NotFound
from games.streams.negotiation import read_after, wanted_form

WRITE = "competitions:write"


class CompetitionView(GameApiView):
    """A view of competitions."""

    @property
    def viewer(self) -> User | None:
        """Who looks, or ``None`` for anyone."""
        user = self.request.user
        return user if user.is_authenticated else None

    def show_competition(self, competition: Competition) -> Response:
        """Return the competition as this client may see it."""
        return Response(competition_payload(competition, self.base_url, self.viewer))

    def show_section(self, section: Section) -> Response:
        """Return the section as this client may see it."""
        return Response(View(section, self.viewer).payload())


class CompetitionsView(CompetitionView):
    """All public competitions, and setting one up."""

    scope = {"GET": None, "POST": WRITE}  # type: ignore[dict-item]

    @documented(
        "list_competitions",
        responses={200: page_of(shapes.Competition)},
        query=[*PAGE],
    )
    def get(self, request: Request) -> Response:
        """List the public competitions, newest first."""
        pages = CursorPagination()
        pages.ordering = ("-created_at", "-id")
        rows = pages.paginate_queryset(selectors.public_competitions(), request)
        return pages.get_paginated_response(
            [competition_payload(row, self.base_url) for row in rows]
        )

    @documented(
        "create_competition",
        body=inputs.CompetitionInput,
        responses={201: shapes.Competition},
        codes=["not_trusted_yet", "operators_only", "too_many_competitions"],
        example=examples.NEW,
    )
    def post(self, request: Request) -> Response:
        """Announce a competition: private cups, or anything as an operator."""
        said = dict(self.read_body(inputs.CompetitionInput))
        sections = said.pop("sections", None) or [{"section": "open"}]
        said.setdefault("opens_at", self.now)
        said.setdefault("starts_at", said["closes_at"])
        plan = Plan(**{**said, "sections": {one["section"]: one.get("limit") for one in sections}})
        try:
            made = setting_up.set_up(self.user, plan, now=self.now)
        except Invalid as error:
            raise pointed(error) from error
        return self.created(competition_payload(made, self.base_url), f"competitions/{made.pk}")


def pointed(error: Invalid) -> Invalid:
    """Return the refusal with the name of an option written as a pointer does."""
    parent, _sep, name = error.field.partition("/")
    if not name:
        return error
    return Invalid(error.fault, field=f"{parent}/{escape(name)}", code=error.field_code)


class OneCompetitionView(CompetitionView):
    """One competition, and changing it."""

    scope = {"GET": None, "PATCH": WRITE}  # type: ignore[dict-item]

    @documented("get_competition", responses={200: shapes.Competition})
    def get(self, request: Request, competition_id: str) -> Response:
        """Show a competition as it was announced."""
        return self.show_competition(find_competition(competition_id))

    @documented(
        "change_competition",
        body=inputs.CompetitionChange,
        responses={200: shapes.Competition},
        codes=["not_the_organiser", "entries_opened", "entries_closed"],
        example=examples.CHANGE,
        is_conditional=True,
    )
    def patch(self, request: Request, competition_id: str) -> Response:
        """Change a competition until entries open; then its text, prizes and seeding."""
        changed = setting_up.change(
            self.user, competition_id, self.read_body(inputs.CompetitionChange), now=self.now
        )
        return self.show_competition(changed)


class ChangesView(EventPagesView):
    """Following a competition without playing in it."""

    scope = None

    @documented(
        "list_events_of_competition",
        responses={
            (200, "application/json"): shapes.CompetitionChanges,
            (200, "text/event-stream"): str,
            (200, "application/x-ndjson"): str,
            204: None,
        },
        query=AFTER_NUMBER,
        codes=REFUSALS,
        examples={
            (200, "text/event-stream"): examples.CHANGE_STREAM,
            (200, "application/x-ndjson"): examples.CHANGE_LINES,
        },
    )
    def get(self, request: Request, competition_id: str) -> HttpResponseBase:
        """Show whether a competition has changed, or follow it; 204 once it is over."""
        found = find_competition(competition_id)
        record, after = change_payload(found.pk), read_after(request._request)
        latest = record["number"]
        if form := wanted_form(request._request):
            is_over = all(line["status"] in Section.OVER for line in record["sections"])
            if is_over and (after is None or after >= latest):
                return Response(status=204)
            return self.stream(request, form, log_of_competition(found.pk), after, latest)
        if (after or 0) > latest:
            raise number_ahead(latest)
        results = [record] if latest > (after or 0) else []
        return Response({"next": None, "previous": None, "latest": latest, "results": results})


class TableView(CompetitionView):
    """The tables of a league."""

    scope = None

    @documented("get_tables", responses={200: shapes.Tables})
    def get(self, request: Request, competition_id: str) -> Response:
        """Show the tables of a season of a league, each with the places still in reach."""
        return Response(tables_payload(find_competition(competition_id), self.viewer))


class SectionView(CompetitionView):
    """One section: its entries, bracket, timetable and standing."""

    scope = None

    @documented("get_section", responses={200: shapes.Section})
    def get(self, request: Request, competition_id: str, section: str) -> Response:
        """Show a section: entries, bracket, last days, and at the end the standing."""
        return self.show_section(find_section(competition_id, section))


class EntriesView(CompetitionView):
    """Entering a section and withdrawing from it."""

    scope = {"POST": WRITE, "DELETE": WRITE}

    @documented(
        "enter_section",
        body=inputs.EntryInput,
        responses={200: shapes.Section},
        codes=[
            "entries_not_open",
            "entries_closed",
            "join_by_link",
            "no_bots",
            "guest_account",
            "own_competition",
            "one_section",
            "too_many_competitions",
        ],
        example={"born_on_or_after": "2009-03-13", "guardian_agrees": True},
    )
    def post(self, request: Request, competition_id: str, section: str) -> Response:
        """Enter a section, or confirm the season of a league; again, it changes nothing."""
        said = self.read_body(inputs.EntryInput)
        entering.enter(self.user, competition_id, section, Statement(**said), now=self.now)
        return self.show_section(find_section(competition_id, section))

    @documented("withdraw_from_section", responses={204: None})
    def delete(self, request: Request, competition_id: str, section: str) -> Response:
        """Withdraw: before the draw without a trace, later you lose the match."""
        leaving.withdraw(self.user, competition_id, section, now=self.now)
        return Response(status=204)


class ViewOfEntry(CompetitionView):
    """A view that answers with an entry."""

    def show_entry(self, competition_id: str, section: str, entry: int) -> Any:
        shown = View(find_section(competition_id, section), self.viewer).payload()
        return next(one for one in shown["entries"] if one["entry"] == entry)


class AgeSeenView(ViewOfEntry):
    """Noting that a proof of age was seen."""

    scope = WRITE

    @documented(
        "confirm_age", responses={200: shapes.Entry}, codes=["not_the_organiser", "no_proof_asked"]
    )
    def post(self, request: Request, competition_id: str, section: str, entry: int) -> Response:
        """Note, as the organiser, that a proof of age was seen; nothing of it is kept."""
        entering.note_age_seen(self.user, competition_id, section, entry, now=self.now)
        return Response(self.show_entry(competition_id, section, entry))


class DisputeView(CompetitionView):
    """A dispute about ages."""

    scope = {"POST": WRITE, "DELETE": WRITE}

    @documented(
        "create_dispute",
        responses={200: shapes.Section},
        codes=["not_the_organiser", "no_proof_asked"],
    )
    def post(self, request: Request, competition_id: str, section: str) -> Response:
        """Keep what was confirmed about ages, as the organiser, while a dispute is open."""
        disputes.open_dispute(self.user, competition_id, section, now=self.now)
        return self.show_section(find_section(competition_id, section))

    @documented(
        "delete_dispute",
        responses={200: shapes.Section},
        codes=["not_the_organiser", "no_proof_asked"],
    )
    def delete(self, request: Request, competition_id: str, section: str) -> Response:
        """Close it: what was confirmed is deleted 30 days after the end of the section."""
        disputes.close_dispute(self.user, competition_id, section, now=self.now)
        return self.show_section(find_section(competition_id, section))


class PutOutView(ViewOfEntry):
    """Putting a player out."""

    scope = WRITE

    @documented(
        "disqualify_player",
        body=inputs.PutOutInput,
        responses={200: shapes.Entry},
        codes=["not_the_organiser", "organiser_plays", "section_over"],
        example=examples.PUT_OUT,
    )
    def post(self, request: Request, competition_id: str, section: str, entry: int) -> Response:
        """Disqualify a player, as the organiser. The match in play goes to the opponent."""
        said = self.read_body(inputs.PutOutInput)
        leaving.put_out(
            self.user,
            competition_id,
            section,
            entry,
            said["reason"],
            now=self.now,
            is_dishonest=said["dishonest"],
        )
        return Response(self.show_entry(competition_id, section, entry))


class ViewOfMatch(CompetitionView):
    """A view that answers with a match."""

    def show_match(self, competition_id: str, section: str, match: str) -> Any:
        """Return a match as this client may see it; raises ``NotFound``."""
        view = View(find_section(competition_id, section), self.viewer)
        slots = view.field.bracket if view.field is not None else ()
        found = next((slot for slot in slots if slot.name == match), None)
        if found is None:
            raise NotFound(_("This match doesn't exist."))
        return view.match_alone(found)


class MatchView(ViewOfMatch):
    """One match: its games and how it was decided."""

    scope = None

    @documented("get_match", responses={200: shapes.OneMatch})
    def get(self, request: Request, competition_id: str, section: str, match: str) -> Response:
        """Show a match: its games, how it was decided, and its shoot-out."""
        return Response(self.show_match(competition_id, section, match))


class ShootoutView(ViewOfMatch):
    """Handing in for a shoot-out."""

    scope = {"PUT": "games:play"}

    @documented(
        "save_shootout",
        body=inputs.ShootoutInput,
        responses={200: shapes.OneMatch},
        codes=["shootout_closed", "not_a_player"],
        example={"shots": ["d", "e", "d", "d", "e"], "stands": ["e", "e", "d", "e", "d"]},
    )
    def put(self, request: Request, competition_id: str, section: str, match: str) -> Response:
        """Send five shots and five places of the king, hidden until both are in."""
        said = self.read_body(inputs.ShootoutInput)
        handing_in.hand_in(
            self.user, competition_id, section, match, said["shots"], said["stands"], now=self.now
        )
        return Response(self.show_match(competition_id, section, match))


class OwnCertificateView(CompetitionView):
    """The name on my certificate."""

    scope = {"POST": WRITE, "DELETE": WRITE}

    @documented(
        "save_certificate_name",
        body=inputs.CertificateInput,
        responses={200: shapes.Certificate},
        codes=["certificate_named"],
        example=examples.NAME,
    )
    def post(self, request: Request, competition_id: str, section: str) -> Response:
        """Print a name on my certificate, once. Leave blank to print my username."""
        name = self.read_body(inputs.CertificateInput)["name"]
        paper = certificates.print_name(self.user, competition_id, section, name, now=self.now)
        return Response(certificate_payload(paper))

    @documented("delete_certificate_name", responses={200: shapes.Certificate})
    def delete(self, request: Request, competition_id: str, section: str) -> Response:
        """Delete the name on my certificate, for good."""
        paper = certificates.delete_name(self.user, competition_id, section)
        return Response(certificate_payload(paper))


class CertificateView(CompetitionView):
    """Checking a certificate."""

    scope = None

    @documented("get_certificate", responses={200: shapes.Certificate})
    def get(self, request: Request, certificate_id: str) -> Response:
        """Check a certificate by its number. The answer doesn't have the name on it."""
        return Response(certificate_payload(certificates.find_certificate(certificate_id)))


class CertificatePictureView(CompetitionView):
    """A certificate to print."""

    scope = None

    @documented(
        "get_certificate_svg",
        responses={(200, "image/svg+xml"): str},
        examples={(200, "image/svg+xml"): examples.PICTURE},
    )
    def get(self, request: Request, certificate_id: str) -> HttpResponse:
        """Draw a certificate as SVG."""
        paper = certificates.find_certificate(certificate_id)
        holder = certificates.holder_of(paper, request.user.pk)
        picture = certificate_picture.draw(paper, holder, way_of(paper))
        return HttpResponse(picture, content_type="image/svg+xml")
