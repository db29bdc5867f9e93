"""The registry of kinds: which there are, who hears of what, and what a feature takes along."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.apps import apps
from django.core.checks import run_checks

from games.models import Game
from games.store.outbox import EventType
from notifications.calendar import ENTRIES
from notifications.features import core
from notifications.message.context import REMARKS, load_contexts
from notifications.models import Notification
from notifications.relay import ANSWERING, GAMES_ENDED, relay_events
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.clock_mail import CLOCK_MAILS, clock_mails
from notifications.vocabulary.kind import KINDS, Kind, Occasion, find_kind, kinds, kinds_for
from tests.hooks import Only
from tests.without import needing

CORE = ["challenge_received", "challenge_accepted", "formation", "turn", "draw_offered", "reminder"]
CORE += ["round_ended", "game_over", "turn_lost"]


@pytest.fixture
def bare(only: Only) -> None:
    """The notifications without the features of games."""
    for hook in (KINDS, CLOCK_MAILS, REMARKS, ANSWERING, GAMES_ENDED, ENTRIES):
        only(hook, *(given for given in core.FEATURE.hooks if given.hook is hook))


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_each_kind_has_what_a_kind_needs(kind: Kind) -> None:
    assert kind.label
    assert type(kind).__doc__
    assert type(kind).is_true is not Kind.is_true
    assert type(kind).compose is not Kind.compose
    assert set(kind.events) <= set(EventType)
    for channel in Channel:
        assert kind.usual(channel) in kind.timings(channel)


def test_the_names_fit_into_their_columns() -> None:
    assert run_checks(app_configs=[apps.get_app_config("notifications")]) == []


@pytest.mark.parametrize(
    ("occasion", "heard"),
    [
        (Occasion("challenge.received"), ["challenge_received"]),
        (Occasion("challenge.accepted"), ["challenge_accepted", "formation"]),
        (Occasion("game.started"), ["formation"]),
        (Occasion("game.started", is_actor=True), []),
        (Occasion("game.started", is_awaited=True, data={"status": "playing"}), ["turn"]),
        (Occasion("formation.changed"), []),
        needing("plans", Occasion("formation.changed", is_actor=True), ["plan_fired"]),
        (Occasion("turn.played"), ["turn"]),
        (Occasion("turn.played", is_actor=True), []),
        needing("plans", Occasion("turn.played", is_actor=True, is_prepared=True), ["plan_fired"]),
        (Occasion("turn.played", is_one_of_many=True), []),
        (Occasion("turn.played", is_one_of_many=True, is_awaited=True), ["turn"]),
        (Occasion("act.done", side="white", data={"newly_awaited": ["white"]}), ["turn"]),
        (Occasion("act.done", side="black", data={"newly_awaited": ["white"]}), []),
        (Occasion("player.out", is_actor=True, data={"by": "timeout"}), ["game_over"]),
        (Occasion("player.out", is_actor=True, data={"by": "resign"}), []),
        (Occasion("player.out"), []),
        (Occasion("round.started"), []),
        (Occasion("round.started", is_awaited=True), ["turn"]),
        (Occasion("round.ended"), ["round_ended", "formation"]),
        (Occasion("draw.offered"), ["draw_offered"]),
        (Occasion("draw.offered", is_actor=True), []),
        (Occasion("game.finished", is_actor=True), ["game_over"]),
        needing(
            "competitions", Occasion("match.started", data={"section": "open"}), ["competition"]
        ),
        (Occasion("match.started", is_awaited=True, data={"section": "open"}), []),
        (Occasion("match.started", data={"section": "division-1"}), []),
        needing("competitions", Occasion("promoted"), ["competition"]),
        needing("competitions", Occasion("competition.opened"), ["public_cup"]),
        (Occasion("rating.changed"), []),
    ],
)
def test_who_hears_what_of_an_event(occasion: Occasion, heard: list[str]) -> None:
    assert [kind.name for kind in kinds_for(occasion)] == heard


@pytest.mark.usefixtures("bare")
def test_without_the_features_the_core_continues() -> None:
    assert list(kinds()) == CORE
    assert list(clock_mails()) == ["daily", "weekly"]
    assert find_kind("turn").usual(Channel.MAIL) is Timing.AT_ONCE


def test_what_waits_of_a_feature_that_is_gone_is_never_sent(
    game: Game, now: datetime, request: pytest.FixtureRequest
) -> None:
    while relay_events(now):
        pass
    Notification.objects.update(kind="plan_fired")
    request.getfixturevalue("bare")

    contexts = load_contexts(Notification.objects.all())

    assert contexts
    assert not any(context.is_true(now) for context in contexts)
