"""What PostgreSQL makes of the statements that run all the time: by index, never row by row.

The tables hold a few thousand rows, enough for the planner to prefer an index where there is one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from accounts import authentication
from accounts.credentials import digest_of
from accounts.models import PersonalToken, User
from config.http.pagination import Span
from games.features.puzzles import finding
from games.models import Game, GameEvent, InboxEntry, Outage, Player, Turn
from games.play import outages
from games.play.challenge.challenges import Terms, make_challenge
from games.play.robots import (
    accept_waiting_challenges,
    answer_draw_offers,
    play_waiting_games,
)
from games.play.sweeps import close_overdue, lapse_old_challenges, send_reminders
from games.play.turns import play_turn
from games.store import read, selectors
from games.store.game_lists import Wanted, find_games, read_games
from notifications.models import Notification
from notifications.queue import claim
from notifications.relay import relay_events
from notifications.vocabulary import Channel
from tests.bench.stage import copying, game_id
from tests.games.matches import play, start_formations, start_round
from tests.games.test_sweeps import beat_at

GAMES = 6_000
TOKEN = "c11_someone"


@pytest.fixture(scope="module")
def person(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[User]:
    """Someone with a few games among thousands, of which few are due; all gone at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        now = timezone.now()
        beat_at(now)
        yield _fill(now)
        transaction.set_rollback(True)


def _fill(now: datetime) -> User:
    white, black = (User.objects.create_user(name) for name in ("alice", "bob"))
    game = start_round(start_formations(white, black, now), now)
    game = play(game, "d2d4 @f3", "d7d5", now=now).game
    challenge = make_challenge(white, "bob", Terms(), now=now)
    event = GameEvent.objects.filter(game=game).latest("id")
    note = Notification.objects.create(
        event=event, user=white, channel=Channel.MAIL, kind="turn", due_at=now
    )
    _copy(white, username="'player' || n")
    first = User.objects.get(username="player1").pk
    deadline = f"now() + interval '1 hour' * (n - {GAMES // 100})"
    user = f"{first} + n % {GAMES // 20}"
    opponent = f"{first} + {GAMES // 20} + n % {GAMES // 20}"
    _copy(
        game, id=_ID, deadline=deadline, remind_at=deadline, created_at="now() - n * '1m'::interval"
    )
    white_seat, black_seat = game.players.order_by("pk")
    _copy(white_seat, game_id=_ID, user_id=user, side="'white'", deadline=deadline)
    _copy(black_seat, game_id=_ID, user_id=opponent, side="'black'", deadline="NULL")
    for turn in game.turns.all():
        _copy(turn, game_id=_ID)
    relayed = f"CASE WHEN n > {GAMES // 100} THEN now() END"
    _copy(event, game_id=_ID, relayed_at=relayed)
    newest = GameEvent.objects.latest("id").pk - GAMES
    entry = InboxEntry.objects.filter(event=event).earliest("pk")
    _copy(entry, user_id=user, number=f"1000 + n / {GAMES // 20}", event_id=f"{newest} + n")
    _copy(
        challenge,
        id=_ID,
        challenger_id=user,
        opponent_id=f"CASE WHEN n % 2 = 0 THEN {opponent} END",
        status="CASE WHEN n % 50 = 0 THEN 'open' ELSE 'cancelled' END",
        expires_at=deadline,
        answered_at="CASE WHEN n % 50 > 0 THEN now() END",
    )
    _copy(
        note,
        event_id=f"{newest} + n",
        user_id=user,
        status="CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'sent' END",
        settled_at="CASE WHEN n % 50 > 0 THEN now() END",
    )
    person = User.objects.get(pk=first + 1)
    token = PersonalToken.objects.create(
        user=person, name="test", scopes=[], digest=digest_of(TOKEN), last_used_at=now
    )
    _copy(token, digest="md5(n::text)")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return person


_ID = "lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')"


