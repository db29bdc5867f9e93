"""The pages of rules of the games on squares, and the ways to them."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games.pages.guide import targets_of
from games.pages.guides import GUIDES
from games.rules import registry


@pytest.mark.parametrize("key", GUIDES)
def test_a_game_has_a_page_of_rules_with_pictures(key: str) -> None:
    answer = Client().get(f"/learn/{key}/read/")
    page = answer.content.decode()

    assert answer.status_code == 200
    assert f"/learn/{key}/laws/" in page
    assert page.count('role="img"') == sum(section.diagram is not None for section in GUIDES[key])
    assert len(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.S).split()) < 900


@pytest.mark.parametrize("key", GUIDES)
def test_a_picture_of_a_piece_shows_where_it_can_go(key: str) -> None:
    for section in GUIDES[key]:
        picture = section.diagram
        if picture is not None and picture.origin:
            assert targets_of(key, picture.position, picture.origin), section.title


@pytest.mark.parametrize("key", GUIDES)
def test_every_chapter_that_a_game_points_to_is_there(key: str) -> None:
    presenter = registry.presenter(key)
    chapters = {section.id for section in GUIDES[key]}

    assert {
        presenter.rules_anchor({"in_check": is_check}) for is_check in (True, False)
    } <= chapters


def test_the_rules_lead_to_all_games_and_back() -> None:
    page = Client().get("/learn/eleven/read/").content.decode()

    assert 'href="/learn/"' in page
    assert Client().get("/learn/go/read/").status_code == 404


@pytest.mark.django_db
def test_learn_leads_to_every_game(client: Client) -> None:
    page = html.unescape(client.get("/learn/").content.decode())
    for key in registry.all_keys():
        assert registry.find(key).rules.name in page, key
        assert f'href="/learn/{key}/' in page
