"""The copy of your own data, over the API."""

from __future__ import annotations

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import shapes
from accounts.api.base import ApiView
from accounts.models import DataExport
from accounts.services import own_data
from config.http.errors.refusals import Refusal
from config.http.openapi import documented
from config.http.times import utc

ASK_AGAIN_SECONDS = 10


def describe(export: DataExport) -> shapes.DataExport:
    """Return how far an export is."""
    status = "ready" if export.made_at else "waiting"
    if not export.made_at and export.attempts >= own_data.MOST_ATTEMPTS:
        status = "failed"
    return {
        "status": status,
        "requested_at": utc(export.requested_at),
        "kept_until": utc(export.requested_at + DataExport.KEPT_FOR),
        "size": export.size,
    }


class OwnData(ApiView):
    """All that is kept of the person that the request speaks for."""

    scope = "account:write"

    @documented("create_account_export", responses={202: shapes.DataExport})
    def post(self, request: Request) -> Response:
        """Ask for a copy of all my data. A worker makes it, and an email says when it is ready."""
        export = own_data.ask_for_copy(self.user, timezone.now())
        return Response(describe(export), status=202, headers=_later())

    @documented(
        "get_account_export",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, 202: shapes.DataExport},
        codes=["not_found"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return the copy as a zip of JSON; 202 with how far it is until it is ready."""
        export = own_data.find_copy(self.user, timezone.now())
        if export is None:
            raise Refusal("not_found", _("Ask for a copy first: POST /me/export."))
        if export.made_at is None:
            return Response(describe(export), status=202, headers=_later())
        return StreamingHttpResponse(
            own_data.read_copy(export),
            content_type="application/zip",
            headers={
                "Content-Length": str(export.size),
                "Content-Disposition": 'attachment; filename="chess-eleven-data.zip"',
                "Cache-Control": "private, no-store",
            },
        )


def _later() -> dict[str, str]:
    return {"Retry-After": str(ASK_AGAIN_SECONDS)}
