"""Kits: who wears what, and whether every eye can tell two of them apart."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Player
from games.shown.kits import DISTINCT, KITS, is_distinct, worn

EYES = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranope": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of eye sees of linear red, green and blue (Machado et al. 2009)."""


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """Return a colour as CIE L*a*b*, as this eye sees it."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    rows = EYES[eye]
    r, g, b = (
        min(1.0, max(0.0, sum(x * y for x, y in zip(row, linear, strict=True)))) for row in rows
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pair", DISTINCT)
def test_kits_that_may_meet_are_far_apart_for_every_eye(pair: tuple[str, str], eye: str) -> None:
    first, second = (lab(KITS[kit].colour, eye) for kit in pair)

    assert dist(first, second) >= 50


def test_no_two_kits_have_the_same_pattern() -> None:
    assert len({kit.pattern for kit in KITS.values()}) == len(KITS)


def test_who_has_chosen_nothing_wears_the_kit_of_the_seat() -> None:
    assert worn([None, None]) == ["hoops", "stripes"]
    assert worn(["", "no such kit"]) == ["hoops", "stripes"]


@pytest.mark.parametrize("home", KITS)
@pytest.mark.parametrize("away", KITS)
def test_the_first_wears_their_own_and_the_second_changes_where_it_clashes(
    home: str, away: str
) -> None:
    first, second = worn([home, away])

    assert first == home
    assert is_distinct(first, second)
    assert second == away or not is_distinct(home, away)


def test_four_at_a_table_wear_four_kits() -> None:
    assert set(worn(["sash", "sash", "sash", None])) == set(KITS)


def test_the_kit_of_a_player_is_listed_and_worn(
    client: Client, alice: User, bob: User, game: Game
) -> None:
    bob.page_settings = {"kit": "sash"}
    bob.save(update_fields=["page_settings"])
    alice.page_settings = {"kit": "halves"}
    alice.save(update_fields=["page_settings"])

    told: dict[str, Any] = client.get(f"/api/v1/games/{game.pk}").json()["players"]
    listed = client.get("/api/v1/games").json()["results"]

    assert {side: one["kit"] for side, one in told.items()} == {"white": "halves", "black": "sash"}
    assert client.get("/api/v1/players/bob").json()["kit"] == "sash"
    assert all(one["players"] == told for one in listed if one["id"] == game.pk)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert 'data-white="halves" data-black="sash"' in page
    assert KITS["sash"].pattern in page

    # Whose name is hidden is not known by the shirt either.
    Player.objects.filter(game=game, user=bob).update(shown_as="Player 2")
    hidden = client.get(f"/api/v1/games/{game.pk}").json()["players"]
    assert hidden["black"]["kit"] == "hoops", "what goes with halves, whoever wears it"
    [again] = client.get("/api/v1/games").json()["results"]
    assert again["players"] == hidden
    assert Game.objects.with_seats().get(pk=game.pk).seats[1].kit is None
    assert 'data-black="sash"' not in client.get(f"/games/{game.pk}/").content.decode()
