"""A supervisor without a seat: named before others accept, and every act with its reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from time import sleep
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils.translation import override
from rest_framework.test import APIClient

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.supervisor.acting import Asked, supervise
from games.features.supervisor.models import Supervision
from games.features.supervisor.naming import answer, name_supervisor
from games.models import Act, Challenge, Friend, Game, HouseRobot, Turn
from games.play.challenge.challenges import make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.replay import differences_of
from games.play.robots import open_house
from games.play.start import Terms
from games.play.turns import play_turn
from games.shown.point_of_view import PointOfView
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from tests.api.document import shape_of
from tests.at_once import at_once
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import any_turn, play

Browse = Callable[..., Client]


@pytest.fixture
def grandma(db: None) -> User:
    """Return the person who has no seat."""
    return User.objects.create_user("grandma", "grandma@example.org")


def offered(alice: User, *others: User, now: datetime, **options: Any) -> Challenge:
    """Return a challenge of alice to a table of three."""
    terms = Terms("family", options={"seats": len(others) + 1, **options})
    return make_challenge(alice, None, terms, now=now, others=[Invited(one) for one in others])


@pytest.fixture
def table(alice: User, bob: User, charlie: User, grandma: User, now: datetime) -> Game:
    """Three play, and grandma supervises."""
    challenge = offered(alice, bob, charlie, now=now)
    name_supervisor(alice, challenge.pk, "grandma", now=now)
    answer(grandma, challenge.pk, accepts=True, now=now)
    take_seat(bob, challenge.pk, now=now)
    game = take_seat(charlie, challenge.pk, now=now).game
    assert game is not None
    return read(game)


def read(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def side_of(game: Game, user: User) -> str:
    return next(seat.side for seat in game.seats if seat.user_id == user.pk)


def mover_of(game: Game) -> str:
    return next(seat.side for seat in game.seats if seat.is_awaited)


def do(client: APIClient, game: Game, name: str, **said: Any) -> Any:
    body = {"name": name, "turn": read(game).next_turn, "reason": "mistake", **said}
    return client.post(f"{API}/games/{game.pk}/supervisor", body, "json")


def test_one_is_named_before_others_accept_and_answers(
    alice: User, bob: User, charlie: User, grandma: User, now: datetime, client_of: Clients
) -> None:
    challenge = offered(alice, bob, charlie, now=now)
    url = f"{API}/challenges/{challenge.pk}/supervisor"
    hers, mine, his = client_of(grandma), client_of(alice), client_of(bob)

    def ask(client: APIClient, username: str) -> Any:
        return client.put(url, {"username": username}, "json")

    refused(his.get(url), 404, "not_found")
    refused(ask(his, "grandma"), 403, "not_yours")
    for wrong in ("alice", "bob", "no-one"):
        refused(ask(mine, wrong), 400, "invalid")
    assert ask(mine, "grandma").json()["status"] == "invited"
    assert ask(mine, "grandma").status_code == 200
    events = grandma.inbox_entries.values_list("event__type", flat=True)
    assert list(events) == ["supervisor.named"]

    # Players who are asked see it before they accept; so does the person who has no seat.
    assert his.get(url).json()["username"] == "grandma"
    [listed] = hers.get(f"{API}/me/supervised").json()["results"]
    assert (listed["challenge"], listed["named_by"]) == (challenge.pk, "alice")
    refused(his.patch(url, {"accepted": True}, "json"), 404, "not_found")
    assert hers.patch(url, {"accepted": False}, "json").json()["status"] == "declined"
    refused(hers.patch(url, {"accepted": True}, "json"), 409, "supervisor_answered")
    assert ask(mine, "grandma").json()["status"] == "invited"
    assert hers.patch(url, {"accepted": True}, "json").json()["status"] == "accepted"
    assert bob.inbox_entries.order_by("number").last().event.data["accepted"] is True

    take_seat(bob, challenge.pk, now=now)
    refused(ask(mine, "dan"), 400, "invalid")
    refused(mine.delete(url), 409, "supervisor_not_allowed")
    game = take_seat(charlie, challenge.pk, now=now).game
    assert game is not None
    shown = his.get(f"{API}/games/{game.pk}/supervisor").json()
    assert (shown["username"], shown["game"]) == ("grandma", game.pk)

    # Where something is at stake, and in other games, there is none.
    two = make_challenge(alice, "bob", Terms("standard"), now=now)
    refused(
        mine.put(f"{API}/challenges/{two.pk}/supervisor", {"username": "grandma"}, "json"),
        409, "supervisor_not_allowed",
    )  # fmt: skip


def test_family_mode_has_friends_alone_supervise(
    alice: User, bob: User, charlie: User, grandma: User, now: datetime, client_of: Clients,
    browse: Browse,
) -> None:  # fmt: skip
    Friend.objects.create(user=bob, friend=alice)
    Friend.objects.create(user=bob, friend=charlie)
    User.objects.filter(pk=bob.pk).update(is_family=True)
    challenge = offered(alice, User.objects.get(pk=bob.pk), charlie, now=now)
    url = f"{API}/challenges/{challenge.pk}/supervisor"

    refused(client_of(alice).put(url, {"username": "grandma"}, "json"), 403, "friends_only")
    Friend.objects.create(user=bob, friend=grandma)
    assert client_of(alice).put(url, {"username": "grandma"}, "json").status_code == 200
    answer(grandma, challenge.pk, accepts=True, now=now)
    take_seat(bob, challenge.pk, now=now)
    game = take_seat(charlie, challenge.pk, now=now).game
    assert game is not None
    assert do(client_of(grandma), game, "give_time").status_code == 200
    Friend.objects.filter(friend=grandma).delete()
    hers = client_of(grandma)
    refused(do(hers, game, "give_time"), 404, "not_found")
    refused(hers.get(url), 404, "not_found")
    refused(hers.patch(url, {"accepted": False}, "json"), 404, "not_found")
    assert hers.get(f"{API}/me/supervised").json()["results"] == []
    assert browse(grandma).get(f"/supervised/{challenge.pk}/").status_code == 404

    # A supervisor in family mode has no name for others than friends.
    User.objects.filter(pk=grandma.pk).update(is_family=True)
    assert client_of(alice).get(url).json()["username"] is None


def assert_says_who_declared_it(game: Game, reader: User, client: APIClient) -> None:
    """Check what a player reads of the end, in both languages: no one has agreed."""
    view = PointOfView(read(game), reader.pk)
    export = client.get(f"{API}/games/{game.pk}/export?format=text").content.decode()
    assert "declared" in export
    assert "agreement" not in export
    rows = Notification.objects.filter(kind="game_over", channel="mail", user=reader)
    (context,) = load_contexts(list(rows))
    for language, brief, sentence in (
        ("en", ", declared by the supervisor", "The supervisor declared a draw."),
        (
            "de",
            ", von der Aufsicht erklärt",
            "Die Aufsicht hat die Partie für remis erklärt.",
        ),
    ):
        with override(language):
            assert view.result.endswith(brief)
            assert view.how_it_ended == sentence
            content = context.compose()
            assert sentence in (content.summary, *content.sentences)


def test_each_act_is_in_the_history_with_its_reason(
    table: Game, alice: User, bob: User, charlie: User, grandma: User, now: datetime,
    client_of: Clients,
) -> None:  # fmt: skip
    open_house()
    for user in (alice, bob, charlie, grandma):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    hers, url = client_of(grandma), f"{API}/games/{table.pk}"
    refused(do(client_of(alice), table, "give_time"), 403, "not_supervisor")
    refused(do(hers, table, "take_back"), 409, "nothing_to_restore")

    deadline = table.deadline
    assert do(hers, table, "give_time", hours=48, reason="help").status_code == 200
    assert read(table).deadline == deadline + timedelta(hours=48)
    refused(do(hers, table, "give_time", hours=48), 409, "no_time_to_give")

    first, position = mover_of(table), table.state
    play(table, any_turn(table), now=now)
    assert do(hers, table, "give_time").status_code == 200
    refused(do(hers, table, "take_back", turn=1), 409, "stale_turn")
    assert do(hers, table, "take_back").status_code == 200
    assert (read(table).state, mover_of(read(table))) == (position, first)
    refused(do(hers, table, "take_back"), 409, "nothing_to_restore")

    # Anyone may be let leave, chosen before or not, and may then return without the supervisor.
    # One of the two is alice.
    later = next(side for one in (alice, bob) if (side := side_of(table, one)) != first)
    refused(do(hers, table, "let_leave", side="gold"), 400, "invalid")
    refused(do(hers, table, "let_return", side=later), 409, "wrong_phase")
    assert do(hers, table, "let_leave", side=later, reason="pause").status_code == 200
    assert do(hers, table, "let_return", side=later).status_code == 200
    assert do(hers, table, "let_leave", side=first).json()["players"]
    user = User.objects.get(pk=next(s.user_id for s in table.seats if s.side == first))
    assert "return" in client_of(user).get(url).json()["acts"][first]
    assert do(hers, table, "let_return", side=first).status_code == 200

    # The first is away until his turn, and no bot can take his seat meanwhile.
    refused(do(hers, table, "hand_over", side=first), 409, "wrong_phase")
    gone = bob if side_of(table, bob) != first else charlie
    seat = side_of(table, gone)
    bot = do(hers, table, "hand_over", side=seat, reason="absent").json()
    assert bot["players"][seat]["is_bot"] is True
    refused(do(hers, table, "hand_over", side=seat), 409, "wrong_phase")
    ended = do(hers, table, "agree_draw", reason="agreed").json()
    assert ended["result"]["reason"] == "declared"
    refused(do(hers, table, "agree_draw"), 409, "game_over")

    document = hers.get(f"{API}/schema").json()
    for client in (hers, client_of(alice)):
        for event in client.get(f"{API}/events?limit=100").json()["results"]:
            name = "".join(word.capitalize() for word in event["type"].split(".")) + "Event"
            shape_of(document, name).validate(event)

    rows = client_of(alice).get(f"{url}/history").json()["results"]
    acts = [row["act"] for row in rows if row["act"]]
    assert {one["events"][0]["by"] for one in acts} == {"supervisor"}
    assert [(one["name"], one["events"][0]["reason"]) for one in acts] == [
        ("give_time", "help"), ("give_time", "mistake"), ("take_back", "mistake"),
        ("let_leave", "pause"), ("let_return", "mistake"), ("let_leave", "mistake"),
        ("let_return", "mistake"), ("hand_over", "absent"), ("agree_draw", "agreed"),
    ]  # fmt: skip
    assert differences_of(read(table)) == []

    # All who had a seat hear of it, in the stream and by a notification.
    heard = [e.event.data for e in alice.inbox_entries.order_by("number")
             if e.event.type == "supervisor.acted"]  # fmt: skip
    assert [one["name"] for one in heard] == [one["name"] for one in acts]
    assert heard[0]["hours"] == 48
    assert gone.inbox_entries.filter(event__type="supervisor.acted").count() == len(acts) - 1
    relay_events(now)
    sent = Notification.objects.filter(kind="supervised", channel="mail").order_by("event")
    contexts = load_contexts([one for one in sent if one.user_id in (alice.pk, gone.pk)])
    assert len(contexts) == 2 * len(acts) - 1
    assert all(one.is_true(now) for one in contexts)
    titles = {one.compose().title for one in contexts}
    assert "The supervisor ended the game as a draw: we agreed on it" in titles
    assert any(title.startswith("The supervisor let you leave: ") for title in titles)
    assert_says_who_declared_it(table, alice, client_of(alice))
    mine = load_contexts(list(sent.filter(user=grandma)))
    assert not any(one.is_true(now) for one in mine)


def test_pages_work_without_a_script(
    alice: User, bob: User, charlie: User, grandma: User, now: datetime, browse: Browse
) -> None:
    challenge = offered(alice, bob, charlie, now=now)
    mine, hers, his = browse(alice), browse(grandma), browse(bob)
    page = f"/challenges/{challenge.pk}/"
    assert "Ask to supervise" in mine.get(page).content.decode()
    assert "Ask to supervise" not in his.get(page).content.decode()
    answered = mine.post(f"{page}supervisor/", {"username": "bob"}, follow=True)
    assert "A supervisor has no seat." in answered.content.decode()
    answered = mine.post(f"{page}supervisor/", {"username": "grandma"}, follow=True)
    assert "grandma was asked to supervise" in his.get(page).content.decode()

    asked = f"/supervised/{challenge.pk}/"
    assert asked in hers.get("/").content.decode()
    assert his.get(asked).status_code == 404
    assert "alice asks you to supervise" in hers.get(asked).content.decode()
    assert hers.post(asked, {"answer": "accept"}).status_code == 302
    assert "grandma supervises this game" in his.get(page).content.decode()
    take_seat(bob, challenge.pk, now=now)
    game = take_seat(charlie, challenge.pk, now=now).game
    assert game is not None
    page = f"/games/{game.pk}/supervisor/"
    assert "Supervise…" in hers.get(f"/games/{game.pk}/").content.decode()
    assert 'name="reason"' not in his.get(page).content.decode()
    body = {"name": "give_time", "turn": "1", "reason": "help", "side": "", "hours": "24"}
    assert hers.post(page, body | {"turn": "7"}).status_code == 422
    assert hers.post(page, body).status_code == 302
    for shown in (page, f"/games/{game.pk}/history/"):
        assert "24 hours: a player needs help" in his.get(shown).content.decode()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_fifty_races_of_two_acts_and_a_turn(table: Game, grandma: User, now: datetime) -> None:
    people, ends = {seat.side: seat.user_id for seat in table.seats}, set()

    def tried(do: Callable[[], object], after: float = 0.0) -> str:
        sleep(after)
        try:
            do()
        except Refusal as refusal:
            return refusal.code
        return "done"

    for number in range(50):
        game = read(table)
        play(game, any_turn(game), now=now)
        game = read(game)
        turn = game.next_turn
        restore = partial(
            supervise, grandma.pk, game.pk, Asked("take_back", turn, "mistake"), now=now
        )
        new = partial(
            play_turn, people[mover_of(game)], game.pk, turn, any_turn(game).split(), now=now
        )
        # In every second round the turn has a start, so that it wins at times.
        restores = partial(tried, restore, number % 2 * number / 1000)
        outcomes = at_once(restores, restores, partial(tried, new))
        game = read(game)
        restored = Act.objects.filter(game=game, turn=turn, name="take_back").count()
        # The last turn is restored once, or the next one is played: never both, never neither.
        assert restored == outcomes[:2].count("done") == (outcomes[2] != "done"), outcomes
        assert game.next_turn == turn + (outcomes[2] == "done")
        assert Turn.objects.get(game=game, number=turn - 1).taken_back == bool(restored)
        ends.add(bool(restored))
    assert differences_of(read(table)) == []
    assert ends == {True, False}
    assert not HouseRobot.objects.exists()
    assert Supervision.objects.count() == 1