def _copy(template: Any, **given: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(copying(template, GAMES, **given))


# --- the plans ----------------------------------------------------------------------------------


class Plans:
    """Explains every statement that is executed while the context lasts."""

    def __init__(self, *, prepared: bool = False) -> None:
        self.is_prepared = prepared
        """Whether plans are asked for that serve any values, which prepared statements may keep."""
        self.statements: list[str] = []
        self.row_by_row: set[str] = set()
        """Tables that were read as a whole."""
        self.indexes: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "UPDATE", "WITH", "INSERT")):
            self.statements.append(sql)
            with context["connection"].connection.cursor() as cursor:
                if self.is_prepared:
                    explained = f"EXPLAIN (FORMAT JSON, GENERIC_PLAN) {_numbered(sql)}"
                    cursor.execute(explained, prepare=False)
                else:
                    cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params, prepare=False)
                told = cursor.fetchone()[0]
            self._walk((json.loads(told) if isinstance(told, str) else told)[0]["Plan"])
        return execute(sql, params, many, context)

    def _walk(self, node: dict[str, Any]) -> None:
        if node["Node Type"] == "Seq Scan":
            self.row_by_row.add(node["Relation Name"])
        if "Index Name" in node:
            self.indexes.add(node["Index Name"])
        for inner in node.get("Plans", ()):
            self._walk(inner)


def _numbered(sql: str) -> str:
    """Return the statement with its places as PostgreSQL numbers them."""
    parts = sql.split("%s")
    numbered = "".join(f"{part}${place}" for place, part in enumerate(parts[:-1], start=1))
    return (numbered + parts[-1]).replace("%%", "%")


HOT: dict[str, tuple[Callable[[User], Any], str]] = {
    "who asks": (lambda person: authentication.personal(TOKEN), "digest"),
    "a game": (lambda person: read.read_game(game_id(1)), "games_game_pkey"),
    "a game to be changed": (lambda person: read.read_game_locked(game_id(1)), "games_game_pkey"),
    "whether a game has changed": (
        lambda person: selectors.find_stamp(game_id(1)),
        "games_game_pkey",
    ),
    "a turn": (lambda person: _play(game_id(GAMES)), "games_game_pkey"),
    "games awaiting me": (lambda person: _awaiting(person, None), "player_awaited"),
    "games awaiting me, further on": (
        lambda person: _awaiting(person, [timezone.now(), game_id(1)]),
        "player_awaited",
    ),
    "games": (lambda person: find_games(Wanted())[:21], "game_newest"),
    "games that go on": (
        lambda person: find_games(Wanted(statuses=("playing",)))[:21],
        "game_newest",
    ),
    "my games": (lambda person: find_games(Wanted(player=person.pk))[:21], "player"),
    "games of several statuses": (
        lambda person: read_games(Wanted(statuses=("formation", "aborted")), Span(None, False, 21)),
        "game_newest_by_status",
    ),
    "games of a day": (
        lambda person: find_games(Wanted(since=timezone.now() - timedelta(hours=9)))[:21],
        "game_newest",
    ),
    "games named": (
        lambda person: find_games(Wanted(ids=(game_id(1), game_id(2))))[:21],
        "games_game_pkey",
    ),
    "my games against somebody": (
        lambda person: find_games(Wanted(player=person.pk, against=person.pk + 1))[:21],
        "player",
    ),
    "my games that have changed": (
        lambda person: find_games(
            Wanted(player=person.pk, updated_since=timezone.now(), statuses=("playing", "finished"))
        )[:21],
        "player",
    ),
    "the turns of several games": (
        lambda person: selectors.by_game(Turn.objects.order_by("game", "number"), [game_id(1)]),
        "turn_number_unique",
    ),
    "my games that go on": (lambda person: selectors.running_games(person.pk)[:21], "player"),
    "the turns of a game": (lambda person: selectors.turns_of(game_id(1)), "turn_number_unique"),
    "my events": (lambda person: selectors.events_after(person.pk, 1, 50), "inbox_number_unique"),
    "the events of a game": (
        lambda person: selectors.game_events_after(game_id(1), 1, 50),
        "event_number_unique",
    ),
    "the events of a challenge": (
        lambda person: GameEvent.objects.filter(challenge__in=["12345678"]),
        "event_of_challenge",
    ),
    "challenges to all": (
        lambda person: selectors.open_challenges(timezone.now())[:21],
        "challenge_l",
    ),
    "my challenges": (
        lambda person: selectors.challenges_of(person.pk, timezone.now())[:21],
        "challenge_made",
    ),
    "games to look for puzzles in": (
        lambda person: finding.look_at_games(timezone.now(), 20, lambda: False),
        "game_ended",
    ),
    "the sweep of deadlines": (lambda person: close_overdue(20), "game_overdue"),
    "the sweep of reminders": (lambda person: send_reminders(20), "game_to_remind"),
    "the sweep of challenges": (lambda person: lapse_old_challenges(20), "challenge_lapsing"),
    "giving time back": (lambda person: _give_back(), "game_overdue"),
    "the robots' challenges": (
        lambda person: accept_waiting_challenges(timezone.now()),
        "challenge",
    ),
    "the robots' draws": (lambda person: answer_draw_offers(timezone.now()), "game_draw_offered"),
    "the robots' turns": (lambda person: play_waiting_games(0), "player_awaited"),
    "the outbox": (lambda person: relay_events(timezone.now(), 20), "event_outbox"),
    "mails to send": (lambda person: claim(Channel.MAIL, timezone.now(), 20), "notification_due"),
}


