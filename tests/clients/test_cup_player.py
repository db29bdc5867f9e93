"""The player of cups as its users run it: two of them enter a cup and play it through."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.features.competitions.models import Competition, Section
from games.features.competitions.steps.sweep import sweep
from games.models import Game
from games.play.apply import apply_step
from games.store.locking import lock_game
from tests.clients.conftest import program
from tests.competitions.cups import DAY, MINUTE, beat, make_cup
from tests.live import LiveService
from tests.patience import until


def test_two_enter_a_cup_play_and_shoot_their_penalties(
    service: LiveService, alice: User, bob: User, token_of: Callable[..., str]
) -> None:
    cup = make_cup(timezone.now() - 10 * MINUTE, 0, ruleset="eleven", sections={"open": 2})
    ident = cup.competition.pk
    Competition.objects.update(closes_at=timezone.now() + DAY, starts_at=timezone.now() + DAY)
    with (
        program("cup_player.py", service, token_of(alice), ident) as first,
        program("cup_player.py", service, token_of(bob), ident) as second,
    ):
        until(lambda: cup.section.entries.count() == 2)
        now = timezone.now()
        Competition.objects.update(closes_at=now - MINUTE, starts_at=now - MINUTE)
        Section.objects.update(due_at=now)
        until(lambda: _go_on() and Game.objects.filter(next_turn__gte=2).exists())
        with transaction.atomic():
            game = lock_game(Game.objects.get().pk)
            rules = game.rules
            apply_step(game, rules, rules.agree_draw(rules.load(game.state)), now=timezone.now())
        until(lambda: _go_on() and cup.section.is_over)
        assert (first.wait(), second.wait()) == (0, 0)

    assert cup.match("1.1").by == "shootout"
    row = cup.match("1.1").shootout
    assert all(len(text) == 5 for text in (row.white_shots, row.black_stands))


def _go_on() -> bool:
    now = timezone.now()
    beat(now)
    sweep(now)
    return True
