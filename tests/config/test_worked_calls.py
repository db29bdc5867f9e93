"""The calls on the developers' pages with their answers: played as printed, page by page."""

from __future__ import annotations

import html
import json
import re
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.developers.views import pages
from tests.conftest import Clients

_BLOCK = re.compile(r'<pre[^>]*class="call"(?: data-by="(\w+)")?><code>(.*?)</code>', re.DOTALL)
_ID = re.compile(r"\b(?=\w*\d)(?=\w*[A-Z])\w{8}\b")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:]+Z")
_ANY = "…"


class Worked(NamedTuple):
    """A call as a page prints it."""

    page: str
    by: str
    method: str
    path: str
    body: str
    status: int
    answer: str


def worked(client: Client) -> list[Worked]:
    """Return the calls of all pages in their order."""
    found = []
    for number, page in enumerate(pages()):
        address = f"/developers/{page.name}/" if number else "/developers/"
        for by, code in _BLOCK.findall(client.get(address).content.decode()):
            request, _, answer = html.unescape(code).partition("\n\n")
            call, _, body = request.partition("\n")
            method, _, path = call.partition(" ")
            status, _, shown = answer.partition("\n")
            found.append(Worked(page.name, by, method, path, body, int(status), shown))
    return found


def parsed(printed: str) -> Any:
    """Return the JSON of a page, in which an ellipsis may be any value and any more members."""
    text = re.sub(r'(?<!")…(?!")', f'"{_ANY}"', printed)
    text = re.sub(r'(?<=[{,])( *)"…"(?= *})', rf'\1"{_ANY}": 0', text)
    return json.loads(text)


def fits(printed: Any, real: Any, names: dict[str, str]) -> bool:
    """Return whether an answer is what is printed, and note which id a printed one is here."""
    if printed == _ANY:
        return real is not None
    if isinstance(printed, dict):
        known = {name: value for name, value in printed.items() if name != _ANY}
        return (
            isinstance(real, dict)
            and (_ANY in printed or set(real) == set(known))
            and all(
                name in real and fits(value, real[name], names) for name, value in known.items()
            )
        )
    if isinstance(printed, list):
        known_items = [item for item in printed if item != _ANY]
        return (
            isinstance(real, list)
            and (_ANY in printed or len(real) == len(known_items))
            and all(any(fits(item, one, names) for one in real) for item in known_items)
        )
    if isinstance(printed, str) and _ID.fullmatch(printed) and isinstance(real, str):
        return names.setdefault(printed, real) == real
    if isinstance(printed, str) and _TIME.fullmatch(printed):
        return bool(real == names[printed])
    return bool(printed == real)


@pytest.mark.needs
def test_worked_calls_answer_as_printed(
    client: Client, client_of: Clients, alice: User, bob: User
) -> None:
    callers = {"": client_of(None), "alice": client_of(alice), "bob": client_of(bob)}
    later = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    names: dict[str, str] = {}
    calls = worked(client)

    for call in calls:
        for printed in _TIME.findall(call.body):
            names[printed] = later.strftime("%Y-%m-%dT%H:%M:%SZ")
        path, body = call.path, call.body
        for printed, real in names.items():
            path, body = path.replace(printed, real), body.replace(printed, real)
        answer = callers[call.by].generic(
            call.method, f"/api/v1{path}", body, content_type="application/json"
        )
        assert answer.status_code == call.status, (call, answer.content)
        assert fits(parsed(call.answer), answer.json(), names), (call, answer.json())

    assert {call.page for call in calls} >= {
        "challenges", "playing", "formations", "turns", "explore", "plans", "time", "endings",
        "rulesets", "ratings", "live", "competitions", "fairness",
    }  # fmt: skip
