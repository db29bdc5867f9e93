"""Fun Family Chess at its cross: two and four players, checks that are said, and who is away."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.rules.family.notation import read_position
from tests.e2e.browser import (
    DESK,
    PHONE,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    box_of,
    boxes_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import look_again, prompt, send
from tests.e2e.test_squares import PAGE_BYTES, SQUARES, assert_fits_phones, four_seats, square
from tests.games.matches import play
from tests.toys.games import begin

LANGUAGES = (pytest.param("en", marks=pytest.mark.long), "de")
"""German has the longer words."""
CHECKING = (
    "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,1,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/gB,gP,gQ,7,sP,sB/"
    "gK,gP,9,sK/1,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/wP,wP,wP,wP,wP,wP,wP,1/"
    "wR,wN,wB,wQ,wK,wB,wN,wR w AAAA wKQ,sKQ,bKQ,gKQ - g>b 0 3"
)
"""Gold's check to Black stands; White's rook can go to j7 and say check to Silver."""
MATING = "6,bK,1/8/12/12/1,wR,bN,9/7,wQ,4/11,sK/gK,2,gP,8/4,gQ,7/9,sR,2/8/3,wK,4 w AAAA - - - 0 1"
"""White's queen goes to a7 and mates Gold, unless Silver or Black opens a way."""


def placed(game: Game, position: str) -> Game:
    """Return a game of Family Chess with this position on the board."""
    rules = game.rules
    state = replace(rules.load(game.state), position=read_position(position))
    game.state = rules.dump(state)
    game.description = rules.describe(state)
    game.save()
    return game


@pytest.mark.long
def test_a_family_says_check_by_a_choice_before_the_move_is_sent(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), CHECKING)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    plate = page.locator("#four").get_by_role("button", name="You, White, to move")
    expect(plate).to_be_visible()
    square(page, "j1").tap()
    square(page, "j7").tap()
    # Nothing is chosen beforehand: an unsaid check is easily forgotten.
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    assert_fits_phones(page, "squares-family-asked")
    expect(send(page)).to_have_attribute("aria-disabled", "true")
    page.wait_for_timeout(300)
    send(page).tap(force=True)
    expect(prompt(page)).to_have_text("First choose whether you say check.")
    said = page.get_by_role("radio", name="Say check")
    expect(said).to_be_focused()
    page.get_by_text("Don't say it").tap()
    expect(prompt(page)).to_have_text("Send your turn.")
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    expect(send(page)).to_have_text("Send Rj7")

    said.focus()
    page.keyboard.press("Space")
    expect(send(page)).to_have_text("Send Rj7, check to bob")
    assert_fits_phones(page, "squares-family-said")
    assert_accessible(page, "squares-family-said")
    page.wait_for_timeout(300)
    send(page).tap()
    expect(prompt(page)).to_contain_text("'s turn.")
    expect(page.get_by_text("You said check to bob. It counts.")).to_be_visible()
    # The corners say who plays where, from the reader's right hand on, and what matters most.
    for place, said in enumerate(("YouRj7", "bobcheck!", "charliecheck!", "dora")):
        expect(page.locator(f".corner.at-{place}")).to_have_text(said)


