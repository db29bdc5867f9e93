"""The OpenAPI document is written once, by one thread, in the language of the sources."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import Client

from config.http import api_docs
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_is_written() -> Iterator[None]:
    api_docs._write.cache_clear()
    yield
    api_docs._write.cache_clear()


def test_those_who_ask_together_wait_for_one() -> None:
    def ask() -> int:
        return Client(raise_request_exception=False).get("/api/v1/schema").status_code

    assert at_once(ask, ask, ask, ask) == [200] * 4
    assert api_docs._write.cache_info().misses == 1


def test_the_language_of_the_first_reader_does_not_matter() -> None:
    german = Client(headers={"Accept-Language": "de"}).get("/api/v1/schema").json()
    api_docs._write.cache_clear()
    english = Client(headers={"Accept-Language": "en"}).get("/api/v1/schema").json()

    assert json.dumps(german) == json.dumps(english)
