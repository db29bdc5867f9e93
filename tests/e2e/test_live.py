"""Pages that lie open: what others do is seen on them at once, by one stream for a browser."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from tests.e2e.browser import PHONE, SMALL, boxes_of
from tests.e2e.chromium import Chromium
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import BEFORE_CARRIER, CARRIER, at, prompt, send, square, tap, wait_until
from tests.games.matches import play

NO_POLLING = (
    "const { setInterval: real } = self; self.setInterval = (act, ms) => real(act, 10 * 60_000);"
)
"""Lets nothing be asked for by the clock: what is seen, came automatically."""


def streams(page: Page) -> list[str]:
    """Return the addresses of the streams that a page has opened."""
    urls = [answer.url for answer in page.witness.answers]  # type: ignore[attr-defined]
    return [url.split("/api/v1/")[1].split("?")[0] for url in urls if "/events?" in url]


@pytest.mark.long
def test_what_the_other_plays_is_seen_on_every_open_page(
    open_page: OpenPage, chromium: Chromium, alice: User, bob: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    page = open_page(user=alice, alone=True)
    page.context.add_init_script(NO_POLLING)
    page.goto("/")
    expect(page.get_by_role("heading", name="Waiting for others (1)")).to_be_visible()
    second = page.context.new_page()
    second.witness = type(page.witness)(second)
    second.goto(f"/games/{game.pk}/")
    expect(prompt(second)).to_contain_text("It's bob's turn.")
    wait_until(
        page, "performance.getEntriesByType('resource').some(({name}) => name.includes('live'))"
    )

    onlooker = open_page(user=None, alone=True)
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
    # One page holds the stream for both: again once the other has said which game it shows.
    assert set(streams(page)) == {"events"}
    assert streams(second) == []
    assert streams(onlooker) == [f"games/{game.pk}/events"]

    # Another game that begins is the next to play; the one that is shown is not counted.
    expect(second.locator("#waiting")).to_be_empty()
    with chromium.closing():
        page.close()
    offer = make_challenge(bob, "alice", Terms(side="black"), now=now)
    accept_challenge(alice, offer.pk, now=now)
    expect(second.locator("#waiting")).to_have_text("1")


@pytest.mark.long
@pytest.mark.needs("live", "phrases")
def test_players_meet_and_talk_and_a_guest_reads_what_the_marks_mean(
    open_page: OpenPage, chromium: Chromium, alice: User, bob: User, game: Game
) -> None:
    at(game, CARRIER)
    User.objects.filter(pk=alice.pk).update(guest_since=game.created_at)
    path = f"/games/{game.pk}/"
    mine, his = open_page(path, user=alice, has_touch=True), open_page(path, user=bob)

    expect(mine.locator("#here")).to_have_text("bob is online")
    expect(his.locator("#here")).to_have_text("alice is online")
    # In a low window the button is in the menu alone.
    his.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    his.get_by_role("button", name="Menu").click()
    his.get_by_role("button", name="Quick chat").click()
    expect(his.locator(".phrases button")).to_have_count(16)
    his.get_by_role("button", name="Good luck!").click()
    expect(mine.locator("#touchline")).to_have_text("bob Good luck!")
    expect(his.locator("#touchline")).to_have_text("You Good luck!")

    # Both are there: they may play on at once, and stop again.
    meeting, other = mine.locator("#playing-on"), his.locator("#playing-on")
    mine.get_by_role("button", name="Play live?").tap()
    expect(meeting).to_contain_text("Waiting for an answer")
    expect(other).to_have_attribute("aria-label", "alice wants to play live now.")
    other.get_by_role("button", name="Yes").click()
    expect(meeting).to_contain_text("Playing live")
    # The head keeps the deadline; what runs is beside the way to stop it.
    expect(meeting).to_contain_text(re.compile("Playing live · 2:5"))
    expect(his.locator("#deadline")).to_be_visible()
    other.get_by_role("button", name="Stop").click()
    expect(meeting).to_have_count(0)
    expect(other).to_have_count(0)
    with chromium.closing():
        his.close()
    expect(mine.locator("#here")).to_have_text("")

    bubble = mine.locator(".bubble")
    expect(bubble).to_contain_text("tap it to shoot")
    bubble.get_by_role("button").tap()
    tap(mine, "b5")
    for words in ("pass to this teammate", "capture this piece", "a piece can move here"):
        expect(bubble).to_contain_text(words)
        bubble.get_by_role("button").tap()
    expect(bubble).to_have_count(0)
    mine.reload()
    expect(mine.locator("#touchline")).to_have_text("bob Good luck!")
    expect(bubble).to_have_count(0)


TAIL_IS_UNDER = """(kind) => {
  const bubble = document.querySelector(".bubble");
  const tile = document.querySelector(`[data-kind=${kind}]`).getBoundingClientRect();
  const tail = parseFloat(getComputedStyle(bubble, "::before").left) + 9;
  const at = bubble.getBoundingClientRect().left + tail;
  return tile.left < at && at < tile.right;
}"""


@pytest.mark.needs("learn", "live", "phrases")
def test_what_explains_a_mark_ends_above_the_bar(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    User.objects.filter(pk=alice.pk).update(guest_since=game.created_at)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)

    for size in (PHONE, SMALL):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        explained, bar = boxes_of(page, page.locator(".bubble"), page.locator("#play-bar"))
        assert explained["y"] + explained["height"] <= bar["y"] + 1
        if size == PHONE:
            expect(page.locator(".bubble")).to_contain_text("tap it to shoot")
            assert page.evaluate(TAIL_IS_UNDER, "shot")


@pytest.mark.long
def test_without_a_net_one_sees_what_was_seen_and_what_is_sent_goes_later(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page("/", user=alice, has_touch=True)
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/")
    page.goto(f"/games/{game.pk}/")
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    wait_until(page, "caches.open('seen').then((c) => c.keys()).then((k) => k.length === 2)")

    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text("This is how it was 1 minute ago.")).to_be_visible()
    page.get_by_role("link", name="bob").click()
    expect(page.get_by_text("This is how it was 1 minute ago.")).to_be_visible()
    tap(page, "c3", "d5")
    expect(prompt(page)).to_contain_text("You're offline")
    page.wait_for_timeout(260)
    send(page).tap()
    expect(prompt(page)).to_contain_text("We'll send your turn when you're online.")
    expect(square(page, "d5")).to_be_visible()
    page.context.set_offline(False)

    expect(page).to_have_title("Waiting for bob · Chess Eleven")
    assert game.turns.get().actions == ["c3d5"]
    page.goto("/accounts/logout/")
    wait_until(page, "caches.has('seen').then((has) => !has)")
