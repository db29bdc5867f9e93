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
from django.utils import timezone
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from standardwebhooks import Webhook

from accounts.credentials import Scope
from accounts.models import User
from config.developers import reference
from config.developers.views import CLIENTS, PAGES
from config.http import kept_pages
from config.http.errors.codes import CODES
from config.http.shapes import shape
from games.api.event_words import EVENTS
from games.features.live import playing_on
from games.features.phrases.saying import say_phrase
from games.models import Game, GameEvent, fairness
from games.play import draws
from games.play.acts import resign
from games.play.challenge.challenges import (
    Terms,
    cancel_challenge,
    decline_challenge,
    make_challenge,
)
from games.play.challenge.ends import lapse_challenges
from games.play.formations import save_formation
from games.play.giving_time import give_time
from games.play.heartbeat import beat
from games.play.leaves import end_leave, take_leave
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.robots import open_house
from games.play.sweeps import send_reminders
from games.shown.shapes import events
from games.shown.shapes.competition_event_data import CompetitionData
from games.store.outbox import EventType
from games.streams import presence
from games.streams.presence import Visit
from tests.games.matches import (
    WHITE_FORMATION,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
)
from tests.live import LiveService
from tests.streams.conftest import service

__all__ = ["service"]


CERTAIN_GOAL = "k7/8/5N2/8/8/8/3P4/3K4 w f6 open d2 4"


def address_of(name: str) -> str:
    """Return where a page stands."""
    return "/developers/" if name == PAGES[0].name else f"/developers/{name}/"


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
    return {address_of(page.name): text_of(client, address_of(page.name)) for page in PAGES}


def test_every_link_leads_somewhere(client: Client, texts: dict[str, str]) -> None:
    open_house()
    broken = []
    for address, text in list(texts.items()):
        for link in re.findall(r'href="([/#][^"]*)"', text):
            target, _, anchor = html.unescape(link).partition("#")
            if target.startswith(("/static/", "/manifest", "/accounts/", "/settings/")):
                continue
            if target not in texts:
                response = client.get(target or address, follow=True)
                texts[target] = "" if response.streaming else response.content.decode()
                if response.status_code != 200:
                    broken.append(f"{address}: {link}")
            if anchor and f'id="{anchor}"' not in texts[target or address]:
                broken.append(f"{address}: {link}")
    assert broken == []


def test_every_code_stands_where_its_type_points(client: Client, db: None) -> None:
    problem = client.get("/api/v1/me").json()

    text = client.get(problem["type"].partition("#")[0], follow=True).content.decode()

    for code in CODES:
        assert f'id="{code}"' in text
    assert problem["type"].endswith("#not_authenticated")


def test_every_event_limit_and_scope_is_told(texts: dict[str, str]) -> None:
    assert set(EVENTS) == set(EventType)
    assert set(reference.LIMITS) == set(settings.LIMITS)
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


@pytest.mark.parametrize("name", CLIENTS)
def test_the_clients_can_be_taken_along(client: Client, db: None, name: str) -> None:
    response = client.get(f"/developers/clients/{name}")

    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    source = Path(settings.BASE_DIR, "config", "developers", "clients", name).read_bytes()
    assert b"".join(response.streaming_content) == source


def test_no_other_file_can_be_taken(client: Client, db: None) -> None:
    for name in ("conftest.py", "..%2Fplugin.py", "nothing"):
        assert client.get(f"/developers/clients/{name}").status_code == 404


OF_SEVERAL = {EventType.ACT_DONE, EventType.PLAYER_OUT, EventType.DRAW_VOTED}
"""Events of games in which the others play on; the tests of the toys hold these."""
OF_LIVE = {EventType.POST_ASKED}
"""The tests of live play hold this."""
OF_RATINGS = {EventType.RATING_CHANGED}
"""The tests of ratings hold this."""
OF_COMPETITIONS = {kind for kind in EventType if events.chapter_of(kind) is CompetitionData}
"""The tests of competitions hold these."""


