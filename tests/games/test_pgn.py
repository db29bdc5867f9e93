"""A game of chess as PGN, read again by python-chess: the same moves, the same end."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import chess.pgn
import pytest
from django.test import Client

from accounts.models import User
from games.models import Challenge, Game, Turn
from games.play.acts import resign
from games.play.challenge.challenges import accept_challenge, make_challenge
from games.play.start import Terms
from games.play.sweeps import close_overdue
from games.play.turns import play_turn
from games.rules.contract import Outcome
from games.rules.standard.pgn import write_pgn
from tests.games.http import make_overdue

pytestmark = pytest.mark.django_db
MATE = "f2f3 e7e5 g2g4 d8h4"
# Castling both ways, en passant, a promotion that captures.
LONG = "e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 c8f5 g7h8q d8d6 g1f3 e8c8 f1e2 g8f6 e1g1 f6e4 d2d3 e4c5"


def played(alice: User, bob: User, moves: str, now: datetime) -> Game:
    challenge = make_challenge(alice, bob, Terms(ruleset="standard", side="white"), now=now)
    game = accept_challenge(bob, challenge.pk, now=now)
    for number, move in enumerate(moves.split(), 1):
        mover = alice if number % 2 else bob
        play_turn(mover.pk, game.pk, number, (move,), now=now)
    return Game.objects.get(pk=game.pk)


def read(game: Game) -> chess.pgn.Game:
    answer = Client().get(f"/api/v1/games/{game.pk}/export?format=pgn")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/x-chess-pgn; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{game.pk}.pgn"'
    again = Client().get(
        f"/api/v1/games/{game.pk}/export?format=pgn", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304
    text = answer.content.decode()
    assert max(map(len, text.splitlines())) < 80
    found = chess.pgn.read_game(StringIO(text))
    assert found is not None
    assert found.errors == []
    return found


def test_a_mate_with_the_seven_tags(alice: User, bob: User, now: datetime) -> None:
    game = played(alice, bob, MATE, now)

    found = read(game)

    assert [move.uci() for move in found.mainline_moves()] == MATE.split()
    assert found.end().board().is_checkmate()
    assert list(found.headers)[:7] == [
        *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
    ]
    told = {
        "White": "alice",
        "Black": "bob",
        "Result": "0-1",
        "Termination": "normal",
        "Date": now.strftime("%Y.%m.%d"),
        "PlyCount": "4",
        "TimeControl": "1/86400",
        "WhiteType": "human",
    }
    assert {name: found.headers[name] for name in told} == told
    assert found.headers["Site"].endswith(f"/games/{game.pk}/")


def test_every_kind_of_move_and_a_resignation(alice: User, bob: User, now: datetime) -> None:
    game = played(alice, bob, LONG, now)
    assert read(game).headers["Result"] == "*"
    assert read(game).headers["Termination"] == "unterminated"
    resign(alice.pk, game.pk, now=now)

    found = read(game)

    assert [move.uci() for move in found.mainline_moves()] == LONG.split()
    last = Turn.objects.filter(game=game).last()
    assert last is not None
    assert found.end().board().fen(en_passant="fen") == last.position_after
    assert (found.headers["Result"], found.headers["Termination"]) == ("0-1", "normal")


def test_who_is_too_late_loses_on_time(alice: User, bob: User, now: datetime) -> None:
    game = played(alice, bob, "e2e4 e7e5", now - timedelta(days=3))
    make_overdue(game)
    close_overdue(20)

    found = read(game)

    assert (found.headers["Result"], found.headers["Termination"]) == ("0-1", "time forfeit")


@pytest.mark.parametrize(
    ("outcome", "result", "termination"),
    [
        (None, "*", "unterminated"),
        (Outcome("aborted"), "*", "abandoned"),
        (Outcome("stalemate", (("white", "black"),)), "1/2-1/2", "normal"),
        (Outcome("timeout", (("white", "black"),)), "1/2-1/2", "time forfeit"),
        (Outcome("checkmate", (("white",), ("black",))), "1-0", "normal"),
    ],
)
def test_every_end_has_its_token(outcome: Outcome | None, result: str, termination: str) -> None:
    text = write_pgn({"White": 'a "b" \\'}, ["e4"], outcome)
    found = chess.pgn.read_game(StringIO(text))

    assert found is not None
    assert (found.headers["Result"], found.headers["Termination"]) == (result, termination)
    assert text.splitlines()[2:6] == [
        '[Date "????.??.??"]', '[Round "?"]', r'[White "a \"b\" \\"]', '[Black "?"]',
    ]  # fmt: skip


def test_the_page_of_a_finished_game_and_its_history_lead_to_it(
    alice: User, bob: User, now: datetime
) -> None:
    game, link = played(alice, bob, MATE, now), "export?format=pgn"
    other = played(alice, bob, "e2e4", now)

    for page in ("", "history/"):
        assert link in Client().get(f"/games/{game.pk}/{page}").content.decode()
    assert link not in Client().get(f"/games/{other.pk}/").content.decode()
    assert Challenge.objects.count() == 2
