"""What moves, for how long, and that nothing moves for who wants it still."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Game
from games.rules import registry
from games.rules.errors import RulesError
from games.rules.playthrough import commands_of, do
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    BEFORE_CARRIER,
    CARRIER,
    COUNT_MOTIONS,
    HOLD_RIBBON,
    at,
    first_to_one,
    let_ribbon_go,
    net,
    pausing,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    wait_until,
    wait_until_sendable,
)
from tests.games.matches import KEEPER, OPEN_GOAL, play
from tests.patience import until

GOLDEN = Path(__file__).parents[1] / "rules" / "playthroughs" / registry.DEFAULT
SAVED, BLOCKED = (20, 44), (45, 79)

WHERE_IS_THE_BALL = """() => {
  const box = (one) => one.getBoundingClientRect();
  const { x, y, width, height } = box([...document.querySelectorAll("ce-pitch .ball")].at(-1));
  const within = (least, value, most) => least < value && value < most;
  const holds = (at, u, v) => within(at.left, u, at.right) && within(at.top, v, at.bottom);
  const squares = [...document.querySelectorAll("[data-square]")];
  const under = squares.find((one) => holds(box(one), x + width / 2, y + height / 2));
  return under?.dataset.square ?? "net";
}"""

PREVIEWS = """async (turns) => {
  const { apply, parse, read } = await import("/static/games/chess_eleven/pieces.js");
  const told = ({ men, ball }) => JSON.stringify([[...men].sort(), ball]);
  const preview = (scene, actions) => actions.map(parse).reduce(apply, scene);
  return turns.filter(([before, actions, after]) =>
    told(preview(read(before), actions)) !== told(read(after)));
}"""
"""Returns the turns whose preview is not what the laws made of them."""

UNVEILED_BY_TIME = """document.getAnimations().some(
  ({ animationName }) => animationName === "unveil")"""

SLOWLY = COUNT_MOTIONS.replace("...given", "frames, options").replace(
    "(this, given)", "(this, [frames, {...options, duration: 60_000}])"
)
"""Makes what moves take a minute, so that a test can come between."""


KEEP_STARTS = """
  globalThis.starts = [];
  const { get, set } = Object.getOwnPropertyDescriptor(Animation.prototype, "startTime");
  Object.defineProperty(Animation.prototype, "startTime", { get, set(at) {
    starts.push(at);
    set.call(this, at);
  } });
"""
"""Makes a page keep the moments at which it lets something begin, in ``globalThis.starts``."""

KEEP_FIRST_SIGHT = """
  globalThis.firstSight = {};
  new MutationObserver(() => {
    for (const name of ["pole", "post", "trail"]) {
      const drawn = document.querySelector(`.scene-${name}`);
      const seen = drawn?.checkVisibility({ checkOpacity: true });
      if (drawn) firstSight[name] ??= seen;
    }
  }).observe(document, { childList: true, subtree: true });
