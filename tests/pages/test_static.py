"""What the content policy forbids is not in the sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.models import Game

ROOT = Path(settings.BASE_DIR)
OURS = ("config", "accounts", "games", "notifications")
# Mails are read by programs that know no style sheets.
MAIL = ("/mail/", "/email/")


def sources(folder: str, *suffixes: str) -> Iterator[Path]:
    for app in OURS:
        for path in sorted((ROOT / app).glob(f"**/{folder}/**/*")):
            of_feature = name_of(path).partition("/features/")[2].partition("/")[0]
            if (
                path.suffix in suffixes
                and not any(part in str(path) for part in MAIL)
                and of_feature not in settings.WITHOUT
            ):
                yield path


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", list(sources("templates", ".html")), ids=name_of)
def test_a_template_has_no_inline_style_or_script(path: Path) -> None:
    text = path.read_text()

    assert not re.search(r"\sstyle=|<style|\son[a-z]+=\"|javascript:", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)


@pytest.mark.parametrize("path", list(sources("static", ".js")), ids=name_of)
def test_a_script_uses_nothing_that_the_policy_forbids(path: Path) -> None:
    text = path.read_text()

    forbidden = r"\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert not re.search(forbidden, text)
    assert not re.search(r"""setAttribute\(\s*["'](style|on)""", text)
    assert not re.search(r"https?://(?!www\.w3\.org/)", text), "nothing from another origin"


class Nesting(HTMLParser):
    """Notes tags that are closed in another order than they were opened, and doubled ids."""

    VOID = frozenset({"meta", "link", "img", "input", "br", "hr", "path", "rect", "circle", "use"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new/",
        "/lobby/",
        "/games/",
        "/players/alice/",
        "/players/bob/",
        "/players/alice/games/",
        "/learn/eleven/read/",
        "/settings/",
        "/settings/time/",
        "/settings/language/",
        "/settings/playing/",
        "/settings/apps/",
        "/settings/webhooks/",
        "/settings/webhooks/new/",
        "/settings/calendar/",
        "/settings/delete/",
        "/offline/",
        "/operator/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/logout/",
        "/games/{game}/",
        "/games/{game}/history/",
    ],
)
def test_a_page_is_well_formed(alice: User, game: Game, path: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    client = Client()
    client.force_login(alice)

    page = client.get(path.format(game=game.pk))

    assert page.status_code == 200
    nesting = Nesting()
    nesting.feed(page.content.decode())
    assert nesting.faults == []
    assert nesting.open == []
    assert len(nesting.ids) == len(set(nesting.ids)), "an id stands twice"


@pytest.mark.parametrize(
    "path", ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
)
def test_a_strangers_page_is_well_formed(db: None, path: str) -> None:
    nesting = Nesting()
    nesting.feed(Client().get(path).content.decode())

    assert nesting.faults == []
    assert nesting.open == []
    assert len(nesting.ids) == len(set(nesting.ids)), "an id stands twice"


def test_each_static_file_is_found_once() -> None:
    for name in ("app.css", "icon.svg", "notifications/push.js"):
        assert len(finders.find(name, find_all=True)) == 1
