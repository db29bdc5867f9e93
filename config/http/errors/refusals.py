"""The one exception by which any layer says no to a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refusal(Exception):
    """A request refused for a reason that a client can switch on.

    ``code`` is a stable word listed in ``config.http.errors.codes``; ``detail`` says what to do
    next; everything else given becomes a further member of the answer (RFC 9457, 3.2).
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra


def invalid(field: str, detail: str) -> Refusal:
    """Return the refusal of one field of the body or of the query."""
    return Refusal(
        400,
        "invalid",
        "Some of what was sent is not valid; see errors.",
        errors=[{"pointer": f"#/{field}" if field else "#", "detail": detail}],
    )
