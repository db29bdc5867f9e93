"""Positions to play from, and hands that play: by touch, by keys, by lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.models import Game, Turn, fairness
from games.play.seeds import use_seed
from games.rules.chess_eleven.match import State
from tests.games.matches import place
from tests.patience import until

CARRIER = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"
"""White's queen on b5 has the ball; it may take or shoot at e8, and pass to c3 and e2."""
BEFORE_CARRIER = "r2kn2r/2p1pp2/3p1n2/1Q6/3PbN2/2N1P3/2P1BP2/R2K3R b b5 open - 3"
"""The same before Black's Be4–g6."""
DEFENDING = "3kr3/3p4/8/4b3/3N4/8/3P1P2/3K3R w e5 open d2f2 0"
"""Black's bishop on e5 has the ball; the knight on d4 may not take it, the rest may little."""
CORNER = "3k3r/8/6N1/8/4N3/8/1Q1P4/3K4 w h8 corner d2 0"
"""White takes a corner; queen and knight reach the ball on h8, where a black rook stands."""
CHECK = "3k4/8/8/8/1b6/2N5/P7/3K3r w c3 open - 0"
"""White's king on d1 is in check from h1."""
BEFORE_CHECK = "3k4/8/8/7r/1b6/2N5/P7/3K4 b c3 open - 0"
"""The same before Black's Rh5–h1."""
BLACKS = "3kr3/3p4/8/3n4/8/8/3P4/3K3R b d5 open d2d7 0"
"""Black's knight on d5 has the ball."""

SQUARES = ("data-square", "data-net")
"""Targets that may be smaller than 44 px: the lists stand in for them."""

COUNT_MOTIONS = """
  globalThis.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    globalThis.motions += 1;
    return animate.apply(this, given);
  };
"""
"""Makes a page count what it moves, in ``globalThis.motions``."""

HOLD_RIBBON = """
  const { setTimeout: wait, clearTimeout: clear } = window;
  globalThis.held = new Set();
  window.setTimeout = (act, ms, ...rest) => {
    if (ms !== 3000 || !/onward/.test(act)) return wait(act, ms, ...rest);
    held.add(act);
    return act;
  };
  window.clearTimeout = (timer) => held.delete(timer) || clear(timer);
"""
"""Lets what leads on after three seconds stay until ``let_ribbon_go``: a busy machine may not look
at it in that time."""


def at(game: Game, position: str, **changes: Any) -> Game:
    """Return the game with this position on the board."""
    return place(game, position, **changes)


def rigged(game: Game, least: int, most: int) -> Game:
    """Return the game with a seed by which its first shot rolls between two numbers.

    It is of scheme 1: the salts that the pages add would change the rolls.
    """
    game.fairness_scheme = fairness.SEED_ALONE
    for number in count():
        seed = number.to_bytes(32, "big")
        if least <= fairness.roll(seed, game.pk, 0) <= most:
            use_seed(game, seed)
            game.save(update_fields=["sealed_seed", "commitment", "fairness_scheme"])
            return game
    raise AssertionError("count() has no end")


def first_to_one(game: Game, position: str) -> Game:
    """Return the game, in which one goal now decides."""
    game = place(game, position)
    rules = game.rules
    state = rules.load(game.state)
    assert isinstance(state, State)
    game.state = game.state.replace(f"{state.goals_to_win};", "1;", 1)
    game.options = {"goals_to_win": 1}
    game.description = rules.describe(rules.load(game.state))
    game.save()
    return game


def square(page: Page, name: str) -> Locator:
    """Return the button of a square."""
    return page.locator(f'[data-square="{name}"]')


def net(page: Page, name: str) -> Locator:
    """Return the button of the net behind a goal square."""
    return page.locator(f'[data-net="{name}"]')


def tap(page: Page, *names: str) -> None:
    """Touch squares one after the other."""
    for name in names:
        square(page, name).tap()


def look_again(page: Page) -> None:
    """Come back to a page, as from another tab: it asks for news. One that is being loaded gets it
    when it is there."""
    page.locator("html").dispatch_event("visibilitychange")


def prompt(page: Page) -> Locator:
    """Return the line that says what to do."""
    return page.locator("#prompt")


def ribbon(page: Page, title: str) -> Locator:
    """Return what tells under the board how a shot or a mate ended."""
    return page.get_by_role("region", name=title)


def let_ribbon_go(page: Page) -> None:
    """Let the three seconds pass that ``HOLD_RIBBON`` holds."""
    page.evaluate("held.forEach((act) => act())")


def send(page: Page) -> Locator:
    """Return the button that send the turn."""
    return page.locator("#send")


def wait_until_sendable(page: Page) -> None:
    """Wait until the turn may be sent and a press is no longer taken for a slip."""
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    page.wait_for_timeout(260)


def wait_until(page: Page, script: str) -> None:
    """Wait until the expression is true in the page.

    Playwright's own ``wait_for_function`` asks from within the page, where its policy lets
    no one read a text as a script.
    """
    until(lambda: page.evaluate(script), pausing(page))


def pausing(page: Page) -> Callable[[float], None]:
    """Return what waits so many seconds and lets the browser be heard meanwhile."""
    return lambda seconds: page.wait_for_timeout(seconds * 1000)


def turns_sent(page: Page) -> int:
    """Return how many turns the page has sent."""
    answers = page.witness.answers  # type: ignore[attr-defined]
    return sum(a.request.method == "POST" and a.url.endswith("/turns") for a in answers)


def walk(page: Page, start: str, end: str) -> None:
    """Go from one square to another by the arrow keys, White's side down."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    for _ in range(abs(files)):
        page.keyboard.press("ArrowRight" if files > 0 else "ArrowLeft")
    for _ in range(abs(ranks)):
        page.keyboard.press("ArrowUp" if ranks > 0 else "ArrowDown")


def focused(page: Page) -> str:
    """Return the square, or the id, of what has the focus."""
    script = "document.activeElement.dataset.square ?? document.activeElement.id"
    return str(page.evaluate(script))


def last_turn(game: Game) -> list[str]:
    """Return the actions of the last turn; empty before the first."""
    turn = Turn.objects.filter(game=game).order_by("-number").first()
    return list(turn.actions) if turn else []
