"""The address of the calendar over the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from config.openapi import call as documented
from notifications import calendar
from notifications.api.push import user_of


class CalendarShape(serializers.Serializer[Any]):
    """Where a calendar program finds the deadlines."""

    url = serializers.URLField(help_text="Secret: whoever has it sees against whom you play.")


class CalendarAddress(ApiView):
    """The secret address of my deadlines."""

    scope = {"GET": "account:read", "POST": "account:write"}

    @documented(answers={200: CalendarShape})
    def get(self, request: Request) -> Response:
        """Return the address of my calendar (iCalendar, with alarms)."""
        return Response({"url": calendar.address_of(user_of(request))})

    @documented(answers={200: CalendarShape})
    def post(self, request: Request) -> Response:
        """Renew the address: the old one shows nothing any more."""
        return Response({"url": calendar.renew_address(user_of(request))})
