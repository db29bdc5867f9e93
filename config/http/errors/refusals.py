"""The one exception by which any layer says no to a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from config.http.errors.code_names import CodeName
from config.http.errors.codes import CODES, code_for
from config.http.errors.field_codes import FieldCode

MOST_ERRORS: Final = 50
"""So many wrong fields are reported: an answer may not be far longer than its question."""


class Refusal(Exception):
    """A request refused for a reason that a client can switch on.

    ``code`` is a stable word listed in ``config.http.errors.codes``, where its status is;
    ``detail`` says what to do next; everything else given becomes a further member of the answer
    (RFC 9457, 3.2).
    """

    def __init__(
        self,
        code: CodeName,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(detail)
        self.status = CODES[code].statuses[0]
        self.code: CodeName = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra

    @classmethod
    def of_status(
        cls, status: int, detail: str = "", *, headers: Mapping[str, str] | None = None
    ) -> Refusal:
        """Return the refusal of an answer that has this status and no code of its own."""
        code = code_for(status)
        refusal = cls(code, detail or CODES[code].meaning, headers=headers)
        refusal.status = status
        return refusal


def invalid_fields(errors: Sequence[Mapping[str, str]]) -> Refusal:
    """Return the refusal of several fields, each as ``field_error`` or ``parameter_error`` says."""
    return Refusal(
        "invalid",
        _("Some fields are invalid. See `errors`."),
        errors=list(errors[:MOST_ERRORS]),
    )


def field_error(pointer: str, code: FieldCode, detail: str) -> dict[str, str]:
    """Return what is wrong with one member of the body; the codes are in ``field_codes``."""
    return {"pointer": pointer, "code": code, "detail": detail}


def parameter_error(name: str, code: FieldCode, detail: str) -> dict[str, str]:
    """Return what is wrong with one parameter of the query, or with a header."""
    return {**field_error(f"#/{escape(name)}", code, detail), "parameter": name}


def invalid(field: str, code: FieldCode, detail: str) -> Refusal:
    """Return the refusal of one member of the body."""
    return invalid_fields([field_error(f"#/{escape(field)}", code, detail)])


def invalid_parameter(name: str, code: FieldCode, detail: str) -> Refusal:
    """Return the refusal of one parameter of the query, or of a header."""
    return invalid_fields([parameter_error(name, code, detail)])


def escape(name: str) -> str:
    """Return a name as it is in a JSON pointer (RFC 6901, 3)."""
    return name.replace("~", "~0").replace("/", "~1")
