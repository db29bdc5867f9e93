"""Playing by words over the API: what is clear is done once, and nothing else is done."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.features.say.boards import game_text
from games.models import Game, Leave, Turn
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.shown.point_of_view import PointOfView
from tests.games.matches import KEEPER, place


def say(client: APIClient, game: Game, text: str, **more: Any) -> Any:
    """Return the answer to a text."""
    return client.post(f"/api/v1/games/{game.pk}/say", {"text": text, **more}, format="json")


@pytest.fixture
def chess(alice: User, bob: User, now: datetime) -> Game:
    """A game of chess, alice to move."""
    challenge = make_challenge(
        alice, bob.username, Terms(ruleset="standard", side="white"), now=now
    )
    return Game.objects.get(pk=accept_challenge(bob, challenge.pk, now=now).pk)


def test_a_turn_in_words_is_played_and_the_board_comes_back(
    white: APIClient, black: APIClient, chess: Game
) -> None:
    answer = say(white, chess, "Knight to f3")

    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["did"], body["ask"]) == ("played", None)
    assert body["turn"]["actions"] == ["g1f3"]
    assert body["game"]["turn"] == 2
    lines = body["board"].splitlines()
    assert len(lines) == 12
    assert " 3  .  .  .  .  .  N  .  ." in lines
    assert lines[0].startswith("alice (white) – bob (black)")
    assert lines[-2] == "Turn 2: bob."
    assert say(black, chess, "e5").json()["turn"]["notation"] == "e5"


def test_what_could_be_two_turns_plays_none_and_names_them(white: APIClient, chess: Game) -> None:
    Game.objects.filter(pk=chess.pk).update(**_at(chess, "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 9"))

    answer = say(white, chess, "pawn takes d5")

    assert answer.status_code == 422
    assert answer.json()["code"] == "not_understood"
    assert answer.json()["nearest"] == [
        {"text": "c4d5", "label": "cxd5"},
        {"text": "e4d5", "label": "exd5"},
    ]
    assert not Turn.objects.filter(game=chess).exists()
    assert say(white, chess, "c4d5").status_code == 200


def test_what_is_not_understood_gets_three_turns_ready_to_send(
    white: APIClient, chess: Game
) -> None:
    answer = say(white, chess, "Nf4!")

    nearest = answer.json()["nearest"]
    assert (answer.status_code, len(nearest)) == (422, 3)
    assert say(white, chess, nearest[0]["text"]).json()["did"] == "played"


def test_others_say_nothing_and_no_one_plays_out_of_turn(
    black: APIClient, third: APIClient, anonymous: APIClient, chess: Game
) -> None:
    assert say(third, chess, "e4").json()["code"] == "not_a_player"
    assert say(anonymous, chess, "e4").status_code == 401
    assert say(black, chess, "e5").json()["code"] == "not_your_turn"
    assert not Turn.objects.filter(game=chess).exists()


def test_the_same_text_for_the_same_turn_plays_once(
    white: APIClient, black: APIClient, chess: Game
) -> None:
    assert say(white, chess, "e4", turn=1).status_code == 200
    say(black, chess, "e5")
    again = say(white, chess, "e4", turn=1)
    assert again.json()["turn"]["number"] == 1
    for other in ("d4", "Bc4"):  # The second wasn't legal then.
        assert say(white, chess, other, turn=1).json()["code"] == "stale_turn"
    assert say(white, chess, "e4", turn=9).json()["code"] == "stale_turn"
    assert Turn.objects.filter(game=chess).count() == 2

    key = {"HTTP_IDEMPOTENCY_KEY": "one"}
    address, body = f"/api/v1/games/{chess.pk}/say", {"text": "Nf3"}
    first = white.post(address, body, format="json", **key)
    second = white.post(address, body, format="json", **key)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert Turn.objects.filter(game=chess).count() == 3


def test_resigning_asks_once(white: APIClient, chess: Game) -> None:
    asked = say(white, chess, "resign").json()
    assert (asked["did"], asked["ask"]) == ("asked", "resign yes")
    assert asked["game"]["status"] == "playing"

    done = say(white, chess, asked["ask"]).json()
    assert (done["did"], done["game"]["status"]) == ("resigned", "finished")
    assert say(white, chess, "e4").json()["code"] == "game_over"


def test_draws_are_offered_answered_and_sent_with_a_turn(
    white: APIClient, black: APIClient, chess: Game
) -> None:
    assert say(white, chess, "accept").json()["code"] == "no_draw_offer"
    played = say(white, chess, "e4, draw?").json()
    assert played["turn"]["actions"] == ["e2e4"]
    assert "You offered a draw." in played["text"]
    assert say(black, chess, "decline").json()["did"] == "draw_declined"
    assert say(black, chess, "draw").json()["did"] == "draw_offered"
    over = say(white, chess, "Accept the draw").json()
    assert (over["did"], over["game"]["status"]) == ("draw_accepted", "finished")


def test_a_command_for_an_old_turn_is_refused(
    white: APIClient, black: APIClient, chess: Game
) -> None:
    say(white, chess, "e4")
    assert say(black, chess, "draw", turn=1).json()["code"] == "stale_turn"


def test_a_vacation_needs_its_scope(white: APIClient, alice: User, chess: Game) -> None:
    assert say(white, chess, "leave 2 days").json()["did"] == "vacation_taken"
    leave = Leave.objects.get(user=alice)
    assert (leave.ends_at - leave.begins_at).days == 2
    assert say(white, chess, "leave 0 days").json()["code"] == "not_understood"
    assert say(white, chess, "leave 99 days").json()["code"] == "leave_too_long"


def test_help_and_status_play_nothing(white: APIClient, chess: Game) -> None:
    shown = say(white, chess, "help").json()
    assert shown["did"] == "shown"
    assert "A turn: a2a3 (a3)." in shown["text"]
    assert say(white, chess, "status").json()["text"] == "Your turn against bob."


@pytest.mark.needs("plans")
def test_conditional_moves_come_with_a_turn(
    white: APIClient, black: APIClient, chess: Game
) -> None:
    from games.features.plans.models import PlanEntry, PlanFallback

    answer = say(white, chess, "e4, if e5: Nf3\nif c5: c3\nthen d2d4").json()

    assert "We saved 3 conditional moves." in answer["text"]
    replies = [one.reply["actions"] for one in PlanEntry.objects.filter(game=chess)]
    assert replies == [["g1f3"], ["c2c3"]]
    assert PlanFallback.objects.get(game=chess).tries == [["d2d4"]]


@pytest.mark.needs("plans")
def test_an_unclear_condition_plays_nothing(white: APIClient, chess: Game) -> None:
    for text in ("e4, if e5: Nf4", "e4, if e4: Nf3", "e4, if save: Nf3", "e4, if e5"):
        assert say(white, chess, text).json()["code"] == "not_understood", text
    assert not Turn.objects.filter(game=chess).exists()


@pytest.mark.needs("plans")
def test_after_a_save_the_others_turn_is_asked_for(
    white: APIClient, game: Game, now: datetime
) -> None:
    from games.features.plans.models import PlanEntry

    place(game, KEEPER)
    unclear = say(white, game, "shoot, if save: e2e3").json()
    assert unclear["code"] == "not_understood"
    assert "if save, …: e2e3" in unclear["detail"]
    assert say(white, game, "shoot, if save, Kd7: Rook e3").status_code == 200
    assert PlanEntry.objects.get(game=game).line[0]["outcome"] == "save"


def test_formations_are_locked_as_they_are(
    white: APIClient, black: APIClient, arranging: Game
) -> None:
    assert say(white, arranging, "Nf3").json()["code"] == "wrong_phase"
    assert say(white, arranging, "ready").json()["did"] == "formation_locked"
    assert say(black, arranging, "Ready!").json()["game"]["status"] == "playing"
    assert say(white, arranging, "knight c3 e4, pass to d2").json()["did"] == "played"


def test_the_board_is_plain_text_for_everyone(anonymous: APIClient, game: Game) -> None:
    answer = anonymous.get(f"/api/v1/games/{game.pk}/board.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    assert len(text.splitlines()) == 12
    turned = anonymous.get(f"/api/v1/games/{game.pk}/board.txt?side=black").content.decode()
    assert text.splitlines()[1].startswith(" 8")
    assert turned.splitlines()[1].startswith(" 1")
    held = anonymous.get(
        f"/api/v1/games/{game.pk}/board.txt", headers={"If-None-Match": answer["ETag"]}
    )
    assert held.status_code == 304
    assert anonymous.get("/api/v1/games/nothing/board.txt").status_code == 404


@pytest.mark.parametrize(
    ("ruleset", "lines"), [("eleven", 3), ("standard", 12), ("future", 10), ("family", 16)]
)
def test_every_game_has_its_board(
    alice: User, bob: User, now: datetime, ruleset: str, lines: int
) -> None:
    seats = {"seats": 2} if ruleset == "family" else {}
    terms = Terms(ruleset=ruleset, options=seats)
    challenge = make_challenge(alice, bob.username, terms, now=now)
    game = accept_challenge(bob, challenge.pk, now=now)
    text = game_text(PointOfView(game, alice.pk), now)
    assert len(text.splitlines()) == lines
    assert "alice" in text


def _at(game: Game, position: str) -> dict[str, Any]:
    """Return the columns of a game that has come to this position."""
    rules = game.rules
    state = rules.at(rules.board.read(position))  # type: ignore[attr-defined]
    return {"state": rules.dump(state), "description": rules.describe(state)}
