"""``python -m games.rules``: once in a bare interpreter, else called."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.__main__ import main
from tests.rules.boards import START

ROOT = Path(__file__).resolve().parents[2]


def test_it_runs_in_a_bare_interpreter():
    # -S: no site-packages; -E: nothing from the environment.
    command = [sys.executable, "-S", "-E", "-m", "games.rules", "perft", START, "2"]

    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == "43\n"


def test_perft_prints_the_count(capsys):
    assert main(["perft", START, "3"]) == 0

    assert capsys.readouterr().out == "907\n"


def test_divide_prints_each_edge_and_the_total_last(capsys):
    main(["perft", START, "2", "--divide"])

    lines = capsys.readouterr().out.splitlines()
    assert lines == ["c3d5 17", "c3e4 3", "d2d4 1", "e2e4 2", "f3d4 3", "f3e5 17", "43"]


def test_list_prints_each_edge_and_where_it_leads(capsys):
    main(["list", "3k4/1R6/R7/8/8/8/8/3K4 w a6 open - 0"])

    lines = capsys.readouterr().out.splitlines()
    assert "a6a8 -> mate white" in lines
    assert lines == sorted(lines)
    assert "@b7 -> 3k4/1R6/R7/8/8/8/8/3K4 w b7 open+p - 0" not in lines


def test_a_playthrough_is_written_and_done_again(tmp_path, capsys):
    main(["playthrough", "--seed", "25"])

    written = capsys.readouterr().out
    path = tmp_path / "game.txt"
    path.write_text(written, encoding="utf-8")
    assert written.startswith("Chess Eleven, version 2\n\n> start {}")
    main(["playthrough", "--again", str(path)])
    assert capsys.readouterr().out == written


@pytest.mark.parametrize("arguments", [("list", "nonsense"), ("perft", START, "-1"), ("perft",)])
def test_what_does_not_read_is_refused_with_status_2(arguments, capsys):
    def run():
        raise SystemExit(main(list(arguments)))

    with pytest.raises(SystemExit) as left:
        run()

    assert left.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_a_bad_position_gets_one_clear_line(capsys):
    main(["list", "8/8/8/8/8/8/8/3K4 w d1 open - 0"])

    assert capsys.readouterr().err == "Black has no king.\n"
