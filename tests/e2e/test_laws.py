"""A refusal on the page leads to the law that it names."""

from __future__ import annotations

import json

from playwright.sync_api import Route, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import prompt, send, tap, wait_until_sendable


def test_a_refused_formation_links_to_its_law(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)

    def without_the_pawn(route: Route) -> None:
        body = route.request.post_data_json
        body["pieces"]["a2"] = body["pieces"].pop("d2")
        route.continue_(post_data=json.dumps(body))

    page.witness.expected.append("422")
    page.route("**/formation", without_the_pawn)
    tap(page, "c3")
    tap(page, "f1")

    link = prompt(page).get_by_role("link")
    expect(link).to_have_text("Law 3.3")
    link.click()
    expect(page.locator("id=3.3")).to_be_in_viewport()


def test_a_refused_turn_links_to_its_law(open_page: OpenPage, alice: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)

    def with_another_end(route: Route) -> None:
        route.continue_(post_data=json.dumps({"turn": 1, "actions": ["d2d4", "@a8"]}))

    page.witness.expected.append("422")
    page.route("**/turns", with_another_end)
    tap(page, "d2")
    tap(page, "d4")
    tap(page, "f3")
    wait_until_sendable(page)
    send(page).click()

    expect(prompt(page).get_by_role("link")).to_have_text("Law 6.7")
