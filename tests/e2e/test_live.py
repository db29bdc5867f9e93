"""Pages that lie open: what others do is seen on them at once, by one stream for a browser."""

from __future__ import annotations

from datetime import datetime

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.services.challenges import Terms, accept_challenge, make_challenge
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import BEFORE_CARRIER, at, prompt, wait_until
from tests.games.matches import play

NO_POLLING = (
    "const { setInterval: real } = self; self.setInterval = (act, ms) => real(act, 10 * 60_000);"
)
"""Lets nothing be asked for by the clock: what is seen, came by itself."""


def streams(page: Page) -> list[str]:
    """Return the addresses of the streams that a page has opened."""
    urls = [answer.url for answer in page.witness.answers]  # type: ignore[attr-defined]
    return [url.split("/api/v1/")[1].split("?")[0] for url in urls if "/events?" in url]


def test_what_the_other_plays_is_seen_on_every_open_page(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    page = open_page(user=alice)
    page.context.add_init_script(NO_POLLING)
    page.goto("/")
    expect(page.get_by_role("heading", name="Waiting for others (1)")).to_be_visible()
    second = page.context.new_page()
    second.witness = type(page.witness)(second)
    second.goto(f"/games/{game.pk}/")
    expect(prompt(second)).to_contain_text("bob has until")
    wait_until(
        page, "performance.getEntriesByType('resource').some(({name}) => name.includes('live'))"
    )

    onlooker = open_page(user=None)
    onlooker.context.add_init_script(NO_POLLING)
    onlooker.goto(f"/games/{game.pk}/")
    expect(onlooker.locator("#last")).not_to_contain_text("g6")
    wait_until(
        onlooker, "performance.getEntriesByType('resource').some(({name}) => name.includes('live'))"
    )

    play(game, "e4g6", now=now)

    expect(prompt(second)).to_have_text("Your turn. You have the ball.")
    expect(onlooker.locator("#last")).to_contain_text("g6")
    expect(page.get_by_role("heading", name="Your turn (1)")).to_be_visible()
    expect(page).to_have_title("1 game waiting · Chess Eleven")
    # One page holds the stream for both: anew once the other has said which game it shows.
    assert set(streams(page)) == {"events"}
    assert streams(second) == []
    assert streams(onlooker) == [f"games/{game.pk}/events"]

    # Another game that begins is the next to play.
    page.close()
    offer = make_challenge(bob, "alice", Terms(side="black"), now=now)
    accept_challenge(alice, offer.pk, now=now)
    expect(second.locator("#waiting")).to_have_text("2")
