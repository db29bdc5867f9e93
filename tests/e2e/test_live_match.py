"""A live match in two browsers over a slow line: clocks, formations, turns and premoves."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, StagedTurn, Turn
from games.play.acts import resign
from games.play.challenge.live import pair
from games.play.deadlines import enforce_deadline
from tests.e2e.browser import SMALL, box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    CHECK,
    at,
    net,
    pausing,
    prompt,
    rigged,
    send,
    tap,
    wait_until,
    wait_until_sendable,
)
from tests.games.matches import any_turn, play, start_round
from tests.patience import until

NOTE_RIBBONS = """
  globalThis.ribbons = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.matches?.(".ribbon")) ribbons.push(node.querySelector("h2").textContent);
    }
  }).observe(document, { subtree: true, childList: true });
"""
"""Makes a page keep what its ribbons say: live they go after a second."""
NOTE_MINUTES = """
  globalThis.minutes = [];
  new MutationObserver(() => minutes.push(document.querySelector(".hushed #prompt b")?.textContent))
    .observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Makes a page keep at which minutes it says that its scenes are."""
ROUND_TRIP = 300
"""Milliseconds."""


def slow(page: Page) -> None:
    """Let everything of a page take as long as over a slow line."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": ROUND_TRIP, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait until something is so at the service."""
    until(is_so, pausing(page))


def take_time(game: Game) -> Game:
    """Return a game whose clock no machine is too slow for."""
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=1))
    return game


def expire(game: Game, *, half_ms: int) -> None:
    """Let the time of the turn be over, with so much left of the half."""
    game.refresh_from_db()
    past = timezone.now() - timedelta(seconds=10)
    record = game.live
    record["until"] = int(past.timestamp() * 1000)
    record["from"] = record["until"] - 20_000
    record["left"]["match"] = half_ms
    Game.objects.filter(pk=game.pk).update(live=record, deadline=past)
    # A look of a page may have been first.
    enforce_deadline(game.pk, timezone.now())


def clock(page: Page, name: str) -> Any:
    """Return one of the clocks: `own`, `theirs` or `match`."""
    return page.locator(f'[data-clock="{name}"]')


@pytest.mark.long
def test_two_play_live_over_a_slow_line(open_page: OpenPage, alice: User, bob: User) -> None:
    game = take_time(pair(alice, bob, ruleset="eleven", now=timezone.now()))
    seats = {seat.side: seat.user_id for seat in game.seats}
    people = {alice.pk: alice, bob.pk: bob}
    pages = {
        side: open_page(user=people[user], has_touch=True, size=size)
        for (side, user), size in zip(seats.items(), ((390, 844), SMALL), strict=True)
    }
    white, black = pages["white"], pages["black"]
    for page in pages.values():
        slow(page)
        page.goto(f"/games/{game.pk}/")

    # The substitute is above the bar.
    bench, bar = (box_of(white.locator(one)) for one in ("#bench", "#play-bar"))
    assert bench["y"] + bench["height"] <= bar["y"]

    # Both line-ups are seen while they are put together, and Ready is not asked back.
    for page in pages.values():
        expect(clock(page, "own").locator("time")).to_have_text(re.compile(r"^0:1\d$|^\d\.\d$"))
    tap(white, "b1", "a1")
    expect(black.locator('[data-square="a1"]')).to_have_attribute(
        "aria-label", re.compile("bishop")
    )
    for page in pages.values():
        page.locator("#ready").tap()
    for page in pages.values():
        expect(page.locator("#kinds")).to_have_count(1)
    take_time(game)
    expect(white.locator("#send")).to_be_visible()
    expect(clock(white, "own")).to_have_attribute("data-state", re.compile("runs|hurry"))
    expect(clock(black, "theirs")).to_have_attribute("data-state", re.compile("runs|hurry"))
    expect(clock(white, "match")).to_have_text(re.compile(r"^\s*[45]:\d\d\s+1st half\s*$"))
    # Each has a clock at the name; who waits sees what a turn has.
    for page in pages.values():
        assert page.evaluate("document.querySelector('.score').contains(clocks)")
    expect(clock(white, "theirs").locator("time")).to_have_text("0:20")
    expect(clock(black, "own").locator("time")).to_have_text("0:20")

    # What is put together is kept at the service; sent, it is seen by the other at once.
    tap(white, "d2", "d4", "f3")
    wait_until_sendable(white)
    wait_for(white, lambda: StagedTurn.objects.filter(actions=["d2d4", "@f3"], turn=1).exists())
    send(white).tap()
    expect(clock(black, "own")).to_have_attribute("data-state", re.compile("runs|hurry"))
    expect(clock(white, "theirs")).to_have_attribute("data-state", re.compile("runs|hurry"))
    expect(prompt(white)).to_contain_text("'s turn")
    take_time(game)

    # A premove is put together on the board as it is, kept, and played at no time.
    white.locator("#premove").tap()
    expect(send(white)).to_have_text("Save premove")
    expect(prompt(white)).to_have_text("Premove: played if it's still legal.")
    tap(white, "f3", "e5")
    wait_until_sendable(white)
    assert not StagedTurn.objects.filter(game=game, turn=3).exists()
    send(white).tap()
    expect(prompt(white)).to_have_text("Premove: Knight f3 to e5.")
    expect(white.locator("#premove")).to_have_text("Remove premove")
    tap(black, "f6", "e4")
    wait_until_sendable(black)
    send(black).tap()
    expect(black.locator("#last")).to_contain_text("e5")
    expect(prompt(black)).to_contain_text("Capture or defend!")
    expect(clock(black, "own")).to_have_attribute("data-state", re.compile("runs|hurry"))
    assert list(Turn.objects.filter(game=game).values_list("by", flat=True)) == [
        "hand",
        "hand",
        "premove",
    ]
    expect(white.locator("#last")).to_contain_text("e5")
    expect(white.locator("#premove")).to_have_text("Premove")
    take_time(game)

    # What a tab has staged is still there when it comes back from elsewhere.
    tap(black, "c6", "b4")
    wait_until_sendable(black)
    wait_for(black, lambda: StagedTurn.objects.filter(actions=["c6b4"], turn=4).exists())
    black.evaluate("sessionStorage.clear()")
    black.reload()
    expect(black.locator("#kinds")).to_contain_text("c6–b4")
    # It is drawn before the service has said what may follow: a question that is still on its way
    # when the turn runs out is refused.
    wait_until_sendable(black)

    # With no time left in the half, this turn is the last.
    game.refresh_from_db()
    game.live["left"]["match"] = 0
    Game.objects.filter(pk=game.pk).update(live=game.live)
    black.reload()
    expect(black.locator("#last-turn")).to_have_text("Last turn")
    wait_until_sendable(black)

    # Their time runs out with that: it is played. At the end of a half both line up again.
    expire(game, half_ms=0)
    for page in pages.values():
        expect(page.locator("#ready")).to_be_visible()
        expect(clock(page, "match")).to_have_text("5:00 Half-time")
        expect(prompt(page)).to_have_text("Second half. Choose your formation.")
    assert Turn.objects.filter(game=game, number=4, by="premove", actions=["c6b4"]).exists()

    # The end is seen by both, and nothing counts down any more.
    resign(seats["white"], game.pk, now=timezone.now())
    for page in pages.values():
        expect(page.locator("#rematch")).to_be_visible()
        expect(page.locator("#clocks")).to_have_count(0)


@pytest.mark.long
def test_half_time_ends_for_the_page_when_both_are_ready_at_once(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = start_round(pair(alice, bob, ruleset="eleven", now=timezone.now()), timezone.now())
    play(game, "d2d4 @f3", now=timezone.now())
    expire(game, half_ms=0)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(prompt(page)).to_have_text("The score is 0–0.")
    # The buttons have their places already.
    assert page.locator("#bench").is_visible()
    # Loaded again the page doesn't whistle again.
    page.reload()
    expect(prompt(page)).to_have_text("Choose your formation.")

    start_round(Game.objects.get(pk=game.pk), timezone.now())

    expect(page.locator("#kinds")).to_have_count(1)
    # By then the line-up would be asked for.
    page.wait_for_timeout(2_500)
    expect(prompt(page)).not_to_contain_text("Choose your formation")


@pytest.mark.long
def test_the_prompt_changes_with_the_clock_while_their_turn_is_still_to_be_seen(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = start_round(pair(alice, bob, ruleset="eleven", now=timezone.now()), timezone.now())
    play(take_time(game), "d2d4 @f3", now=timezone.now())
    people = {alice.pk: alice, bob.pk: bob}
    white, black = (people[seat.user_id] for seat in game.seats)
    page = open_page(f"/games/{game.pk}/", user=white, size=(1280, 800))
    expect(page.locator("#premove")).to_be_visible()
    expect(clock(page, "theirs")).to_have_attribute("data-state", re.compile("runs|hurry"))
    # Quick chat and the buttons don't touch.
    chat, bar = (box_of(page.locator(one)) for one in (".beside", "#wait-bar"))
    assert chat["y"] - bar["y"] - bar["height"] >= 8
    held: list[Any] = []
    page.route("**/turns?after=*", lambda route: held.append(route))

    play(take_time(Game.objects.get(pk=game.pk)), "f6e4", now=timezone.now())

    expect(prompt(page)).to_have_text(f"{black.username} is moving…")
    expect(page.locator("#premove")).to_be_hidden()
    wait_for(page, lambda: len(held) > 0)
    for route in held:
        route.continue_()
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    # Beside the board nothing moves as the turn passes.
    assert box_of(page.locator(".beside"))["y"] == chat["y"]


@pytest.mark.long
def test_a_goal_is_shown_to_both_and_the_page_continues_automatically(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = pair(alice, bob, ruleset="eleven", now=timezone.now())
    play(start_round(game, timezone.now()), "d2d4 @f3", "f6e4", now=timezone.now())
    rigged(at(take_time(Game.objects.get(pk=game.pk)), CARRIER), 0, 10)
    people = {alice.pk: alice, bob.pk: bob}
    pages = {seat.side: open_page(user=people[seat.user_id], has_touch=True) for seat in game.seats}
    for page in pages.values():
        page.add_init_script(NOTE_RIBBONS + NOTE_MINUTES)
        page.goto(f"/games/{game.pk}/")
    white, black = pages["white"], pages["black"]
    white_name = people[game.seats[0].user_id].username
    expect(prompt(black)).to_have_text(f"It's {white_name}'s turn.")
    expect(clock(white, "own")).to_have_attribute("data-state", re.compile("runs|hurry"))
    expect(black.locator("#premove")).to_be_visible()

    net(white, "e8").tap()
    wait_until_sendable(white)
    send(white).tap()

    wait_until(black, "ribbons.includes('Goal! 0–1')")
    for page in pages.values():
        # It is turn 3, in the first minute of the match.
        assert set(page.evaluate("minutes")) - {None} == {"1\N{PRIME}"}
    for page in pages.values():
        expect(page.locator("#ready")).to_be_visible()
        # Who is here plays live already.
        expect(page.locator("#playing-on")).to_have_count(0)

    # Who leaves is missed by the other, in words.
    take_time(game)
    expect(white.locator("#here")).to_have_text(re.compile("^(alice|bob) is online$"))
    black.close()
    expect(white.locator("#here")).to_have_text(re.compile("^(alice|bob) has left$"))
    expect(white.locator("#away")).to_have_text(
        re.compile("^(alice|bob) has left. Three missed turns in a row lose the game.$")
    )
    dot = "getComputedStyle(document.querySelector('.two .who:last-child > span'), '::before')"
    assert white.evaluate(f"{dot}.backgroundColor") == "rgba(0, 0, 0, 0)"
    back = open_page(f"/games/{game.pk}/", user=people[game.seats[1].user_id])
    expect(white.locator("#away")).to_have_count(0)
    back.close()


@pytest.mark.long
def test_both_see_who_scored_where_a_check_is_not_answered_in_time(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = pair(alice, bob, ruleset="eleven", now=timezone.now())
    play(start_round(game, timezone.now()), "d2d4 @f3", "f6e4", now=timezone.now())
    take_time(at(Game.objects.get(pk=game.pk), CHECK))
    people = {alice.pk: alice, bob.pk: bob}
    pages = {seat.side: open_page(user=people[seat.user_id], has_touch=True) for seat in game.seats}
    names = {seat.side: people[seat.user_id].username for seat in game.seats}
    for page in pages.values():
        page.add_init_script(NOTE_RIBBONS)
        page.goto(f"/games/{game.pk}/")
        expect(clock(page, "match")).to_have_text(re.compile("1st half"))

    expire(game, half_ms=200_000)

    told = {"white": f"Goal for {names['black']}! 0–1", "black": "Goal! 1–0"}
    for side, page in pages.items():
        wait_until(page, f"ribbons.includes({told[side]!r})")
    for side, page in pages.items():
        expect(page.locator("#ready")).to_be_visible()
        page.goto(f"/games/{game.pk}/history/")
        ended = page.locator("#turns .end").first
        expect(ended).to_contain_text("didn't answer the check in time.")
        scorer = "you" if side == "black" else names["black"]
        expect(ended).to_contain_text(f"Goal for {scorer}!")
    expect(pages["white"].locator(".score .num")).to_have_text(re.compile(r"0\D+1"))


@pytest.mark.long
def test_the_third_missed_turn_is_warned_of_before_it_loses_the_game(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = pair(alice, bob, ruleset="eleven", now=timezone.now())
    play(start_round(game, timezone.now()), "d2d4 @f3", "f6e4", now=timezone.now())
    take_time(game)
    people = {seat.side: {alice.pk: alice, bob.pk: bob}[seat.user_id] for seat in game.seats}
    pages = {side: open_page(f"/games/{game.pk}/", user=user) for side, user in people.items()}
    for page in pages.values():
        # What may follow is still being asked as the next turn begins.
        page.witness.expected.append("409|Conflict|load the game")
        expect(clock(page, "match")).to_have_text(re.compile("1st half"))

    for count in (1, 2):
        expire(game, half_ms=200_000)
        take_time(game)
        expect(prompt(pages["white"])).to_have_text(
            re.compile(
                r"^Turn missed\. .*Three in a row"
                if count == 1
                else "^You missed two turns in a row."
            )
        )
        if count == 2:
            expect(prompt(pages["black"])).to_have_text(
                f"{people['white'].username} missed two turns in a row. One more and you win."
            )
        game.refresh_from_db()
        play(game, any_turn(game), now=timezone.now())
        take_time(game)

    expect(prompt(pages["white"])).to_have_text("Miss this turn and you lose.")
