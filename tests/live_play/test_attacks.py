"""Live play against people who lie, press twice, or do two things at the same instant."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import delete_account
from games.clock import lag
from games.clock import live as live_clock
from games.features.live.models import Seek
from games.features.live.seeks import begin, look, pair_all
from games.models import Act, Game, LivePlayer, StagedTurn, Turn
from games.models.running_clock import moment
from games.play.acts import do_act, resign
from games.play.blocks import block
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.live import pair
from games.play.challenge.rematches import offer_rematch
from games.play.deadlines import enforce_deadline
from games.play.stage import keep_stage
from games.play.turns import play_turn
from games.refusals import Conflict
from tests.at_once import at_once
from tests.conftest import Clients, Person
from tests.games.http import API, refused
from tests.games.matches import any_turn, play
from tests.games.races import race
from tests.live_play.matches import SECOND, again, both_have_played, kick_off

SEEKS = f"{API}/live/seeks"
MS = timedelta(milliseconds=1)
TURNS = 8


# --- time that is not your own ---


def slow_turns(alice: User, bob: User, now: datetime, *, staged: bool) -> timedelta:
    """Return for how long a liar could think, each turn sent as late as it is taken."""
    game = both_have_played(alice, bob, now, half=600, turn=10)
    spent = timedelta()
    for number in range(TURNS):
        lag.note_lag(game.pk, alice.pk, number + 1, 29_000)
        game = again(game)
        assert game.deadline is not None
        latest = game.deadline - MS
        spent += latest - moment((game.live or {})["from"])
        turn = any_turn(game)
        if staged:
            keep_stage(game, alice.pk, game.next_turn, turn.split(), now=latest)
            assert enforce_deadline(game.pk, game.deadline)
        else:
            play(game, turn, now=latest)
        game = again(game)
        assert game.turns.count() == 2 * number + 3
        play(game, any_turn(game), now=moment((game.live or {})["from"]))
    return spent


@pytest.mark.django_db
@pytest.mark.parametrize("staged", [False, True])
def test_a_liar_gains_three_seconds_in_a_match_of_halves(
    alice: User, bob: User, now: datetime, staged: bool
) -> None:
    """Whether the turn is sent at the last moment, or staged for the referee to play."""
    spent = slow_turns(alice, bob, now, staged=staged)

    gained = spent - TURNS * (10 * SECOND + live_clock.BASE_GRACE_MS * MS)
    assert gained <= live_clock.MOST_QUOTA_MS * MS
    assert gained >= live_clock.MOST_QUOTA_MS * MS - 100 * MS, "a slow line is believed so far"


@pytest.mark.django_db
def test_numbers_that_no_one_sent_are_refused_or_change_nothing(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game, client = kick_off(alice, bob, now), client_of(alice)
    path = f"{API}/games/{game.pk}"
    actions = any_turn(game).split()
    for number in (-1, 0, 2**31, 2**63, 10**30, "1", 1.5, None, True):
        body = {"turn": number, "actions": actions}
        for method, where in ((client.put, "/stage"), (client.post, "/turns")):
            answer = method(path + where, body)
            assert answer.status_code in (400, 409), (number, where, answer.content)
    for n in (-1, 0, -(2**53), 2**53, 10**30, 1.5, "1", None, True, [1]):
        refused(client.post(f"{path}/seen", {"n": n}), 400, "invalid")
    # A number of long ago, or of a day that is to come, says nothing of the line.
    for n in (1, 2**53 - 1):
        assert client.post(f"{path}/seen", {"n": n}).status_code == 204
    assert lag.lag_ms(game.pk, alice.pk) == 0
    huge = {"turn": 1, "actions": ["d2d4"] * 1000}
    refused(client.put(f"{path}/stage", huge), 400, "invalid")
    refused(client.put(f"{path}/stage", {"turn": 1, "actions": ["d" * 5000]}), 400, "invalid")
    seeks: tuple[dict[str, Any], ...] = (
        {"rating": [-1, 5]}, {"rating": [0, 10**30]}, {"rating": ["a", "b"]},
        {"ruleset": "e" * 999},
        {"live": {"half": 10**30}}, {"live": {"turn": -20}}, {"live": []}, {"live": {"x": 1}},
    )  # fmt: skip
    for wrong in seeks:
        refused(client_of(bob).post(SEEKS, wrong), 400, "invalid")
    assert again(game).next_turn == 1
    assert not StagedTurn.objects.exists()


# --- the same instant ---


@pytest.mark.django_db(transaction=True)
def test_calling_off_and_the_first_turn_at_the_same_instant(
    alice: User, bob: User, now: datetime
) -> None:
    def first_turn(game: Game, turn: str) -> Any:
        return play_turn(alice.pk, game.pk, 1, turn.split(), now=now).turn.number

    game = kick_off(alice, bob, now)
    turn = any_turn(game)
    assert race(
        game,
        lambda: do_act(bob.pk, game.pk, "abort", now=now).status,
        lambda: first_turn(game, turn),
    ) == ["aborted", "game_over"]
    assert not LivePlayer.objects.exists()

    other = kick_off(alice, bob, now)
    # Until both have played it may still be called off.
    assert race(
        other,
        lambda: first_turn(other, turn),
        lambda: do_act(bob.pk, other.pk, "abort", now=now).status,
    ) == [1, "aborted"]


@pytest.mark.django_db(transaction=True)
def test_what_is_staged_as_the_turn_is_played_is_not_played_again(
    alice: User, bob: User, now: datetime
) -> None:
    game = both_have_played(alice, bob, now)
    turn = any_turn(game)

    def stage() -> str:
        try:
            keep_stage(again(game), alice.pk, 3, turn.split(), now=now)
        except Conflict as refusal:
            return refusal.code
        return "kept"

    outcomes = at_once(*[stage, lambda: str(play(game, turn, now=now).turn.number), stage])
    assert outcomes[1] == "3"
    assert set(outcomes) <= {"3", "kept", "stale_turn"}
    play(game, any_turn(game), now=now)

    assert again(game).next_turn == 5, "White is to play the fifth, with nothing staged for it"
    assert list(Turn.objects.filter(game=game).values_list("by", flat=True)) == ["hand"] * 4
    # Two tabs: the same turn is answered again, another one is refused.
    mine = any_turn(game).split()
    same = at_once(
        *[lambda: play_turn(alice.pk, game.pk, 5, mine, now=now).turn.number for _ in range(3)]
    )
    assert same == [5, 5, 5]
    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 5, [*mine, "@e4"], now=now)
    assert refusal.value.code == "stale_turn"


# --- looking for a match ---


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_look_seat_their_reader_once(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    begin(bob, "eleven", None, now=now)
    begin(charlie, "eleven", {"half": 600}, now=now)

    halves = (300, 600, 300, 600)
    at_once(*[lambda half=half: _look_for(alice, half, now) for half in halves])
    pair_all(now)

    assert LivePlayer.objects.filter(user=alice).count() == 1
    assert Game.objects.count() == 1
    assert not Seek.objects.filter(user=alice).exists()


def _look_for(user: User, half: int, now: datetime) -> str:
    try:
        return begin(user, "eleven", {"half": half}, now=now).state
    except Conflict as refusal:
        return refusal.code


@pytest.mark.django_db(transaction=True)
def test_a_seek_a_challenge_and_a_farewell_together(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    begin(alice, "eleven", None, now=now)
    offer = make_challenge(bob, "alice", Terms(live={}), now=now)

    def accept() -> str:
        try:
            return accept_challenge(alice, offer.pk, now=now).pk
        except Conflict as refusal:
            return refusal.code

    at_once(lambda: begin(charlie, "eleven", None, now=now).state, accept)
    assert Game.objects.count() == 1
    assert look(alice, now).state == "playing"
    pair_all(now)
    assert not Seek.objects.filter(user=alice).exists()

    # Anyone who leaves is looked for no more, and what they play ends.
    game = Game.objects.get()
    begin(next(one for one in (bob, charlie) if not _plays(one)), "standard", None, now=now)
    delete_account(User.objects.get(pk=alice.pk), now)
    assert again(game).status in ("aborted", "finished")
    assert not LivePlayer.objects.exists()
    late = Seek.objects.get()
    Seek.objects.create(
        user=alice, ruleset=late.ruleset, live=late.live, is_bot=False, rating=late.rating,
        made_at=now, seen_at=now,
    )  # fmt: skip
    assert pair_all(now) == 0
    assert not LivePlayer.objects.exists()


def _plays(user: User) -> bool:
    return LivePlayer.objects.filter(user=user).exists()


@pytest.mark.django_db
def test_guests_and_those_who_block_each_other_are_not_paired(
    alice: User, bob: User, person: Person, white: APIClient, client_of: Clients, now: datetime
) -> None:
    guest = person("guest-1")
    User.objects.filter(pk=guest.pk).update(guest_since=now)
    refused(client_of(guest).post(SEEKS, {}), 403, "guest_account")

    block(alice, "bob", now=now)
    for user in (alice, bob):
        assert begin(user, "eleven", None, now=now).state == "seeking"
    later = now + timedelta(minutes=1)
    Seek.objects.update(seen_at=later)
    assert pair_all(later) == 0

    # Who may not play a rated match is told so at once, and does not wait in vain.
    User.objects.filter(pk=alice.pk).update(is_bot=True)
    refused(client_of(alice).post(SEEKS, {"rated": True}), 409, "not_rated")


@pytest.mark.django_db(transaction=True)
def test_both_press_rematch_and_play_again_though_one_looks_already(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = pair(alice, bob, ruleset="eleven", live={"turn": 30}, now=now)
    resign(alice.pk, game.pk, now=now)
    begin(alice, "eleven", {"turn": 30}, now=now)

    at_once(*[lambda user=user: offer_rematch(user, game.pk, now=now) for user in (alice, bob)])

    again_played = Game.objects.exclude(pk=game.pk).get()
    assert (again_played.live or {})["terms"] == (game.live or {})["terms"]
    before, after = (
        {seat.user_id: seat.side for seat in one.seats} for one in (game, again_played)
    )
    assert before.keys() == after.keys()
    assert all(before[user] != after[user] for user in before), "sides are swapped"
    begin(charlie, "eleven", {"turn": 30}, now=now)
    assert look(charlie, now).state == "seeking", "alice plays, and looks no more"
    assert look(alice, now).game_id == again_played.pk
    assert Act.objects.filter(game=game).count() == 1


@pytest.mark.django_db
def test_a_rematch_that_the_other_comes_too_late_for_lapses_and_both_may_look(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    game = pair(alice, bob, ruleset="eleven", now=now)
    resign(alice.pk, game.pk, now=now)
    offered = offer_rematch(bob, game.pk, now=now).challenge
    assert offered.expires_at > now + 30 * SECOND

    begin(alice, "eleven", None, now=timezone.now())
    assert begin(charlie, "eleven", None, now=timezone.now()).state == "playing"
    with pytest.raises(Conflict) as refusal:
        offer_rematch(alice, game.pk, now=now)
    assert refusal.value.code == "live_match_running"
