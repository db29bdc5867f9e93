"""Every link of the site leads somewhere: with all features, or without those of ``WITHOUT``."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urldefrag, urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from config.features import SLOTS
from games.models import Game
from games.play.robots import open_house
from tests.conftest import Browsers

MOST = 400
"""Pages that a walk looks at."""
_LINK = re.compile(r'\b(?:href|src|action)="([^"]+)"')
_IMPORT = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[^"]+)"')
_NOT_WALKED = ("/admin/", "/accounts/logout/", "/oauth/")


def test_no_link_is_dead_for_a_player(alice: User, game: Game, browse: Browsers) -> None:
    walk(
        browse(alice), ["/", "/me/", "/lobby/", f"/games/{game.pk}/", f"/games/{game.pk}/history/"]
    )


def test_no_link_is_dead_for_a_stranger(game: Game, browse: Browsers) -> None:
    walk(browse(), ["/", "/lobby/", f"/games/{game.pk}/", "/players/alice/"])


def walk(browser: Client, paths: list[str]) -> None:
    """Follow every link of our own from these pages; fail at one that leads nowhere."""
    open_house()
    waiting, seen = [(path, "the start") for path in paths], set(paths)
    looked_at = 0
    while waiting and looked_at < MOST:
        path, linked_from = waiting.pop(0)
        looked_at += 1
        answer = browser.get(path)
        assert answer.status_code < 400, f"{path}, linked from {linked_from}"
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        for link in _LINK.findall(answer.content.decode()):
            address = urldefrag(urljoin(path, link.replace("&amp;", "&")))[0]
            if address.startswith("/static/"):
                name = unquote(address.removeprefix("/static/"))
                assert finders.find(name), f"{address}, linked from {path}"
            # Filters of lists repeat themselves: a page is looked at with one query.
            place = address.partition("?")[0]
            if not place.startswith("/") or place.startswith(("/static/", *_NOT_WALKED)):
                continue
            if f'action="{link}"' not in answer.content.decode() and place not in seen:
                seen.add(place)
                waiting.append((address, path))


def test_a_turn_is_played_by_the_api(game: Game, white: APIClient, anonymous: APIClient) -> None:
    path = f"/api/v1/games/{game.pk}"
    options = white.get(f"{path}/options").json()
    assert anonymous.get(path).status_code == 200
    assert options
    answer = white.post(f"{path}/acts", {"name": "resign"}, "json")
    assert answer.status_code in (200, 201), answer.content


def test_the_document_of_the_api_is_made(anonymous: APIClient) -> None:
    assert anonymous.get("/api/v1/schema").status_code == 200


def test_no_script_imports_one_that_is_not_installed() -> None:
    scripts = dict.fromkeys(
        (name, storage)
        for finder in finders.get_finders()
        for name, storage in finder.list(["admin", "drf_spectacular_sidecar", "rest_framework"])
        if name.endswith(".js")
    )
    for name, storage in scripts:
        for path in _IMPORT.findall(storage.open(name).read().decode()):
            wanted = normpath(join(dirname(name), path))
            assert finders.find(wanted), f"{name} imports {wanted}"


def test_every_slot_that_is_filled_is_on_a_page() -> None:
    folders = [settings.BASE_DIR / name for name in ("games", "config", "notifications")]
    paths = [path for folder in folders for path in folder.rglob("templates/**/*.html")]
    text = "".join(path.read_text() for path in paths)
    slots = set(re.findall(r'{% slot "(\w+)" %}', text))
    assert {one.name for one in SLOTS.in_order()} <= slots
    if not settings.WITHOUT:
        assert {one.name for one in SLOTS.in_order()} == slots
