"""The OpenAPI document: valid, complete, and the one place that tells of every code."""

from __future__ import annotations

import json

import pytest
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import validate

from config.codes import CODES

CONTRACT = {
    "/accounts": {"post"},
    "/auth/token": {"post"},
    "/auth/tokens": {"get"},
    "/auth/tokens/{token_id}": {"delete"},
    "/me": {"get", "patch", "delete"},
    "/players/{username}": {"get"},
    "/players/{username}/games": {"get"},
    "/challenges": {"get", "post"},
    "/challenges/open": {"get"},
    "/challenges/{challenge_id}": {"get"},
    "/challenges/{challenge_id}/accept": {"post"},
    "/challenges/{challenge_id}/decline": {"post"},
    "/challenges/{challenge_id}/cancel": {"post"},
    "/games": {"get"},
    "/games/{game_id}": {"get"},
    "/games/{game_id}/options": {"get"},
    "/games/{game_id}/formation": {"put"},
    "/games/{game_id}/turns": {"get", "post"},
    "/games/{game_id}/resign": {"post"},
    "/games/{game_id}/draw": {"post"},
    "/games/{game_id}/final-whistle": {"post"},
    "/games/{game_id}/rematch": {"post"},
    "/games/{game_id}/export": {"get"},
    "/games/{game_id}/board.svg": {"get"},
    "/games/{game_id}/board.png": {"get"},
    "/games/{game_id}/events": {"get"},
    "/events": {"get"},
}


@pytest.fixture(scope="module")
def document():
    made = SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(json.dumps(made, default=str))


def test_it_is_valid(document):
    validate(document)


@pytest.mark.parametrize("path", CONTRACT)
def test_it_has_every_call_of_the_contract(document, path):
    assert set(document["paths"]["/api/v1" + path]) >= CONTRACT[path]


def test_every_call_says_what_it_does_and_how_it_is_refused(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation.get("description"), where
            assert {"400", "401", "429", "503"} <= set(operation["responses"]), where


def test_every_code_is_one_that_can_be_switched_on(document):
    assert set(document["components"]["schemas"]["CodeEnum"]["enum"]) == set(CODES)


def test_it_is_served_with_a_page_to_try_calls(client):
    assert client.get("/api/v1/schema").json()["openapi"].startswith("3.1")
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert b"swagger" in page.content
    assert b"https://" not in page.content
