"""OWASP API5 and API9: every door is known, and has a lock that fits."""

from __future__ import annotations

import pytest

from accounts.credentials import ALL_SCOPES
from accounts.models import PersonalToken
from accounts.permissions import ANY_SCOPE, scope_of
from tests.security.routes import api_paths, api_routes, other_paths

pytestmark = pytest.mark.django_db
TOKEN_ITSELF = "/api/v1/auth/token"
PUBLIC_WRITES = {
    "POST /api/v1/accounts",
    "POST /api/v1/guests",
    "POST /api/v1/auth/token",
    # These write nothing, or what is learnt to an account alone.
    "POST /api/v1/rulesets/1/options",
    "POST /api/v1/rulesets/1/turns",
    "POST /api/v1/games/h4Xk93Qm/explore",
    "POST /api/v1/learn/1/1/try",
    "POST /api/v1/puzzles/1/try",
}
PRIVATE_READS = {"/api/v1/me", "/api/v1/auth/tokens", "/api/v1/challenges", "/api/v1/events"}
ROUTES = api_routes()


@pytest.fixture
def powerless(alice, client_of):
    """Someone whose token may do nothing at all."""
    client = client_of(alice)
    PersonalToken.objects.update(scopes=[])
    return client


def ask(client, route):
    return client.generic(
        route.method, route.path, b"{}", "application/json", HTTP_ACCEPT="application/json"
    )


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_each_method_names_a_scope_that_exists(route):
    scope = scope_of(route.view, route.method)
    if route.path == TOKEN_ITSELF and route.method != "POST":
        assert scope == ANY_SCOPE
        return
    assert scope is None or scope in ALL_SCOPES
    if scope is None:
        assert route.method == "GET" or str(route) in PUBLIC_WRITES
    assert not (route.method == "GET" and route.path in PRIVATE_READS and scope is None)


def test_without_a_token_only_what_is_public(client_of):
    stranger = client_of()
    for route in ROUTES:
        response = ask(stranger, route)
        if scope_of(route.view, route.method) is None:
            assert response.status_code not in (401, 403), str(route)
        else:
            assert response.status_code == 401, str(route)
            assert response.json()["code"] == "not_authenticated", str(route)


def test_without_its_scope_a_token_opens_nothing(powerless):
    for route in ROUTES:
        scope = scope_of(route.view, route.method)
        if not scope or route.path == "/api/v1/auth/tokens/1":
            continue
        response = ask(powerless, route)
        assert response.status_code == 403, str(route)
        assert response.json()["code"] == "insufficient_scope", str(route)
        assert response.json()["scope"] == scope, str(route)


@pytest.mark.parametrize("scope", sorted(ALL_SCOPES))
def test_a_scope_opens_its_own_doors_which_all_others_do_not(scope, alice, client_of):
    own, others = client_of(alice, scope), client_of(alice, *(ALL_SCOPES - {scope}))
    for route in ROUTES:
        is_left_out = str(route) == "DELETE /api/v1/me" or "auth/tokens/" in route.path
        if scope_of(route.view, route.method) == scope and not is_left_out:
            assert is_shut(ask(others, route)), str(route)
            assert not is_shut(ask(own, route)), str(route)


def is_shut(response):
    return response.status_code == 403 and response.json()["code"] == "insufficient_scope"


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "get", "X"])
def test_methods_that_no_one_needs(method, client):
    response = client.generic(method, "/api/v1/games")
    assert response.status_code in (200, 405) if method == "get" else response.status_code == 405


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"])
def test_a_header_does_not_change_the_method(header, alice, client_of):
    response = client_of(alice).get("/api/v1/me", headers={header: "DELETE"})
    assert response.status_code == 200


def test_every_address_is_known():
    """An address that is new here has been looked at with these tests in mind."""
    begins = (
        "/api/v1/accounts",
        "/api/v1/auth/",
        "/api/v1/me",
        "/api/v1/players",
        "/api/v1/challenges",
        "/api/v1/games",
        "/api/v1/guests",
        "/api/v1/leaderboards/",
        "/api/v1/learn",
        "/api/v1/live/",
        "/api/v1/events",
        "/api/v1/webhooks",
        "/api/v1/calendar",
        "/api/v1/certificates",
        "/api/v1/competitions",
        "/api/v1/presets",
        "/api/v1/robots",
        "/api/v1/blocks",
        "/api/v1/push",
        "/api/v1/puzzles",
        "/api/v1/reports",
        "/api/v1/rulesets",
        "/api/v1/schema",
        "/api/v1/docs",
    )
    assert [path for path in api_paths() if not path.startswith(begins)] == []


def test_only_the_documentation_answers_without_our_manners():
    streams = {path for path in other_paths() if path.endswith("/events")}
    calendar = {path for path in other_paths() if path.startswith("/api/v1/calendar/")}
    assert other_paths() - streams - calendar == {"/api/v1/schema", "/api/v1/docs"}


def test_the_operators_pages_are_for_operators(client, alice):
    client.force_login(alice)
    for path in ("/admin/", "/admin/accounts/user/", "/admin/games/game/"):
        response = client.get(path)
        assert response.status_code == 302
        assert response["Location"].startswith("/admin/login/")
