"""The requests that we make, in the OpenAPI document: the webhooks."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.shown.shapes.events import event_shapes

_RECORDED: Final = Path(__file__).parent / "events.json"
"""An event of each type, as ``tests/api/record_events.py`` found it in a game."""

_HEADERS: Final = {
    "webhook-id": "The same at each attempt: by it a repeat is known.",
    "webhook-timestamp": "When it was signed: seconds since 1970.",
    "webhook-signature": "`v1,` and the signature in base64, as Standard Webhooks describes;"
    " two with a space between while a secret is being changed.",
}
_PARAMETERS: Final = [
    {
        "name": name,
        "in": "header",
        "required": True,
        "description": words,
        "schema": {"type": "string"},
    }
    for name, words in _HEADERS.items()
]
_ANSWERS: Final = {"2XX": "Taken", "410": "NoMore", "default": "NotTaken"}
_RESPONSES: Final = {
    "Taken": {"description": "It was taken."},
    "NoMore": {"description": "Send nothing more: the webhook is paused."},
    "NotTaken": {"description": "It is tried again, with growing gaps for a day."},
}
_DELIVERED: Final = {
    "type": "object",
    "description": "Members of every delivery.",
    "properties": {
        "type": {"type": "string", "description": "The type of the event."},
        "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened.",
        },
        "data": {"type": "object", "description": "The event."},
    },
    "required": ["type", "timestamp", "data"],
}


def add_webhooks(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Return the document with the requests that webhooks are sent, one for each type of event.

    A hook of drf-spectacular.
    """
    components = result["components"]
    components["parameters"].update(zip(map(_short, _HEADERS), _PARAMETERS, strict=True))
    components["responses"].update(_RESPONSES)
    components["schemas"]["Delivered"] = _DELIVERED
    result["webhooks"] = {
        kind.value: {"post": _delivery(kind.value, _name(shape))}
        for kind, shape in event_shapes().items()
    }
    return result


def _delivery(kind: str, shape: str) -> dict[str, Any]:
    own = {
        "type": {"type": "string", "const": kind},
        "data": {"$ref": f"#/components/schemas/{shape}"},
    }
    every = {"$ref": "#/components/schemas/Delivered"}
    content: dict[str, Any] = {"schema": {"allOf": [every, {"type": "object", "properties": own}]}}
    if event := _recorded().get(kind):
        value = {"type": kind, "timestamp": event["happened_at"], "data": event}
        content["example"] = value
    return {
        "operationId": f"on_{kind.replace('.', '_')}",
        # Not the tag of the calls: generators would write one file over the other.
        "tags": ["deliveries"],
        "parameters": [{"$ref": f"#/components/parameters/{_short(name)}"} for name in _HEADERS],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            status: {"$ref": f"#/components/responses/{name}"} for status, name in _ANSWERS.items()
        },
    }


def _short(header: str) -> str:
    """Return the name under which a header is written once, as every type of event has it."""
    return header.removeprefix("webhook-")


@cache
def _recorded() -> dict[str, dict[str, Any]]:
    events: dict[str, dict[str, Any]] = json.loads(_RECORDED.read_text())
    return events


def _name(shape: Any) -> str:
    return str(shape.Meta.ref_name)
