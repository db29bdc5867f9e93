"""Those who vanish from many games: fewer at once, and the way out, said to them alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Act, Game, Player, Turn
from games.pages.reliability import notes_on
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.reliability import standing_of
from games.refusals import Conflict
from games.shown.pace import pace_lines, pace_of
from tests.games.http import API
from tests.games.matches import start_formations

DAY = timedelta(days=1)


@pytest.fixture
def vanish(bob: User, charlie: User) -> Callable[[int, datetime], None]:
    """Return a function that lets bob lose so many matches on time at a moment."""

    def run(number: int, at: datetime) -> None:
        for place in range(number):
            game = start_formations(charlie, bob, at - DAY)
            Game.objects.filter(pk=game.pk).update(
                status="finished", reason="timeout", winner="white", finished_at=at,
                deadline=None, main_until=None, remind_at=None,
            )  # fmt: skip
            game.players.update(deadline=None, place=1)
            Player.objects.filter(game=game, user=bob).update(place=2)
            Act.objects.create(game=game, turn=1, index=place, side="black", name="time_out", at=at)

    return run


def test_the_steps_and_the_way_out(
    bob: User, charlie: User, now: datetime, vanish: Callable[[int, datetime], None]
) -> None:
    vanish(5, now - 3 * DAY)
    assert standing_of(bob.pk, now) is None, "of the first three matches ever none counts"
    vanish(1, now - 3 * DAY)
    standing = standing_of(bob.pk, now)
    assert standing is not None
    assert (standing.lost, standing.step.games, standing.turns_to_go) == (3, 5, 10)
    vanish(2, now - DAY)
    standing = standing_of(bob.pk, now)
    assert standing is not None
    assert (standing.lost, standing.step.games) == (5, 2)
    assert standing.unrated_until == now + 6 * DAY
    vanish(3, now - DAY)
    standing = standing_of(bob.pk, now)
    assert standing is not None
    assert (standing.lost, standing.unrated_until) == (8, now + 13 * DAY)
    [note] = notes_on(bob.pk, now)
    assert note.words == (
        "You lost 8 games on time in 90 days, so you can play 2 games at the same time. They stay"
        " unrated for 13 days. Play 10 turns on time to lift part of this limit. Too busy to play?"
        " Take a vacation."
    )

    game = start_formations(bob, charlie, now)
    for number in range(1, 31):
        Turn.objects.create(
            game=game, number=number, round=1, side="white", actions=[], notation="",
            position_before="", played_at=now,
        )  # fmt: skip
        standing = standing_of(bob.pk, now)
        steps = standing.step.lost if standing else 0
        assert steps == (8, 5, 3, 0)[number // 10]
    assert notes_on(bob.pk, now) == []
    assert standing_of(bob.pk, now + 100 * DAY) is None
    assert standing_of(charlie.pk, now) is None


def test_a_player_who_vanished_begins_few_games_and_reads_why(
    bob: User,
    charlie: User,
    dan: User,
    now: datetime,
    vanish: Callable[[int, datetime], None],
    anonymous: APIClient,
    browse: Callable[..., Client],
) -> None:
    vanish(8, now - DAY)
    with pytest.raises(Conflict) as refusal:
        make_challenge(bob, "dan", Terms(rated=True), now=now)
    assert refusal.value.code == "not_rated"
    start_formations(dan, bob, now)
    offer = make_challenge(charlie, "bob", Terms(), now=now)
    start_formations(bob, dan, now)

    with pytest.raises(Conflict) as refusal:
        accept_challenge(bob, offer.pk, now=now)
    assert refusal.value.code == "too_many_games"
    assert "lost" not in refusal.value.detail
    assert "lost 8 games on time" in pace_lines(pace_of(bob.pk, now), now, UTC)
    assert anonymous.get(f"{API}/players/bob").json()["pace"]["lost_on_time_90d"] == 8
    assert "You lost 5 games on time" in browse(bob).get("/").content.decode()
    assert "on time in 90 days" not in browse(charlie).get("/").content.decode()


def test_a_challenge_shows_how_soon_its_challenger_answers(
    bob: User, charlie: User, now: datetime, client_of: Callable[..., APIClient]
) -> None:
    offer = make_challenge(charlie, "bob", Terms(), now=now)
    bobs = client_of(bob)
    shown = bobs.get(f"{API}/challenges/{offer.pk}").json()["pace"]
    assert shown == bobs.get(f"{API}/players/charlie").json()["pace"]
    [listed] = bobs.get(f"{API}/challenges").json()["results"]
    assert listed["pace"] is None