@pytest.mark.long
def test_the_cross_fits_phones_and_is_enlarged(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    User.objects.filter(pk=charlie.pk).update(username="charlie-of-the-long-names")
    game = four_seats(alice, bob, charlie, now)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.locator("#four").get_by_role("button", name="bob, Silver, next")).to_be_visible()
    # Four names end within the head, which is one line.
    title = box_of(page.locator("#four"))
    assert box_of(page.locator(".head"))["height"] == 48
    assert title["x"] + title["width"] <= box_of(page.locator("#menu-open"))["x"]
    # Names of squares are beside the board, also where a corner is between.
    expect(square(page, "a3").locator(".file")).to_have_text("a")
    expect(square(page, "c12").locator(".rank")).to_have_text("12")
    twelve, ten = box_of(square(page, "c12").locator(".rank")), box_of(square(page, "a10"))
    assert 0 <= twelve["x"] < twelve["x"] + twelve["width"] <= ten["x"] + 1
    seventh = box_of(square(page, "g7"))
    assert min(seventh["width"], seventh["height"]) >= 30
    assert_fits_phones(page, "squares-family")
    assert_accessible(page, "squares-family")
    weights = page.witness.weights()
    # The last two come after two seconds, which a busy machine may need for this.
    late = ("/static/games/waiting.js", "/static/games/outbox.js")
    for path in ("/sw.js", "/offline/", *late):
        weights.pop(path, None)
    assert sum(weights.values()) <= PAGE_BYTES, weights

    page.get_by_role("button", name="Enlarge").click()
    expect(page.get_by_role("button", name="Small board")).to_be_visible()
    for corner in ("c1", "j1"):
        expect(square(page, corner)).to_be_in_viewport(ratio=0.9)
    assert_fits_phones(page, "squares-family-enlarged")
    square(page, "d1").click()
    page.get_by_role("button", name="Whole board").click()
    expect(page.locator("#four").get_by_role("button", name="bob, Silver, next")).to_be_visible()


def test_the_enlarged_cross_shows_who_chooses_their_pieces_and_who_waits_the_last_move(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = four_seats(alice, bob, charlie, now)
    play(game, "c2c4", now=now)
    page = open_page(f"/games/{game.pk}/", user=bob)

    # Silver sits at the right: the file c is beyond the quarter before it.
    page.get_by_role("button", name="Enlarge").click()
    for name in ("l3", "l10"):
        expect(square(page, name)).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".edge.ranks span").first).to_have_text("a")
    expect(page.locator(".edge.files span")).to_have_text([*map(str, range(1, 13))])

    play(game, "k4j4", "h11h10", "b5c5", now=now)
    look_again(page)
    expect(square(page, "c5")).to_be_in_viewport(ratio=0.9)
    assert_fits_phones(page, "squares-family-followed")
    play(game, "d2d3", now=now)
    look_again(page)
    expect(prompt(page)).to_have_text("Choose a piece.")
    expect(square(page, "l6")).to_be_in_viewport(ratio=0.9)


def test_the_enlarged_cross_opens_on_the_chosen_piece_and_its_marks(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), MATING)
    play(game, "h7a7 +g", "l6l5", "i12i11", now=now)
    for size in (PHONE, SMALL):
        page = open_page(f"/games/{game.pk}/", user=alice, size=size)
        expect(page.locator(".ribbons p")).to_have_count(1)
        # It's her second turn: what the first one teaches is past.
        expect(page.locator(".bubble")).to_have_count(0)
        square(page, "b8").click()
        page.get_by_role("button", name="Enlarge").click()
        mini = page.get_by_role("button", name="Small board")
        # The last move, to i11, is too far away.
        for name in ("b8", "a8", "b3", "b10"):
            expect(square(page, name)).to_be_in_viewport(ratio=0.9)
        bar = box_of(page.locator("#play-bar"))
        for part in (mini, page.get_by_role("button", name="Whole board"), prompt(page)):
            box = box_of(part)
            assert box["y"] + box["height"] <= bar["y"], size


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_in_check_reads_to_end_it(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime, language: str
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), CHECKING)
    play(game, "j1j7", "k4j4", now=now)
    User.objects.filter(pk=charlie.pk).update(language=language)
    page = open_page(f"/games/{game.pk}/", user=charlie, size=SMALL)
    german = "Schach von dora: 7 Züge helfen."
    asked = {"en": "Check by dora: 7 moves help.", "de": german}[language]
    expect(prompt(page)).to_have_text(asked)
    expect(page.locator(".bubble")).to_contain_text(
        {"en": "Move your king", "de": "König"}[language]
    )
    # No word stands over the frame of its plate.
    for plate in page.locator(".corner").all():
        frame = box_of(plate)
        for word in plate.locator("b, small").all():
            assert word.evaluate("one => one.scrollWidth <= one.clientWidth"), word.inner_text()
            box = word.bounding_box()
            assert box is not None
            assert frame["x"] + 2 <= box["x"]
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] - 2

    page.get_by_role("button", name={"en": "Got it", "de": "Verstanden"}[language]).click()
    square(page, "j11").click()
    answer = {"en": "That doesn't end the check.", "de": "Das beendet das Schach nicht."}[language]
    expect(prompt(page)).to_have_text(answer)

    # The arrow moves and grows with the board, which opens on the king and on who attacks him.
    page.locator(".tools > .btn").click()
    page.locator(".mini-board").wait_for()
    for name in ("g12", "c8"):
        expect(square(page, name)).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".mini-board .ring")).to_have_count(1)
    expect(page.locator(".mini-board .lane")).to_have_count(1)
    arrows, grid = boxes_of(page, page.locator("svg.lanes"), page.locator("ce-grid .grid"))
    for key in ("x", "y", "width", "height"):
        assert abs(arrows[key] - grid[key]) < 1  # type: ignore[literal-required]


