"""Query parameters: those that a call does not know are refused, as members of bodies are."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.http import QueryDict
from django.utils.translation import gettext as _

from config.http.errors.refusals import invalid_fields, parameter_error


def check_query(sent: QueryDict, known: Collection[str]) -> None:
    """Raise a 400 refusal that names each parameter which is unknown, or given twice."""
    if sent and (errors := list(_faults(sent, known))):
        raise invalid_fields(errors)


def _faults(sent: QueryDict, known: Collection[str]) -> Iterator[dict[str, str]]:
    for name, values in sent.lists():
        if name not in known:
            yield parameter_error(
                name, "unknown_parameter", _("This call has no parameter with this name.")
            )
        elif len(values) > 1:
            yield parameter_error(name, "repeated", _("Send this parameter only once."))
