"""Lines kept with a game: told in words, branch by branch, only to those who walked them."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.notebook import kept_lines
from games.features.notebook.kept_lines import MOST_LINES
from games.features.notebook.models import KeptLines
from games.models import Game
from games.play import walking
from tests.accounts.test_own_data import collect
from tests.games.copies import copies_of
from tests.games.http import refused
from tests.games.matches import play, start_formations

pytestmark = pytest.mark.django_db


def line(turn: int, *turns: str) -> dict[str, Any]:
    """Return a line without shots."""
    return {"turn": turn, "line": [{"actions": one.split(), "outcome": None} for one in turns]}


def test_lines_are_kept_and_shown_in_words(
    game: Game, white: APIClient, black: APIClient, anonymous: APIClient, now: Any
) -> None:
    url = f"/api/v1/games/{game.pk}/lines"
    assert white.get(url).json() == {"lines": [], "saved_at": None}
    play(game, "d2d4 @f3", "d7d6", now=now)
    lines = [
        line(1, "d2d4 @f3", "d7d6"),
        line(1, "d2d4 @f3", "e7e6"),
        line(2, "d7d5"),
        line(1, "d2d4 @f3", "d7d1", "c2c3"),
        line(900, "c2c3"),
    ]
    row = Game.objects.values().get(pk=game.pk)

    assert white.put(url, {"lines": lines}).status_code == 204

    kept = white.get(url)
    assert kept["Cache-Control"] == "private, no-store"
    shown = kept.json()["lines"]
    told = [one.pop("text") for one in shown]
    assert shown == lines
    assert told[0][1] == "bob's pawn moves from d7 to d6."
    assert told[0][0] == told[1][0] != ""
    assert told[2] == ["bob's pawn moves from d7 to d5."]
    assert [len(one) for one in told] == [2, 2, 1, 1, 0], "as far as they are legal"
    assert black.get(url).json() == {"lines": [], "saved_at": None}
    refused(anonymous.get(url), 401, "not_authenticated")
    assert Game.objects.values().get(pk=game.pk) == row

    white.put(url, {"lines": lines[:1]})
    assert len(white.get(url).json()["lines"]) == 1
    assert [white.delete(url).status_code for _ in range(2)] == [204, 204]
    white.put(url, {"lines": lines})
    assert white.put(url, {"lines": []}).status_code == 204
    assert not KeptLines.objects.exists()


def test_lines_are_walked_when_they_are_put_and_each_once(
    game: Game, white: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"/api/v1/games/{game.pk}/lines"
    walked = []

    def walk_on(ruleset: str, here: Any, line: Any) -> Any:
        walked.append(line)
        return walking.walk_on(ruleset, here, line)

    monkeypatch.setattr(kept_lines, "walk_on", walk_on)
    first, second = line(1, "d2d4 @f3", "d7d6"), line(1, "d2d4 @f3", "e7e6")
    white.put(url, {"lines": [first]})
    assert len(walked) == 2

    told = white.get(url).json()["lines"][0]["text"]
    assert len(told) == len(walked) == 2
    white.put(url, {"lines": [second, first]})

    assert len(walked) == 4, "the line that is new, not the one that was kept"
    assert white.get(url).json()["lines"][1]["text"] == told
    assert len(walked) == 4


def test_lines_of_before_are_walked_when_they_are_read_first(game: Game, white: APIClient) -> None:
    url = f"/api/v1/games/{game.pk}/lines"
    white.put(url, {"lines": [line(1, "d2d4 @f3")]})
    told = white.get(url).json()
    KeptLines.objects.update(walked=None)

    assert white.get(url).json() == told
    assert KeptLines.objects.get().walked is not None


def test_lines_of_chess_are_in_notation_also_where_it_was_not_kept(
    alice: User, bob: User, white: APIClient, now: datetime
) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    url = f"/api/v1/games/{chess.pk}/lines"
    white.put(url, {"lines": [line(1, "e2e4", "d7d5", "e4d5")]})
    moves = ["e4", "d5", "exd5"]
    assert white.get(url).json()["lines"][0]["text"] == moves

    moved = {"type": "move", "side": "white", "from": "e2", "to": "e4"}
    KeptLines.objects.update(walked=[[[moved], [moved], [moved]]])

    assert white.get(url).json()["lines"][0]["text"] == moves
    assert KeptLines.objects.get().walked == [moves]


def test_many_new_turns_count_for_more_than_one(
    game: Game, white: APIClient, settings: Any
) -> None:
    settings.LIMITS_ON = True
    settings.LIMITS = {**settings.LIMITS, "explore": (4, 600)}
    settings.LIMITS_IN_SHORT = {}
    url = f"/api/v1/games/{game.pk}/lines"
    lines = [line(1, *["d2d4"] * 16) for _ in range(3)]

    assert white.put(url, {"lines": lines}).status_code == 204
    refused(white.put(url, {"lines": lines}), 429, "rate_limited")


def test_more_than_anyone_needs_is_refused(game: Game, alice: User, white: APIClient) -> None:
    url = f"/api/v1/games/{game.pk}/lines"
    KeptLines.objects.bulk_create(
        KeptLines(user=alice, game=other, lines=[])
        for other in copies_of(game, kept_lines.MOST_GAMES)
    )
    refused(white.put(url, {"lines": [line(1, "d2d4")]}), 409, "notebook_full")
    for lines in ([line(1, "d2d4")] * (MOST_LINES + 1), [line(1, *["d2d4"] * 17)], [line(0)]):
        refused(white.put(url, {"lines": lines}), 400, "invalid")
    refused(white.put("/api/v1/games/h4Xk93Qm/lines", {"lines": []}), 404, "not_found")


def test_they_are_in_the_copy_of_ones_data_and_go_with_the_account(
    game: Game, alice: Any, white: APIClient
) -> None:
    white.put(f"/api/v1/games/{game.pk}/lines", {"lines": [line(1, "d2d4 @f3")]})

    [kept] = collect(white)["games/lines.json"]

    assert (kept["game"], kept["lines"]) == (game.pk, [line(1, "d2d4 @f3")])
    delete_account(alice, timezone.now())
    assert not KeptLines.objects.exists()


def test_a_game_that_ended_without_a_turn_leaves_nothing_to_think_about(
    game: Game, white: APIClient, now: Any
) -> None:
    over = {"status": "aborted", "reason": "aborted", "finished_at": now}
    Game.objects.filter(pk=game.pk).update(**over, deadline=None, remind_at=None)
    answer = Client().get(f"/games/{game.pk}/think/")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.pk}/")
    assert Client().get(f"/games/{game.pk}/think/?turn=99").status_code == 404


def test_the_analysis_begins_with_what_the_replay_shows(
    alice: User, bob: User, now: datetime
) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    play(chess, "e2e4", "e7e5", "d1h5", now=now)
    for shown, turn in (("0", 1), ("2", 3), ("3", 4), ("3&start=1", 3)):
        page = Client().get(f"/games/{chess.pk}/history/?turn={shown}").content.decode()
        assert f'href="/games/{chess.pk}/think/?turn={turn}"' in page


def test_a_running_game_in_moves_is_walked_through(alice: User, bob: User, now: datetime) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    play(chess, "e2e4", "e7e5", now=now)
    page = Client().get(f"/games/{chess.pk}/think/").content.decode()
    assert re.findall(r'data-turn="(\d+)"', page) == ["2", "3"]
