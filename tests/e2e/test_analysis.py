"""What decided a game, in the browser: from full time in one tap, in every size, by keyboard."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.features.analysis.making import analyse, ask, marks_of
from games.features.analysis.models import Analysis
from games.features.analysis.totals import marks_of_turns
from games.features.notebook.models import KeptLines
from games.models import Game
from tests.analysis.staged import analysed, played_out
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import assert_in_every_size

pytestmark = pytest.mark.needs("analysis")


@pytest.fixture
def over(game: Game, now: datetime) -> Game:
    """A game of alice and bob with goals, analysed."""
    return analysed(played_out(game, now, 5, "medium"), now)


@pytest.mark.long
def test_it_is_complete_without_a_script(open_page: OpenPage, over: Game, alice: User) -> None:
    page = open_page(f"/games/{over.pk}/", user=alice, java_script_enabled=False)
    drawn = page.locator(".best .mini .area").evaluate("area => getComputedStyle(area).fill")
    assert drawn.startswith("color(srgb 0.39")  # Of the hoops that she wears.
    page.get_by_role("link", name="What decided it").first.click()

    page.wait_for_url(f"**/games/{over.pk}/analysis/")
    assert "luck" in page.locator(".verdict").inner_text().lower()
    rows = [int(row.inner_text().replace("\u2212", "-")) for row in page.locator(".sum .num").all()]
    assert sum(rows[:-1]) == rows[-1]
    assert page.locator(".chart a").count() > 0
    label = page.locator(".chart text.first").evaluate("label => getComputedStyle(label).fill")
    assert label == "rgb(214, 31, 92)"
    # Of both sides' turns: the reader's side is below.
    side = next(seat.side for seat in over.seats if seat.user_id == alice.pk)
    boards = [str(board.get_attribute("src")) for board in page.locator(".point img").all()]
    assert boards
    assert all(board.endswith(f"&side={side}") for board in boards)
    assert page.locator("tbody tr").count() == over.next_turn - 1
    assert not page.locator("tbody").is_visible()
    page.locator("#turns-title").click()
    assert page.locator("tbody").is_visible()


@pytest.mark.long
def test_it_fits_every_size_and_can_be_read_by_all(
    open_page: OpenPage, over: Game, alice: User
) -> None:
    page = open_page(f"/games/{over.pk}/analysis/", user=alice)
    assert_in_every_size(page, "analysis")

    page.get_by_role("link", name="What is this?").click()
    assert page.get_by_role("heading", level=1).inner_text() == "How we work out the chances"
    assert_in_every_size(page, "analysis-meaning")


@pytest.mark.long
def test_the_keyboard_goes_from_mark_to_mark_and_to_the_turn(
    open_page: OpenPage, over: Game, alice: User
) -> None:
    page = open_page(f"/games/{over.pk}/analysis/", user=alice)
    marks = page.locator(".chart a")
    for place in range(marks.count()):
        box = marks.nth(place).locator("rect").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    shown = page.locator("#at")
    expect(shown.get_by_role("button", name="Next turn")).to_be_visible()
    marks.first.focus()
    first = shown.inner_text()
    number = int((marks.first.get_attribute("href") or "")[2:])
    assert board_of(shown) == number
    marks.nth(1).focus()
    assert board_of(shown) > number
    page.keyboard.press("ArrowLeft")
    assert shown.inner_text() == first
    for _ in range(marks.count() - 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert f"#t{board_of(shown)}" == marks.last.get_attribute("href")
    assert not page.locator("tbody").is_visible()


def board_of(shown: Locator) -> int:
    """Return the turn that the board beside the chart shows, once its picture is there."""
    picture = shown.locator("img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
    turn = int(str(picture.get_attribute("src")).partition("turn=")[2])
    assert shown.locator("figcaption").inner_text().split()[0] == str(turn)
    return turn


@pytest.mark.needs("notebook")
@pytest.mark.long
def test_one_steps_through_the_game_on_the_board_beside_the_chart(
    open_page: OpenPage, over: Game, alice: User
) -> None:
    page = open_page(f"/games/{over.pk}/analysis/", user=alice)
    shown = page.locator("#at")
    onward = shown.get_by_role("button", name="Next turn")
    expect(onward).to_be_visible()
    # It begins where most changed.
    marks = marks_of_turns(marks_of(Analysis.objects.get(game=over)))
    most = max(marks, key=lambda one: abs(one.after - one.before))
    assert board_of(shown) == most.number

    page.locator("#turns-title").click()
    page.locator("#t2 a").click()
    assert board_of(shown) == 2
    expect(shown.locator("img")).to_be_in_viewport()
    onward.click()
    assert board_of(shown) == 3
    links = [str(link.get_attribute("href")) for link in shown.get_by_role("link").all()]
    assert [link.partition(over.pk)[2] for link in links] == [
        "/history/?turn=3", "/think/?turn=3",
    ]  # fmt: skip
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert board_of(shown) == 1
    expect(shown.get_by_role("button", name="Turn before")).to_be_disabled()
    drawn = page.locator(".chart > svg")
    box = drawn.bounding_box()
    assert box is not None
    drawn.click(position={"x": box["width"] - 2, "y": box["height"] - 2})
    assert board_of(shown) == over.next_turn - 1


@pytest.mark.long
def test_better_turns_are_shown_as_soon_as_they_are_found(
    open_page: OpenPage, over: Game, alice: User
) -> None:
    row = Analysis.objects.filter(game=over)
    row.update(status=Analysis.Status.SEARCHING)
    page = open_page(f"/games/{over.pk}/analysis/", user=alice)
    searching = page.get_by_role("status")
    expect(searching.get_by_text("We're looking for better turns.")).to_be_visible()
    expect(searching.get_by_role("link", name="Reload")).to_be_hidden()

    row.update(status=Analysis.Status.DONE)
    expect(page.locator("#searching")).to_have_count(0)
    page.wait_for_load_state()


@pytest.mark.needs("notebook")
@pytest.mark.long
def test_a_better_turn_that_is_tried_is_judged_and_leads_on(
    open_page: OpenPage, game: Game, alice: User, now: datetime
) -> None:
    over = played_out(game, now, seed=2, turns=6)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass
    row = Analysis.objects.get()
    first, *later = sorted(int(turn) for turn, holds in row.looked_again.items() if holds)
    better, other = row.best_turns[first - 1].split(), over.turns.get(number=first).actions
    lines = [
        {"turn": first, "line": [{"actions": list(actions), "outcome": None}]}
        for actions in (better, other)
    ]
    KeptLines.objects.create(game=over, user=alice, lines=lines)
    page = open_page(f"/games/{over.pk}/think/?turn={first}", user=alice)
    task = page.locator(".task")
    expect(task.get_by_text("Find the better turn.")).to_be_visible()

    worth = page.locator(".worth")
    expect(worth).to_contain_text("You ")
    page.locator("#lines > li").nth(1).locator("button").first.click()
    expect(task.get_by_text("That isn't the better turn we found.")).to_be_visible()
    tried = page.locator("#lines [aria-current]")
    expect(tried).to_contain_text(re.compile(rf"^{first}\. .+\d%$"))
    expect(worth).to_contain_text(tried.locator(".num").inner_text())
    task.get_by_role("button", name="Take it back").click()
    expect(task.get_by_text("Find the better turn.")).to_be_visible()
    expect(tried).to_have_count(0)
    page.locator("#lines > li").first.locator("button").first.click()
    expect(task.get_by_text("Yes, that's the better turn.")).to_be_visible()

    onward = task.get_by_role("link", name="Next turning point")
    expect(onward).to_have_count(min(len(later), 1))
    task.get_by_role("link", name="Back to analysis").click()
    page.wait_for_url(f"**/games/{over.pk}/analysis/")
