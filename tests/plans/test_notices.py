"""Who has prepared something hears what came of it, and is not called to a turn that is played."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from games.features.plans.models import PlanBook
from games.models import Game
from games.play.draws import offer_draw
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.message.context import MessageContext, load_contexts
from notifications.models import Digest, Notification
from notifications.preferences import NotificationPreferences
from notifications.relay import WHILE_PLANS_FIRE, relay_events
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind
from notifications.wishes import update_preferences
from tests.games.matches import any_turn, place, play, with_next_roll
from tests.notifications.test_mail import parsed, text_of
from tests.plans.conftest import Planner, fire_all, turn
from tests.plans.test_firing import KEEPER

FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


@pytest.fixture(autouse=True)
def _reached_by_mail(alice: User, bob: User) -> None:
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def relay(now: datetime) -> list[bool]:
    planned: list[bool] = []
    while relay_events(now, on_planned=lambda: planned.append(True)):
        pass
    return planned


def of(user: User, kind: str) -> MessageContext:
    rows = Notification.objects.filter(user=user, kind=kind, channel="mail").order_by("-pk")
    return load_contexts(rows[:1])[0]


def test_a_turn_that_a_plan_answers_is_withdrawn_and_shown_as_answered(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    relay(now)
    plan(game, alice, [SECOND], turn(THIRD))
    play(game, SECOND, now=now)

    assert relay(now) == [True]
    called = of(alice, "turn")
    assert called.notification.due_at == now + WHILE_PLANS_FIRE
    assert called.is_true(now)

    fire_all(game, now)
    relay(now)
    assert not of(alice, "turn").is_true(now)
    told = of(alice, "plan_fired")
    assert told.notification.in_digest
    assert told.is_true(now + timedelta(days=1))
    words = told.compose()
    assert words.title == "Your reply to bob was played"
    assert words.sentences[1].startswith("Your reply was played: alice")
    assert words.sentences[2] == "It is bob's turn."
    assert not Notification.objects.filter(user__username="bob", kind="plan_fired").exists()
    wishes = NotificationPreferences()
    assert wishes.way(Channel.PUSH, find_kind("plan_fired")) is Timing.OFF


def test_the_daily_mail_reports_plans_where_the_game_waits_again(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    update_preferences(alice.pk, {Channel.MAIL: {"turn": Timing.DAILY}})
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD))
    plan(game, alice, [SECOND, THIRD, "d7d6"], turn("d4d5"))
    play(game, SECOND, now=now)
    fire_all(game, now)
    relay(now)
    play(game, "d7d6", now=now)
    fire_all(game, now)
    relay(now)
    play(game, any_turn(game), now=now)
    relay(now)
    mail.outbox.clear()
    Digest.objects.update(due_at=now)
    send_due_mails()

    [digest] = [parsed(one) for one in mail.outbox if one.to[0].startswith("alice")]
    assert "Your turn against bob" in text_of(digest)
    assert "Your replies played 2 turns against bob." in text_of(digest)


def test_what_was_not_answered_says_why(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    for answer in ("c6b4", "c6d4"):
        plan(game, alice, [answer], {"do": "stop"})
    play(game, SECOND, now=now)
    fire_all(game, now)
    relay(now)
    assert "None of your 2 replies fits." in of(alice, "turn").compose().sentences

    offer_draw(bob.pk, game.pk, now=now)
    relay(now)
    held = "Your replies wait until the offer is answered."
    assert held in of(alice, "draw_offered").compose().sentences
    assert PlanBook.objects.exists()


def test_a_formation_that_a_plan_has_made_is_shown(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    placed = place(game, KEEPER)
    rules = game.rules
    after = rules.describe(rules.foresee(rules.load(placed.state), "white", ["!e8"], "goal").state)
    for user, side in ((bob, "black"), (alice, "white")):
        pieces = after["formation"][side]["pieces"]
        plan(placed, user, ["!e8=goal"], {"do": "formation", "pieces": pieces})
    with_next_roll(Game.objects.get(pk=game.pk), range(55))
    play(game, "!e8", now=now)
    fire_all(game, now)
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING
    relay(now)

    # The first that is ready, and the one that lets the round begin.
    for user in (alice, bob):
        told = of(user, "plan_fired")
        assert told.is_true(now)
        assert told.compose().sentences[0] == "Your formation for round 2 was played."
    Digest.objects.update(due_at=now)
    mail.outbox.clear()
    send_due_mails()
    assert not any("Your replies played" in str(one.body) for one in mail.outbox)


def test_a_plan_may_say_to_stop(game: Game, alice: User, plan: Planner, now: datetime) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], {"do": "stop"})
    play(game, SECOND, now=now)
    fire_all(game, now)
    relay(now)

    assert "You chose to stop here and look." in of(alice, "turn").compose().sentences
