"""The OpenAPI document is written once, by one thread, in the language of the sources."""

from __future__ import annotations

import json
from functools import partial

import pytest
from django.test import Client

from config.http import api_docs
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_those_who_ask_together_wait_for_one_and_their_language_does_not_matter() -> None:
    def ask(language: str) -> str:
        api = Client(headers={"Accept-Language": language})
        return json.dumps(api.get("/api/v1/schema").json())

    api_docs._write.cache_clear()
    german = at_once(*[partial(ask, "de")] * 4)
    assert api_docs._write.cache_info().misses == 1
    api_docs._write.cache_clear()

    assert set(german) == {ask("en")}
