"""``python -m games.rules`` in a bare interpreter."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.boards import START

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments):
    # -S: no site-packages; -E: nothing from the environment.
    return subprocess.run(
        [sys.executable, "-S", "-E", "-m", "games.rules", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_perft_prints_the_count():
    assert run("perft", START, "3").stdout == "907\n"


def test_divide_prints_each_edge_and_the_total_last():
    lines = run("perft", START, "2", "--divide").stdout.splitlines()

    assert lines == ["c3d5 17", "c3e4 3", "d2d4 1", "e2e4 2", "f3d4 3", "f3e5 17", "43"]


def test_list_prints_each_edge_and_where_it_leads():
    lines = run("list", "3k4/1R6/R7/8/8/8/8/3K4 w a6 open - 0").stdout.splitlines()

    assert "a6a8 -> mate white" in lines
    assert lines == sorted(lines)
    assert "@b7 -> 3k4/1R6/R7/8/8/8/8/3K4 w b7 open+p - 0" not in lines


def test_a_playthrough_is_written_and_done_again(tmp_path):
    written = run("playthrough", "--seed", "25")

    path = tmp_path / "game.txt"
    path.write_text(written.stdout, encoding="utf-8")
    assert written.stdout.startswith("Chess Eleven, version 2\n\n> start {}")
    assert run("playthrough", "--again", str(path)).stdout == written.stdout


@pytest.mark.parametrize("arguments", [("list", "nonsense"), ("perft", START, "-1"), ("perft",)])
def test_what_does_not_read_is_refused_with_status_2(arguments):
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_a_bad_position_gets_one_clear_line():
    done = run("list", "8/8/8/8/8/8/8/3K4 w d1 open - 0")

    assert done.stderr == "Black has no king.\n"
