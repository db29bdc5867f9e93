"""The OpenAPI document names the keys that each call needs."""

from __future__ import annotations

import pytest

from tests.api import document as openapi


@pytest.fixture(scope="module")
def document():
    return openapi.document()


def test_the_kinds_of_keys(document):
    schemes = document["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer"
    assert schemes["app"]["flows"]["authorizationCode"]["scopes"]["games:play"]
    assert schemes["session"]["in"] == "cookie"


def test_each_call_names_its_scope(document):
    security = document["paths"]["/api/v1/me"]["patch"]["security"]
    assert security == [
        {"token": ["account:write"]},
        {"app": ["account:write"]},
        {"session": []},
    ]
    public = document["paths"]["/api/v1/accounts"]["post"]["security"]
    assert {} in public
