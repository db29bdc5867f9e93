"""The test vector of law 6.4."""

from __future__ import annotations

from collections import Counter

from games.features.competitions.bracket import order_of
from games.features.competitions.draw import Lots, draw_numbers

LOTS = Lots(bytes(range(32)), "K7bX2mQa:under-15")
SEVEN = ["ann", "ben", "cem", "dan", "eve", "fay", "gus"]


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert LOTS.commitment == expected


def test_the_lots_of_the_places_are_those_published() -> None:
    assert [LOTS(f"place:{i}", i + 1) for i in range(6, 0, -1)] == [4, 2, 1, 1, 0, 0]
    assert (LOTS("white:1.2", 2), LOTS("white:2.1", 2)) == (0, 1)


def places(entrants: list[str], seeded: list[str]) -> str:
    drawn = draw_numbers(entrants, LOTS, seeded=seeded)
    at = [drawn[number - 1] if number <= len(drawn) else "–" for number in order_of(8)]
    return " ".join(at)


def test_seven_entrants_get_the_places_published() -> None:
    assert places(SEVEN, []) == "dan – gus ben fay eve ann cem"
    assert places(SEVEN[:5], []) == "dan – eve ben cem – ann –"
    assert places(SEVEN, ["gus", "dan"]) == "gus – cem ann dan ben eve fay"


def test_no_number_of_a_lot_is_favoured() -> None:
    drawn = Counter(LOTS(f"fair:{n}", 3) for n in range(3000))
    # Each is expected a thousand times, with a standard deviation of 26.
    assert set(drawn) == {0, 1, 2}
    assert all(abs(times - 1000) < 130 for times in drawn.values())
