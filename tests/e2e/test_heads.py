"""The heads of all four games: one line, and never over what one plays with."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models.faces import name_of
from tests.e2e.browser import PHONE, SIZES, SMALL, box_of, boxes_of, picture
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import wait_until
from tests.e2e.test_squares import four_seats, start
from tests.games.matches import play, start_formations, start_round
from tests.toys.games import begin

LOW = 640
"""A window less high has the lower head."""
ONE_LINE = 60
"""Two lines of buttons are higher."""
COVERED = """() => {
  scrollTo(0, 0);
  const head = document.querySelector(".head").getBoundingClientRect();
  const all = ".field, #prompt, .match button, .match a, .match input";
  return [...document.querySelectorAll(all)].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true }) && box.width && box.height
      && !one.closest(".vh, .bubble") && box.top < head.bottom - 1 && box.bottom > head.top + 1
      && box.left < head.right && box.right > head.left;
  }).map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 30)}`);
}"""
"""What the head covers on a page that is not scrolled. A bubble lies over the head."""
CUT = """() => [...document.querySelectorAll("#four b, #four time, #four small")]
  .filter((one) => getComputedStyle(one).display !== "contents")
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
"""Words in the strip of four players that do not fit."""
ONLINE = """() => [...document.querySelectorAll("#four > *")]
  .filter((one) => getComputedStyle(one.querySelector("i"), "::after").content !== "none")
  .map((one) => one.querySelector("b").textContent)"""
"""The names in the strip of four players that have the dot of those who are online."""
DEADLINE_SEEN = """() => {
  const score = document.querySelector(".score").getBoundingClientRect();
  const { top, bottom, width } = document.getElementById("deadline").getBoundingClientRect();
  return width > 0 && top >= score.top && bottom <= score.bottom + 1;
}"""
"""Whether the head says how long there is."""
PRESSED = """((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
"""Whether a finger on the middle of something meets it."""
LONG_CUT = """() => [...document.querySelectorAll(".two .long")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
"""Names of two players that are cut."""
TIME_CUT = """() => {
  const time = document.getElementById("deadline");
  return time.checkVisibility() && time.scrollWidth > time.clientWidth + 1;
}"""
"""Whether the time that is left is cut, where the line has room for it."""

NAMES_CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth)"


@pytest.mark.parametrize("ruleset", ["eleven", "standard", "future", "family"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.long
def test_a_head_is_one_line_that_covers_nothing(
    open_page: OpenPage, ruleset: str, language: str, alice: User, bob: User, charlie: User
) -> None:
    users = (alice, bob)
    User.objects.filter(pk__in=[user.pk for user in users]).update(language=language)
    now = timezone.now()
    game = (
        four_seats(alice, bob, charlie, now)
        if ruleset == "family"
        else start(ruleset, alice, bob, now)
    )
    # Both pages are open: each shows that the other player is online.
    pages = [open_page(f"/games/{game.pk}/", user=user) for user in users]
    for name, page in zip(("to-move", "waiting"), pages, strict=True):
        expect(page.locator("#here")).not_to_be_empty()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            size = f"{width}x{height}"
            most = 48 if ruleset == "family" else 52 if height < LOW else 72
            # The head is laid out again for a new size, which may take a moment.
            wait_until(page, f"document.querySelector('.head').offsetHeight <= {most}")
            assert page.evaluate(COVERED) == [], f"{name} {size}"
            assert page.evaluate(CUT) == [], f"{name} {size}"
            if ruleset == "family":
                other = users[name == "to-move"].username
                assert page.evaluate(ONLINE) == [other], f"{name} {size}"
            else:
                assert page.evaluate(DEADLINE_SEEN), f"{name} {size}"
            picture(page, f"head-{ruleset}-{language}-{name}-{size}")


def test_guests_are_told_apart(open_page: OpenPage, alice: User, now: datetime) -> None:
    players = {"white": alice}
    for side in ("silver", "black", "gold"):
        players[side] = User.objects.create_user(f"guest-{side}")
    page = open_page(f"/games/{begin('family', players, now, seats=4).pk}/", user=alice)
    numbers = [str(n) for n in map(name_of, list(players.values())[1:])]
    expect(page.locator(".corner")).to_have_count(4)
    for size in (SMALL, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for shown in ("#four b", ".corner b"):
            names = page.locator(shown)
            for guest in numbers:
                expect(names.filter(has_text=guest.split()[-1])).to_have_count(1)
            cut = names.evaluate_all(
                "all => all.filter((one) => one.scrollWidth > one.clientWidth)"
            )
            assert cut == []


@pytest.mark.needs("live")
@pytest.mark.long
def test_a_long_name_is_whole_and_leaves_room_for_the_chip(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(username="Konstantin-Ludwig1")
    bob.refresh_from_db()
    users, now = (alice, bob), timezone.now()
    game = start_round(start_formations(alice, bob, now), now)
    # Alice is to move: beside her own time, and beside the other's, the chip can be pressed.
    pages = [open_page(f"/games/{game.pk}/", user=user) for user in users]
    for page in pages:
        expect(page.locator("#playing-on")).to_be_attached()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wait_until(page, f"{PRESSED}(document.querySelector('#playing-on span'))")
            assert page.evaluate(LONG_CUT) == [], f"{width}x{height}"
            assert page.evaluate(TIME_CUT) is False, f"{width}x{height}"


@pytest.mark.needs("live")
@pytest.mark.parametrize("name", ["alice", "Konstantin-Ludwig1"])
def test_the_time_of_who_plays_a_tower_is_whole_beside_the_chip(
    open_page: OpenPage, alice: User, bob: User, name: str
) -> None:
    User.objects.filter(pk=alice.pk).update(username=name)
    alice.refresh_from_db()
    game = start("future", alice, bob, timezone.now())
    open_page(f"/games/{game.pk}/", user=alice)
    page = open_page(f"/games/{game.pk}/", user=bob)
    parts = [page.locator(one) for one in ("#deadline", "button.chip", ".score")]

    for width, height in (PHONE, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("button.chip")).to_be_visible()
        wait_until(page, f"{PRESSED}(document.querySelector('button.chip'))")
        time, chip, head = boxes_of(page, *parts)
        assert time["height"] > 10
        assert head["x"] < time["x"] < time["x"] + time["width"] <= chip["x"]
        assert "24 h left" in page.locator("#deadline").evaluate(
            "(one) => getComputedStyle(one, '::after').content"
        )


def test_the_name_of_a_bot_is_whole_beside_that_of_the_game(
    open_page: OpenPage, alice: User
) -> None:
    bot = User.objects.create_user("Viktor", is_bot=True)
    game = begin("future", {"white": alice, "black": bot}, timezone.now())
    page = open_page(f"/games/{game.pk}/", user=alice)

    for path in ("", "history/"):
        page.goto(f"/games/{game.pk}/{path}")
        names = page.locator(".two .who > span")
        expect(names).to_have_text(["You", "Viktor"])
        assert names.evaluate_all(NAMES_CUT) == []


@pytest.mark.needs("live")
@pytest.mark.parametrize("ruleset", ["eleven", "standard"])
def test_the_question_to_play_live_is_answered_in_the_head(
    open_page: OpenPage, ruleset: str, alice: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(language="de")
    game = start(ruleset, alice, bob, timezone.now())
    mine, his = [open_page(f"/games/{game.pk}/", user=user) for user in (alice, bob)]
    mine.get_by_role("button", name="Play live?").click()

    asked = his.get_by_role("group", name="alice möchte jetzt live spielen.")
    expect(asked).to_be_visible()
    for width, height in SIZES:
        his.set_viewport_size({"width": width, "height": height})
        for n in (0, 1):
            wait_until(his, f"{PRESSED}(document.querySelectorAll('#playing-on span')[{n}])")
        assert his.evaluate(COVERED) == [], f"{width}x{height}"
        line, head = box_of(asked), box_of(his.locator(".score"))
        assert head["x"] <= line["x"], f"{width}x{height}"
        assert line["height"] <= ONE_LINE, f"{width}x{height}"
        assert line["x"] + line["width"] <= head["x"] + head["width"], f"{width}x{height}"
        picture(his, f"head-asked-{width}x{height}")
    asked.get_by_role("button", name="Ja").click()

    expect(mine.locator("#playing-on")).to_contain_text("Playing live")


def test_names_of_four_stand_side_by_side_in_a_replay(
    open_page: OpenPage, alice: User, bob: User, charlie: User
) -> None:
    for user, name in ((bob, "Konstantin-Ludwig1"), (charlie, "Friederike_Sommerfeld")):
        User.objects.filter(pk=user.pk).update(username=name)
        user.refresh_from_db()
    now = timezone.now()
    game = four_seats(alice, bob, charlie, now)
    play(game, "c2c3", "k3i3", now=now)

    page = open_page(f"/games/{game.pk}/history/", user=alice, size=SMALL)

    assert page.evaluate(
        """() => {
          const names = [...document.querySelectorAll("#four b")]
            .map((one) => one.getBoundingClientRect());
          return names.slice(1).every(({ left }, i) => left >= names[i].right);
        }"""
    )


def test_long_names_of_four_stay_in_the_strip(
    open_page: OpenPage, alice: User, bob: User, charlie: User
) -> None:
    """Each ends with an ellipsis, is whole in its title, and pushes nothing out of the strip."""
    for user, name in ((bob, "Konstantin-Ludwig1"), (charlie, "Friederike_Sommerfeld")):
        User.objects.filter(pk=user.pk).update(username=name)
        user.refresh_from_db()
    game = four_seats(bob, alice, charlie, timezone.now())

    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)

    cut = page.locator("#four").get_by_title("Konstantin-Ludwig1")
    expect(cut).to_have_css("text-overflow", "ellipsis")
    assert page.evaluate(
        """() => {
          const strip = document.getElementById("four").getBoundingClientRect();
          return [...document.querySelectorAll("#four > *, #four > * > *")]
            .map((one) => one.getBoundingClientRect()).filter(({ width }) => width)
            .every(({ left, right }) => left >= strip.left && right <= strip.right);
        }"""
    )


@pytest.mark.parametrize("name", ["boba1", "Magnus"])
def test_a_name_pushes_its_shirt_away_before_it_is_cut(
    open_page: OpenPage, alice: User, bob: User, name: str
) -> None:
    User.objects.filter(pk=bob.pk).update(username=name)
    bob.refresh_from_db()
    now = timezone.now()
    game = start_round(start_formations(alice, bob, now), now)

    page = open_page(f"/games/{game.pk}/", user=alice)

    shown = page.locator(".two .who > span").last
    assert shown.evaluate(
        """(one) => {
          const [box, cell] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
          const isWhole = one.scrollWidth <= one.clientWidth;
          return isWhole && box.top >= cell.top && box.bottom <= cell.bottom;
        }"""
    )
