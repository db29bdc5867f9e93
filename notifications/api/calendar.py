"""The address of the calendar over the API."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from config.http.errors.refusals import Refusal
from config.http.openapi import documented
from config.languages.spoken import language_of, spoken_to
from notifications import calendar
from notifications.api import examples, shapes


class CalendarAddress(ApiView):
    """The secret address of my deadlines."""

    # The address is a key of its own, so reading it is not just reading.
    scope = "account:write"

    @documented("get_calendar", responses={200: shapes.Calendar})
    def get(self, request: Request) -> Response:
        """Return the address of my calendar (iCalendar, with alarms).

        It ends with the token or the app that asked for it.
        """
        return Response({"url": calendar.address_of(self.user, self.credential.holder)})

    @documented("renew_calendar", responses={200: shapes.Calendar})
    def post(self, request: Request) -> Response:
        """Renew the address: the old one shows nothing any more."""
        return Response({"url": calendar.renew_address(self.user, self.credential.holder)})


class CalendarFeed(ApiView):
    """The calendar itself, for any program that follows the address."""

    scope = None

    @documented(
        "get_calendar_file",
        responses={(200, "text/calendar"): str},
        examples={(200, "text/calendar"): examples.FEED},
    )
    def get(self, request: Request, secret: str) -> HttpResponse:
        """Return the deadlines of the games that wait for the owner. The address is the key."""
        now = timezone.now()
        owner = calendar.find_owner(secret, now)
        if owner is None:
            raise Refusal("not_found", _("This calendar address doesn't exist or was renewed."))
        with spoken_to(owner):
            content = calendar.write_calendar(owner, now)
        return HttpResponse(
            content,
            content_type="text/calendar; charset=utf-8",
            headers={
                "Cache-Control": "private, max-age=300",
                "Content-Language": language_of(owner),
            },
        )
