"""Text that wants to be more than text: SQL, templates, markup, headers, redirects, look-alikes."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import OutgoingMail
from accounts.services.tokens import create_token
from config.http.openapi import call_of
from games.models import Game
from tests.security.routes import api_routes

pytestmark = pytest.mark.django_db

NASTY = [
    "' OR '1'='1",
    "'; DROP TABLE games_game; --",
    "1) UNION SELECT password FROM accounts_user --",
    "{{7*7}}",
    "{% debug %}",
    "${7*7}",
    "<script>alert(1)</script>",
    "../../../etc/passwd",
    "\r\nSet-Cookie: x=y",
    "%s%s%s%n",
    "\u202e\u0000",
    "a" * 2000,
    "\U0001f4a9",
    "1e309",
    "-0",
    "NaN",
]


@pytest.fixture(params=[4, pytest.param(1, marks=pytest.mark.long)], ids=["in-turn", "all"])
def step(request):
    """At every so manieth place a text is tried, each text at others; the long run tries all."""
    return request.param


@pytest.mark.parametrize("text", NASTY, ids=lambda text: repr(text[:12]))
def test_in_every_query(text, step, alice, client_of):
    client = client_of(alice)
    places = [
        (route, name)
        for route in api_routes()
        if route.method == "GET"
        for name in call_of(route.view, "GET").parameters
    ]
    for route, name in places[NASTY.index(text) % step :: step]:
        response = client.get(route.path, {name: text}, HTTP_ACCEPT="application/json")
        assert response.status_code < 500, (str(route), name)


REMOVES_A_NAME = {"DELETE /api/v1/blocks/alice", "DELETE /api/v1/me/friends/alice"}


@pytest.mark.parametrize("text", NASTY, ids=lambda text: repr(text[:12]))
def test_in_every_path(text, step, alice, client_of):
    client = client_of(alice)
    places = [
        (route, example)
        for route in api_routes()
        for example in ("h4Xk93Qm", "alice")
        if example in route.path
    ]
    for route, example in places[NASTY.index(text) % step :: step]:
        path = route.path.replace(example, text)
        response = client.generic(route.method, path, b"{}", "application/json")
        # No one of that name is blocked or a friend: what was asked for is so already.
        is_so = str(route) in REMOVES_A_NAME and response.status_code == 204
        assert is_so or 400 <= response.status_code < 500, (str(route), text)


@pytest.mark.parametrize("text", NASTY, ids=lambda text: repr(text[:12]))
def test_in_every_body(text, step, alice, game, client_of):
    client = client_of(alice)
    fields = [
        "username", "email", "password", "name", "scopes", "time_zone", "is_bot", "notifications",
        "opponent", "side", "goals_to_win", "days_per_turn", "ruleset", "rated", "turn",
        "actions", "pieces", "ready", "action", "url", "events",
    ]  # fmt: skip
    # A call meets a text in one of these forms, and each form with a quarter of its texts.
    forms = (text, [text], {text: text}, {"d1": text})
    calls = [route for route in api_routes() if route.method != "GET"]
    for number, route in enumerate(calls, NASTY.index(text)):
        if number % step:
            continue
        value = forms[number // len(forms) % len(forms)]
        path = route.path.replace("h4Xk93Qm", game.pk)
        body = dict.fromkeys(fields, value)
        response = getattr(client, route.method.lower())(path, body, format="json")
        assert response.status_code < 500, (str(route), value)
    Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    "header",
    [
        ("X-Forwarded-Host", "evil.example"),
        ("X-Original-URL", "/admin/"),
        ("X-Rewrite-URL", "/admin/"),
        ("X-Forwarded-Proto", "https"),
        ("Forwarded", "host=evil.example;for=127.0.0.1"),
        ("X-Forwarded-For", "127.0.0.1, ::1, \u0661"),
        ("X-Forwarded-Prefix", "//evil.example"),
        ("If-None-Match", '"' + "x" * 5000),
        ("If-None-Match", '*, W/"a", ,,,'),
        ("Accept", "text/html;q=abc, */*"),
        ("Accept-Language", "xx" * 2000),
        ("Accept-Encoding", "gzip;q=x, \x7f"),
        ("Content-Type", "application/json; charset=utf-7"),
        ("Last-Event-ID", "-1"),
        ("Last-Event-ID", "'; --"),
        ("Idempotency-Key", "k' OR 1"),
        ("X-Request-ID", "x\r\nSet-Cookie: a=b"),
        ("Range", "bytes=0-0,-1"),
        ("Cookie", "csrftoken=; sessionid=;;;=;"),
    ],
    ids=lambda header: header[0],
)
def test_header_games(header, game, alice, client_of):
    name, value = header
    client = client_of(alice)
    for path in ("/api/v1/me", f"/api/v1/games/{game.pk}", "/api/v1/events", "/lobby/"):
        response = client.get(path, headers={"Accept": "application/json", name: value})
        assert response.status_code < 500, path
        body = response.getvalue() if response.streaming else response.content
        assert b"evil.example" not in body
        assert "evil.example" not in str(response.headers)
        assert "a=b" not in str(response.headers)


def test_a_host_that_is_not_ours(client):
    response = client.get("/api/v1/games", HTTP_HOST="evil.example")
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert client.get("/", HTTP_HOST="evil.example").status_code == 400


@pytest.mark.parametrize(
    "path",
    ["//evil.example", "//evil.example/..", "/\\evil.example", "/lobby//evil.example", "///"],
)
def test_no_address_leads_elsewhere(client, path):
    response = client.get(path)
    assert "evil.example" not in response.get("Location", "").removeprefix("/lobby")[:2]
    assert not response.get("Location", "").startswith(("//", "/\\", "http"))


def test_names_of_tokens_are_shown_as_text(alice):
    client = Client()
    client.force_login(alice)
    create_token(alice, "<img src=x onerror=alert(1)>{{7*7}}", ["games:read"])
    page = client.get("/settings/apps/").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;{{7*7}}" in page


def test_what_a_browser_says_of_itself_is_text_in_mails(client, alice):
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    alice.set_password("correct horse battery")
    alice.save()
    agent = "<script>alert(1)</script>\r\nBcc: evil@evil.example {{7*7}}"
    client.post("/accounts/login/", {"login": "alice", "password": "correct horse battery"})
    client.post(
        "/accounts/password/change/",
        {
            "oldpassword": "correct horse battery",
            "password1": "staple battery horse",
            "password2": "staple battery horse",
        },
        headers={"User-Agent": agent},
    )
    mail = OutgoingMail.objects.get()
    assert "<script>" not in mail.html
    assert "{{7*7}}" in mail.text
    assert "\n" not in mail.subject
    assert mail.recipient == "alice@example.org"
