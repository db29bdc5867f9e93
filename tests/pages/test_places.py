"""Every address of a page has its place in the bar, or a reason to have none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from config.places import ADDRESSES, place_of, places

NO_BAR = (
    "/admin/", "/operator/", "/api/", "/oauth/", "/device/", "/embed/", "/oembed", "/offline/",
    "/mail/", "/calendar/", "/.well-known/", "/sw.js", "/manifest.webmanifest", "/guest/",
    "/robots.txt", "/privacy/", "/terms/", "/imprint/",
)  # fmt: skip
"""Where there is no choice to make, and what is no page."""


def addresses(found: URLResolver, before: str = "") -> Iterator[str]:
    for one in found.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield f"/{path}"
        elif not path.startswith(("admin/", "api/")):
            yield from addresses(one, path)


def test_no_page_is_without_a_place() -> None:
    paths = [path for path in addresses(get_resolver()) if not path.startswith(NO_BAR)]

    assert len(paths) > 60
    assert [path for path in paths if place_of(path) is None] == []


@pytest.mark.needs("competitions", "learn", "live")
def test_the_places_are_five_and_lead_to_their_first_page() -> None:
    assert [(one.key, one.path) for one in places()] == [
        ("play", "/"),
        ("learn", "/learn/"),
        ("watch", "/tv/"),
        ("compete", "/competitions/"),
        ("me", "/me/"),
    ]


def test_without_its_features_a_place_leads_elsewhere_or_is_gone() -> None:
    given = list(ADDRESSES.given)
    features = ("/tv/", "/competitions/", "/leaderboards/", "/puzzles/")
    ADDRESSES.given[:] = [one for one in given if not one.what.path.startswith(features)]
    try:
        found = {one.key: one.path for one in places()}
    finally:
        ADDRESSES.given[:] = given

    assert found == {"play": "/", "learn": "/learn/", "watch": "/games/", "me": "/me/"}
