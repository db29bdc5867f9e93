"""The developers' pages in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from config.developers.views import pages
from games.models import Game
from tests.e2e.browser import DESK, SMALL, assert_accessible, assert_fits, picture, too_wide
from tests.e2e.conftest import OpenPage


def test_the_developers_pages_are_in_order(open_page: OpenPage) -> None:
    page = open_page(size=SMALL)
    for number, one in enumerate(pages()):
        page.goto("/developers/" if number == 0 else f"/developers/{one.name}/")
        for size in (DESK, SMALL):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert_fits(page, f"developers-{one.name}-{size[0]}")
        assert too_wide(page) == [], one.name
        # By night on every second page: the colours are the same on all.
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        assert_accessible(page, f"developers-{one.name}")


def test_a_call_can_be_tried_on_the_page_for_it(open_page: OpenPage, game: Game) -> None:
    page = open_page("/api/v1/docs", size=DESK)

    # Of more than a hundred calls only those in view are drawn.
    expect(page.locator("#operations-accounts-create_account")).to_be_visible()
    call = page.locator("#operations-games-get_game")
    for _ in range(100):
        if call.count():
            break
        page.mouse.wheel(0, DESK[1] // 2)
        page.wait_for_timeout(50)
    call.locator(".opblock-summary-control").click()
    call.get_by_role("button", name="Try it out").click()
    call.get_by_placeholder("game_id").fill(game.pk)
    call.get_by_role("button", name="Execute").click()

    answer = call.locator(".live-responses-table")
    expect(answer.locator(".response-col_status").nth(1)).to_contain_text("200")
    expect(answer).to_contain_text(f'"id": "{game.pk}"')
    picture(page, "developers-try")


def test_a_call_on_a_page_leads_to_it_in_the_reference(open_page: OpenPage) -> None:
    page = open_page("/developers/playing/", size=DESK)
    # What Swagger UI says of any link to a call whose name has a "_".
    page.witness.expected.append("Deprecated: escaping deep link whitespace")

    page.get_by_role("link", name="GET /games/{id}/export", exact=True).first.click()

    call = page.locator("#operations-games-get_game_export")
    # Drawing the whole document takes its time on a busy machine.
    expect(call.get_by_role("button", name="Try it out")).to_be_in_viewport(timeout=60_000)
    picture(page, "developers-reference")
