"""Writes the answers of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.utils.encoders import JSONEncoder

_AS_THE_FRAMEWORK: Final = JSONEncoder().default
"""Writes what JSON doesn't have: translated sentences, decimals."""
_OPTIONS: Final = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATETIME


class JSONRenderer(BaseRenderer):
    """Writes compact JSON in UTF-8."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of the answer; nothing at all for an answer without a body."""
        if data is None:
            return b""
        return orjson.dumps(data, default=_AS_THE_FRAMEWORK, option=_OPTIONS)


class AlwaysTheFirst(BaseContentNegotiation):
    """Answers in JSON no matter what ``Accept`` says.

    This API has one form, and a client that forgot the header is better served by it than by a 406.
    """

    def select_parser(self, request: Any, parsers: Any) -> Any:
        media_type = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self, request: Any, renderers: Any, format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type
