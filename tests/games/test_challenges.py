"""Challenges: made, answered, and turned into a game exactly once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models import Challenge, Game, GameEvent
from games.play.acts import resign
from games.play.challenge import checks
from games.play.challenge.challenges import (
    Terms,
    accept_challenge,
    cancel_challenge,
    decline_challenge,
    make_challenge,
)
from games.play.challenge.ends import lapse_challenges, leave_challenges
from games.play.challenge.rematches import offer_rematch
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.shown.payloads import event_payload
from games.store import selectors

FORTNIGHT = timedelta(days=14)


@pytest.fixture
def challenge(alice: User, bob: User, now: datetime) -> Challenge:
    return make_challenge(alice, "bob", Terms(side="black"), now=now)


@pytest.fixture
def open_challenge(alice: User, now: datetime) -> Challenge:
    return make_challenge(alice, None, Terms(), now=now)


def test_accepting_starts_the_game_on_these_terms(alice: User, bob: User, now: datetime) -> None:
    terms = Terms(side="black", options={"goals_to_win": 3}, days_per_turn=2)
    made = make_challenge(alice, "BOB", terms, now=now)

    game = accept_challenge(bob, made.pk, now=now)

    assert [(seat.side, seat.username) for seat in game.seats] == [
        ("white", "bob"),
        ("black", "alice"),
    ]
    assert game.status == "formation"
    assert game.options == {"goals_to_win": 3}
    assert game.deadline == now + timedelta(days=2)
    assert Challenge.objects.get(pk=made.pk).status == "accepted"
    assert Challenge.objects.get(pk=made.pk).game == game


def test_a_random_side_falls_both_ways(alice: User, bob: User, now: datetime) -> None:
    whites = set()
    for _ in range(40):
        made = make_challenge(alice, "bob", Terms(), now=now)
        whites.add(accept_challenge(bob, made.pk, now=now).seats[0].username)

    assert whites == {"alice", "bob"}


def test_the_challenger_cannot_accept(challenge: Challenge, alice: User, now: datetime) -> None:
    with pytest.raises(Forbidden) as refusal:
        accept_challenge(alice, challenge.pk, now=now)

    assert refusal.value.code == "own_challenge"


@pytest.mark.parametrize("answer", [accept_challenge, decline_challenge, cancel_challenge])
def test_charlie_does_not_even_see_it(
    challenge: Challenge, charlie: User, now: datetime, answer: Callable[..., Any]
) -> None:
    with pytest.raises(NotFound):
        answer(charlie, challenge.pk, now=now)

    assert Challenge.objects.get(pk=challenge.pk).status == "open"


def test_accepting_again_returns_the_same_game(
    challenge: Challenge, bob: User, now: datetime
) -> None:
    game = accept_challenge(bob, challenge.pk, now=now)

    assert accept_challenge(bob, challenge.pk, now=now) == game
    assert Game.objects.count() == 1


def test_an_open_challenge_goes_to_the_first(
    open_challenge: Challenge, bob: User, charlie: User, now: datetime
) -> None:
    accept_challenge(bob, open_challenge.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        accept_challenge(charlie, open_challenge.pk, now=now)

    assert refusal.value.code == "challenge_closed"


def test_declining_notifies_the_challenger(
    challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    assert decline_challenge(bob, challenge.pk, now=now).status == "declined"
    assert decline_challenge(bob, challenge.pk, now=now).status == "declined"

    heard = [e.event.type for e in selectors.events_after(alice.pk, 0, 10)]
    assert heard == ["challenge.declined"]


def receivers_of(user: User) -> list[tuple[str, dict[str, Any]]]:
    """Return what this person has heard, each event with its data."""
    records = [event_payload(*event) for event in selectors.events_after(user.pk, 0, 10)]
    return [(record["type"], record["data"]) for record in records]


def test_the_reason_is_shown_with_the_terms_that_it_is_about(
    challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    decline_challenge(bob, challenge.pk, reason="too_fast", now=now)

    ((_, data),) = receivers_of(alice)
    assert data["reason"] == "too_fast"
    assert data["opponent"]["username"] == "bob"
    assert (data["ruleset"], data["days_per_turn"]) == ("eleven", 1)


def test_cancelling_notifies_the_one_it_was_made_to(
    challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    cancel_challenge(alice, challenge.pk, now=now)
    cancel_challenge(alice, challenge.pk, now=now)

    assert [kind for kind, _ in receivers_of(bob)] == ["challenge.received", "challenge.cancelled"]
    assert receivers_of(alice) == []


def test_cancelling_what_anyone_might_have_accepted_notifies_no_one(
    open_challenge: Challenge, alice: User, now: datetime
) -> None:
    cancel_challenge(alice, open_challenge.pk, now=now)

    assert GameEvent.objects.count() == 0


def test_both_are_notified_once_that_it_lapsed(
    challenge: Challenge, open_challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    with pytest.raises(Conflict):
        accept_challenge(bob, challenge.pk, now=now + FORTNIGHT)
    for _ in range(2):
        lapse_challenges(now + FORTNIGHT, limit=10)

    assert [kind for kind, _ in receivers_of(bob)] == ["challenge.received", "challenge.lapsed"]
    assert [kind for kind, _ in receivers_of(alice)] == ["challenge.lapsed", "challenge.lapsed"]


def test_who_leaves_takes_back_what_they_offered_and_the_other_hears_it(
    challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    leave_challenges(alice.pk, now=now)

    assert [kind for kind, _ in receivers_of(bob)] == ["challenge.received", "challenge.cancelled"]


def test_what_is_proposed_says_which_side_the_receiver_would_play(
    alice: User, bob: User, now: datetime
) -> None:
    make_challenge(alice, "bob", Terms(side="white"), now=now)
    make_challenge(alice, "bob", Terms(), now=now)

    assert [data["your_side"] for _, data in receivers_of(bob)] == ["black", None]


def test_only_the_challenger_cancels_and_only_the_other_declines(
    challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    with pytest.raises(Forbidden):
        cancel_challenge(bob, challenge.pk, now=now)
    with pytest.raises(Forbidden):
        decline_challenge(alice, challenge.pk, now=now)


def test_no_one_declines_for_everyone(open_challenge: Challenge, bob: User, now: datetime) -> None:
    with pytest.raises(Forbidden):
        decline_challenge(bob, open_challenge.pk, now=now)


def test_a_cancelled_challenge_is_closed(challenge: Challenge, bob: User, now: datetime) -> None:
    cancel_challenge(challenge.challenger, challenge.pk, now=now)

    for answer in (accept_challenge, decline_challenge):
        with pytest.raises(Conflict) as refusal:
            answer(bob, challenge.pk, now=now)
        assert refusal.value.code == "challenge_closed"


@pytest.mark.parametrize(
    ("answer", "who"),
    [(accept_challenge, "bob"), (decline_challenge, "bob"), (cancel_challenge, "alice")],
)
def test_after_14_days_it_has_lapsed_though_no_sweep_has_passed(
    challenge: Challenge,
    now: datetime,
    answer: Callable[..., Any],
    who: str,
    request: pytest.FixtureRequest,
) -> None:
    with pytest.raises(Conflict) as refusal:
        answer(request.getfixturevalue(who), challenge.pk, now=now + FORTNIGHT)

    after = Challenge.objects.get(pk=challenge.pk)
    assert refusal.value.code == "challenge_lapsed"
    assert (after.status, after.answered_at) == ("lapsed", now + FORTNIGHT)


def test_a_moment_before_it_can_still_be_accepted(
    challenge: Challenge, bob: User, now: datetime
) -> None:
    assert accept_challenge(bob, challenge.pk, now=now + FORTNIGHT - timedelta(seconds=1))


def test_the_sweep_lapses_what_is_due(
    challenge: Challenge, open_challenge: Challenge, bob: User, now: datetime
) -> None:
    assert lapse_challenges(now, limit=10) == 0
    assert lapse_challenges(now + FORTNIGHT, limit=1) == 1
    assert lapse_challenges(now + FORTNIGHT, limit=10) == 1
    assert set(Challenge.objects.values_list("status", flat=True)) == {"lapsed"}


@pytest.mark.parametrize(
    ("opponent", "terms", "field"),
    [
        ("nobody", Terms(), "opponent"),
        ("alice", Terms(), "opponent"),
        ("Alice", Terms(), "opponent"),
        ("bob", Terms(ruleset="go"), "ruleset"),
        ("bob", Terms(side="red"), "side"),
        ("bob", Terms(options={"goals_to_win": 10}), "goals_to_win"),
    ],
)
def test_terms_that_make_no_sense_name_their_field(
    alice: User, bob: User, now: datetime, opponent: str, terms: Terms, field: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        make_challenge(alice, opponent, terms, now=now)

    assert refusal.value.field == field


def test_people_who_left_cannot_be_challenged(alice: User, bob: User, now: datetime) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with pytest.raises(Invalid):
        make_challenge(alice, "bob", Terms(), now=now)


def test_no_one_begins_a_game_with_someone_locked_out(
    challenge: Challenge, open_challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    alice.is_active = False
    alice.save()
    for made in (challenge, open_challenge):
        with pytest.raises(Conflict) as refused:
            accept_challenge(bob, made.pk, now=now)
        assert refused.value.code == "opponent_gone"
    assert not selectors.open_challenges(now).exists()


def test_no_one_is_flooded(alice: User, bob: User, now: datetime) -> None:
    for _ in range(checks.MOST_OPEN_TO_ONE):
        make_challenge(alice, "bob", Terms(), now=now)
    Challenge.objects.bulk_create(
        Challenge(challenger=alice, ruleset="eleven", created_at=now, expires_at=now + FORTNIGHT)
        for _ in range(checks.MOST_OPEN - checks.MOST_OPEN_TO_ONE)
    )

    for opponent in ("bob", None):
        with pytest.raises(Conflict) as refusal:
            make_challenge(alice, opponent, Terms(), now=now)
        assert refusal.value.code == "too_many_challenges"
    make_challenge(alice, "bob", Terms(), now=now + FORTNIGHT)  # the others have lapsed


def test_lists_of_challenges(
    challenge: Challenge, open_challenge: Challenge, alice: User, bob: User, now: datetime
) -> None:
    later = now + FORTNIGHT

    assert set(selectors.challenges_of(alice.pk, now)) == {challenge, open_challenge}
    assert list(selectors.challenges_of(alice.pk, now, direction="in")) == []
    assert list(selectors.challenges_of(bob.pk, now, direction="in")) == [challenge]
    assert list(selectors.challenges_of(bob.pk, now, status="open")) == [challenge]
    assert list(selectors.challenges_of(bob.pk, later, status="open")) == []
    assert list(selectors.challenges_of(bob.pk, later, status="lapsed")) == [challenge]
    assert list(selectors.open_challenges(now)) == [open_challenge]
    assert list(selectors.open_challenges(later)) == []


def test_a_rematch_swaps_the_sides(game: Game, alice: User, bob: User, now: datetime) -> None:
    resign(alice.pk, game.pk, now=now)

    offered = offer_rematch(bob, game.pk, now=now)

    assert offered.is_new
    assert (offered.challenge.opponent, offered.challenge.side) == (alice, "white")
    assert offered.challenge.rematch_of == game
    assert offer_rematch(bob, game.pk, now=now) == (offered.challenge, False)


def test_a_rematch_offered_by_both_is_agreed(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    offer_rematch(bob, game.pk, now=now)

    answered = offer_rematch(alice, game.pk, now=now)

    new = answered.challenge.game
    assert new is not None
    assert [seat.username for seat in new.seats] == ["bob", "alice"]
    assert offer_rematch(bob, game.pk, now=now).challenge.game == new
    assert Game.objects.count() == 2


def test_a_refused_rematch_may_be_offered_again(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    first = offer_rematch(bob, game.pk, now=now).challenge
    decline_challenge(alice, first.pk, now=now)

    second = offer_rematch(bob, game.pk, now=now)
    third = offer_rematch(bob, game.pk, now=now + FORTNIGHT)

    assert second.is_new
    assert third.is_new
    assert len({first.pk, second.challenge.pk, third.challenge.pk}) == 3


@pytest.mark.parametrize(("who", "code"), [("charlie", "not_a_player"), ("alice", "wrong_phase")])
def test_a_rematch_is_for_the_players_when_the_game_is_over(
    game: Game, charlie: User, now: datetime, who: str, code: str, request: pytest.FixtureRequest
) -> None:
    with pytest.raises(Refusal) as refusal:
        offer_rematch(request.getfixturevalue(who), game.pk, now=now)

    assert refusal.value.code == code


def test_there_is_no_rematch_with_someone_who_left(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with pytest.raises(Conflict) as refusal:
        offer_rematch(alice, game.pk, now=now)

    assert refusal.value.code == "opponent_gone"


def test_events_of_a_challenge_name_the_game_it_became(
    challenge: Challenge, bob: User, now: datetime
) -> None:
    game = accept_challenge(bob, challenge.pk, now=now)

    ((kind, data), _) = reversed(receivers_of(challenge.challenger))
    assert (kind, data["game"]) == ("challenge.accepted", game.pk)
    assert data["your_side"] in ("white", "black"), "the lot is drawn by now"
