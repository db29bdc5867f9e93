"""Twelve disputes, each solved through the pages by a moderator in at most six clicks.

Every step is in the log of operators' acts and in the copies of both people's data.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.kept import exported
from accounts.models import OperatorAct, OutgoingMail, User
from games.features.moderation.deciding import end_closures
from games.features.moderation.models import Decision, Report
from games.features.moderation.reporting import report
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.refusals import Conflict
from tests.moderation.conftest import Moderating

pytestmark = pytest.mark.django_db

QUEUE = "/operator/reports/"


@pytest.fixture
def now() -> datetime:
    from django.utils import timezone

    return timezone.now()


def newest(user: User) -> Decision:
    return Decision.objects.filter(user=user).latest("pk")


def check_trail(reporter: User, person: User, *acts: str) -> None:
    """Check that the log has these acts, and the copies of both people what is theirs."""
    logged = list(
        OperatorAct.objects.filter(user=person).order_by("pk").values_list("what", flat=True)
    )
    assert logged == list(acts)
    made = list(exported("moderation.Report", reporter))
    assert [row["made_by_you"] for row in made] == [True]
    theirs = list(exported("moderation.Report", person))
    assert [row["made_by_you"] for row in theirs] == [False]
    assert reporter.username not in str(theirs), "never who reported"
    decisions = list(exported("moderation.Decision", person))
    assert len(decisions) == Decision.objects.filter(user=person).count()
    assert list(exported("moderation.Decision", reporter)) == []


CASES = [
    # What is reported, the button, whether it lasts, and whether something was done.
    ("abuse", "No action", "no_action", None),
    ("abuse", "Reminder", "reminder", None),
    ("abuse", "No messages: 7 days", "mute", 7),
    ("stalling", "No rated games: 30 days", "unrated", 30),
    ("name", "New username", "rename", None),
    ("several_accounts", "Account closed: 30 days", "close", 30),
    ("cheating", "Account closed: for good", "close", None),
    ("cheating", "Rated results undone", "void", None),
]


@pytest.mark.parametrize(("reason", "button", "kind", "days"), CASES)
def test_a_report_is_decided_in_two_clicks(
    alice: User,
    bob: User,
    dan: User,
    game: Game,
    now: datetime,
    moderating: Moderating,
    confirmed: Callable[..., None],
    reason: str,
    button: str,
    kind: str,
    days: int | None,
) -> None:
    """Disputes 1 to 8."""
    confirmed(alice, bob)
    report(alice, "bob", reason, game_id=game.pk, turn=1, text="See yourself.", now=now)
    clicks = moderating(dan).open(QUEUE)

    clicks.follow("bob").press(button, sentence="Please be kind.")

    assert clicks.count == 2
    assert "No open reports." in clicks.text
    decision = newest(bob)
    assert (decision.kind, decision.by, decision.reason) == (kind, dan, reason)
    assert (decision.until is None) == (days is None)
    if days is not None and decision.until is not None:
        assert decision.until - decision.at == timedelta(days=days)
    check_trail(alice, bob, "report_decided")
    about_it = OutgoingMail.objects.exclude(subject__contains="account is closed")
    mails = {mail.recipient: mail for mail in about_it}
    answer = mails["alice@example.org"].text
    assert "looked at your report about" in answer
    assert "Terms: http" in answer, "every email leads to the legal pages"
    assert "kind." not in answer, "the reporter isn't told what"
    if kind == "no_action":
        assert "bob@example.org" not in mails
        assert "Nothing had to be done" in answer
    else:
        assert "Please be kind." in mails["bob@example.org"].text
        assert "/standing/" in mails["bob@example.org"].text


def test_an_appeal_is_granted_by_another_moderator(
    alice: User,
    bob: User,
    dan: User,
    charlie: User,
    now: datetime,
    moderating: Moderating,
    client_of: Any,
) -> None:
    """Dispute 9: the wrong brother was muted."""
    report(alice, "bob", "abuse", now=now)
    first = moderating(dan).open(QUEUE).follow("bob").press("No messages: 30 days")
    standing = client_of(bob).get("/api/v1/me/standing").json()
    assert standing["is_good"] is False
    url = f"/api/v1/me/standing/{standing['results'][0]['id']}/appeal"
    assert client_of(bob).post(url, {"text": "That was my brother."}).status_code == 201
    assert client_of(bob).post(url, {"text": "Again"}).json()["code"] == "appeal_made"
    second = moderating(charlie).open(QUEUE)

    first.open(QUEUE).follow("bob: No messages").press("Undo decision")
    assert "Another moderator answers" in first.text
    second.follow("bob: No messages").press("Undo decision", text="Sorry.")

    assert first.count + second.count <= 6
    assert client_of(bob).get("/api/v1/me/standing").json()["is_good"] is True
    check_trail(alice, bob, "report_decided", "decision_undone", "appeal_granted")
    assert next(iter(exported("moderation.Appeal", bob)))["answer"] == "Sorry."


def test_an_appeal_is_rejected(
    alice: User, bob: User, dan: User, now: datetime, moderating: Moderating, browse: Any
) -> None:
    """Dispute 10: the only moderator answers alone."""
    report(alice, "bob", "stalling", now=now)
    clicks = moderating(dan).open(QUEUE).follow("bob").press("No rated games: 7 days")
    browse(bob).post(f"/standing/{newest(bob).pk}/appeal/", {"text": "No."})

    clicks.open(QUEUE).follow("bob: No rated games").press("Keep decision", text="Seen 12 games.")

    assert clicks.count == 4
    assert "the decision stays" in browse(bob).get("/standing/").content.decode()
    check_trail(alice, bob, "report_decided", "appeal_rejected")
    with pytest.raises(Conflict) as refusal:
        make_challenge(bob, "alice", Terms(rated=True), now=now)
    assert refusal.value.code == "not_rated"
    assert make_challenge(bob, "alice", Terms(), now=now)


def test_a_decision_is_taken_back_from_the_report(
    alice: User, bob: User, dan: User, now: datetime, moderating: Moderating
) -> None:
    """Dispute 11: a moderator pressed the wrong button; the username comes back."""
    report(alice, "bob", "name", now=now)
    clicks = moderating(dan).open(QUEUE).follow("bob").press("New username")
    bob.refresh_from_db()
    assert bob.username.startswith("player-")
    one = Report.objects.get()

    clicks.open(f"{QUEUE}{one.pk}/").press(f"Take back: New username, {bob.username}")

    assert clicks.count == 3
    bob.refresh_from_db()
    assert bob.username == "bob"
    check_trail(alice, bob, "report_decided", "decision_undone")


@pytest.mark.needs("ratings")
def test_results_that_were_undone_count_again_when_the_decision_is_taken_back(
    alice: User, bob: User, dan: User, now: datetime, moderating: Moderating
) -> None:
    from games.features.ratings.models import Rating
    from games.features.ratings.rating_games import rate_due_games
    from tests.ratings.test_rating_games import rated_game

    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    before = {row.user_id: row.rating for row in Rating.objects.all()}
    report(bob, "alice", "cheating", game_id=game.pk, now=now)
    clicks = moderating(dan).open(QUEUE).follow("alice").press("Rated results undone")
    assert {row.rating for row in Rating.objects.all()} == {1500.0}

    one = Report.objects.get()
    clicks.open(f"{QUEUE}{one.pk}/").press("Take back: Rated results undone, alice")

    assert {row.user_id: pytest.approx(row.rating) for row in Rating.objects.all()} == before
    trail = ("report_decided", "games_voided", "decision_undone", "games_restored")
    check_trail(bob, alice, *trail)


def test_a_closed_account_loses_on_time_appeals_by_its_email_and_opens_again(
    alice: User,
    bob: User,
    dan: User,
    game: Game,
    now: datetime,
    moderating: Moderating,
    confirmed: Callable[..., None],
    browse: Any,
    client_of: Any,
) -> None:
    """Dispute 12."""
    confirmed(alice, bob)
    before = Game.objects.get(pk=game.pk).deadline
    report(bob, "alice", "cheating", game_id=game.pk, now=now)
    clicks = moderating(dan).open(QUEUE).follow("alice").press("Account closed: 7 days")

    assert clicks.count == 2
    assert client_of(alice).get("/api/v1/me").status_code == 401
    after = Game.objects.get(pk=game.pk).deadline
    assert before is not None
    assert after is not None
    assert after - before == timedelta(days=1), "one turn's time"
    texts = {mail.recipient: mail.text for mail in OutgoingMail.objects.order_by("-pk")}
    assert any("account of alice is closed" in m.text for m in OutgoingMail.objects.all())
    told = OutgoingMail.objects.get(recipient="alice@example.org").text
    link = next(line for line in told.splitlines() if "/standing/" in line)
    path = "/standing/" + link.split("/standing/")[1]
    assert browse().get(path).status_code == 200
    answer = browse().post(path, {"text": "No!"}, follow=True)
    assert "We&#x27;ll look at it again" in answer.content.decode()
    assert browse().get(path[:-4] + "xxx/").status_code == 404
    assert texts

    assert end_closures(now + timedelta(days=8)) == 1
    assert end_closures(now + timedelta(days=8)) == 0
    assert client_of(alice).get("/api/v1/me").status_code == 200
    check_trail(bob, alice, "report_decided", "closure_ended")
