"""Players as anyone may see them, bots among them, and what is left of those who went."""

from __future__ import annotations

import itertools
import json
import random
from collections import defaultdict
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import delete_account
from games.models import Challenge, Game, GameEvent, Player
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.shown.statistics import record_of
from tests.games.matches import any_turn, play, start_formations, start_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def robot(db):
    return User.objects.create_user("robot-one", is_bot=True)


def turn_by_both(game, now):
    for _ in range(2):
        play(game, any_turn(game), now=now)


def test_a_player(alice, bob, game, now, client_of):
    turn_by_both(game, now)
    resign(bob.pk, game.pk, now=now)
    response = client_of().get("/api/v1/players/ALICE")
    assert response.status_code == 200
    body = response.json()
    assert body["username"] == "alice"
    assert body["is_bot"] is False
    assert body["record"] == {
        "games": 1,
        "won": 1,
        "drawn": 0,
        "lost": 0,
        "goals_for": 0,
        "goals_against": 0,
    }
    assert set(body) == {"username", "is_bot", "kit", "url", "created_at", "record", "xg", "pace"}
    assert body["xg"]["for"] == 0


@pytest.mark.parametrize("name", ["nobody", "%00", "\u0430lice", "a" * 300, "..", "'--"])
def test_no_one_of_that_name(alice, client_of, name):
    assert client_of().get(f"/api/v1/players/{name}").status_code in (400, 404)


def test_the_record_costs_few_queries(alice, client_of, django_assert_num_queries):
    # The person, their record, two for the pace: the turns, and what else is counted.
    with django_assert_num_queries(4):
        client_of().get("/api/v1/players/alice")


def test_bots_are_shown_as_bots(alice, robot, now, client_of):
    game = start_formations(alice, robot, now)
    players = client_of().get(f"/api/v1/games/{game.pk}").json()["players"]
    assert players["white"] == {"username": "alice", "is_bot": False, "kit": "hoops"}
    assert players["black"] == {"username": "robot-one", "is_bot": True, "kit": "stripes"}
    assert client_of().get("/api/v1/players/robot-one").json()["is_bot"] is True


def test_a_bot_may_not_challenge_a_person(alice, robot, client_of):
    response = client_of(robot).post("/api/v1/challenges", {"opponent": "alice"}, format="json")
    assert response.status_code == 403
    assert response.json()["code"] == "bot_must_be_asked"
    assert not Challenge.objects.exists()


def test_a_bot_may_be_asked_and_may_ask_bots_and_anyone(alice, robot, client_of):
    other = User.objects.create_user("robot-two", is_bot=True)
    assert post(client_of(alice), {"opponent": "robot-one"}) == 201
    assert post(client_of(robot), {"opponent": other.username}) == 201
    assert post(client_of(robot), {"opponent": None}) == 201


def post(client, body):
    return client.post("/api/v1/challenges", body, format="json").status_code


def test_a_bot_may_not_take_what_a_person_offers_to_anyone(alice, robot, now, client_of):
    challenge = make_challenge(alice, None, Terms(), now=now)
    response = client_of(robot).post(f"/api/v1/challenges/{challenge.pk}/accept")
    assert response.status_code == 403
    assert response.json()["code"] == "bot_must_be_asked"


def test_a_person_may_take_what_a_bot_offers_to_anyone(alice, robot, now):
    challenge = make_challenge(robot, None, Terms(), now=now)
    assert accept_challenge(alice, challenge.pk, now=now).pk


def test_a_bot_may_not_ask_a_person_for_a_rematch_but_may_be_asked(alice, robot, now, client_of):
    game = start_formations(alice, robot, now)
    resign(robot.pk, game.pk, now=now)
    url = f"/api/v1/games/{game.pk}/rematch"
    assert client_of(robot).post(url).status_code == 403
    assert client_of(alice).post(url).status_code == 201
    assert client_of(robot).post(url).status_code == 201


def test_who_has_played_as_a_bot_stays_one(alice, robot, now, client_of):
    start_formations(alice, robot, now)
    response = client_of(robot).patch("/api/v1/me", {"is_bot": False}, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "bot_flag_locked")


def test_no_one_turns_out_to_be_a_bot_in_a_running_game(alice, game, client_of):
    response = client_of(alice).patch("/api/v1/me", {"is_bot": True}, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "already_played")


