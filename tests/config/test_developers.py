"""The developers' pages: they tell what is so, and all of it."""

from __future__ import annotations

import hashlib
import hmac
import html
import os
import re
import shutil
import subprocess
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from standardwebhooks import Webhook

from accounts.credentials import Scope
from config.developers import reference
from config.developers.calls import calls_in, places
from config.developers.views import clients, pages
from config.http import kept_pages
from config.http.errors.codes import CODES
from games.models import Game, fairness
from games.play.robots import open_house
from games.shown.event_words import event_types
from games.store.outbox import EventType
from tests.live import LiveService
from tests.streams.conftest import service

__all__ = ["service"]

MOST_WORDS = 60
"""In a paragraph, an item of a list or a cell of a table."""


def address_of(name: str) -> str:
    """Return where a page stands."""
    return "/developers/" if name == pages()[0].name else f"/developers/{name}/"


def text_of(client: Client, address: str) -> str:
    """Return a page, which must be there."""
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.fixture
def texts(db: None) -> dict[str, str]:
    """Every page under its address."""
    return dict(_all_texts())


@cache
def _all_texts() -> dict[str, str]:
    client = Client()
    return {address_of(page.name): text_of(client, address_of(page.name)) for page in pages()}


def test_every_link_leads_somewhere(client: Client, texts: dict[str, str]) -> None:
    open_house()
    broken = []
    for address, text in list(texts.items()):
        for link in re.findall(r'href="([/#][^"]*)"', text):
            target, _, anchor = html.unescape(link).partition("#")
            if target.startswith(("/static/", "/manifest", "/accounts/", "/settings/")):
                continue
            if target == "/api/v1/docs" and anchor:
                continue  # The test of calls holds these.
            if target not in texts:
                response = client.get(target or address, follow=True)
                texts[target] = "" if response.streaming else response.content.decode()
                if response.status_code != 200:
                    broken.append(f"{address}: {link}")
            if anchor and f'id="{anchor}"' not in texts[target or address]:
                broken.append(f"{address}: {link}")
    assert broken == []


def test_every_code_is_where_its_type_points(client: Client, db: None) -> None:
    problem = client.get("/api/v1/me").json()

    text = client.get(problem["type"].partition("#")[0], follow=True).content.decode()

    for code in CODES:
        assert f'id="{code}"' in text
    assert problem["type"].endswith("#not_authenticated")


@pytest.mark.needs
def test_every_event_limit_and_scope_is_listed(texts: dict[str, str]) -> None:
    assert set(event_types()) == set(EventType)
    assert set(reference.limits()) == set(settings.LIMITS)
    for word in (*EventType, *Scope):
        assert f"<code>{word}</code>" in "".join(texts.values())


def _python_on(text: str) -> dict[str, Any]:
    """Return what the one program on a page defines."""
    blocks = re.findall(r"<pre[^>]*><code>(.*?)</code>", text, re.DOTALL)
    (program,) = [html.unescape(block) for block in blocks if "def " in block]
    defined: dict[str, Any] = {"hashlib": hashlib, "hmac": hmac}
    exec(program, defined)
    return defined


def test_the_check_of_a_signature_knows_genuine_from_forged(texts: dict[str, str]) -> None:
    is_genuine = _python_on(texts["/developers/webhooks/"])["is_genuine"]
    secret, other = (f"whsec_{b64encode(os.urandom(24)).decode()}" for _ in range(2))
    now, body = datetime.now(UTC), '{"type": "turn.played"}'

    def headers(at: datetime, *secrets: str) -> dict[str, str]:
        signed = [Webhook(one).sign("msg_1", at, body) for one in secrets]
        stamp = str(int(at.timestamp()))
        return {
            "webhook-id": "msg_1",
            "webhook-timestamp": stamp,
            "webhook-signature": " ".join(signed),
        }

    assert is_genuine(secret, headers(now, secret), body.encode())
    assert is_genuine(secret, headers(now, other, secret), body.encode())
    assert not is_genuine(secret, headers(now, other), body.encode())
    assert not is_genuine(secret, headers(now, secret), body.encode() + b" ")
    assert not is_genuine(secret, headers(now - timedelta(minutes=6), secret), body.encode())


