"""A stream is silent about what someone prepares: the next thing it tells is the next turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

import httpx
from django.utils import timezone

from accounts.models import User
from games.features.plans.firing import fire
from games.models import Game, InboxEntry
from tests.games.matches import play
from tests.streams.reading import NDJSON, following

LINE: Sequence[dict[str, object]] = [{"actions": ["f6e4"], "outcome": None}]


def test_nothing_is_heard_of_plans(
    client_of: Callable[..., httpx.Client], alice: User, bob: User, game: Game
) -> None:
    play(game, "d2d4 @f3", now=timezone.now())
    logs = InboxEntry.objects.count()
    with ExitStack() as stack:
        theirs = stack.enter_context(following(client_of(bob), "/events", NDJSON))
        anybodys = stack.enter_context(following(client_of(), f"/games/{game.pk}/events", NDJSON))
        body = {"turn": 2, "line": LINE, "reply": {"do": "turn", "actions": ["f3e5", "@d4"]}}
        made = client_of(alice).post(f"/games/{game.pk}/plans", json=body)
        assert made.status_code == 201, made.text
        assert InboxEntry.objects.count() == logs

        play(game, "f6e4", now=timezone.now())
        assert fire(game.pk, "white", now=timezone.now())

        for stream in (theirs, anybodys):
            told = stream.take(2)
            assert [one["type"] for one in told] == ["turn.played"] * 2
            assert [one["data"]["side"] for one in told] == ["black", "white"]
            by_hand, by_plan = (one["data"] for one in told)
            assert set(by_hand) == set(by_plan)
            assert "plan" not in str(by_plan)
