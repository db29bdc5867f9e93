"""What was archived of a game is found as before, by everything that reads it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import clear_away, delete_account
from games.models import Challenge, Game, GameEvent, InboxEntry, Turn
from games.play.acts import resign
from games.play.replay import differences_of
from games.store.archive import archive_games
from games.store.selectors import events_after, game_events_after
from notifications.models import Delivery, Notification, Webhook
from notifications.vocabulary import Channel
from tests.at_once import at_once
from tests.games.matches import play, start_formations, start_round

YEAR = timedelta(days=366)
TABLES = ("games_turn", "games_gameevent", "games_inboxentry")


def counts(table: str = "games_turn") -> tuple[int, int]:
    """Return how many rows are in the table of play and how many in its archive."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT (SELECT count(*) FROM ONLY {table}), (SELECT count(*) FROM {table}_archive)"
        )
        played, archived = cursor.fetchone()
    return played, archived


@pytest.fixture
def over(game: Game, alice: User, now: datetime) -> Game:
    """A game of three turns that is over."""
    play(game, "d2d4 @f3", "d7d5", "c3b5", now=now)
    resign(alice.pk, game.pk, now=now)
    GameEvent.objects.update(relayed_at=now)
    return Game.objects.get(pk=game.pk)


def test_only_games_long_over_are_archived(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    running = start_round(start_formations(alice, bob, now), now)
    play(running, "d2d4 @f3", now=now)

    assert archive_games(now).turns == 0
    assert archive_games(now + YEAR).turns == 3
    assert archive_games(now + YEAR).turns == 0

    assert counts() == (1, 3)
    assert Turn.objects.count() == 4
    play(running, "d7d5", now=now)
    assert counts() == (2, 3)


@pytest.mark.parametrize(
    "path",
    [
        "/turns",
        "/turns?after=1",
        "/export",
        "/export?format=text",
        "/board.svg",
        "/board.svg?turn=2",
        "/events",
        "/events?after=2&limit=2",
    ],
)
def test_the_api_answers_as_before(
    path: str, over: Game, now: datetime, client_of: Callable[..., APIClient]
) -> None:
    address = f"/api/v1/games/{over.pk}{path}"
    before = client_of().get(address)

    archive_games(now + YEAR)

    after = client_of().get(address)
    assert (after.status_code, after.content) == (200, before.content)


@pytest.mark.parametrize("page", ["", "history/", "history/?turn=2"])
def test_the_pages_show_the_turns_as_before(
    page: str, over: Game, now: datetime, client: Client
) -> None:
    archive_games(now + YEAR)

    shown = client.get(f"/games/{over.pk}/{page}")

    assert shown.status_code == 200
    assert b"d7" in shown.content


def test_an_archived_game_replays_to_its_end(over: Game, now: datetime) -> None:
    archive_games(now + YEAR)

    assert differences_of(over) == []


def test_batches_go_through_all_games(alice: User, bob: User, now: datetime) -> None:
    for _ in range(5):
        game = start_round(start_formations(alice, bob, now), now)
        play(game, "d2d4 @f3", now=now)
        resign(alice.pk, game.pk, now=now)

    moved, last = [], ""
    while (batch := archive_games(now + YEAR, last, limit=2)).last:
        moved.append(batch.turns)
        last = batch.last

    assert moved == [2, 2, 1]


def test_the_command_says_what_it_moved(over: Game) -> None:
    Game.objects.update(finished_at=timezone.now() - timedelta(days=400))
    out = StringIO()

    call_command("archive_games", stdout=out)

    events, entries = (counts(table)[1] for table in ("games_gameevent", "games_inboxentry"))
    assert out.getvalue() == (
        f"3 turns, {events} events and {entries} inbox entries moved to the archive.\n"
    )
    assert counts() == (0, 3)
    assert counts("games_gameevent") == (GameEvent.objects.filter(game=None).count(), events)


def test_a_game_that_goes_takes_its_archived_turns_along(over: Game, now: datetime) -> None:
    archive_games(now + YEAR)

    over.delete()

    assert counts() == (0, 0)
    assert counts("games_gameevent")[1] == counts("games_inboxentry")[1] == 0


def test_an_inbox_reads_as_before(
    over: Game, alice: User, now: datetime, client_of: Callable[..., APIClient]
) -> None:
    running = start_round(start_formations(alice, User.objects.get(username="bob"), now), now)
    play(running, "d2d4 @f3", now=now)
    before = [
        client_of(alice).get(f"/api/v1/events{query}").content
        for query in ("", "?after=2&limit=3", "?after=5")
    ]

    assert archive_games(now + YEAR).entries > 0

    assert before == [
        client_of(alice).get(f"/api/v1/events{query}").content
        for query in ("", "?after=2&limit=3", "?after=5")
    ]


def test_an_event_stays_while_it_waits_or_something_belongs_to_it(
    over: Game, alice: User, now: datetime
) -> None:
    waiting, notified, delivered, *others = GameEvent.objects.filter(game=over).order_by("number")
    GameEvent.objects.filter(pk=waiting.pk).update(relayed_at=None)
    note = Notification.objects.create(
        event=notified, user=alice, channel=Channel.MAIL, kind="turn", due_at=now
    )
    webhook = Webhook.objects.create(user=alice, url="https://example.org/", events=[])
    Delivery.objects.create(webhook=webhook, event=delivered, type="x", body="{}", due_at=now)

    assert archive_games(now + YEAR).events == len(others)
    connection.check_constraints()

    assert counts("games_gameevent")[0] == 3 + GameEvent.objects.filter(game=None).count()
    note.delete()
    assert archive_games(now + YEAR)[:2] == (0, 1)


def test_a_name_is_taken_out_of_what_is_archived(over: Game, alice: User, now: datetime) -> None:
    archive_games(now + YEAR)

    delete_account(alice, now)
    alice.refresh_from_db()
    clear_away(alice, now, seconds=60)

    started = GameEvent.objects.get(game=over, type="game.started")
    assert "alice" not in str(started.data)
    assert not InboxEntry.objects.filter(user=alice).exists()


@pytest.mark.django_db(transaction=True)
class TestAtTheSameTime:
    """Two who move, and others who read or delete meanwhile."""

    def test_each_row_is_moved_once(self, over: Game, now: datetime) -> None:
        whole = [sum(counts(table)) for table in TABLES]

        moved = at_once(*[lambda: archive_games(now + YEAR)] * 4)

        assert [sum(counts(table)) for table in TABLES] == whole
        assert tuple(counts(table)[1] for table in TABLES) == tuple(
            sum(batch[place] for batch in moved) for place in range(3)
        )

    def test_who_reads_finds_each_event_once(self, over: Game, alice: User, now: datetime) -> None:
        whole = GameEvent.objects.filter(game=over).count()

        def read() -> list[int]:
            return [len(events_after(alice.pk, 0, 100)) for _ in range(50)] + [
                len(game_events_after(over.pk, 0, 100)) for _ in range(50)
            ]

        mine = len(events_after(alice.pk, 0, 100))
        _, *found = at_once(lambda: [archive_games(now + YEAR).turns], read, read)

        assert found == [[mine] * 50 + [whole] * 50] * 2

    @pytest.mark.parametrize("is_first", [True, False])
    def test_a_game_is_deleted_with_all_its_rows(
        self, over: Game, now: datetime, is_first: bool
    ) -> None:
        def delete() -> None:
            with transaction.atomic():
                list(Game.objects.filter(pk=over.pk).select_for_update())
                Challenge.objects.filter(game=over.pk).delete()
                Game.objects.filter(pk=over.pk).delete()

        def move() -> None:
            archive_games(now + YEAR)

        at_once(*((delete, move) if is_first else (move, delete)))

        assert not GameEvent.objects.filter(game=over.pk).exists()
        assert not InboxEntry.objects.exclude(event__in=GameEvent.objects.values("pk")).exists()
        assert counts() == (0, 0)
