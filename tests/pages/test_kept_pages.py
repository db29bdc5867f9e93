"""Pages that depend on no reader are made once for each language."""

from __future__ import annotations

import brotli
import pytest
from django.test import Client

from accounts.models import User
from config.http import kept_pages
from tests.conftest import PASSWORD, Browsers
from tests.without import needing

PATHS = [
    "/learn/eleven/read/",
    "/learn/eleven/laws/",
    "/learn/eleven/laws/1/",
    "/learn/standard/read/",
    "/learn/family/laws/",
    "/developers/",
    "/developers/limits/",
    needing("competitions", "/competitions/laws/"),
]
GERMAN = {"headers": {"Accept-Language": "de"}}


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    kept_pages.forget()


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_made_once_for_strangers(path: str) -> None:
    first = Client().get(path)
    again = Client().get(path)

    assert first.templates
    assert not again.templates
    assert again.content == first.content
    assert again.headers["Content-Type"] == first.headers["Content-Type"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/learn/eleven/read/", "/learn/eleven/laws/", "/developers/"])
def test_each_language_has_its_own(path: str) -> None:
    english, german = Client().get(path), Client().get(path, **GERMAN)

    assert 'lang="en"' in english.content.decode()[:200]
    assert 'lang="de"' in german.content.decode()[:200]
    assert german.headers["Content-Language"] == "de"
    assert Client().get(path, **GERMAN).content == german.content
    assert Client().get(path).content == english.content


@pytest.mark.django_db
def test_each_browser_gets_what_it_can_unpack() -> None:
    packed = Client().get("/learn/eleven/read/", headers={"Accept-Encoding": "br"})
    plain = Client().get("/learn/eleven/read/")

    assert packed.headers["Content-Encoding"] == "br"
    assert "Content-Encoding" not in plain.headers
    assert brotli.decompress(packed.content).startswith(plain.content)
    for answer in (packed, plain):
        vary = {name.strip() for name in answer.headers["Vary"].split(",")}
        assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= vary


@pytest.mark.parametrize(
    "path", ["/learn/eleven/read/", "/learn/eleven/laws/", "/learn/standard/read/", "/developers/"]
)
def test_people_see_their_own_frame_round_the_same_page(
    browse: Browsers, alice: User, bob: User, path: str
) -> None:
    stranger = browse().get(path).content.decode()
    own = browse(alice).get(path).content.decode()
    other = browse(bob).get(path).content.decode()

    (top, main), (own_top, own_main), (other_top, other_main) = (
        page.split("<main", 1) for page in (stranger, own, other)
    )
    assert "alice" in own_top
    assert "bob" in other_top
    assert "alice" not in top + other_top
    assert main == own_main == other_main
    assert browse().get(path).content.decode() == stranger


def test_a_message_is_shown_to_a_stranger(browse: Browsers, alice: User) -> None:
    browse().get("/learn/eleven/read/")
    client = browse(alice)
    client.post("/settings/delete/", {"password": PASSWORD})
    assert "messages" in client.cookies

    page = client.get("/learn/eleven/read/")

    assert 'class="note"' in page.content.decode()
    assert 'class="note"' not in browse().get("/learn/eleven/read/").content.decode()


@pytest.mark.django_db
def test_a_page_that_does_not_exist_is_not_kept() -> None:
    for _ in range(2):
        assert Client().get("/learn/nothing/laws/").status_code == 404


@pytest.mark.needs("learn")
@pytest.mark.django_db
def test_the_drawing_of_the_first_page_is_kept_and_its_form_is_not() -> None:
    first, again = Client().get("/"), Client().get("/")

    names = [template.name for template in again.templates]
    assert "learn/whistle.html" in [template.name for template in first.templates]
    assert "learn/whistle.html" not in names
    assert again.context["csrf_token"] != first.context["csrf_token"]


def test_invented_addresses_do_not_fill_the_memory() -> None:
    for number in range(2 * kept_pages.MOST_KEPT):
        kept_pages.keep(number, number)

    assert len(kept_pages._kept) <= kept_pages.MOST_KEPT
