"""Anyone can draw a roll again: these numbers were computed with OpenSSL."""

import pytest

from games.models import fairness

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("shot", "digest_begins"),
    [(0, "ecd21155"), (1, "2d87be81"), (2, "715bfc65"), (3, "28e89dc5")],
)
def test_a_roll_is_the_first_four_bytes_modulo_100(shot: int, digest_begins: str) -> None:
    assert fairness.roll(SECRET, "h4Xk93Qm", shot) == int(digest_begins, 16) % 100


@pytest.mark.parametrize(
    ("salts", "key_begins"),
    [
        (["0123456789abcdef", "fedcba9876543210"], "27133e81288c0ba3"),
        (["0123456789abcdef", None], "b6f255ca8cc19f11"),
        ([None, "0123456789abcdef"], "824decedfe35c733"),
        ([None, None], "be6ec4327fe846f1"),
    ],
)
def test_the_key_follows_from_the_seed_and_the_salts(
    salts: list[str | None], key_begins: str
) -> None:
    assert fairness.key_of(2, SECRET, "h4Xk93Qm", salts).hex()[:16] == key_begins
    assert fairness.key_of(1, SECRET, "h4Xk93Qm", salts) == SECRET


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert fairness.commitment(SECRET) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


def test_rolls_of_a_game_look_drawn_at_random() -> None:
    rolls = [fairness.roll(SECRET, "h4Xk93Qm", shot) for shot in range(20_000)]

    counts = [rolls.count(roll) for roll in range(100)]
    chi_square = sum((count - 200) ** 2 / 200 for count in counts)
    assert chi_square < 149  # 99 degrees of freedom: more than this once in a thousand


def test_a_number_that_would_favour_low_rolls_is_refused() -> None:
    # k = 0 gives ffffffaf, which is 4294967215; k = 1 gives bde0aee9.
    assert fairness.roll(SECRET, "h4Xk93Qm", 8_297_221) == 0xBDE0AEE9 % 100