PREPARED = ["who asks", "a game", "a game to be changed", "a turn", "games awaiting me"]
"""Whose statements are fixed, so that a connection soon keeps one plan for each."""


@pytest.mark.parametrize("what", HOT)
@pytest.mark.django_db
def test_it_is_found_by_its_index(what: str, person: User) -> None:
    _check(what, person, Plans())


@pytest.mark.parametrize("what", PREPARED)
@pytest.mark.django_db
def test_it_is_found_so_by_a_plan_that_is_kept(what: str, person: User) -> None:
    _check(what, person, Plans(prepared=True))


ARCHIVED = ["a turn", "my events", "the events of a game", "the outbox"]
"""Whose tables have an archive each."""


@pytest.mark.parametrize("what", ARCHIVED)
@pytest.mark.django_db
def test_it_is_found_so_beside_a_full_archive(what: str, person: User) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, event in (("games_gameevent", "id"), ("games_inboxentry", "event_id")):
            cursor.execute(
                f"WITH moved AS (DELETE FROM ONLY {table} WHERE {event} IN ("
                "SELECT id FROM games_gameevent WHERE relayed_at IS NOT NULL AND id % 2 = 0"
                f") RETURNING *) INSERT INTO {table}_archive SELECT * FROM moved"
            )
            assert cursor.rowcount > GAMES / 3
        cursor.execute("ANALYZE games_gameevent, games_gameevent_archive")
        cursor.execute("ANALYZE games_inboxentry, games_inboxentry_archive")

        _check(what, person, Plans())

        transaction.set_rollback(True)


def _check(what: str, person: User, plans: Plans) -> None:
    act, index = HOT[what]
    with connection.cursor() as cursor:
        # Tables of a few rows are read as a whole.
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= 1000")
        large = {name for (name,) in cursor.fetchall()}

    with connection.execute_wrapper(plans):
        found = act(person)
        if hasattr(found, "query"):
            list(found)

    assert not plans.row_by_row & large, plans.statements
    assert any(index in name for name in plans.indexes), plans.indexes


def _play(game: str) -> Any:
    mover = Player.objects.get(game=game, side="white").user_id
    return play_turn(mover, game, 3, ["f3e5"], now=timezone.now())


def _awaiting(person: User, after: list[Any] | None) -> list[Game]:
    return selectors.games_awaiting(person.pk, Span(after, False, 21)) + selectors.games_awaiting(
        person.pk, Span(after, after is not None, 21)
    )


def _give_back() -> int:
    """Give an hour back to a few of the games."""
    end = timezone.now() + timedelta(minutes=1)
    Outage.objects.create(started_at=end - timedelta(hours=1), ended_at=end)
    return outages.give_back(0, batch=20)
