"""The history of a game: what stands there beside its turns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.forms import model_to_dict
from django.test import Client

from accounts.models import User
from games.models import Game, Turn
from games.models.faces import name_of
from games.pages import history
from games.play.acts import resign
from games.play.heartbeat import beat
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.seeds import renew_seeds
from games.templatetags.chess_eleven import apart, with_signs
from tests.e2e.test_squares import four_seats
from tests.games.matches import any_turn, play, start_formations
from tests.games.test_sweeps import beat_at
from tests.live_play.matches import SECOND, WITHOUT, both_have_played, put
from tests.toys.games import begin

HOUR = timedelta(hours=1)


def test_everyone_sees_that_a_restored_game_has_a_new_seed(
    game: Game, browse: Callable[..., Client], now: datetime
) -> None:
    assert "new seed" not in browse().get(f"/games/{game.pk}/history/").content.decode()

    renew_seeds(now=now)

    page = browse().get(f"/games/{game.pk}/history/").content.decode()
    assert "a new seed decides the shots" in page


def test_of_a_match_without_end_each_turn_is_a_page_of_its_own(
    browse: Callable[..., Client], alice: User, bob: User, now: datetime
) -> None:  # fmt: skip
    chess = start_formations(alice, bob, now, ruleset="standard")
    play(chess, "e2e4", "e7e5", now=now)
    address = f"/games/{chess.pk}/history/?turn=1"
    picture = f'<img src="/api/v1/games/{chess.pk}/board.svg?side=white&amp;turn=1"'
    stepped = browse().get(address).content.decode()
    assert '"scenes": [{' in stepped
    assert '<div role="gridcell" class="light touched">' in stepped
    assert picture not in stepped

    last = chess.turns.get(number=2)
    Turn.objects.bulk_create(
        Turn(**{**model_to_dict(last, exclude=["id"]), "game": chess, "number": number})
        for number in range(3, history.MOST_STEPPED + 2)
    )
    Game.objects.filter(pk=chess.pk).update(next_turn=history.MOST_STEPPED + 2)

    plain = browse().get(address).content.decode()
    assert '"scenes": []' in plain
    assert picture in plain
    assert "<ce-grid" not in plain


@pytest.mark.parametrize("name", ["alice", "bob", None])
def test_everyone_sees_a_round_that_half_time_broke_off(
    browse: Callable[..., Client], alice: User, bob: User, now: datetime, name: str | None
) -> None:
    match = both_have_played(alice, bob, now, half=120)
    match = put(match, WITHOUT, live={**(match.live or {}), "left": {"match": 3_000}})
    play(match, "d3d4", now=now + 5 * SECOND)
    reader = User.objects.get(username=name) if name else None

    page = browse(reader).get(f"/games/{match.pk}/history/").content.decode()

    assert "Half-time: alice 0–0 bob." in page


@pytest.mark.parametrize("name", ["alice", "bob"])
def test_both_players_see_what_was_given_back(
    browse: Callable[..., Client], game: Game, now: datetime, name: str
) -> None:
    User.objects.filter(username=name).update(time_zone="Europe/Vienna")
    client = browse(User.objects.get(username=name))
    address = f"/games/{game.pk}/history/"
    assert "given back" not in client.get(address).content.decode()

    beat_at(now)
    beat(now + 8 * HOUR)
    give_back()
    pause_clocks(now + 8 * HOUR)
    resume_clocks(now + 8.75 * HOUR)
    give_back()

    page = client.get(address)
    down, paused = page.context["given_back"]
    assert down.startswith("8 hours: the service was down from ")
    assert "UTC" not in down
    assert paused.startswith("45 minutes: the clocks were paused for maintenance from ")
    assert f"<li>{down}</li>" in page.content.decode()


def test_the_last_turn_of_a_table_shows_who_resigned_since_and_every_place(
    browse: Callable[..., Client], alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = four_seats(alice, bob, charlie, now)
    for _ in range(4):
        play(game, any_turn(Game.objects.get(pk=game.pk)), now=now)
    for seat in game.seats[1:]:
        resign(seat.user_id, game.pk, now=now)
    first, *others = [seat.called for seat in game.seats]

    answer = browse().get(f"/games/{game.pk}/history/?turn=4")

    page, context = answer.content.decode(), answer.context
    states = {piece["owner"]: piece["state"] for piece in context["scene"]["panels"][0]["pieces"]}
    assert [states[seat.side] for seat in game.seats] == ["", "out", "out", "out"]
    places = {one.name: one.about for one in context["table"]}
    assert places == {first: "1st", others[0]: "4th", others[1]: "3rd", others[2]: "2nd"}
    last = context["data"]["scenes"][-1]["changed"].values()
    assert sum(piece is not None and piece["state"] == "out" for piece in last) > 40
    # In the order in which they resigned, in one tense.
    assert context["acts_after"] == [f"{name} resigned" for name in others]
    # Who went out together shares a mark on the time line.
    assert [(mark.turn, mark.label) for mark in context["marks"]] == [(4, "out: 2nd–4th")]
    assert context["marks"][0].words == "; ".join(f"{name}: resigned, turn 5" for name in others)
    assert "resigns" not in page


def test_the_time_line_and_the_corners_show_when_guests_of_a_table_went_out(
    browse: Callable[..., Client], alice: User, now: datetime
) -> None:
    players = {"white": alice} | {
        side: User.objects.create_user(f"guest-{side}") for side in ("silver", "black", "gold")
    }
    game = begin("family", players, now, seats=4)
    resign(players["black"].pk, game.pk, now=now)
    for _ in range(6):
        play(game, any_turn(Game.objects.get(pk=game.pk)), now=now)
    name = name_of(players["black"])

    answer = browse().get(f"/games/{game.pk}/history/?turn=6")

    page, context = answer.content.decode(), answer.context
    assert f"<title>{name}: resigned, turn 1</title>" in page
    assert {one.about for one in context["table"] if one.name == name} == {"4th"}
    # A sign takes the place of the word.
    assert f'<use href="#s-guest"/></svg><span>Guest </span>{name.split()[-1]}</b>' in page
    shown = browse().get(f"/games/{game.pk}/").context["data"]["out"]
    assert shown == {"black": 4}


def test_a_game_resigned_before_its_first_turn_says_its_result(
    browse: Callable[..., Client], arranging: Game, bob: User, now: datetime
) -> None:
    resign(bob.pk, arranging.pk, now=now)

    page = browse().get(f"/games/{arranging.pk}/history/").content.decode()

    assert "<b>alice won: bob resigned" in page
    assert "yet" not in page


@pytest.mark.parametrize(
    ("places", "shown"),
    [
        ([10, 50, 90], [10, 50, 90]),
        ([50, 50.5], [47, 53.5]),
        ([97, 99, 100], [87, 93.5, 100]),
        ([0, 1], [0, 6.5]),
        ([20, 30, 31, 35], [19.25, 25.75, 32.25, 38.75]),
    ],
)
def test_the_signs_of_the_time_line_do_not_overlap(places: list[float], shown: list[float]) -> None:
    assert apart(places) == pytest.approx(shown)


def test_a_resignation_after_the_last_turn_stands_beside_its_sign() -> None:
    saved = Turn(number=9, happenings=[{"type": "shot", "outcome": "save"}])
    stop = history.Stop(saved, "100.00", False, "bob", "", "bob resigned", "100.00")

    [(shown, sign)] = with_signs([stop])

    assert (shown.across, shown.resigned_at, sign[0]) == ("93.50", "100.00", "glove")
