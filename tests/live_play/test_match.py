"""A live match under its clock: turns, run-outs, halves and the end. Time is what the test says."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from games.clock import lag
from games.clock import live as live_clock
from games.features.ratings.models import Rating
from games.features.ratings.rating_games import rate_due_games
from games.models import Act, GameEvent, LivePlayer, StagedTurn, Turn
from games.models.running_clock import moment, ms_of
from games.play import watching
from games.play.acts import do_act, resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.live import agree_live
from games.play.deadlines import enforce_deadline
from games.play.giving_time import give_time
from games.play.live_flow import Awaited, go_on
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.replay import differences_of
from games.play.stage import keep_stage
from games.play.start import start_game
from games.play.sweeps import close_overdue
from games.play.turns import play_turn
from games.refusals import Conflict
from games.shown import wording
from games.shown.minutes import minutes_of
from games.shown.point_of_view import PointOfView
from notifications.models import Notification
from notifications.relay import relay_events
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_round, with_next_roll
from tests.live_play.matches import (
    MS,
    SECOND,
    WITHOUT,
    again,
    both_have_played,
    kick_off,
    put,
    start_live,
)

pytestmark = pytest.mark.django_db


def ends(game):
    return moment(game.live["until"])


def acts_of(game):
    return [(act.turn, act.side, act.name) for act in Act.objects.filter(game=game)]


def test_it_begins_with_formations_of_twenty_seconds_and_a_kick_off_of_thirty(alice, bob, now):
    game = start_live(alice, bob, now)
    assert (game.live["phase"], ends(game)) == (
        "formation",
        moment(ms_of(now + 20 * SECOND)),
    )
    assert game.deadline == ends(game) + 250 * MS
    assert game.remind_at is None
    assert game.clock_started_at == now

    # Both formations late: the round begins as they stand (9.13).
    assert not enforce_deadline(game.pk, game.deadline - MS)
    assert enforce_deadline(game.pk, game.deadline)
    game = again(game)
    assert (game.status, game.live["phase"]) == ("playing", "first")
    assert game.live["left"] == {"match": 300_000}

    # No kick-off within half a minute: it is called off, and both are free (9.15).
    assert game.live["until"] - game.live["from"] == 30_000
    assert enforce_deadline(game.pk, game.deadline)
    game = again(game)
    assert (game.status, game.reason, game.winner) == ("aborted", "aborted", None)
    assert game.live["phase"] == "over"
    assert not LivePlayer.objects.exists()
    assert differences_of(game) == []


def test_a_turn_takes_from_the_clock_of_the_match_and_starts_the_others(alice, bob, now):
    game = kick_off(alice, bob, now)
    played = play(game, any_turn(game), now=now + 7 * SECOND)

    live = played.game.live
    assert live["left"] == {"match": 293_000}
    assert live["until"] - live["from"] == 20_000
    assert live["from"] == ms_of(now + 7 * SECOND)
    assert played.turn.took == 7
    told = GameEvent.objects.filter(game=game, type="turn.played").get().data["live"]
    assert told["clock_ms"] == {"match": 293_000}
    assert (told["phase"], told["running"], told["half"]) == ("turn", True, 1)
    assert told["turn_ends_at"] == played.game.shown_clock["turn_ends_at"]


def test_turn_clocks_that_run_out_pass_over_and_three_in_a_row_lose(alice, bob, now):
    game = both_have_played(alice, bob, now)
    for number in range(5):
        game = put(again(game), WITHOUT if number % 2 == 0 else WITHOUT.replace(" w ", " b "))
        before = game.next_turn
        late = {"white": alice, "black": bob}[game.summary.to_act.__iter__().__next__()]
        # Anyone who sends it too late is refused, no matter who noticed first.
        with pytest.raises(Conflict) as refusal:
            play_turn(late.pk, game.pk, before, ["d3d4"], now=game.deadline)
        assert refusal.value.code == "deadline_passed"
        assert again(game).next_turn == before
    game = again(game)
    assert (game.status, game.reason, game.winner) == ("finished", "left", "black")
    assert [name for *_, name in acts_of(game)] == ["run_out"] * 5


def test_what_was_staged_is_played_when_the_time_runs_out_and_a_premove_at_no_time(alice, bob, now):
    """A tab asleep loses nothing (9.9); a premove follows in the transaction of the turn before."""
    game = put(both_have_played(alice, bob, now), WITHOUT)
    keep_stage(game, alice.pk, 3, ["d3d4"], now=now)
    keep_stage(game, bob.pk, 4, ["d5d4"], now=now)  # Legal, and takes the rook that has come.
    assert enforce_deadline(game.pk, game.deadline)

    turns = list(Turn.objects.filter(game=game, number__gte=3))
    assert [(turn.actions, turn.by, turn.took) for turn in turns] == [
        (["d3d4"], "premove", 20),
        (["d5d4"], "premove", 0),
    ]
    assert acts_of(game) == []
    game = again(game)
    assert game.live["left"] == {"match": 280_000}
    assert game.live["from"] == ms_of(turns[0].played_at + 250 * MS)

    # What is not legal is dropped, and the clock has its way.
    keep_stage(game, alice.pk, 5, ["d4d5"], now=now)
    assert enforce_deadline(game.pk, game.deadline)
    assert acts_of(game) == [(5, "white", "run_out")]
    assert not StagedTurn.objects.exists()


def test_in_check_a_run_out_is_a_goal_and_the_clock_waits_while_it_is_shown(alice, bob, now):
    game = put(both_have_played(alice, bob, now), "3k4/8/8/3r4/8/R7/8/3K4 w d5 open - 3")
    assert enforce_deadline(game.pk, game.deadline)

    after = again(game)
    assert (after.summary.score, after.status) == ({"white": 0, "black": 1}, "formation")
    assert after.live["left"] == {"match": 280_000}, "no more than the turn's own time is charged"
    assert after.live["from"] == ms_of(game.deadline) + live_clock.SHOWN_MS


def test_a_shot_costs_no_one_time(alice, bob, now):
    game = put(both_have_played(alice, bob, now), "3k4/8/8/8/8/8/4R3/3K4 w e2 open - 3")
    played = play(with_next_roll(game, range(55, 80)), "!e8", now=now + SECOND)
    assert played.turn.actions == ["!e8=save"]
    shown = now + SECOND + live_clock.SHOWN_MS * MS
    assert played.game.live["from"] == ms_of(shown)

    early = play(played.game, any_turn(played.game), now=now + 2 * SECOND)
    assert early.turn.took == 0
    assert early.game.live["left"] == {"match": 299_000}


def test_what_comes_within_the_grace_counts_and_the_network_adds_to_it(alice, bob, now):
    game = both_have_played(alice, bob, now)
    assert game.deadline == ends(game) + 250 * MS
    late = play(game, any_turn(game), now=game.deadline - MS)
    assert late.game.live["left"] == {"match": 280_000}

    lag.note_lag(game.pk, alice.pk, 1, 400)
    after = play(late.game, any_turn(late.game), now=game.deadline)
    assert after.game.deadline == ends(after.game) + 650 * MS


def test_half_time_and_full_time_come_after_the_turn_that_continues(alice, bob, now):
    game = both_have_played(alice, bob, now, half=120)
    live = {**(game.live or {}), "left": {"match": 3_000}}
    game = put(game, WITHOUT, live=live)
    play(game, "d3d4", now=now + 5 * SECOND)

    game = again(game)
    assert (game.status, game.round) == ("formation", 2)
    assert game.live["left"] == {"match": 120_000}
    assert game.shown_clock["half"] == 2
    assert acts_of(game) == [(4, "white", "half_time")]
    kinds = list(
        GameEvent.objects.filter(game=game).order_by("number").values_list("type", flat=True)
    )
    assert kinds[-2:] == ["turn.played", "act.done"]
    enforce_deadline(game.pk, game.deadline)
    game = again(game)
    assert game.summary.to_act == {"black"}, "who did not kick off the match"
    assert game.live["phase"] == "turn"

    # A corner that is won in the last turn is played (9.11), and then it is over.
    game = put(
        game,
        "3k4/8/8/8/8/4R3/8/2K5 w e3 open - 3",
        live={**(game.live or {}), "left": {"match": 1}},
    )
    at = moment(game.live["from"]) + SECOND
    won = play(with_next_roll(game, range(80, 100)), "!e8", now=at)
    assert (won.game.is_active, won.game.live["left"]) == (True, {"match": 0})
    enforce_deadline(game.pk, won.game.deadline)
    game = again(game)
    assert (game.status, game.reason, game.winner) == ("finished", "full_time", None)
    over = GameEvent.objects.get(game=game, type="game.finished").data["live"]
    assert game.shown_clock == over
    assert (over["phase"], over["clock_ms"]) == ("over", {"match": 0}), "no other half follows"
    assert not LivePlayer.objects.exists()
    assert GameEvent.objects.filter(game=game).latest("number").type == "game.finished"


def test_half_time_takes_nothing_of_the_second_half(alice, bob, now):
    game = both_have_played(alice, bob, now, half=120)
    assert game.summary.to_act == {"white"}
    game.live["left"]["match"] = 0

    go_on(game, Awaited(0, frozenset(), ""), moment(game.live["from"]) + 7 * MS)

    assert game.live["left"] == {"match": 120_000}
    assert game.shown_clock["half"] == 2


def test_a_whole_match_of_run_outs_can_be_played_again(alice, bob, now):
    """Turns, run-outs, half-time, full time: the same rows lead to the same end."""
    game = kick_off(alice, bob, now, half=120, turn=30)
    for number in range(80):
        game = again(game)
        if not game.is_active:
            break
        if number % 3 == 2 or game.status == "formation":
            enforce_deadline(game.pk, game.deadline)
        else:
            play(game, any_turn(game), now=moment(game.live["from"]) + 13 * SECOND)
    assert not game.is_active
    assert {"half_time", "run_out"} <= set(Act.objects.values_list("name", flat=True))
    assert Turn.objects.filter(game=game).count() > 5
    assert differences_of(game) == []


def test_the_minute_of_a_turn_is_that_of_the_match_clock(alice, bob, now):
    game = kick_off(alice, bob, now, half=120, turn=30)
    expected = {}
    for number in range(80):
        if not game.is_active:
            break
        if number % 3 == 2 or game.status == "formation":
            enforce_deadline(game.pk, game.deadline)
        else:
            play(game, any_turn(game), now=moment(game.live["from"]) + 13.7 * SECOND)
        before, game = game, again(game)
        half, left = before.shown_clock["half"], game.live["left"]["match"]
        is_late = left == 0 or game.shown_clock["half"] != half
        minute = 2 * half - 1 + (120_000 - left) // 60_000
        for turn in range(before.next_turn, game.next_turn):
            expected[turn] = f"{2 * half}+1" if is_late else str(minute)
    assert minutes_of(game) == expected
    assert {"1", "2", "3", "4"} < set(expected.values())


def test_a_fischer_clock_gains_and_a_flag_loses(alice, bob, now):
    game = start_live(alice, bob, now, "standard", base=180, increment=5)
    assert (game.live["phase"], game.live["until"] - game.live["from"]) == ("first", 30_000)
    lag.note_lag(game.pk, alice.pk, 1, 300)
    for turn in ("e2e4", "e7e5"):
        now += 9 * SECOND
        play(again(game), turn, now=now)
    assert again(game).live["left"] == {"white": 180_000, "black": 180_000}, "first moves are free"

    white = play(again(game), "g1f3", now=now + 10 * SECOND).game
    # Ten seconds less, five gained, and what the network took is made good.
    assert white.live["left"] == {"white": 175_300, "black": 180_000}
    assert white.live["until"] - white.live["from"] == 180_000
    assert enforce_deadline(game.pk, white.deadline)
    game = again(game)
    assert (game.reason, game.winner) == ("timeout", "white")
    assert game.live["left"]["black"] == 0
    assert differences_of(game) == []


def test_a_first_move_that_does_not_come_calls_the_game_off(alice, bob, now):
    game = start_live(alice, bob, now, "future")
    play(game, any_turn(game), now=now + SECOND)
    game = again(game)
    assert game.live["phase"] == "first"
    enforce_deadline(game.pk, game.deadline)
    assert again(game).status == "aborted"
    white, black = again(game).seats
    said = PointOfView(again(game), white.user_id).how_it_ended
    assert said == f"{black.called}'s time ran out before their first move, so no one lost."
    said = PointOfView(again(game), black.user_id).how_it_ended
    assert said == "Your time ran out before your first move, so no one lost."


def test_either_may_call_it_off_until_both_have_played(alice, bob, now, client_of):
    game = kick_off(alice, bob, now)
    play(game, any_turn(game), now=now)
    shown = client_of(bob).post(f"/api/v1/games/{game.pk}/acts", {"name": "abort"})
    assert (shown.status_code, shown.json()["status"]) == (200, "aborted")
    said = PointOfView(again(game), bob.pk).how_it_ended
    assert said == "You aborted the game early, so no one lost."
    said = PointOfView(again(game), alice.pk).how_it_ended
    assert said == "bob aborted the game early, so no one lost."
    game = both_have_played(alice, bob, now)
    assert "abort" not in game.summary.acts["white"]
    with pytest.raises(Conflict) as refusal:
        do_act(alice.pk, game.pk, "abort", now=now)
    assert refusal.value.code == "wrong_phase"


def test_clocks_that_were_paused_run_on_with_ten_seconds_more(alice, bob, now):
    game = both_have_played(alice, bob, now)
    pause_clocks(now + 5 * SECOND)
    assert not enforce_deadline(game.pk, now + 60 * SECOND), "nothing runs out meanwhile"
    resume_clocks(now + 65 * SECOND)
    give_back()

    moved = again(game)
    assert ends(moved) == ends(game) + 70 * SECOND
    assert moved.deadline == game.deadline + 70 * SECOND
    after = play(moved, any_turn(moved), now=ends(moved) - 10 * SECOND).game
    assert after.live["left"] == {"match": 290_000}


def test_a_player_who_plays_on_while_the_clocks_are_paused_pays_for_none_of_it(alice, bob, now):
    game = both_have_played(alice, bob, now)
    pause_clocks(now + 5 * SECOND)
    after = play(game, any_turn(game), now=now + 12 * SECOND).game
    assert after.live["left"] == {"match": 295_000}
    after = play(after, any_turn(after), now=now + 20 * SECOND).game
    assert after.live["left"] == {"match": 295_000}


def test_the_sweep_is_the_last_net_and_leaves_games_by_post_their_grace(
    alice, bob, now, monkeypatch
):
    game = both_have_played(alice, bob, now)
    from games.play import heartbeat

    heartbeat.beat(game.deadline + SECOND)
    assert close_overdue(now=game.deadline + SECOND) == 1
    assert acts_of(game) == [(3, "white", "run_out")]


def test_the_machines_clock_set_back_moves_nothing(alice, bob, now, monkeypatch):
    """Moments are those of the database; what this machine says is put right by what it last
    said, measured by a clock that cannot be set."""
    game = both_have_played(alice, bob, now)
    live_clock._shared.note(now + 3600 * SECOND)
    monkeypatch.setattr(live_clock.timezone, "now", lambda: now)

    # An hour behind by this machine, and too late by the clock that all share.
    assert enforce_deadline(game.pk, now)
    assert acts_of(game) == [(3, "white", "run_out")]


def test_a_slow_answer_does_not_turn_the_shared_clock_back_and_a_clock_that_was_set_does(now):
    shared = live_clock._Shared()
    shared.note(now)
    before = shared.offset()
    shared.note(now - 100 * MS)
    assert shared.offset() >= before
    shared.note(now - 3600 * SECOND)
    assert shared.offset() < before - 3000 * SECOND


def test_a_liar_gains_no_more_than_the_quota_in_a_whole_game(alice, bob, now):
    game = start_live(alice, bob, now, "standard")
    for n in range(1, 50):
        lag.note_lag(game.pk, alice.pk, n, 29_000)
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 3
    for turn in moves[:14]:
        now += 10 * SECOND
        play(again(game), turn, now=now)
    game = again(game)
    own = len([turn for number, turn in enumerate(moves) if number % 2 == 0]) - 1
    gained = game.live["left"]["white"] - (600_000 - own * 5_000)
    assert gained == live_clock.MOST_QUOTA_MS


def test_no_one_plays_two_live_matches(alice, bob, charlie, now):
    start_live(alice, bob, now)
    with pytest.raises(Conflict) as refusal:
        start_live(charlie, alice, now)
    assert refusal.value.code == "live_match_running"


def test_it_is_agreed_by_name_for_two_minutes(alice, bob, now, white, black, client_of):
    body = {"opponent": "bob", "live": {"turn": 10}}
    made = white.post("/api/v1/challenges", body)
    assert made.status_code == 201, made.json()
    told = made.json()
    assert told["live"] == {
        "clock": "halves",
        "half": 300,
        "turn": 10,
        "formation": 20,
        "goals": None,
    }
    assert told["goals_to_win"] == 0
    game = black.post(f"/api/v1/challenges/{told['id']}/accept").json()
    assert game["live"]["phase"] == "formation"
    assert game["live"]["formation_ends_at"].endswith("Z")
    assert "server_time" in game["live"]
    assert game["goals_to_win"] == 0

    again = white.post("/api/v1/challenges", body).json()
    assert again["code"] == "live_match_running"
    for wrong, pointer in [
        ({"opponent": "bob", "live": {"turn": 15}}, "#/live/turn"),
        ({"opponent": "bob", "live": {}, "ruleset": "family"}, "#/live"),
        ({"opponent": None, "live": {}}, "#/opponent"),
    ]:
        problem = client_of(bob if wrong["opponent"] is None else alice).post(
            "/api/v1/challenges", wrong
        )
        assert problem.status_code == 400, problem.json()
        assert problem.json()["errors"][0]["pointer"] == pointer

    late = make_challenge(bob, None, Terms(), now=now)
    assert late.live is None


def test_a_challenge_to_a_live_match_lapses_after_two_minutes(alice, bob, now):
    challenge = make_challenge(alice, "bob", Terms(live={}), now=now)
    with pytest.raises(Conflict) as refusal:
        accept_challenge(bob, challenge.pk, now=now + 121 * SECOND)
    assert refusal.value.code == "challenge_lapsed"


def test_its_terms_are_shown_in_words_and_nothing_of_a_turn_by_mail(alice, bob, now):
    challenge = make_challenge(alice, "bob", Terms(live={"goals": 3}), now=now)
    assert wording.time_terms(challenge) == (
        "Live, now: two halves of 5 minutes, 20 seconds for a turn, 20 seconds for a formation,"
        " goals to win: 3."
    )
    assert wording.pace(challenge) == "live, two halves of 5 minutes"
    for person in (alice, bob):
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    GameEvent.objects.all().delete()
    game = kick_off(alice, bob, now)
    play(game, any_turn(game), now=now)
    relay_events(now)
    assert not Notification.objects.exists()

    do_act(bob.pk, game.pk, "resign", now=now)
    relay_events(now)
    assert set(Notification.objects.values_list("kind", flat=True)) == {"game_over"}


def test_a_rated_live_match_counts_in_a_pool_of_its_own(alice, bob, now, client_of):
    terms = agree_live(Terms(rated=True, live={}))
    game = start_round(start_game(terms, {"white": alice, "black": bob}, now=now), now)
    for _ in range(12):
        play(game, any_turn(game), now=now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)

    assert set(Rating.objects.values_list("user__username", "pool")) == {
        ("alice", "eleven-live"),
        ("bob", "eleven-live"),
    }
    board = client_of().get("/api/v1/leaderboards/eleven-live")
    assert board.status_code == 200
    assert client_of().get("/api/v1/leaderboards/family-live").status_code == 404
    again = start_round(start_game(terms, {"white": alice, "black": bob}, now=now), now)
    assert again.seats[0].rating == round(Rating.objects.get(user=alice).rating)


@pytest.mark.needs("plans")
def test_plans_do_not_apply(alice, bob, now, client_of):
    game = kick_off(alice, bob, now)
    line = [{"actions": ["d2d4"]}]
    plan = {"turn": 1, "line": line, "reply": {"do": "stop"}}

    answer = client_of(alice).post(f"{API}/games/{game.pk}/plans", plan)
    refused(answer, 403, "plans_not_allowed")


def test_gifts_of_time_do_not_apply(alice, bob, now):
    game = kick_off(alice, bob, now)

    with pytest.raises(Conflict):
        give_time(bob.pk, game.pk, 1, now=now)


def test_a_player_who_looks_acts_on_a_clock_that_has_run_out(alice, bob, now):
    """Without the referee no answer is of a match that stands still: not a tag, not a list."""
    looks = (
        lambda game, at: watching.view_stamp(game.pk, at),
        lambda game, at: watching.view_games(lambda: [again(game)], at),
        lambda game, at: watching.view_game(game.pk, at),
    )
    game = both_have_played(alice, bob, now)
    for number, look in enumerate(looks, start=1):
        look(game, again(game).deadline)
        assert Act.objects.filter(game=game, name="run_out").count() == number
