"""The developers' pages in a browser."""

from __future__ import annotations

from config.developers.views import PAGES
from tests.e2e.browser import DESK, PHONE, SMALL, assert_accessible, assert_fits
from tests.e2e.conftest import OpenPage


def test_the_developers_pages_are_in_order(open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    for number, one in enumerate(PAGES):
        page.goto("/developers/" if number == 0 else f"/developers/{one.name}/")
        for size in (DESK, PHONE, SMALL):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert_fits(page, f"developers-{one.name}-{size[0]}")
        # By night on every second page: the colours are the same on all.
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        assert_accessible(page, f"developers-{one.name}")