def test_leaving_resigns_open_games_and_keeps_no_name(alice, bob, game, now, client_of):
    over = start_formations(alice, bob, now)
    resign(bob.pk, over.pk, now=now)
    make_challenge(alice, "bob", Terms(), now=now)
    make_challenge(alice, None, Terms(), now=now)
    etag = client_of(bob).get(f"/api/v1/games/{over.pk}")["ETag"]

    delete_account(alice, timezone.now())

    resigned = Game.objects.get(pk=game.pk)
    assert (resigned.status, resigned.reason, resigned.winner) == (
        "finished",
        "resignation",
        "black",
    )
    assert Game.objects.get(pk=over.pk).winner == "white", "what was won stays won"
    assert set(Challenge.objects.filter(game=None).values_list("status", flat=True)) == {
        "cancelled"
    }
    client = client_of(bob)
    shown = client.get(f"/api/v1/games/{over.pk}", HTTP_IF_NONE_MATCH=etag)
    assert shown.status_code == 200, "no client keeps the old name"
    assert shown.json()["players"]["white"]["username"].startswith("deleted-")
    everything = [shown.content.decode(), json.dumps(list(GameEvent.objects.values("data")))]
    everything.append(client.get("/api/v1/events", HTTP_ACCEPT="application/json").content.decode())
    assert "alice" not in "".join(everything)
    assert client.get("/api/v1/players/alice").status_code == 404
    assert client.get(f"/api/v1/players/{User.objects.get(pk=alice.pk)}").status_code == 404


def test_leaving_declines_what_one_was_challenged_to(alice, bob, now, client_of):
    challenge = make_challenge(bob, "alice", Terms(), now=now)
    delete_account(alice, now)
    challenge.refresh_from_db()
    assert challenge.status == "declined"
    heard = client_of(bob).get("/api/v1/events", HTTP_ACCEPT="application/json").json()["results"]
    assert [(event["type"], event["challenge"]) for event in heard] == [
        ("challenge.declined", challenge.pk)
    ]


def test_leaving_through_the_api_with_a_game_open(alice, game, client_of):
    alice.set_password("correct horse battery")
    alice.save()
    response = client_of(alice).delete(
        "/api/v1/me", {"password": "correct horse battery"}, format="json"
    )
    assert response.status_code == 204
    assert "Content-Length" not in response.headers
    assert Game.objects.get(pk=game.pk).reason == "resignation"


def test_a_program_cannot_keep_its_owner_from_playing(alice, game, client_of, settings):
    settings.LIMITS_ON = True
    default = {**settings.CACHES["default"], "KEY_PREFIX": "playing"}
    settings.CACHES = {**settings.CACHES, "default": default}
    settings.LIMITS = {**settings.LIMITS, "token": (1, 3600), "user": (1, 3600)}
    client = client_of(alice)
    body = {"turn": game.next_turn, "actions": any_turn(game).split()}
    url = f"/api/v1/games/{game.pk}/turns"

    assert [client.get("/api/v1/me").status_code for _ in range(2)] == [200, 429]
    played = client.post(url, body, format="json")
    assert played.status_code == 201
    assert played["RateLimit-Policy"] == '"play";q=600;w=60'
    assert client.get("/api/v1/me").status_code == 429


GONE = {
    "notifications.Digest",
    "accounts.PersonalToken",
    "accounts.App",
    "accounts.DataExport",
    "account.EmailAddress",
    "mfa.Authenticator",
    "usersessions.UserSession",
    "oauth2_provider.AccessToken",
    "oauth2_provider.RefreshToken",
    "oauth2_provider.IDToken",
    "oauth2_provider.Grant",
    "oauth2_provider.DeviceGrant",
    "games.Preset",
    "learn.LearnProgress",
    "puzzles.Attempt",
    "puzzles.Missed",
    "puzzles.PuzzleRating",
    "games.LivePlayer",
    "live.LiveRest",
    "live.Seek",
    "notebook.KeptLines",
    "notebook.Note",
    "games.Block",
    "games.Friend",
    "games.Leave",
    "phrases.Phrase",
    "phrases.Mute",
    "games.InboxEntry",
    "ratings.Rating",
    "ratings.Wish",
    "ratings.BoardPlace",
    "ratings.Tally",
    "answering.Bounced",
    "answering.InboundMail",
    "ratings.Badge",
    "notifications.Preferences",
    "notifications.Notification",
    "notifications.PushSubscription",
    "notifications.Webhook",
    "notifications.CalendarFeed",
}
KEPT = {
    "games.Player",  # the seat, without a name
    "games.Challenge",  # closed
    "games.Invitation",  # of a challenge that is closed
    "ratings.RatingChange",  # with the nameless seat
    "games.Inbox",  # the count of events, which never begins again
    "games.HouseRobot",  # ours, not a person's
    "competitions.Entry",  # a line of a bracket, which says "withdrawn"
    "competitions.Competition",  # without an organiser
    "admin.LogEntry",
    "moderation.Report",  # for two years, as decisions are
    "moderation.Decision",
}


