"""A week of someone with quiet hours and three games: every message with its local time.

The real sweeps, relay and senders, moved from one moment at which something is due to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play.sweeps import close_overdue, send_reminders
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.channels.push import send_due as send_due_pushes
from notifications.models import Digest, Ladder, Notification
from notifications.relay import relay_events
from notifications.reminders.ladders import remind_due
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import kinds
from notifications.wishes import update_preferences
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at
from tests.notifications.conftest import make_user
from tests.notifications.receiver import Receiver
from tests.notifications.test_mail import parsed, text_of
from tests.notifications.test_push import Device, service, subscribe

__all__ = ["service", "subscribe"]
VIENNA = ZoneInfo("Europe/Vienna")
SECOND = timedelta(seconds=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-12-{text}").replace(tzinfo=VIENNA)


WEEK = """
Mon 09:00 push Your turn against bob | 0–0 · by Tue 09:00, or with your time bank by Thu 09:00
Mon 09:00 push Your turn against dora | 0–0 · by Thu 09:00, or with your time bank by Tue 09:00
Tue 07:00 push Your turn against bob | 0–0 · bob: b8a7 · by Tue 23:30, or with your time bank by Thu 23:30
Tue 07:00 push Your turn against carl | 0–0 · carl: c3d5 · by Wed 02:00
Tue 08:00 mail 3 games wait for you | Your turn against carl | Your turn against bob | Your turn against dora
Tue 17:30 push Reminder: your turn against bob | 0–0 · by Tue 23:30, or with your time bank by Thu 23:30 (Vienna time)
Tue 19:30 mail Reminder: your turn against bob, by Tue 23:30 | Your turn time ends on Tuesday 8 December 2026, 23:30 (Vienna time). Then your time bank runs until Thursday 10 December 2026, 23:30 (Vienna time) at most.
Tue 20:00 push Reminder: your turn against carl | 0–0 · by Wed 02:00 (Vienna time)
Tue 21:45 mail Reminder: your turn against bob, by Tue 23:30 | Your turn time ends on Tuesday 8 December 2026, 23:30 (Vienna time). Then your time bank runs until Thursday 10 December 2026, 23:30 (Vienna time) at most.
Tue 21:45 mail Reminder: your turn against carl, by Wed 02:00 | Play by Wednesday 9 December 2026, 02:00 (Vienna time).
Tue 21:45 push Reminder: your turn against bob | 0–0 · by Tue 23:30, or with your time bank by Thu 23:30 (Vienna time)
Tue 21:45 push Reminder: your turn against carl | 0–0 · by Wed 02:00 (Vienna time)
Wed 08:00 mail 2 games wait for you | Your turn against bob | Your turn against dora
Wed 12:00 push Your turn against carl | 0–0 · carl: b1a2 · by Thu 12:00
Wed 21:45 mail On your time bank: your turn against bob, by Thu 23:30 | Your turn time ended on Tuesday 8 December 2026, 23:30 (Vienna time). Your time bank now runs until Thursday 10 December 2026, 23:30 (Vienna time).
Wed 21:45 mail Reminder: your turn against dora, by Thu 09:00 | Your turn time ends on Thursday 10 December 2026, 09:00 (Vienna time). Then your time bank runs until Tuesday 15 December 2026, 09:00 (Vienna time) at most.
Wed 21:45 push On your time bank: your turn against bob | 0–0 · by Thu 23:30 (Vienna time)
Wed 21:45 push Reminder: your turn against carl | 0–0 · by Thu 12:00 (Vienna time)
Wed 21:45 push Reminder: your turn against dora | 0–0 · by Thu 09:00, or with your time bank by Tue 09:00 (Vienna time)
Thu 08:00 mail 3 games wait for you | Your turn against carl | Your turn against bob | Your turn against dora
Thu 08:00 mail Reminder: your turn against carl, by Thu 12:00 | Play by Thursday 10 December 2026, 12:00 (Vienna time).
Thu 08:00 push Reminder: your turn against dora | 0–0 · by Thu 09:00, or with your time bank by Tue 09:00 (Vienna time)
Thu 09:00 mail On your time bank: your turn against dora, by Tue 09:00 | Your turn time ended on Thursday 10 December 2026, 09:00 (Vienna time). Your time bank now runs until Tuesday 15 December 2026, 09:00 (Vienna time).
Thu 09:00 push On your time bank: your turn against dora | 0–0 · by Tue 09:00 (Vienna time)
Thu 11:00 push Reminder: your turn against carl | 0–0 · by Thu 12:00 (Vienna time)
Thu 19:30 mail On your time bank: your turn against bob, by Thu 23:30 | Your turn time ended on Tuesday 8 December 2026, 23:30 (Vienna time). Your time bank now runs until Thursday 10 December 2026, 23:30 (Vienna time).
Thu 19:30 push On your time bank: your turn against bob | 0–0 · by Thu 23:30 (Vienna time)
Fri 16:12 push You won against carl | 0–0 · carl's time ran out.
Mon 08:00 mail Your week at Chess Eleven by post | You won against bob · 0–0 | You won against carl · 0–0
Mon 08:00 push You won against bob | 0–0 · bob's time ran out.
"""  # noqa: E501 (a line for each message)


class Week:
    """Time that goes from one due moment to the next, and what ann was told in it."""

    def __init__(self, clock: time_machine.Traveller, service: Receiver, phone: Device) -> None:
        self.clock, self.service, self.phone = clock, service, phone
        self.told: list[str] = []

    def go_to(self, moment: datetime) -> None:
        while (due := self._next_due()) < moment:
            self._tick(max(due, timezone.now() + SECOND))
        self._tick(moment)

    def _next_due(self) -> datetime:
        waiting: list[Any] = [
            *Ladder.objects.values_list("next_at", flat=True),
            *Notification.objects.filter(status="pending", in_digest=False).values_list(
                "due_at", flat=True
            ),
            *Digest.objects.filter(status="pending").values_list("due_at", flat=True),
            *Game.objects.filter(remind_at__isnull=False).values_list("remind_at", flat=True),
        ]
        return min(waiting, default=at("31 00:00"))

    def _tick(self, now: datetime) -> None:
        self.clock.move_to(now)
        beat_at(now)
        close_overdue(now=now)
        send_reminders(now=now)
        while relay_events(now):
            pass
        while remind_due(now=now):
            pass
        mails, pushes = len(mail.outbox), len(self.service.received)
        send_due_mails()
        send_due_pushes()
        when = f"{now.astimezone(VIENNA):%a %H:%M}"
        told = [
            f"{when} mail {told_in(message)}"
            for message in mail.outbox[mails:]
            if message.to[0].startswith("ann")
        ]
        for request in self.service.received[pushes:]:
            words = self.phone.read(request)["notification"]
            told.append(f"{when} push {words['title']} | {words['body']}")
        self.told += sorted(told)


def told_in(message: Any) -> str:
    mail = parsed(message)
    items = [line[2:] for line in text_of(mail).splitlines() if line.startswith("* ")]
    until = [line for line in text_of(mail).splitlines() if "(Vienna time)" in line and not items]
    return " | ".join([mail["Subject"], *items, *until])


@pytest.mark.long
@pytest.mark.django_db
def test_a_week(
    settings: Any, service: Receiver, subscribe: Callable[..., Device], own_network: None
) -> None:
    with time_machine.travel(at("07 09:00"), tick=False) as clock:
        ann = make_user("ann")
        User.objects.filter(pk=ann.pk).update(time_zone="Europe/Vienna")
        ann.refresh_from_db()
        bob, carl, dora = (make_user(name, verified=False) for name in ("bob", "carl", "dora"))
        update_preferences(
            ann.pk,
            {Channel.MAIL: dict.fromkeys(kinds(), Timing.OFF)},
        )
        update_preferences(
            ann.pk,
            {
                Channel.MAIL: {
                    "turn": Timing.DAILY,
                    "reminder": Timing.AT_ONCE,
                }
            },
            quiet_from="22:00",
            quiet_until="07:00",
            weekly=True,
        )
        week = Week(clock, service, subscribe(ann))
        now = timezone.now()
        post = start_round(start_formations(ann, bob, now, reserve_s=172_800, has_leave=True), now)
        strict = start_round(start_formations(carl, ann, now), now)
        calm = start_round(
            start_formations(ann, dora, now, days_per_turn=3, reserve_s=432_000), now
        )
        week.go_to(now + SECOND)
        for moment, game in (
            ("07 20:00", post),  # ann
            ("07 23:30", post),  # bob, by night
            ("08 02:00", strict),  # carl, too: ann has until two in the next night
            ("08 21:50", strict),  # ann
            ("09 12:00", strict),  # carl
            ("10 11:00", strict),  # ann, an hour before the end
            ("10 18:00", calm),  # ann, in her reserve
            ("10 21:00", post),  # ann, in her reserve
        ):
            week.go_to(at(moment))
            play(game, any_turn(game), now=timezone.now())
            week.go_to(timezone.now() + SECOND)
        week.go_to(at("14 09:00"))
    print("\n".join(week.told))
    assert week.told == WEEK.strip().splitlines()
