"""The page of plans: for the player who makes them, and no one else."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.conftest import Browsers
from tests.games.http import API
from tests.games.matches import place, play
from tests.plans.conftest import FOUR_WAYS, Planner, fire_all, turn

LINK = 'href="/games/{}/plan/"'
FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


def test_a_player_finds_the_page_and_others_do_not(
    game: Game, alice: User, charlie: User, browse: Browsers, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD))
    address = f"/games/{game.pk}/plan/"

    shown = browse(alice).get(f"/games/{game.pk}/").content.decode()
    assert shown.count(LINK.format(game.pk)) == 2
    assert "Conditional moves (1)" in shown
    page = browse(alice).get(address)
    assert (page.status_code, "no-store" in page["Cache-Control"]) == (200, True)
    assert "plans/planning" in page.content.decode()
    for onlooker in (charlie, None):
        watched = browse(onlooker).get(f"/games/{game.pk}/").content.decode()
        assert LINK.format(game.pk) not in watched
    assert browse(charlie).get(address).status_code == 404
    assert "/accounts/login/" in browse(None).get(address)["Location"]

    Game.objects.filter(pk=game.pk).update(competition={"id": "x", "plans": False})
    assert "plans/planning" not in browse(alice).get(address).content.decode()


def test_when_the_game_is_over_all_answers_are_shown_with_what_became_of_them(
    game: Game, alice: User, bob: User, browse: Browsers, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD, offer_draw=True))
    plan(game, alice, ["c6b4"], {"do": "stop"})
    plan(game, alice, ["c6d4"], {"do": "resign"})
    play(game, SECOND, now=now)
    fire_all(game, now)
    resign(bob.pk, game.pk, now=now)
    fire_all(game, now)

    page = browse(alice).get(f"/games/{game.pk}/plan/").content.decode()
    assert "bob&#x27;s knight moves from f6 to e4." in page
    assert "alice passes from e5 to d4. You offer a draw." in page
    assert "Played as turn 3." in page
    assert "We play nothing and notify you." in page
    assert page.count("The game ended before this happened.") == 2
    assert "Your replies" in browse(alice).get(f"/games/{game.pk}/").content.decode()
    assert "Your replies" not in browse(bob).get(f"/games/{game.pk}/").content.decode()
    assert "You had no replies." in browse(bob).get(f"/games/{game.pk}/plan/").content.decode()


def test_a_shot_is_shown_without_the_end_that_no_one_knows(
    game: Game, alice: User, plan: Planner, white: object, now: datetime
) -> None:
    game = place(game, FOUR_WAYS)
    entry = plan(game, alice, ["d1c1", "d8c8"], turn("!e8"))

    shown = white.get(f"{API}/games/{game.pk}/plans").json()["results"][0]  # type: ignore[attr-defined]
    assert entry.reply["notation"] == "!e8"
    assert shown["reply"]["text"] == "alice shoots at e8."
    assert "happenings" not in shown["reply"]
