"""A note to oneself on the page of a game and of a player: it saves itself, by keys and offline."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import User
from games.features.notebook.models import Note
from games.models import Game
from tests.e2e.browser import SMALL, assert_fits, assert_in_order
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import SQUARES


def test_a_note_saves_itself(open_page: OpenPage, alice: User, bob: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.get_by_role("button", name="Menu").click()
    page.locator("#note summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Knight to e6.")
    expect(page.locator("#note-state")).to_have_text("Saved. Only you can read it.")
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert_fits(page, "note-of-a-game", exempt=SQUARES)

    page.witness.expected.append("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.keyboard.type(" Then shoot.")
    expect(page.locator("#note-state")).to_contain_text("You're offline.")
    page.context.set_offline(False)
    expect(page.locator("#note-state")).to_have_text("Saved. Only you can read it.")
    assert Note.objects.get().text == "Knight to e6. Then shoot."

    page.goto("/players/bob/")
    page.get_by_role("textbox", name="Your note").fill("Slow on Sundays.\nLikes corners.")
    expect(page.locator("#note-state")).to_have_text("Saved. Only you can read it.")
    assert Note.objects.get(about=bob).text == "Slow on Sundays.\nLikes corners."
    page.reload()
    expect(page.get_by_role("textbox", name="Your note")).to_have_value(
        "Slow on Sundays.\nLikes corners."
    )
    assert_in_order(page, "note-of-a-player")
