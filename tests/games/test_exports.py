"""A game to take away: the record, the picture, and the replay of both."""

from __future__ import annotations

import hashlib
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import Game, Turn, fairness
from games.play.acts import resign
from games.play.replay import differences_of
from tests.games.matches import OPEN_GOAL, any_turn, place, play, start_round


def url(game: Game, what: str) -> str:
    return f"/api/v1/games/{game.pk}/{what}"


@pytest.fixture
def played(game: Game, now) -> Game:
    for _ in range(4):
        play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


def test_the_export_holds_all_that_replaying_needs(client, played, now):
    resign(played.seats[0].user_id, played.pk, now=now)

    record = client.get(url(played, "export")).json()

    assert [turn["number"] for turn in record["turns"]] == [1, 2, 3, 4]
    assert {(row["round"], row["side"]) for row in record["formations"]} == {
        (1, "white"),
        (1, "black"),
    }
    seed = bytes.fromhex(record["game"]["fairness"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == record["game"]["fairness"]["commitment"]
    assert record["how_to_verify"] == fairness.how_to_verify(2)


def test_the_text_reads_like_a_score_sheet(client, played):
    answer = client.get(url(played, "export") + "?format=text")

    assert answer["Content-Type"].startswith("text/plain")
    text = answer.content.decode()
    assert '[White "alice"]' in text
    assert "\nRound 1\n" in text
    assert f"\n1. white {Turn.objects.get(game=played, number=1).notation}\n" in text


def test_the_text_shows_the_formations_of_a_round_without_a_turn(client, game, now):
    resign(game.seats[0].user_id, game.pk, now=now)

    text = client.get(url(game, "export") + "?format=text").content.decode()

    kept = "Bb1 Rc1 Kd1 Qe1 Rf1 Pc2 Pd2 Pe2 Pf2 Nc3 Nf3"
    white, black = text.partition("\nRound 1\n")[2].splitlines()[:2]
    assert sorted(white.removeprefix("white: ").split()) == sorted(kept.split())
    assert black.startswith("black: ")
    assert '[Score "white 0 black 0"]' in text


@pytest.mark.parametrize("wanted", ["pgn", "xml", ""])
def test_a_format_that_the_game_has_not_is_refused(client, played, wanted):
    assert client.get(url(played, "export") + f"?format={wanted}").status_code == 400


@pytest.mark.parametrize(
    ("kind", "media_type", "begins"),
    [("svg", "image/svg+xml", b"<svg"), ("png", "image/png", b"\x89PNG")],
)
def test_the_picture_comes_as_svg_and_png(client, played, kind, media_type, begins):
    answer = client.get(url(played, f"board.{kind}") + "?turn=2&side=black")

    assert answer.status_code == 200
    assert answer["Content-Type"] == media_type
    assert answer.content.startswith(begins)
    again = client.get(
        url(played, f"board.{kind}") + "?turn=2&side=black",
        headers={"If-None-Match": answer["ETag"]},
    )
    assert again.status_code == 304


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_drawn_picture_travels_compressed_and_a_painted_one_as_it_is(client, played, kind):
    answer = client.get(url(played, f"board.{kind}"), headers={"Accept-Encoding": "gzip"})

    assert answer.headers.get("Content-Encoding") == ("gzip" if kind == "svg" else None)
    assert len(answer.content) < 3_000 or kind == "png"


def test_formations_have_a_picture_too(client, arranging):
    assert client.get(url(arranging, "board.svg")).status_code == 200


def test_a_new_round_shows_nothing_of_the_last(client, game, now):
    kick_off = client.get(url(game, "board.svg")).content
    play(place(game, OPEN_GOAL), "!e8", now=now)
    start_round(game, now)

    # White has scored, so Black kicks off: no one has the ball, and no turn is marked.
    assert client.get(url(game, "board.svg")).content == kick_off


def test_there_is_no_picture_of_a_turn_that_was_not_played(client, played):
    assert client.get(url(played, "board.svg") + "?turn=99").status_code == 404


def test_a_game_replays_to_what_is_stored(arranging, played, now):
    resign(played.seats[1].user_id, played.pk, now=now)

    assert differences_of(Game.objects.get(pk=played.pk)) == []
    assert differences_of(arranging) == []


def test_the_command_says_which_games_differ(played):
    out = StringIO()
    call_command("replay_games", stdout=out)
    assert "1 games played again, 0 differ." in out.getvalue()

    Turn.objects.filter(game=played, number=2).update(notation="d2d4")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay_games", stdout=out)

    assert ended.value.code == 1
    assert f"{played.pk} differs:" in out.getvalue()
    assert "turn 2, notation" in out.getvalue()