def test_events_hold_what_the_page_says(alice: User, bob: User) -> None:
    now: datetime = timezone.now()
    game = start_formations(alice, bob, now)
    save_formation(alice.pk, game.pk, WHITE_FORMATION, ready=False, now=now)
    game = start_round(game, now)
    draws.offer_draw(alice.pk, game.pk, now=now)
    draws.decline_draw(bob.pk, game.pk, now=now)
    play(game, "d2d4 @f3", now=now)
    draws.offer_draw(alice.pk, game.pk, now=now)
    draws.withdraw_draw(alice.pk, game.pk, now=now)
    play(game, any_turn(game), now=now)
    draws.offer_draw(bob.pk, game.pk, now=now)
    play(game, any_turn(game), now=now)
    say_phrase(alice, game.pk, "good_luck", now=now)
    presence.arrive(Visit(game.pk, bob.pk, "page", is_shown=True))
    playing_on.agree(alice.pk, game.pk, now=now)
    playing_on.agree(bob.pk, game.pk, now=now)
    playing_on.stop(bob.pk, game.pk, now=now)
    Game.objects.update(remind_at=now)
    beat()
    send_reminders(now=now + timedelta(seconds=1))
    Game.objects.update(remind_at=now, main_until=now)
    send_reminders(now=now + timedelta(seconds=1))
    Game.objects.update(has_leave=True)
    mover = next(seat for seat in Game.objects.get().seats if seat.is_awaited)
    mover_user = alice if mover.user_id == alice.pk else bob
    giver = bob if mover_user is alice else alice
    give_time(giver.pk, game.pk, 1, now=now)
    leave = take_leave(mover_user, None, now + timedelta(days=2), now)
    end_leave(mover_user, leave.pk, now + timedelta(seconds=2))
    pause_clocks(now)
    resume_clocks(now + timedelta(hours=1))
    give_back()
    play(place(Game.objects.get(), CERTAIN_GOAL), "!e8", now=now)
    resign(bob.pk, game.pk, now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    decline_challenge(bob, challenge.pk, reason="too_slow", now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    cancel_challenge(alice, challenge.pk, now=now)
    make_challenge(alice, "bob", Terms(), now=now)
    lapse_challenges(now + timedelta(days=15), 10)

    for event in GameEvent.objects.all():
        is_for_both = EVENTS[EventType(event.type)].heard_by == "both"
        assert event.entries.count() == (2 if is_for_both else 1), event.type
    document = Client().get("/api/v1/schema").json()
    seen = set()
    for person in (alice, bob):
        client = Client()
        client.force_login(person)
        page = client.get("/api/v1/events?limit=100").json()
        for event in page["results"]:
            kind = EventType(event["type"])
            name = "".join(word.capitalize() for word in kind.split(".")) + "Event"
            shape_of(document, name).validate(event)
            fields = shape(events.DATA[kind])().fields.items()
            assert set(event["data"]) == {name for name, one in fields if one.required}, kind
            seen.add(kind)
        shape_of(document, "EventPage").validate(page)
    assert seen == set(EventType) - OF_SEVERAL - OF_LIVE - OF_RATINGS - OF_COMPETITIONS


def shape_of(document: dict[str, Any], name: str) -> Draft202012Validator:
    """Return what holds an answer against one of the document's shapes."""
    registry: Any = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(document))
    target = {"$ref": f"urn:openapi#/components/schemas/{name}"}
    return Draft202012Validator(target, registry=registry, format_checker=FormatChecker())


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_the_five_minutes_with_curl_work_as_printed(
    service: LiveService, client: Client, tmp_path: Path
) -> None:
    page = text_of(client, "/developers/")
    blocks = re.findall(r'<pre[^>]*class="run"><code>(.*?)</code>', page, re.DOTALL)
    commands = html.unescape("\n".join(blocks))
    assert service.url in commands
    # The stream would go on for ever.
    commands = commands.replace("curl -sN", "curl -sN --max-time 2")

    done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True, timeout=60)

    assert '"d2d4 @f3"\n"d7d6"\n' in done.stdout, done.stdout + done.stderr
    assert "event: challenge.accepted" in done.stdout
    assert done.stdout.count("event: turn.played") == 2
    assert Game.objects.get().next_turn == 3


def test_every_call_on_the_pages_is_in_the_reference(client: Client, texts: dict[str, str]) -> None:
    paths = client.get("/api/v1/schema").json()["paths"]
    known = {
        (method.upper(), re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1")))
        for path, methods in paths.items()
        for method in methods
    }
    told = set()
    for code in re.findall(r"<code>([^<]*)</code>", "".join(texts.values())):
        named = re.fullmatch(r"((?:[A-Z]+, )*[A-Z]+) (/[^?\s]*)(\?.*)?", html.unescape(code))
        if named:
            path = re.sub(r"{[\w ]+}", "{}", named[2])
            told |= {(method, path) for method in named[1].split(", ")}
    assert len(told) > 20
    assert told <= known


@pytest.mark.django_db
def test_a_page_is_made_once_for_each_language(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_pages.forget()
    first = client.get("/developers/playing/").content.decode()
    monkeypatch.setattr(reference, "context", lambda: pytest.fail("made again"))

    assert client.get("/developers/playing/").content.decode() == first
    assert f'src="{settings.SITE_URL}/embed/' in html.unescape(first)
