"""The pages add a salt to the seed of the rolls automatically."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import tap


def salts(game: Game) -> dict[str, str]:
    found: dict[str, str] = Game.objects.get(pk=game.pk).salts
    assert all(re.fullmatch(r"[0-9a-f]{16,64}", salt) for salt in found.values())
    return found


def swap(page: Page, one: str, other: str) -> None:
    with page.expect_response(re.compile(r"/formation$")) as answered:
        tap(page, one)
        tap(page, other)
    assert answered.value.status == 200


def test_a_salt_goes_with_the_first_formation_and_stays(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)

    swap(page, "c3", "f1")
    added = salts(arranging)
    swap(page, "f1", "c3")
    page.reload()
    swap(page, "c3", "f1")
    expect(page.locator("#live")).to_have_text("Saved.")

    assert list(added) == ["white"]
    assert salts(arranging) == added


def test_the_page_of_a_round_adds_it_where_it_is_missing(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    page = open_page("/", user=alice)

    with page.expect_response(re.compile(r"/salt$")) as answered:
        page.goto(f"{page.url.rstrip('/')}/games/{game.pk}/")

    assert answered.value.status == 200
    assert list(salts(game)) == ["white"]


def test_an_onlooker_adds_none(open_page: OpenPage, charlie: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", user=charlie)

    page.wait_for_load_state("load")

    assert salts(game) == {}
