"""What the checks after an evening find: nothing when all is well, and each loss by its name."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from games.models import Game, GameEvent, Inbox, Turn
from games.play.deadlines import enforce_deadline
from games.play.sweeps import set_aside
from notifications.models import Notification
from tests.load import checks
from tests.load.players import Promises


def test_nothing_is_wrong_where_all_is_well(promises: Promises, mails: Path) -> None:
    Notification.objects.update(status="withdrawn", settled_at=timezone.now())

    found = checks.check_all(promises, mails, ())

    assert [(what, wrong) for what, _, wrong in found if wrong] == []
    assert {what: number for what, number, _ in found}["turns"] == 2


def test_a_lost_turn_is_found(promises: Promises, game: Game) -> None:
    Turn.objects.filter(number=2).delete()

    assert len(list(checks.lost_or_doubled_turns(promises))) == 1
    assert any("next turn" in line for line in checks.differing_games())


def test_a_turn_that_no_one_sent_is_found(promises: Promises) -> None:
    promises.sent.pop()

    assert len(list(checks.lost_or_doubled_turns(promises))) == 1


def test_a_changed_game_is_found(game: Game) -> None:
    Game.objects.update(rolls_drawn=5)

    assert any("rolls drawn" in line for line in checks.differing_games())


def test_a_game_that_the_clock_decided_is_found(game: Game) -> None:
    assert game.deadline is not None
    enforce_deadline(game.pk, game.deadline)

    assert len(list(checks.wrong_endings(()))) == 1
    assert not list(checks.wrong_endings([game.pk]))


def test_an_end_that_was_reported_twice_is_found(game: Game) -> None:
    assert game.deadline is not None
    enforce_deadline(game.pk, game.deadline)
    GameEvent.objects.filter(type="turn.played").update(type="game.finished")

    assert any("3 times" in line for line in checks.wrong_endings([game.pk]))


def test_a_game_set_aside_is_found(game: Game) -> None:
    set_aside(game.pk, "its deadline could not be judged")

    assert any("set aside" in line for line in checks.differing_games())


def test_an_event_that_was_not_relayed_is_found(promises: Promises) -> None:
    GameEvent.objects.filter(type="turn.played").update(relayed_at=None)

    assert len(list(checks.untold_events())) == 2


def test_a_missing_notification_is_found(promises: Promises) -> None:
    assert not list(checks.untold_events())

    Notification.objects.filter(event__type="turn.played").delete()

    assert len(list(checks.untold_events())) == 2


def test_a_stream_with_a_gap_a_repeat_or_an_early_end_is_found(promises: Promises) -> None:
    Inbox.objects.update(last_number=6)
    heard = {"player0": [3, 5, 6], "player1": [3, 4, 4, 5, 6], "alice": [3, 4]}
    promises.heard = heard

    assert len(list(checks.gaps_in_streams(promises))) == 2

    promises.heard = {"player0": [3, 4, 5], "player1": [3, 4, 5, 6]}
    assert len(list(checks.gaps_in_streams(promises))) == 1


def test_a_mail_that_did_not_arrive_is_found(promises: Promises, mails: Path) -> None:
    Notification.objects.update(status="sent", settled_at=timezone.now())
    numbers = sorted(Notification.objects.values_list("pk", flat=True))
    for number in numbers[1:]:
        (mails / f"{number}.eml").write_bytes(
            b"Message-ID: <notification-%d@localhost>\r\nSubject: x\r\n\r\n" % number
        )

    assert list(checks.lost_mails(mails)) == [
        f"notification {numbers[0]} is marked as sent and did not arrive"
    ]
