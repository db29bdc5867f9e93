"""Chess is analysed by a program of the operator's: without dice, and only where there is one."""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.features.analysis import valuers
from games.features.analysis.making import RETRY_AFTER, analyse, ask, expect, why_not
from games.features.analysis.models import Analysis
from games.features.analysis.uci import Engine, EngineFailed, read_look
from games.features.analysis.valuers import ENDGAME, MIDDLEGAME, OPENING, EngineValue
from games.models import Game
from games.play.acts import resign
from games.rules.standard.position import START
from games.rules.standard.rule_set import STANDARD
from tests.analysis.fake_engine import fake
from tests.analysis.test_api import check, get
from tests.analysis.test_page import text_of
from tests.conftest import Browsers
from tests.games.test_pgn import MATE, played

pytestmark = pytest.mark.django_db
SPARED = "e2e4 d7d5 e4d5 d8d5 b1c3 a7a6 g1f3"
STOCKFISH = shutil.which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
NO_STOCKFISH = "The analysis of chess by a real program was skipped: apt-get install stockfish."


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Let no test know what a program said in another."""
    valuers._looks.clear()


def searched(game: Game, user: User, now: datetime) -> Analysis:
    """Return the whole analysis of a game."""
    ask(game, user.pk, now)
    while analyse(now, 60.0):
        pass
    return Analysis.objects.get(game=game)


def test_a_game_is_analysed_without_dice(
    alice: User,
    bob: User,
    white: APIClient,
    anonymous: APIClient,
    browse: Browsers,
    now: datetime,
    settings: Any,
    tmp_path: Path,
) -> None:
    game = played(alice, bob, SPARED, now)
    resign(bob.pk, game.pk, now=now)
    over = Game.objects.get(pk=game.pk)
    assert why_not(over) == "ruleset"
    pgn = f"/api/v1/games/{over.pk}/export?format=pgn"
    before = anonymous.get(pgn).content

    settings.UCI_ENGINE = str(tmp_path / "removed")
    assert why_not(over) == "ruleset"
    assert browse(alice).get(f"/games/{over.pk}/").status_code == 200

    settings.UCI_ENGINE = fake(tmp_path)
    assert searched(over, alice, now).status == "done"

    shown = get(anonymous, over).json()
    check(shown)
    assert [turn["after"] for turn in shown["turns"]] == [50, 50, 55, 50, 50, 50, 50]
    assert {turn["luck"] for turn in shown["turns"]} == {0}
    assert {turn["shot"] for turn in shown["turns"]} == {None}
    assert shown["end"] == {"points": 50, "reason": "resignation"}
    assert shown["turning_points"]["choice"] == {"white": [7], "black": []}
    assert shown["turns"][6]["best"] == ["c3d5"]
    assert shown["turns"][6]["missed"] == 45
    assert all(turn["missed"] >= 0 and turn["best"] for turn in shown["turns"])

    assert anonymous.get(pgn).content == before
    found = chess.pgn.read_game(StringIO(anonymous.get(f"{pgn}&analysis=1").content.decode()))
    assert found is not None
    evals = [node.eval() for node in found.mainline()]
    assert [one.white().score() for one in evals if one] == [0, 0, 100, 0, 0, 0, 0]

    page = browse(alice).get(f"/games/{over.pk}/analysis/")
    said = text_of(page.content)
    assert "When the game ended, your chance to win was 50%." in said
    assert "luck" not in said.lower().replace("skill and luck", "")
    assert [int(n) for n in re.findall(r'<tr id="t(\d+)"', page.content.decode())] == [*range(1, 8)]
    assert f'href="/games/{over.pk}/think/?turn=7"' in page.content.decode()
    assert "Knight takes on d5." in said
    assert 'class="round"' not in page.content.decode()
    assert "When the game ended, your chance to win was 50%." in text_of(
        browse(alice).get(f"/games/{over.pk}/").content
    )
    assert "A chess program works out the chance" in text_of(
        Client().get("/rules/chances/").content
    )
    mine = white.get("/api/v1/me/analysis", {"ruleset": "standard"}).json()
    assert (mine["games"], mine["dice"]) == (1, None)
    assert "against people are analysed. So far: 1" in text_of(
        browse(alice).get("/me/analysis/").content
    )
    assert white.get("/api/v1/me/analysis").json()["games"] == 0


def test_a_mate_leaves_nothing_at_its_end(
    alice: User, bob: User, browse: Browsers, now: datetime, settings: Any, tmp_path: Path
) -> None:
    settings.UCI_ENGINE = fake(tmp_path, "plain")
    over = played(alice, bob, MATE, now)

    row = searched(over, alice, now)

    assert (row.totals or {})["end"] == 0
    assert row.scores == ["0.00"] * 3 + [""]
    said = text_of(browse(bob).get(f"/games/{over.pk}/analysis/").content)
    changed = "Turn 4 changed the most. Your chance to win: 50% before it, 100% after it."
    assert changed in said
    assert "Turn 4 changed the most" in text_of(browse(bob).get(f"/games/{over.pk}/").content)


def test_a_program_that_ends_is_tried_once_more(
    alice: User, bob: User, now: datetime, settings: Any, tmp_path: Path
) -> None:
    settings.UCI_ENGINE = fake(tmp_path, "ends")
    game = played(alice, bob, SPARED, now)
    resign(bob.pk, game.pk, now=now)
    expect([game.pk])

    assert analyse(now, 60.0) == 0
    assert Analysis.objects.get().status == "waiting"
    assert analyse(now + RETRY_AFTER, 60.0) == 0
    assert Analysis.objects.get().status == "failed"


def test_a_program_that_falls_silent_is_given_up(tmp_path: Path) -> None:
    engine = Engine(fake(tmp_path, "silent"))
    engine._seconds = 0.2
    with pytest.raises(EngineFailed, match="no answer to 'go nodes 50000'"):
        engine.look(START)
    engine.close()
    assert engine._process.returncode is not None


@pytest.mark.parametrize(
    ("said", "mark", "pawns", "mate"),
    [
        ("score cp 35 wdl 50 948 2 nodes 9", 5240, 0.35, 0),
        ("score cp 80 wdl 900 50 50 upperbound nodes 9", 5240, 0.35, 0),
        ("score cp -100", 4090, -1.0, 0),
        ("score mate 3", 10_000, 0, 3),
        ("score mate -2 wdl 0 0 1000", 0, 0, -2),
    ],
)
def test_what_a_program_says(said: str, mark: int, pawns: float, mate: int) -> None:
    first = "info depth 1 score cp 35 wdl 50 948 2 nodes 1"
    found = read_look([first, f"info depth 2 {said}", "bestmove e2e4 ponder e7e5"])
    assert found == (mark, pawns, mate, "e2e4")


@pytest.mark.parametrize(
    ("position", "phase"),
    [
        (START, OPENING),
        ("r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ1RK1 w - - 0 11", MIDDLEGAME),
        ("r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R1B2RK1 w - - 0 11", ENDGAME),
    ],
)
def test_phases(position: str, phase: str, tmp_path: Path) -> None:
    assert EngineValue(fake(tmp_path)).phase_of(position) == phase


def test_another_program_is_another_version(tmp_path: Path) -> None:
    versions = {EngineValue(fake(tmp_path, one)).version for one in ("", "plain", "ends")}
    assert len(versions) == 3
    assert all(re.fullmatch(r"1-[0-9a-f]{8}", one) for one in versions)


@pytest.mark.skipif(STOCKFISH is None, reason=NO_STOCKFISH)
def test_stockfish_says_the_same_again_and_sees_a_mate() -> None:
    assert STOCKFISH is not None
    state = STANDARD.start({})
    marks = []
    for _ in range(2):
        valuers._looks.clear()
        value = EngineValue(STOCKFISH)
        mated = state
        for number, move in enumerate(MATE.split()[:-1]):
            mated = STANDARD.play(mated, ("white", "black")[number % 2], [move], roll=0).state
        marks.append([value.mark(state), value.mark(mated), value.best(mated)])
        assert value.score(mated) == "#-1"
        value.close()
    assert marks[0] == marks[1]
    assert 5000 < marks[0][0] < 6000
    assert marks[0][1:] == [0, (0, ("d8h4",))]
