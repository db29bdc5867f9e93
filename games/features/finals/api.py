"""The hour of a final: shown, fixed by the organiser, answered by the finalists."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.fields import Input, StrictBoolean, UtcTime
from config.http.openapi import documented
from games.api.inputs import LiveInput
from games.features.competitions.api.views import WRITE, CompetitionView, pointed
from games.features.competitions.services.access import find_section
from games.features.finals import coming, fixing, shapes
from games.features.finals.payloads import hour_payload
from games.refusals import Invalid


class HourInput(Input):
    """When the final is played."""

    at = UtcTime(help_text="The hour, at least 48 hours ahead.")
    live = LiveInput(
        required=False, allow_null=True, help_text="The live clock; the usual one without it."
    )


class AnswerInput(Input):
    """What a finalist says to the hour."""

    confirm = StrictBoolean(help_text="false declines: the final is by correspondence.")


class ViewOfFinal(CompetitionView):
    """A view that answers with the hour of a final."""

    def show_hour(self, competition_id: str, section: str) -> Response:
        """Return the hour as this client may see it."""
        return Response(hour_payload(find_section(competition_id, section), self.viewer))


class FinalView(ViewOfFinal):
    """The hour of the final of a section."""

    scope = {"GET": None, "PUT": WRITE, "DELETE": WRITE}  # type: ignore[dict-item]

    @documented("get_final", responses={200: shapes.FinalHour}, codes=["no_final_hour"])
    def get(self, request: Request, competition_id: str, section: str) -> Response:
        """Show the hour of a final, who confirmed it, and its game once it has begun."""
        return self.show_hour(competition_id, section)

    @documented(
        "fix_final",
        body=HourInput,
        responses={200: shapes.FinalHour},
        codes=["not_the_organiser", "no_final_hour", "final_begun"],
        example={"at": "2030-02-02T18:00:00Z"},
    )
    def put(self, request: Request, competition_id: str, section: str) -> Response:
        """Fix or move the hour of the final, as the organiser. Answers to another hour are void.

        All players of the section get `final.fixed`. It is played live if both finalists confirm.
        """
        said = self.read_body(HourInput)
        live = dict(said.get("live") or {})
        try:
            fixing.fix(self.user, competition_id, section, said["at"], live or None, now=self.now)
        except Invalid as error:
            raise pointed(error) from error
        return self.show_hour(competition_id, section)

    @documented(
        "unfix_final",
        responses={204: None},
        codes=["not_the_organiser", "no_final_hour", "final_begun"],
    )
    def delete(self, request: Request, competition_id: str, section: str) -> Response:
        """Take the hour back, as the organiser. The final is by correspondence."""
        fixing.take_back(self.user, competition_id, section, now=self.now)
        return Response(status=204)


class AnswerView(ViewOfFinal):
    """A finalist's answer."""

    scope = WRITE

    @documented(
        "answer_final",
        body=AnswerInput,
        responses={200: shapes.FinalHour},
        codes=["not_a_finalist", "no_final_hour", "final_begun"],
        example={"confirm": True},
    )
    def post(self, request: Request, competition_id: str, section: str) -> Response:
        """Confirm or decline the hour of the final, as a finalist, until it comes."""
        confirm = self.read_body(AnswerInput)["confirm"]
        coming.answer(self.user, competition_id, section, is_confirmed=confirm, now=self.now)
        return self.show_hour(competition_id, section)


class HereView(ViewOfFinal):
    """A finalist who is there."""

    scope = WRITE

    @documented(
        "come_to_final",
        responses={200: shapes.FinalHour},
        codes=["not_a_finalist", "no_final_hour", "final_begun", "final_not_open"],
    )
    def post(self, request: Request, competition_id: str, section: str) -> Response:
        """Say that you're there: from ten minutes before the hour until ten minutes after.

        The answer has `game` once the final has begun. A finalist who isn't there loses.
        """
        coming.come(self.user, competition_id, section, now=self.now)
        return self.show_hour(competition_id, section)
