"""``manage.py backup`` and ``manage.py restore``, on a match that is being played."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.credentials import ALL_SCOPES
from accounts.models import PersonalToken, User
from accounts.services.deletion import delete_account
from accounts.services.tokens import create_token
from config.management.commands import backup
from games.models import Game, GameEvent
from games.play.acts import resign
from games.play.seeds import COLUMNS, roll_of
from games.shown.fairness import fairness_payload
from games.store.archive import archive_games
from notifications.message.context import load_contexts
from notifications.message.email import write_mail
from notifications.models import Notification
from notifications.relay import relay_events
from tests.games.matches import place, play, start_formations, start_round

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def lock(settings: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Lock a folder of your own: other processes of the tests restore at the same time."""
    settings.FOLDERS = replace(settings.FOLDERS, data=tmp_path_factory.mktemp("data"))


@pytest.fixture
def game(transactional_db: None) -> Game:
    alice = User.objects.create_user("alice", "alice@example.org")
    bob = User.objects.create_user("bob", "bob@example.org")
    game = start_round(start_formations(alice, bob, NOW), NOW)
    play(game, "d2d4 @f3", now=NOW)
    return game


RENEWED = {"revision", "updated_at", *COLUMNS}
"""What a restore itself changes of a running game."""


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table of ours, except what a restore gives running games."""
    return {
        model._meta.db_table: sorted(model.objects.values_list(*columns_of(model)), key=repr)
        for model in apps.get_models()
        if model._meta.managed
    }


def columns_of(model: Any) -> list[str]:
    names = [field.attname for field in model._meta.concrete_fields]
    return [name for name in names if name not in RENEWED] if model is Game else names


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_what_is_restored_is_what_was_and_can_be_played_on(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.dump"
    before = everything()
    assert str(path) in run("backup", str(path))
    resign(game.players.get(side="black").user_id, game.pk, now=NOW)
    User.objects.create_user("charlie", "charlie@example.org")
    assert everything() != before

    run("restore", str(path), "--replace")

    assert everything() == before
    assert run("replay_games") == "1 games played again, 0 differ.\n"
    game.refresh_from_db()
    assert play(game, "d7d5", now=NOW).turn.number == 2


def test_players_whose_turns_are_lost_are_notified_which(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.dump"
    bob = User.objects.get(username="bob")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    run("backup", str(path))
    play(game, "d7d5", now=NOW)
    charlie = User.objects.create_user("charlie", "charlie@example.org")
    begun_later = start_formations(charlie, bob, NOW)
    play(start_round(begun_later, NOW), "d2d4 @f3", now=NOW)

    said = run("restore", str(path), "--replace")

    assert "1 turns played since then are lost; their players are notified." in said
    assert "1 games that began since then are gone." in said
    event = GameEvent.objects.get(type="turn.lost")
    assert (event.game_id, event.data["turn"], event.data["side"]) == (game.pk, 2, "black")
    assert event.data["notation"]
    assert event.data["played_at"] == "2030-01-01T12:00:00Z"
    while relay_events(timezone.now()):
        pass
    messages = Notification.objects.filter(event=event)
    assert {(m.kind, m.user.username) for m in messages} == {("turn_lost", "bob")}
    context = load_contexts(list(messages))[0]
    mail = write_mail(context, "bob@example.org")
    assert mail.subject == "We lost your turn against alice"
    assert f"Turn 2, {event.data['notation']}, which you played on " in mail.body
    assert play(game, "d7d5", now=NOW).turn.number == 2


def test_a_running_game_is_restored_with_a_new_seed_and_says_so(game: Game, tmp_path: Path) -> None:
    game.refresh_from_db()
    play(place(game, "3k4/8/8/8/8/8/4r3/3K4 b e2 open - 3"), "!e1", now=NOW)
    Game.objects.filter(pk=game.pk).update(salts={"white": "ab" * 8})
    path = tmp_path / "a.dump"
    run("backup", str(path))
    known = Game.objects.get(pk=game.pk)
    first = [roll_of(known, n) for n in range(50)]

    said = run("restore", str(path), "--replace")

    game = Game.objects.get(pk=game.pk)
    assert "1 running games have a new seed" in said
    assert game.commitment != known.commitment
    assert roll_of(game, 0) == first[0]
    assert [roll_of(game, n) for n in range(1, 50)] != first[1:]
    record = fairness_payload(game)
    assert record["first_shot"] == 1
    assert record["salts"] == {"white": None, "black": None}
    assert record["takes_salts"]
    (earlier,) = record["earlier"]
    assert earlier["commitment"] == known.commitment
    assert earlier["salts"] == {"white": "ab" * 8, "black": None}
    assert earlier["seed"] is None


def test_a_finished_game_is_restored_as_it_was(game: Game, tmp_path: Path) -> None:
    resign(game.players.get(side="black").user_id, game.pk, now=NOW)
    path = tmp_path / "a.dump"
    run("backup", str(path))
    before = Game.objects.values().get()

    run("restore", str(path), "--replace")

    assert Game.objects.values().get() == before


def test_the_archive_is_restored_as_an_archive(game: Game, tmp_path: Path) -> None:
    resign(game.players.get(side="black").user_id, game.pk, now=NOW)
    GameEvent.objects.update(relayed_at=NOW)
    moved = archive_games(NOW + timedelta(days=366))
    assert moved.turns == 1
    assert moved.events > 0
    assert moved.entries > 0
    path = tmp_path / "a.dump"
    before = everything()
    run("backup", str(path))

    run("restore", str(path), "--replace")

    assert everything() == before
    assert run("replay_games") == "1 games played again, 0 differ.\n"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM games_turn_archive),"
            " (SELECT count(*) FROM games_gameevent_archive),"
            " (SELECT count(*) FROM games_inboxentry_archive)"
        )
        assert cursor.fetchone() == moved[:3]
    assert archive_games(NOW + timedelta(days=366))[:3] == (0, 0, 0)


def test_a_backup_is_for_its_owner_only(game: Game, tmp_path: Path) -> None:
    run("backup", str(tmp_path / "a.dump"))

    assert (tmp_path / "a.dump").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["a.dump"]


def test_what_is_there_is_not_thrown_away_unasked(game: Game, tmp_path: Path) -> None:
    run("backup", str(tmp_path / "a.dump"))
    before = everything()

    with pytest.raises(CommandError, match="--replace"):
        run("restore", str(tmp_path / "a.dump"))

    assert everything() == before


def test_a_copy_that_runs_is_not_pulled_from_under_its_feet(game: Game, tmp_path: Path) -> None:
    run("backup", str(tmp_path / "a.dump"))
    before = everything()

    with settings.FOLDERS.held(), pytest.raises(CommandError, match="Stop it"):
        run("restore", str(tmp_path / "a.dump"), "--replace")

    assert everything() == before


def test_logins_that_a_backup_brings_back_can_be_ended(
    game: Game, client: Client, tmp_path: Path
) -> None:
    alice = User.objects.get(username="alice")
    client.force_login(alice)
    create_token(alice, "bot", ALL_SCOPES)
    run("backup", str(tmp_path / "a.dump"))

    said = run("restore", str(tmp_path / "a.dump"), "--replace", "--end-logins")

    assert "2 sessions and tokens ended" in said
    assert not PersonalToken.objects.exists()
    assert client.get("/api/v1/me").status_code == 401


def test_who_is_brought_back_is_deleted_again_by_the_number_in_the_log(
    game: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    alice = User.objects.get(username="alice")
    run("backup", str(tmp_path / "a.dump"))
    with caplog.at_level("INFO"):
        delete_account(alice, NOW)
    assert f"account {alice.pk} was deleted" in caplog.text
    run("restore", str(tmp_path / "a.dump"), "--replace")
    assert User.objects.filter(username="alice").exists()

    assert run("delete_account", str(alice.pk), "999") == "1 deleted, 1 were not there.\n"

    assert not User.objects.filter(username="alice").exists()


@pytest.mark.parametrize("harm", ["cut", "not a backup"])
def test_a_broken_file_changes_nothing(game: Game, tmp_path: Path, harm: str) -> None:
    path = tmp_path / "a.dump"
    run("backup", str(path))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3] if harm == "cut" else b"hello")
    before = everything()

    with pytest.raises(CommandError, match="Nothing was changed"):
        run("restore", str(path), "--replace")

    assert everything() == before


def test_a_table_in_use_stops_the_restore_and_not_the_service(
    game: Game, tmp_path: Path, settings: Any
) -> None:
    settings.RESTORE_LOCK_SECONDS = 1
    run("backup", str(tmp_path / "a.dump"))
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN; LOCK TABLE games_game IN ROW EXCLUSIVE MODE")
            with pytest.raises(CommandError, match="lock timeout"):
                run("restore", str(tmp_path / "a.dump"), "--replace")
            cursor.execute("ROLLBACK")
    finally:
        other.close()

    assert Game.objects.count() == 1


def test_a_backup_of_a_newer_release_changes_nothing(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.dump"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9001_x', now())"
        )
        run("backup", str(path))
        cursor.execute("DELETE FROM django_migrations WHERE name = '9001_x'")
    before = everything()

    with pytest.raises(CommandError, match=r"Nothing was changed: .*newer release \(games.9001_x"):
        run("restore", str(path), "--replace")

    assert everything() == before


def test_a_restore_without_the_key_names_it(
    game: Game, tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    resign(game.players.get(side="black").user_id, game.pk, now=NOW)
    path = tmp_path / "a.dump"
    run("backup", str(path))
    run("restore", str(path), "--replace")
    assert capsys.readouterr().err == ""
    key, settings.SECRET_KEY = settings.SECRET_KEY, "another key " * 5

    run("restore", str(path), "--replace")

    said = capsys.readouterr().err
    assert "Another SECRET_KEY has sealed the seeds of games" in said
    assert "SECRET_KEY_FALLBACKS" in said

    settings.SECRET_KEY_FALLBACKS = [key]
    run("restore", str(path), "--replace")
    assert capsys.readouterr().err == ""


def test_backups_are_written_again_and_again_and_old_ones_deleted(
    game: Game, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    starts = [datetime(2030, 1, day, tzinfo=UTC) for day in range(1, 4)]
    monkeypatch.setattr("config.management.commands.backup.timezone.now", lambda: starts.pop(0))
    command = backup.Command(stdout=StringIO())

    waits = list(islice(command.write_again_and_again(24, keep=2), 4))

    assert waits == [0.0, 86400.0, 86400.0, 86400.0]
    assert sorted(path.name for path in (tmp_path / "backups").iterdir()) == [
        "2030-01-02-000000.dump",
        "2030-01-03-000000.dump",
    ]
    # One that is started again waits until the newest is a day old.
    assert 86_000 < next(command.write_again_and_again(24, keep=None)) <= 86_400
