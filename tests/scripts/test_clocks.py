"""Clocks: what is left, how it is written, and that nothing is rounded up."""

from __future__ import annotations

import pytest

from tests.scripts.conftest import Run

LIVE = """
  const { left, written } = await import("/static/live/clock.js");
  const at = (seconds) => Date.UTC(2026, 10, 23, 12, 0, seconds);
  const iso = (seconds) => new Date(at(seconds)).toISOString();
  const live = { running: true, runs_from: iso(10), turn_ends_at: iso(40), formation_ends_at: null,
                 clock_ms: { match: 60000, white: 20000, black: 15000 } };
"""


def test_only_the_match_and_the_awaited_side_lose_time(run: Run) -> None:
    told = run(f"{LIVE} return left(live, ['white'], at(15));")

    assert told == {
        "turn": 25_000,
        "formation": None,
        "isShowing": False,
        "match": 55_000,
        "white": 15_000,
        "black": 15_000,
    }


def test_no_clock_runs_while_a_turn_is_shown(run: Run) -> None:
    told = run(f"{LIVE} return left(live, ['white'], at(4));")

    assert (told["isShowing"], told["turn"], told["white"]) == (True, 30_000, 20_000)


def test_no_clock_falls_below_nothing(run: Run) -> None:
    told = run(f"{LIVE} return left(live, ['white'], at(200));")

    assert (told["turn"], told["white"], told["match"]) == (0, 0, 0)


def test_a_paused_clock_loses_nothing(run: Run) -> None:
    told = run(f"{LIVE} return left({{ ...live, running: false }}, ['white'], at(15));")

    assert (told["white"], told["match"]) == (20_000, 60_000)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (272_999, "4:32"),
        (60_000, "1:00"),
        (10_000, "0:10"),
        (9_999, "9.9"),
        (40, "0.0"),
        (0, "0.0"),
    ],
)
def test_a_time_is_never_rounded_up(run: Run, ms: int, text: str) -> None:
    assert run(f"{LIVE} return written({ms});") == text


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (-1, "no time"),
        (0.5, "< 1 min"),
        (45, "45 min"),
        (552, "9 h 12 min"),
        (719, "11 h"),
        (720, "12 h"),
        (1_270, "21 h"),
        (1_439, "24 h"),
        (1_440, "1 d"),
        (1_740, "1 d 5 h"),
        (2_879, "2 d"),
        (5_000, "3 d"),
    ],
)
def test_a_deadline_in_few_signs(run: Run, minutes: float, text: str) -> None:
    told = run(f"""
      const {{ left }} = await import("/static/games/page.js");
      const now = Date.UTC(2026, 10, 23);
      return left(new Date(now + {minutes} * 60000).toISOString(), now);
    """)

    assert told == text