def test_each_path_to_a_person_is_known_to_go_or_to_stay():
    """A table that is new here has been thought of in one of the functions that leave."""
    pointing = {relation.related_model._meta.label for relation in User._meta.related_objects}
    assert pointing - GONE - KEPT == set()


def test_a_game_given_up_before_both_have_played_does_not_count(alice, bob, game, now):
    play(game, any_turn(game), now=now)

    resign(bob.pk, game.pk, now=now)

    assert record_of(alice.pk).games == record_of(bob.pk).games == 0


def test_of_many_games_of_the_same_two_on_a_day_three_count(alice, bob, charlie, now):
    tomorrow = now + timedelta(days=1)
    for opponent, day in [(bob, now)] * 5 + [(charlie, now), (bob, tomorrow)]:
        game = start_round(start_formations(alice, opponent, day), day)
        turn_by_both(game, day)
        resign(opponent.pk, game.pk, now=day)

    assert record_of(alice.pk).won == 3 + 1 + 1
    assert record_of(alice.pk, against=bob.pk).won == 3 + 1
    assert record_of(bob.pk, against=alice.pk).lost == 3 + 1
    assert record_of(charlie.pk).lost == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_record_is_what_its_games_add_up_to(alice, bob, charlie, now, seed):
    chance = random.Random(seed)
    people = (alice, bob, charlie)
    for _ in range(12):
        one, other = chance.sample(people, 2)
        game = start_round(start_formations(one, other, now), now)
        turn_by_both(game, now)
        resign(chance.choice((one, other)).pk, game.pk, now=now)
        for seat in Player.objects.filter(game=game):
            seat.score, shots = chance.randrange(4), [chance.randrange(300) for _ in range(3)]
            seat.shooting = chance.choice((None, shots))
            seat.save()

    for me, against in itertools.product(people, (None, *people)):
        if me == against:
            continue
        record = record_of(me.pk, against=against and against.pk)
        mine, theirs = counted_seats(me, against)
        shot = [seat.shooting for seat in mine if seat.shooting]
        assert (record.won, record.lost) == (places(mine, 1), places(mine, 2))
        assert record.goals_for == sum(seat.score for seat in mine)
        assert record.goals_against == sum(seat.score for seat in theirs)
        assert (record.shooting is None) == (not shot)
        if record.shooting is not None:
            assert record.shooting.games == len(shot)
            assert record.shooting.expected == sum(one[0] for one in shot) / 100
            assert record.shooting.goals == sum(one[2] for one in shot)
            against_me = sum(seat.shooting[0] for seat in theirs if seat.shooting)
            assert record.shooting.against == against_me / 100


def counted_seats(me, against):
    """Return the seats of a person and of the others in the first three games of each pair."""
    met = defaultdict(list)
    for game in Game.objects.filter(players__user=me).order_by("finished_at", "pk"):
        seats = list(game.players.all())
        other = next(seat for seat in seats if seat.user_id != me.pk)
        if against in (None, other.user):
            met[other.user_id].append(seats)
    games = [seats for pair in met.values() for seats in pair[:3]]
    return (
        [seat for seats in games for seat in seats if seat.user_id == me.pk],
        [seat for seats in games for seat in seats if seat.user_id != me.pk],
    )


def places(seats, place):
    """Return how many seats came to a place."""
    return sum(seat.place == place for seat in seats)
