"""What makes the pages an app, and the pages for when something is wrong."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from accounts.models import User
from games.models import Game

Browse = Callable[..., Client]


def png_size(path: str) -> str:
    """Return the width and height that a PNG declares."""
    head = Path(path).read_bytes()[:24]
    return f"{int.from_bytes(head[16:20], 'big')}x{int.from_bytes(head[20:24], 'big')}"


def test_the_manifest_names_icons_that_are_there(browse: Browse) -> None:
    answer = browse().get("/manifest.webmanifest")

    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path, icon
        assert icon["sizes"] in ("any", png_size(path))


def test_the_worker_is_at_the_root_and_is_always_fresh(browse: Browse) -> None:
    answer = browse().get("/sw.js")

    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    assert '"/static/app.css"' in answer.content.decode()


def test_the_preview_has_the_size_that_links_declare() -> None:
    path = finders.find("preview.png")

    assert isinstance(path, str)
    assert png_size(path) == "1200x630"


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500])
def test_a_page_about_an_error_needs_no_database(status: int) -> None:
    # There is no database mark on this test: any query would fail it.
    page = render_to_string(f"{status}.html", {}, RequestFactory().get("/x/"))

    assert "<h1>" in page
    assert 'href="/"' in page
    assert render_to_string(f"{status}.html") != ""


def test_a_wrong_address_is_answered_by_a_page(browse: Browse, alice: User) -> None:
    answer = browse(alice).get("/nothing/")

    assert answer.status_code == 404
    assert "Not found" in answer.content.decode()
    assert 'href="/learn/"' in answer.content.decode()


def test_the_operators_page_is_for_staff(browse: Browse, alice: User, charlie: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)

    page = browse(alice).get("/operator/")

    assert page.status_code == 200
    assert page.context["rows"]
    assert not page.context["silent"]
    assert browse(charlie).get("/operator/").status_code == 302
    assert '"/operator/"' in browse(User.objects.get(pk=alice.pk)).get("/me/").content.decode()
    assert '"/operator/"' not in browse(charlie).get("/me/").content.decode()


def test_one_command_makes_an_operator(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "corner-flag-24")
    call_command(
        "createsuperuser",
        interactive=False,
        username="alice",
        email="alice@example.org",
        verbosity=0,
    )
    client = browse()

    client.post("/accounts/login/", {"login": "alice", "password": "corner-flag-24"})

    for address in ("/operator/", "/operator/mail/", "/admin/"):
        assert client.get(address).status_code == 200, address


@pytest.mark.needs("share")
def test_a_link_to_a_game_shows_its_picture(browse: Browse, game: Game) -> None:
    page = browse().get(f"/games/{game.pk}/").content.decode()

    found = re.search(r'property="og:image" content="https?://[^/"]+([^"]+)"', page)
    assert found
    picture = browse().get(found[1])
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_a_page_travels_compressed_to_those_who_can_read_it(browse: Browse) -> None:
    client = browse()

    plain = client.get("/learn/eleven/read/")
    packed = client.get("/learn/eleven/read/", headers={"Accept-Encoding": "gzip, br;q=0"})
    smaller = client.get("/learn/eleven/read/", headers={"Accept-Encoding": "gzip, deflate, br"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < 20_000
    assert smaller.headers["Content-Encoding"] == "br"
    assert len(smaller.content) < len(packed.content)
    # What follows hides the true length.
    page, comment, padding = brotli.decompress(smaller.content).rpartition(b"<!--")
    assert page == plain.content
    assert comment
    assert padding.endswith(b"-->")


def test_the_api_answers_as_it_is(browse: Browse, game: Game) -> None:
    answer = browse().get(f"/api/v1/games/{game.pk}", headers={"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in answer.headers
