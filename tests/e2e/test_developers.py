"""The developers' pages in a browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from config.developers.views import pages
from games.models import Game
from tests.api.document import served
from tests.e2e.browser import DESK, SMALL, assert_accessible, assert_fits, picture, too_wide
from tests.e2e.conftest import OpenPage


@pytest.mark.long
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


OF_SWAGGER = "Deprecated: escaping deep link whitespace"
"""What Swagger UI says of any link to a call whose name has a "_"."""


def about_exports() -> dict[str, Any]:
    """Return the document's part about exports: a browser reads and draws all of it for seconds."""
    document = served()
    paths = {path: calls for path, calls in document["paths"].items() if path.endswith("/export")}
    components: dict[str, Any] = {"securitySchemes": document["components"]["securitySchemes"]}
    wanted = references(paths)
    while wanted:
        kind, name = wanted.pop()
        part = document["components"][kind][name]
        components.setdefault(kind, {})[name] = part
        wanted |= {one for one in references(part) if one[1] not in components.get(one[0], {})}
    rest = {name: document[name] for name in document.keys() - {"webhooks"}}
    return {**rest, "paths": paths, "components": components}


def references(part: object) -> set[tuple[str, str]]:
    """Return the kinds and names of the components that a part of the document refers to."""
    return set(re.findall(r'"#/components/(\w+)/([^"]+)"', json.dumps(part)))


@pytest.mark.long
def test_a_call_on_a_page_leads_to_where_it_is_tried(open_page: OpenPage, game: Game) -> None:
    page = open_page("/developers/playing/", size=DESK)
    page.witness.expected.append(OF_SWAGGER)
    page.route("**/api/v1/schema", lambda route: route.fulfill(json=about_exports()))

    page.get_by_role("link", name="GET /games/{id}/export", exact=True).first.click()

    call = page.locator("#operations-games-get_game_export")
    # To read what even one call refers to takes a browser seconds of the processor.
    expect(call.get_by_role("button", name="Try it out")).to_be_in_viewport(timeout=120_000)
    call.get_by_role("button", name="Try it out").click()
    call.get_by_placeholder("game_id").fill(game.pk)
    call.get_by_role("button", name="Execute").click()

    answer = call.locator(".live-responses-table")
    expect(answer.locator(".response-col_status").nth(1)).to_contain_text("200")
    expect(answer).to_contain_text(game.pk)
    picture(page, "developers-reference")
