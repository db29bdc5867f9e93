"""What reports and decisions refuse: floods, strangers' games, other people's standing, races."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.kept import exported
from accounts.models import OperatorAct, OutgoingMail, User
from accounts.operator_log import record_act
from accounts.services.deletion import delete_account
from games.features.moderation import figures
from games.features.moderation.access import GROUP, make_group
from games.features.moderation.appeals import answer, appeal
from games.features.moderation.deciding import decide, end_closures, undo
from games.features.moderation.models import Appeal, Decision, Report
from games.features.moderation.reporting import MOST_A_DAY, forget_old, report
from games.models import Game, Player
from games.play import friends
from games.play.family import begin_family
from games.refusals import Conflict, Forbidden
from tests.games.races import race

pytestmark = pytest.mark.django_db

URL = "/api/v1/reports"


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def moderator(dan: User) -> User:
    make_group()
    dan.groups.add(Group.objects.get(name=GROUP))
    return dan


def test_a_flood_of_reports_ends_after_ten(person: Any, alice: User, client_of: Any) -> None:
    client = client_of(alice)
    for number in range(MOST_A_DAY):
        person(f"player-{number}")
        assert client.post(URL, {"about": f"player-{number}", "reason": "abuse"}).status_code == 201
    person("one-more")

    answer = client.post(URL, {"about": "one-more", "reason": "abuse"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_reports")
    assert Report.objects.count() == MOST_A_DAY


@pytest.mark.django_db(transaction=True)
def test_many_reports_at_once_do_not_pass_the_bound(
    person: Any, alice: User, now: datetime
) -> None:
    people = [person(f"player-{n}") for n in range(MOST_A_DAY + 3)]
    for one in people[: MOST_A_DAY - 1]:
        report(alice, one.username, "abuse", now=now)

    race(alice, *(lambda o=o: report(alice, o.username, "abuse", now=now) for o in people[-4:]))

    assert Report.objects.count() == MOST_A_DAY


@pytest.mark.django_db(transaction=True)
def test_the_same_report_at_once_is_one(alice: User, bob: User, now: datetime) -> None:
    made = race(alice, *[lambda: report(alice, "bob", "abuse", now=now).pk] * 3)

    assert len(set(made)) == 1
    assert Report.objects.count() == 1


def test_the_same_reason_about_the_same_game_is_one_report(
    alice: User, bob: User, game: Game, client_of: Any
) -> None:
    said = {"about": "bob", "reason": "abuse", "game": game.pk}
    first = client_of(alice).post(URL, said).json()

    assert client_of(alice).post(URL, {**said, "turn": 1}).json()["id"] == first["id"]
    assert client_of(alice).post(URL, {**said, "reason": "stalling"}).json()["id"] != first["id"]
    listed = client_of(alice).get(URL).json()["results"]
    assert {one["is_closed"] for one in listed} == {False}
    assert client_of(bob).get(URL).json()["results"] == []
    # It counts again a week after it was decided.
    decided = Report.objects.filter(pk=first["id"])
    decided.update(closed_at=timezone.now() - timedelta(days=6))
    assert client_of(alice).post(URL, said).json()["id"] == first["id"]
    decided.update(closed_at=timezone.now() - timedelta(days=8))
    again = client_of(alice).post(URL, said).json()["id"]
    assert again != first["id"]
    assert client_of(alice).post(URL, said).json()["id"] == again


def test_what_can_not_be_reported(
    alice: User, bob: User, charlie: User, game: Game, client_of: Any
) -> None:
    client = client_of(charlie)
    for said, code in (
        ({"about": "charlie", "reason": "abuse"}, "self"),
        ({"about": "nobody", "reason": "abuse"}, "unknown"),
        ({"about": "charlie", "reason": "abuse", "game": game.pk}, "unknown"),
        ({"about": "bob", "reason": "abuse", "game": game.pk, "turn": 99}, "out_of_range"),
        ({"about": "bob", "reason": "hair"}, "unknown_choice"),
    ):
        answer = client.post(URL, said)
        assert answer.status_code == 400, answer.content
        assert answer.json()["errors"][0]["code"] == code
    assert client_of().post(URL, {"about": "bob", "reason": "abuse"}).status_code == 401
    assert client_of(alice, "games:read").post(URL, {}).status_code == 403


def test_a_game_of_strangers_in_family_mode_is_not_there(
    alice: User, bob: User, charlie: User, game: Game, now: datetime, client_of: Any
) -> None:
    friends.befriend(alice, "bob", now=now)
    begin_family(alice, now=now)

    said = {"about": "alice", "reason": "abuse", "game": game.pk}

    assert client_of(charlie).post(URL, said).status_code == 404
    assert client_of(charlie).post(URL, {"about": "alice", "reason": "abuse"}).status_code == 400
    assert client_of(bob).post(URL, said).status_code == 201


def test_no_one_reads_or_appeals_another_ones_standing(
    alice: User, bob: User, charlie: User, moderator: User, now: datetime, client_of: Any
) -> None:
    report(alice, "bob", "abuse", now=now)
    decision = decide(moderator, Report.objects.get().pk, "mute", days=7, now=now)

    assert client_of(charlie).get("/api/v1/me/standing").json()["results"] == []
    url = f"/api/v1/me/standing/{decision.pk}/appeal"
    assert client_of(charlie).post(url, {"text": "Hm"}).status_code == 404
    assert client_of(bob, "games:read").get("/api/v1/me/standing").status_code == 403
    assert not Appeal.objects.exists()


@pytest.mark.parametrize("who", ["stranger", "staff", "no second factor"])
def test_the_queue_is_for_moderators_with_a_second_factor(
    who: str, alice: User, moderator: User, browse: Any, settings: Any
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    user = moderator if who == "no second factor" else alice
    User.objects.filter(pk=alice.pk).update(is_staff=who == "staff", is_superuser=who == "staff")
    page = browse(User.objects.get(pk=user.pk))

    answer = page.get("/operator/reports/")

    if who == "no second factor":
        assert answer.status_code == 302
        assert answer["Location"] == "/accounts/2fa/"
        assert page.post("/operator/reports/1/decide/", {"decision": "mute:7"}).status_code == 302
    else:
        assert answer.status_code == 404
        assert page.post("/operator/reports/1/decide/", {"decision": "mute:7"}).status_code == 404
    assert browse().get("/operator/reports/").status_code == 302
    assert not Decision.objects.exists()


def test_no_one_decides_what_they_have_a_part_in(
    alice: User, bob: User, moderator: User, now: datetime
) -> None:
    report(moderator, "bob", "abuse", now=now)
    report(alice, "dan", "abuse", now=now)

    for one in Report.objects.all():
        with pytest.raises(Forbidden):
            decide(moderator, one.pk, "reminder", now=now)


def test_no_one_decides_about_a_game_they_play_in(
    alice: User, bob: User, charlie: User, game: Game, now: datetime, moderator: User
) -> None:
    """Nor answers an appeal of their own, or one against what they reported."""
    alice.groups.add(Group.objects.get(name=GROUP))
    one = report(charlie, "bob", "cheating", game_id=game.pk, now=now)

    with pytest.raises(Forbidden):
        decide(alice, one.pk, "void", now=now)
    decision = decide(moderator, report(alice, "bob", "abuse", now=now).pk, "reminder", now=now)
    asked = appeal(bob.pk, decision.pk, "No.", now=now)
    bob.groups.add(Group.objects.get(name=GROUP))
    for each in (alice, bob):
        with pytest.raises(Forbidden):
            answer(each, asked.pk, is_granted=False, now=now)


@pytest.mark.django_db(transaction=True)
def test_like_reports_decided_at_once_do_not_lock_each_other_out(
    alice: User, bob: User, charlie: User, person: Any, moderator: User, now: datetime
) -> None:
    charlie.groups.add(Group.objects.get(name=GROUP))
    one, other = (report(who, "bob", "abuse", now=now) for who in (alice, person("erin")))

    outcomes = race(
        bob,
        lambda: decide(moderator, one.pk, "mute", days=7, now=now).kind,
        lambda: decide(charlie, other.pk, "reminder", now=now).kind,
    )

    assert outcomes == ["mute", "report_closed"]


def test_a_report_does_not_name_a_player_whose_name_is_hidden(
    alice: User,
    bob: User,
    game: Game,
    moderator: User,
    now: datetime,
    client_of: Any,
    confirmed: Any,
) -> None:
    confirmed(alice)
    Player.objects.filter(game=game, user=bob).update(shown_as="Player 2")
    said = {"about": "Player 2", "reason": "abuse", "game": game.pk}

    made = client_of(alice).post(URL, said)

    assert (made.status_code, made.json()["about"]) == (201, "Player 2")
    assert client_of(alice).get(URL).json()["results"][0]["about"] == "Player 2"
    assert next(iter(exported("moderation.Report", alice)))["about"] == "Player 2"
    decide(moderator, Report.objects.get().pk, "rename", now=now)
    bob.refresh_from_db()
    told = OutgoingMail.objects.get(recipient="alice@example.org").text
    assert "about Player 2" in told
    assert bob.username not in told


def test_the_old_name_of_a_deleted_account_does_not_come_back(
    alice: User, bob: User, moderator: User, now: datetime
) -> None:
    decision = decide(moderator, report(alice, "bob", "name", now=now).pk, "rename", now=now)
    late = report(alice, User.objects.get(pk=bob.pk).username, "other", now=now)
    delete_account(User.objects.get(pk=bob.pk), now)
    gone = User.objects.get(pk=bob.pk).username

    with pytest.raises(Conflict):
        undo(moderator, decision.pk, now=now)
    with pytest.raises(Conflict):
        decide(moderator, late.pk, "rename", now=now)
    assert User.objects.get(pk=bob.pk).username == gone
    decision.refresh_from_db()
    assert decision.old_name == ""


def test_an_account_that_an_operator_has_locked_stays_locked(
    alice: User, bob: User, moderator: User, now: datetime
) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    record_act(moderator, "account_locked", user=bob)

    decide(moderator, report(alice, "bob", "abuse", now=now).pk, "close", days=1, now=now)

    assert end_closures(now + timedelta(days=2)) == 1
    bob.refresh_from_db()
    assert not bob.is_active
    assert OperatorAct.objects.filter(user=bob, what="closure_ended").exists()


def test_a_game_that_can_not_be_paused_keeps_no_one_from_closing(
    alice: User, bob: User, game: Game, moderator: User, now: datetime, monkeypatch: Any
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise Conflict("The clock of this game is stopped.", code="wrong_phase")

    monkeypatch.setattr("games.features.moderation.deciding.with_locked_game", refuse)

    decision = decide(moderator, report(bob, "alice", "abuse", now=now).pk, "close", now=now)

    assert decision.kind == "close"


def test_moderators_do_not_close_operators(
    alice: User, bob: User, moderator: User, now: datetime
) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    report(alice, "bob", "abuse", now=now)

    with pytest.raises(Forbidden):
        decide(moderator, Report.objects.get().pk, "close", now=now)
    assert decide(moderator, Report.objects.get().pk, "reminder", now=now)


@pytest.mark.django_db(transaction=True)
def test_of_two_moderators_at_once_one_decides(
    alice: User, bob: User, charlie: User, moderator: User, now: datetime
) -> None:
    charlie.groups.add(Group.objects.get(name=GROUP))
    one = report(alice, "bob", "abuse", now=now)

    outcomes = race(
        one,
        lambda: decide(moderator, one.pk, "mute", days=7, now=now).kind,
        lambda: decide(charlie, one.pk, "reminder", now=now).kind,
    )

    assert outcomes == ["mute", "report_closed"]
    assert Decision.objects.count() == 1


@pytest.mark.needs("phrases")
def test_a_mute_stops_messages_until_its_end(
    alice: User, bob: User, game: Game, moderator: User, now: datetime, client_of: Any
) -> None:
    report(alice, "bob", "abuse", now=now)
    decide(moderator, Report.objects.get().pk, "mute", days=7, now=now)
    url = f"/api/v1/games/{game.pk}/phrases"

    answer = client_of(bob).post(url, {"phrase": "hello"})

    assert (answer.status_code, answer.json()["code"]) == (403, "muted")
    Decision.objects.update(until=now - timedelta(seconds=1))
    assert client_of(bob).post(url, {"phrase": "hello"}).status_code == 201


def test_the_first_page_tells_the_person(
    alice: User, bob: User, moderator: User, now: datetime, browse: Any
) -> None:
    words = "A moderator made a decision about your account."
    assert words not in browse(bob).get("/").content.decode()
    report(alice, "bob", "abuse", now=now)
    decide(moderator, Report.objects.get().pk, "reminder", now=now)

    assert words in browse(bob).get("/").content.decode()
    assert words not in browse(alice).get("/").content.decode()
    page = browse(bob).get("/standing/", headers={"Accept-Language": "de"}).content.decode()
    assert "Ein Moderator erinnert dich an die Nutzungsbedingungen." in page


def test_figures_and_an_alarm_after_48_hours(alice: User, bob: User, now: datetime) -> None:
    def values() -> dict[str, Any]:
        return {one.name: one.value for one in figures.figures()}

    assert values()["reports_open"] == 0
    report(alice, "bob", "abuse", now=now)
    assert values()["reports_open"] == 1
    assert values()["reports_late"] == 0
    Report.objects.update(created_at=now - timedelta(hours=49))
    assert values()["reports_late"] == 1
    assert values()["reports_oldest_seconds"] > timedelta(hours=48)


def test_all_goes_after_two_years_but_what_holds(
    alice: User, bob: User, charlie: User, moderator: User, now: datetime
) -> None:
    for name, kind in (("bob", "reminder"), ("charlie", "close")):
        decide(moderator, report(alice, name, "abuse", now=now).pk, kind, now=now)

    assert forget_old(now + timedelta(days=700)) == 0
    assert forget_old(now + timedelta(days=731)) > 0
    assert not Report.objects.exists()
    assert [one.user for one in Decision.objects.all()] == [charlie]


def test_reports_by_the_pages_take_two_taps(
    alice: User, bob: User, game: Game, browse: Any
) -> None:
    page = browse(alice)
    menu = page.get(f"/games/{game.pk}/").content.decode()
    assert f"/report/?about=bob&amp;game={game.pk}&amp;turn=1" in menu
    assert "/report/?about=bob" in page.get("/players/bob/").content.decode()

    assert page.get("/report/").status_code == 404
    form = page.get("/report/", {"about": "bob", "game": game.pk, "turn": "1"})
    assert 'value="abuse"' in form.content.decode()
    page.post("/report/", {"about": "bob", "game": game.pk, "turn": "1", "reason": "abuse"})

    made = Report.objects.get()
    assert (made.about, made.game_id, made.turn, made.reason) == (bob, game.pk, 1, "abuse")
    again = page.post("/report/", {"about": "alice", "reason": "abuse"})
    assert again.status_code == 422