def test_the_roll_on_the_page_is_the_roll_of_the_service(texts: dict[str, str]) -> None:
    page = _python_on(texts["/developers/fairness/"])
    roll, key_of = page["roll"], page["key_of"]
    seed = os.urandom(32)
    for scheme in (1, 2):
        for salts in (["0" * 16, "f" * 64], [None, "0" * 16], [None, None]):
            key = fairness.key_of(scheme, seed, "h4Xk93Qm", salts)
            assert key_of(scheme, seed, "h4Xk93Qm", salts) == key
    for shot in range(100):
        assert roll(seed, "h4Xk93Qm", shot) == fairness.roll(seed, "h4Xk93Qm", shot)


@pytest.mark.parametrize("name", clients())
def test_the_clients_can_be_taken_along(client: Client, db: None, name: str) -> None:
    response = client.get(f"/developers/clients/{name}")

    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    source = Path(settings.BASE_DIR, "config", "developers", "clients", name).read_bytes()
    assert b"".join(response.streaming_content) == source


def test_no_other_file_can_be_taken(client: Client, db: None) -> None:
    for name in ("conftest.py", "..%2Fplugin.py", "nothing"):
        assert client.get(f"/developers/clients/{name}").status_code == 404


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_the_five_minutes_with_curl_work_as_printed(
    service: LiveService, client: Client, tmp_path: Path
) -> None:
    page = text_of(client, "/developers/")
    blocks = re.findall(r'<pre[^>]*class="run"><code>(.*?)</code>', page, re.DOTALL)
    commands = html.unescape("\n".join(blocks))
    assert service.url in commands
    # The stream would continue for ever.
    commands = commands.replace("curl -sN", "curl -sN --max-time 2")

    done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True, timeout=60)

    assert '"d2d4 @f3"\n"d7d6"\n' in done.stdout, done.stdout + done.stderr
    assert "event: challenge.accepted" in done.stdout
    assert done.stdout.count("event: turn.played") == 2
    assert Game.objects.get().next_turn == 3


def test_every_call_on_the_pages_leads_to_its_place_in_the_reference(
    client: Client, texts: dict[str, str]
) -> None:
    known = {
        (method.upper(), re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1"))): (
            f"/api/v1/docs#/{call['tags'][0]}/{call['operationId']}"
        )
        for path, methods in client.get("/api/v1/schema").json()["paths"].items()
        for method, call in methods.items()
    }
    assert places() == known
    named, unlinked = set(), []
    for address, text in texts.items():
        text = re.sub(r"<pre\b.*?</pre>", "", text, flags=re.DOTALL)
        for link, code in re.findall(r'(<a href="[^"]*">)?<code>([^<]*)</code>', text):
            calls = calls_in(code)
            named |= set(calls)
            if calls and known.get(calls[0], "") not in link:
                unlinked.append(f"{address}: {code}")
    assert len(named) > (40 if settings.WITHOUT else 60)
    assert named <= set(known)
    assert unlinked == []


def test_no_paragraph_is_long(texts: dict[str, str]) -> None:
    long = []
    for address, text in texts.items():
        assert "{{" not in text
        text = re.sub(r"<pre\b.*?</pre>", "", text, flags=re.DOTALL)
        for part in re.split(r"</?(?:p|li|t[dhr]|d[tdl]|h\d|div|ul|ol|table)\b[^>]*>", text):
            words = re.sub(r"<[^>]*>", "", part).split()
            if len(words) > MOST_WORDS:
                long.append((len(words), address, " ".join(words[:8])))
    assert long == []


@pytest.mark.django_db
def test_a_page_is_made_once_for_each_language(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_pages.forget()
    first = client.get("/developers/playing/").content.decode()
    monkeypatch.setattr(reference, "context", lambda: pytest.fail("made again"))

    assert client.get("/developers/playing/").content.decode() == first
    assert f"curl {settings.SITE_URL}/api/v1/players" in html.unescape(first)


MOVED = (
    "challenges", "pace", "formation", "options", "turns", "happenings", "stage", "notes", "plans",
    "share", "endings", "going-on", "rulesets", "hand-over", "ratings", "weight", "badges", "clock",
    "give-time", "leave", "live", "playing-on", "explore",
)  # fmt: skip
"""Anchors that the page of a game had before it became several."""


@pytest.mark.needs
def test_old_anchors_of_the_page_of_a_game_lead_to_their_new_place(texts: dict[str, str]) -> None:
    page = texts["/developers/playing/"]

    for anchor in MOVED:
        moved = re.search(rf'<li id="{anchor}"><a href="(/developers/\w+/)#{anchor}">', page)
        assert moved, anchor
        assert f'id="{anchor}"' in texts[moved[1]]
    for anchor in ("state", "bulk", "phrases"):
        assert f'<h2 id="{anchor}"' in page