"""
"""Makes a page keep whether each part of a corner is seen as it is put on the stage, in
``globalThis.firstSight``."""


def motions(page: Page) -> int:
    return int(page.evaluate("globalThis.motions"))


def moving(open_page: OpenPage, user: User, game: Game, *, still: bool = False) -> Page:
    """Return the page of a game for someone who likes, or does not like, what moves."""
    page: Page = open_page(user=user)
    page.add_init_script(COUNT_MOTIONS)
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.goto(f"/games/{game.pk}/")
    return page


def test_the_turn_of_the_opponent_is_played_once(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)

    page = moving(open_page, alice, game)
    expect(square(page, "b5")).to_have_attribute(
        "aria-label", "b5, white queen, the ball, can play"
    )
    wait_until(page, "globalThis.motions > 0")
    assert motions(page) == 1
    page.reload()
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    assert motions(page) == 0


def test_a_tap_anywhere_ends_what_is_shown(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)
    page = open_page(user=alice)
    page.add_init_script(SLOWLY)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/games/{game.pk}/")
    expect(square(page, "b5")).to_have_attribute("aria-disabled", "true")
    page.locator(".score").click()
    expect(square(page, "b5")).to_have_attribute("aria-disabled", "false")

    page.get_by_role("link", name="Watch the turn").click()
    expect(square(page, "b5")).to_have_attribute("aria-disabled", "true")
    page.mouse.click(195, 760)

    expect(square(page, "b5")).to_have_attribute("aria-disabled", "false")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("roll", "title", "place"),
    [
        (SAVED, "Saved by the king", "d8"),
        (BLOCKED, "Blocked on e8", "e8"),
        ((0, 19), "Goal", "net"),
    ],
)
def test_a_shot_flies_to_where_it_ends(
    open_page: OpenPage, alice: User, game: Game, roll: tuple[int, int], title: str, place: str
) -> None:
    rigged(at(game, CARRIER), *roll)
    page = open_page(user=alice)
    page.add_init_script(KEEP_STARTS)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/games/{game.pk}/")
    net(page, "e8").click()
    wait_until_sendable(page)

    send(page).click()

    # What lies under the pitch is dark from the first picture on.
    expect(page.locator("ce-pitch.filmed")).to_have_count(1)
    expect(page.locator("main:has(.hushed)")).to_have_css("background-color", "rgb(10, 20, 14)")
    if title == "Goal":
        # All that moves goes by one clock, also where few pictures are drawn.
        expect(ribbon(page, title)).to_be_visible()
        assert page.evaluate("[starts.length > 20, new Set(starts).size]") == [True, 1]
    page.keyboard.press("Escape")
    expect(ribbon(page, title)).to_be_visible()
    # The ribbon comes while the end of the shot is still seen.
    wait_until(page, f"({WHERE_IS_THE_BALL})() === '{place}'")
    wait_until(page, "document.getAnimations().every(({ playState }) => playState !== 'running')")


@pytest.mark.long
def test_a_corner_is_not_given_away_before_the_ball_goes(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    rigged(at(game, CARRIER), 80, 99)
    page = open_page(user=alice)
    page.add_init_script(KEEP_FIRST_SIGHT)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/games/{game.pk}/")
    net(page, "e8").click()
    wait_until_sendable(page)

    send(page).click()

    expect(ribbon(page, "Corner! Play again")).to_be_visible()
    assert page.evaluate("firstSight") == {"pole": False, "post": False, "trail": False}


@pytest.mark.long
def test_the_ball_stays_with_who_got_it_to_shoot(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    rigged(at(game, KEEPER.replace("e2 open", "d1 open")), 55, 79)
    play(game, "@e2 !e8", now=now)
    page = open_page(user=bob)
    held: list[Route] = []
    page.route("**/scene/shot*.js", lambda route: held.append(route))
    page.emulate_media(reduced_motion="no-preference")

    page.goto(f"/games/{game.pk}/")

    expect(prompt(page)).to_contain_text("The rook on e2 shoots…")
    until(lambda: held, pausing(page))
    assert page.evaluate(WHERE_IS_THE_BALL) == "e2"
    assert not page.evaluate(UNVEILED_BY_TIME), "nothing is given away, however long it takes"
    for route in held:
        route.continue_()
    wait_until(page, f"({WHERE_IS_THE_BALL})() === 'd8'")


@pytest.mark.long
def test_the_last_goal_is_not_cut_off_when_it_is_watched_again(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    first_to_one(game, OPEN_GOAL)
    play(game, "!e8", now=now)
    page = open_page(user=bob)
    page.add_init_script(HOLD_RIBBON)
    page.goto(f"/games/{game.pk}/")
    page.emulate_media(reduced_motion="no-preference")

    page.get_by_role("button", name="Slow").click()

    # It leads on after three seconds; in slow motion the goal takes longer.
    let_ribbon_go(page)
    expect(ribbon(page, "Goal")).to_be_visible()
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate"


def test_nothing_moves_for_who_wants_it_still(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    rigged(game, *SAVED)
    play(game, "e4g6", now=now)
    page = moving(open_page, alice, game, still=True)

    square(page, "c3").click()
    square(page, "d5").click()
    net(page, "e8").click()
    wait_until_sendable(page)
    send(page).click()

    expect(ribbon(page, "Saved by the king")).to_be_visible()
    assert motions(page) == 0
    # The picture of the end stands, large, until the reader continues.
    expect(page.locator(".scene-letters")).to_have_count(1)
    square(page, "a5").click(force=True)
    expect(page.locator(".scene-letters")).to_have_count(0)


def golden_turns() -> list[tuple[str, Sequence[str], str]]:
    """Return the position before and after each turn of golden playthroughs, shots left out."""
    rules, turns = registry.get(registry.DEFAULT), []
    for path in sorted(GOLDEN.glob("by-lot-*.txt")):
        state: Any = None
        for command in commands_of(path.read_text()):
            try:
                step = do(rules, state, command)
            except RulesError:
                continue
            state, turn = step.state, step.turn
            # A goal kick gives the ball to the other side once the turn is over.
            kinds = {told["type"] for told in step.happenings}
            if turn and turn.position_after and not kinds & {"shot", "goal_kick"}:
                turns.append((turn.position_before, turn.actions, turn.position_after))
    return turns


def test_the_preview_of_a_turn_is_what_the_laws_make_of_it(open_page: OpenPage) -> None:
    turns = golden_turns()

    assert open_page("/learn/eleven/read/").evaluate(PREVIEWS, turns) == []
    assert len(turns) > 100