def test_who_went_out_is_said_for_one_lap(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), MATING)
    page = open_page(f"/games/{game.pk}/", user=bob)
    play(game, "h7a7 +g", "l6l5", "i12i11", now=now)
    look_again(page)
    ribbon = page.locator(".ribbons p")
    expect(ribbon).to_have_text("dora is out and turned to stone.")

    play(game, "f1f2", now=now)
    look_again(page)
    expect(prompt(page)).to_have_text("Choose a piece.")
    expect(ribbon).to_have_count(1)
    play(game, "l5l4", now=now)
    look_again(page)
    expect(ribbon).to_have_count(0)
    # While others play, one row is above the two doors, and quick chat is under the list of turns.
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    enlarge, bar, chat = boxes_of(
        page,
        page.get_by_role("button", name="Enlarge"),
        page.locator("#wait-bar"),
        page.get_by_role("button", name="Quick chat"),
    )
    assert 8 <= bar["y"] - enlarge["y"] - enlarge["height"] < 44
    assert chat["y"] > bar["y"] + bar["height"]


def test_two_at_the_cross_choose_a_check_above_the_bar(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = begin("family", {"white": alice, "black": bob}, now, seats=2)
    play(game, "e2e4", "g11g10", "f1a6", "g10g9", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True, size=SMALL)

    expect(page.locator("#four button")).to_have_count(2)
    assert box_of(page.locator(".head"))["height"] <= 48
    square(page, "a6").tap()
    square(page, "f11").tap()
    expect(page.locator(".lane.moved")).to_have_count(1)
    choice = box_of(page.get_by_text("to bob, by"))
    assert choice["y"] + choice["height"] <= box_of(page.locator("#play-bar"))["y"]


def test_a_lap_is_on_the_board_and_in_lines(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = four_seats(alice, bob, charlie, now)
    play(game, "c2c4", now=now)
    page = open_page(f"/games/{game.pk}/", user=User.objects.get(username="dora"))
    lines = page.locator("#last button")
    expect(lines).to_have_text(["alice: pawn to c4."])
    top = box_of(page.locator("ce-grid"))["y"]

    play(game, "k4j4", "h11h10", now=now)
    look_again(page)
    sentences = ["alice: pawn to c4.", "bob: pawn to j4.", "charlie: pawn to h10."]
    expect(lines).to_have_text(sentences)
    for side, squares in {"white": "c2 c4", "silver": "k4 j4", "black": "h11 h10"}.items():
        for name in squares.split():
            expect(square(page, name)).to_have_attribute("data-by", side)
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lane.silver")).to_have_count(1)
    assert box_of(page.locator("ce-grid"))["y"] == top
    assert_fits_phones(page, "squares-family-lap")
    assert_accessible(page, "squares-family-lap")

    # The player's own turn begins the next lap.
    play(game, "b5c5", now=now)
    look_again(page)
    expect(lines).to_have_text(["You: pawn to c5."])
    expect(square(page, "c4")).not_to_have_attribute("data-by", "white")


def test_what_is_taught_at_the_cross_covers_no_button(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    game = four_seats(alice, bob, charlie, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)
    parts = [page.locator(one) for one in ("ce-grid", "#prompt", ".bubble", ".tools", "#play-bar")]
    boxes = boxes_of(page, *parts)
    for upper, lower in pairwise(boxes):
        assert upper["y"] + upper["height"] <= lower["y"]
    his = open_page(f"/games/{game.pk}/", user=bob)
    expect(his.locator("#four button")).to_have_count(4)
    expect(his.locator(".bubble")).to_have_count(0)

    # It stays until the turn is sent.
    square(page, "f1").click()
    expect(prompt(page)).to_have_text("Deine Dame kann noch nicht ziehen.")
    square(page, "d2").click()
    square(page, "d3").click()
    page.wait_for_timeout(300)
    expect(page.locator(".bubble")).to_be_visible()
    for one in parts[3:]:
        expect(one).to_be_in_viewport(ratio=0.9)
    send(page).click()
    expect(page.locator("#wait-bar")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)


def test_what_a_check_means_is_taught_when_one_could_be_said(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), CHECKING)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)
    square(page, "j1").click()
    square(page, "j7").click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("If you say check, that player must end it")
    question, taught, bar = boxes_of(
        page, page.locator(".question"), bubble, page.locator("#play-bar")
    )
    assert taught["y"] + taught["height"] <= bar["y"]
    assert question["y"] + question["height"] <= bar["y"]
    expect(prompt(page)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".question")).to_be_hidden()


