"""The workshop for authors: what its page shows is what the service does."""

from __future__ import annotations

import base64
import hashlib
import hmac
import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.shown import vectors
from tests.rules.test_perft import golden

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> str:
    """The page as it is read."""
    text = client.get("/developers/workshop/").content.decode()
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def test_the_table_of_perft_is_the_golden_one(page: str) -> None:
    known = {one.values[0]: one.values[1] for one in golden()}

    for count in vectors.counts():
        assert known[count.position][: len(count.leaves)] == count.leaves
        assert ", ".join(map(str, count.leaves)) in page


def test_the_rolls_follow_by_the_formula(page: str) -> None:
    """Written out once more, from the words of the page of fairness alone."""
    seed = bytes(range(32))
    salted = hmac.digest(seed, b"h4Xk93Qm:9f86d081884c7d659a2feaa0c55ad015:", "sha256")
    for key in (seed, salted):
        numbers = [
            int.from_bytes(hmac.digest(key, f"h4Xk93Qm:{n}:0".encode(), "sha256")[:4], "big")
            for n in range(vectors.SHOTS)
        ]
        assert max(numbers) < 4294967200
        assert ", ".join(str(number % 100) for number in numbers) in page
        assert key.hex() in page
    assert hashlib.sha256(seed).hexdigest() in page


def test_the_signature_is_that_of_the_shown_body(page: str) -> None:
    shown = dict(re.findall(r"^\s*([a-z-]+): +(.+?)\s*$", page, re.MULTILINE))
    signed = f"{shown['webhook-id']}.{shown['webhook-timestamp']}.{shown['body']}".encode()
    key = base64.b64decode(shown["secret"].removeprefix("whsec_"))

    due = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    assert shown["webhook-signature"] == f"v1,{due}"
    assert json.loads(shown["body"])["type"] == "webhook.test"


def test_the_calls_on_the_page_work(page: str) -> None:
    calls = re.findall(r"(/api/v1/rulesets/\S+) --json \\\s+'(.+?)'", page)

    assert len(calls) == 3
    for path, body in calls:
        answer: Any = Client().post(path, body, content_type="application/json")
        assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("is_on", [True, False])
def test_it_says_whether_short_clocks_are_on(client: Client, settings: Any, is_on: bool) -> None:
    settings.SHORT_CLOCKS = is_on

    text = client.get("/developers/workshop/").content.decode()
    limits = client.get("/developers/limits/").content.decode()

    assert ("Short clocks are on here" in text) is is_on
    assert ("are on: a turn may be" in limits) is is_on
