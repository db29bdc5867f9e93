"""Privacy, terms and imprint, and what search engines are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.kept import table
from accounts.mail import LEGAL_PAGES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", LEGAL_PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_page_is_there_in_each_language(client: Client, page: str, language: str) -> None:
    answer = client.get(f"/{page}/", headers={"Accept-Language": language})

    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.content.decode()


def test_the_privacy_page_names_all_that_is_kept(client: Client) -> None:
    page = client.get("/privacy/", headers={"Accept-Language": "de"}).content.decode()

    with translation.override("de"):
        for label, row in table().items():
            assert translation.gettext(row.words) in page, label
            assert translation.gettext(row.words) != row.words, f"{label} has no German"


def test_an_operator_puts_their_own_text_there(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.LEGAL_DIR = str(tmp_path)
    (tmp_path / "imprint.md").write_text("# Imprint\n\nACME <script>alert(1)</script>")
    (tmp_path / "imprint.de.md").write_text("# Impressum\n\nACME GmbH")

    english = client.get("/imprint/").content.decode()
    german = client.get("/imprint/", headers={"Accept-Language": "de"}).content.decode()

    assert "ACME" in english
    assert "<script>alert" not in english
    assert "ACME GmbH" in german
    assert client.get("/terms/").status_code == 200, "the others stay ours"


def test_every_page_links_to_them(client: Client) -> None:
    page = client.get("/lobby/").content.decode()

    for name in LEGAL_PAGES:
        assert f'href="/{name}/"' in page


def test_search_engines_are_kept_from_private_pages(
    client: Client, browse: Any, alice: Any
) -> None:
    robots = client.get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    assert "Disallow: /api/" in robots.content.decode()

    for path in ("/settings/", "/people/", "/accounts/login/", "/me/", "/api/v1/games"):
        assert browse(alice).get(path).headers["X-Robots-Tag"] == "noindex", path
    for path in ("/", "/lobby/", "/learn/", "/privacy/"):
        assert "X-Robots-Tag" not in client.get(path).headers, path


def test_search_engines_are_kept_from_private_games(
    client: Client, game: Any, browse: Any, alice: Any
) -> None:
    address = f"/games/{game.pk}/history/"
    assert "X-Robots-Tag" not in client.get(address).headers

    type(game).objects.filter(pk=game.pk).update(is_public=False)

    assert client.get(address).headers["X-Robots-Tag"] == "noindex"
    assert client.get(f"/games/{game.pk}/").headers["X-Robots-Tag"] == "noindex"
