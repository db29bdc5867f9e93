"""What is done to the OpenAPI document once all calls are in it: hooks of drf-spectacular."""

from __future__ import annotations

from typing import Any, Final

from config.http.errors.codes import CODES
from config.http.errors.problems import example_of
from config.http.operations import LINKS

OPEN_ENUMERATIONS: Final = frozenset(
    {
        "ChallengeStatus",
        "CompetitionKind",
        "DecidedBy",
        "DeclineReason",
        "DeliveryStatus",
        "EntryStatus",
        "EventType",
        "GameStatus",
        "LessonStepKind",
        "MailWay",
        "OutBy",
        "Phrase",
        "PlanStatus",
        "ProblemCode",
        "PushWay",
        "PuzzleKind",
        "ResultReason",
        "RoundEnd",
        "Scope",
        "SectionKey",
        "SectionStatus",
        "ShotOutcome",
        "WebhookStatus",
    }
)
"""Enumerations to which words may be added."""
_OPEN_REFERENCES: Final = {f"#/components/schemas/{name}" for name in OPEN_ENUMERATIONS}


def add_links(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with what can be done next with what was made."""
    operations = {
        operation["operationId"]: operation
        for methods in result["paths"].values()
        for operation in methods.values()
    }
    for name, status, following, parameter in LINKS:
        links = operations[name]["responses"][status].setdefault("links", {})
        links[following] = {
            "operationId": following,
            "parameters": {parameter: "$response.body#/id"},
        }
    return result


def open_enumerations(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with room for new words in answers.

    Words are added without notice; a strict generator would throw a
    whole page away for one that it does not know. What is sent keeps to the known words.
    """
    schemas = result["components"]["schemas"]
    schemas.pop("Null", None)
    for name, schema in schemas.items():
        if name not in OPEN_ENUMERATIONS:
            _tidy(schema, is_open=not name.endswith("Request"))
    return result


def _tidy(schema: Any, *, is_open: bool) -> None:
    """Put a choice between the known words and any other in place of each open enumeration.

    Where nothing is a choice, it is said by its type and not by an enumeration of it; what stands
    alone in ``allOf`` stands without.
    """
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if isinstance(value, dict) and len(value.get("allOf", ())) == 1:
            # Since OpenAPI 3.1 a description may stand beside a reference.
            (only,) = value.pop("allOf")
            value.update(only)
        target = value.get("$ref") if isinstance(value, dict) else None
        if target == "#/components/schemas/Null":
            schema[key] = {"type": "null"}
        elif is_open and key != "not" and target in _OPEN_REFERENCES:
            rest = {name: told for name, told in value.items() if name != "$ref"}
            schema[key] = {"anyOf": [{"$ref": target}, {"type": "string"}], **rest}
        elif isinstance(value, dict | list):
            _tidy(value, is_open=is_open)


def add_general_refusals(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with examples of the refusals that belong to no call of its own.

    They are: a method that an address does not take, and a crash.
    """
    examples = result["components"]["examples"]
    for code, known in CODES.items():
        for status in known.statuses:
            shown = {"summary": known.title, "value": example_of(status, code)}
            examples.setdefault(f"{code}_{status}", shown)
    return result
