"""Hand-written SQL of notifications says what the ORM beside it says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Replace

from accounts.models import User
from games.models import Act, Game, GameEvent, InboxEntry
from games.play.challenge.challenges import Terms, make_challenge
from games.play.challenge.invitations import Invited
from notifications import queue
from notifications.models import Delivery, Notification, Webhook
from notifications.relay import relay_events
from notifications.store import rename_in_deliveries, settle
from notifications.vocabulary import Channel
from tests.games.matches import start_formations


def bodies() -> dict[int, str]:
    return dict(Delivery.objects.values_list("pk", "body"))


def test_what_was_delivered_is_renamed_as_the_orm_renames_it(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    start_formations(alice, bob, now)
    handed_over, _other = (start_formations(charlie, dan, now) for _ in range(2))
    Act.objects.create(game=handed_over, turn=1, index=0, side="white", name=Act.HAND_OVER, at=now)
    heard = GameEvent.objects.filter(game=handed_over).latest("pk")
    InboxEntry.objects.create(user=alice, number=900, event=heard)
    make_challenge(alice, "charlie", Terms(), now=now)
    make_challenge(bob, "alice", Terms(), now=now)
    make_challenge(bob, "charlie", Terms(), now=now)
    family = Terms(ruleset="family", options={"seats": 3})
    make_challenge(bob, None, family, now=now, others=[Invited(alice), Invited(charlie)])
    webhook = Webhook.objects.create(
        user=dan, url="https://hooks.example.org/", events=[], secret=b""
    )
    body = (
        '{"data": {"challenger": {"username": "alice", "url": "/players/alice/"}, "x": "malice"}}'
    )
    for event in [*GameEvent.objects.all(), None]:
        Delivery.objects.create(webhook=webhook, event=event, type="t", body=body, due_at=now)

    with transaction.atomic():
        rename_in_deliveries(alice.pk, "alice", "gone-1")
        by_hand = bodies()
        transaction.set_rollback(True)

    hers = Delivery.objects.filter(
        Q(event__game__players__user=alice)
        | Q(
            event__game__in=Game.objects.filter(
                acts__name=Act.HAND_OVER, events__entries__user=alice
            )
        )
        | Q(event__challenge__challenger=alice)
        | Q(event__challenge__opponent=alice)
        | Q(event__challenge__invitations__user=alice)
    )
    assert hers.filter(event__challenge__ruleset="family").exists()
    assert hers.filter(event__game=handed_over).exists()
    name = Replace(F("body"), Value('"alice"'), Value('"gone-1"'))
    hers.update(body=Replace(name, Value("/players/alice/"), Value("/players/gone-1/")))
    assert by_hand == bodies()
    assert set(by_hand.values()) == {
        body,
        body.replace('"alice"', '"gone-1"').replace("/alice/", "/gone-1/"),
    }


def test_a_row_is_closed_as_the_orm_closes_it(alice: User, bob: User, now: datetime) -> None:
    start_formations(alice, bob, now)
    while relay_events(now):
        pass
    rows = queue.claim(Channel.MAIL, now, 2)
    taken = Notification.objects.get(pk=rows[1].pk)
    taken.due_at += timedelta(seconds=1)
    taken.save(update_fields=["due_at"])
    fields = [field.attname for field in Notification._meta.concrete_fields]

    def closed(close: Callable[..., None]) -> list[tuple[Any, ...]]:
        with transaction.atomic():
            for row in rows:
                close(row)
            found = list(Notification.objects.order_by("pk").values_list(*fields))
            transaction.set_rollback(True)
        return found

    by_hand = closed(lambda row: settle(row, Notification.Status.SENT, now))
    by_orm = closed(
        lambda row: queue.QUEUE.settle(row, status=Notification.Status.SENT, settled_at=now)
    )

    assert by_hand == by_orm
    done = [row for row in by_hand if "sent" in row]
    assert len(done) == 1