def test_head_and_prompt_pass_on_together_when_someone_resigns(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), CHECKING)
    play(game, "j1j7 +s", now=now)
    his, hers = (open_page(f"/games/{game.pk}/", user=user) for user in (bob, charlie))
    expect(prompt(his)).to_contain_text("Check by alice:")
    expect(hers.locator(".ribbons .loud")).to_have_text("Check by dora! End it on your turn.")
    his.get_by_role("button", name="Enlarge").click()
    expect(his.locator(".mini-board")).to_be_visible()

    resign(bob.pk, game.pk, now=now)
    for page in (his, hers):
        look_again(page)
    expect(prompt(hers)).to_have_text("Check by dora: 7 moves help.")
    expect(prompt(his)).to_have_text("It's charlie's turn.")
    expect(his.locator("#four > :first-child")).to_contain_text("charlie")
    expect(his.locator(".mini-board")).to_have_count(0)


def test_a_player_who_is_mated_may_start_a_new_game(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = placed(four_seats(alice, bob, charlie, now), MATING)
    page = open_page(f"/games/{game.pk}/", user=User.objects.get(username="dora"))
    play(game, "h7a7 +g", now=now)
    look_again(page)
    expect(page.locator("#last")).to_contain_text("Check to you!")
    expect(page.get_by_role("link", name="New game")).to_be_hidden()

    planned = page.get_by_role("link", name="Conditional moves")
    expect(planned).to_be_visible()
    expect(page).to_have_title(re.compile("^Waiting for bob "))

    play(game, "l6l5", "i12i11", now=now)
    look_again(page)
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    expect(planned).to_be_hidden()
    for _read in ("as it came", "from the start"):
        # The move after which it was found is another player's.
        expect(page.locator("#last")).to_contain_text("alice has mated you!")
        mated = "alice has mated you. You're 4th. Three play on. Watch, or start a new game."
        expect(page.locator(".ribbons p")).to_have_text(mated)
        expect(page).to_have_title(re.compile("^You – "))
        assert_fits_phones(page, "squares-family-mated")
        page.reload()

    back = page.get_by_role("link", name="Back to games")
    expect(back).to_be_hidden()
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(back).to_be_visible()
    expect(page.locator(".ribbons p")).to_have_count(0)

    resign(bob.pk, game.pk, now=now)
    mine = open_page(f"/games/{game.pk}/", user=alice)
    mine.get_by_role("button", name="Menu").click()
    mine.get_by_role("button", name="Resign…").click()
    expect(mine.get_by_role("dialog", name="Resign?")).to_contain_text("charlie wins.")


@pytest.mark.long
@pytest.mark.needs("phrases")
def test_players_of_a_table_team_up(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = four_seats(alice, bob, charlie, now)
    mine, his = (open_page(f"/games/{game.pk}/", user=user) for user in (alice, bob))
    expect(mine.locator("#here")).not_to_be_empty()
    # The bubble of the first turn has the row of what can be said.
    mine.get_by_role("button", name="Got it").click()

    for answer in ("Back", "Shall we team up?"):
        mine.locator(".touchline").get_by_role("button", name="Quick chat").click()
        sheet = mine.get_by_role("dialog", name="Quick chat")
        sheet.get_by_label("To").select_option(label="bob")
        assert_fits_phones(mine, "squares-family-team")
        assert_accessible(mine, "squares-family-team")
        sheet.get_by_role("button", name=answer).click()
    expect(mine.locator("#touchline")).to_have_text("You to bob: Shall we team up?")
    expect(his.locator("#touchline")).to_have_text("alice to you: Shall we team up?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_table_ended_is_on_one_screen(
    open_page: OpenPage, alice: User, now: datetime, language: str
) -> None:
    players = {"white": alice}
    for side in ("silver", "black", "gold"):
        players[side] = User.objects.create_user(f"guest-{side}", guest_since=now)
    User.objects.filter(pk__in=[user.pk for user in players.values()]).update(language=language)
    game = begin("family", players, now, seats=4)
    play(game, "d2d3", now=now)
    for side in ("silver", "black", "white"):
        resign(players[side].pk, game.pk, now=now)

    words = {"en": ("point", "points"), "de": ("Punkt", "Punkte")}[language]
    for side in ("white", "gold"):
        page = open_page(f"/games/{game.pk}/", user=players[side])
        for size in (PHONE, SMALL, SIDEWAYS):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(page.locator(".places small")).to_have_count(4)
            shown = page.locator(".points").evaluate_all("all => all.map(one => one.textContent)")
            assert shown == [f"{n} {words[n != 1]}" for n in (3, 2, 1, 0)]
            # All of it, and the buttons below.
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1], size
            bar = box_of(page.locator(".bar:visible"))
            for part in (".places", "#prompt", ".full-time .row", ".field"):
                box = box_of(page.locator(part))
                is_beside = size == SIDEWAYS and part == ".field"
                assert is_beside or box["y"] + box["height"] <= bar["y"] + 1, (size, part)
            board = box_of(page.locator("ce-grid"))
            assert min(board["width"], board["height"]) >= 238, size
            assert_fits(page, f"family-end-{side}-{language}-{size[0]}", exempt=SQUARES)


def test_away_and_out_are_seen_and_said(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    away_and_out = CHECKING.replace("AAAA wKQ,sKQ,bKQ,gKQ - g>b", "AAML wKQ,sKQ,gKQ - -")
    game = placed(four_seats(alice, bob, charlie, now, may_leave=["gold"]), away_and_out)
    page = open_page(f"/games/{game.pk}/", user=alice)

    expect(page.locator("#four").get_by_role("button", name="charlie, Black, out")).to_be_visible()
    expect(page.get_by_text("dora is away: only pawns capture their pieces.")).to_be_visible()
    expect(square(page, "g12")).to_have_attribute("aria-label", "g12, stone, was Black king")
    assert_fits_phones(page, "squares-family-away")
    assert_accessible(page, "squares-family-away")
