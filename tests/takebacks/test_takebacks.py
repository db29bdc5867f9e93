"""Taking back a turn: by consent, without a roll, where nothing is at stake, and append-only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.takebacks.models import Offer
from games.features.takebacks.offers import accept, decline, offer, withdraw
from games.models import Act, Game, GameEvent, Turn
from games.play.acts import resign
from games.play.replay import differences_of, state_before
from games.play.turns import play_turn
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from tests.at_once import at_once
from tests.games.http import API, refused
from tests.games.matches import (
    KEEPER,
    any_turn,
    place,
    play,
    start_formations,
    with_next_roll,
)
from tests.toys.games import begin

Browse = Callable[..., Client]
FIRST = "d2d4 @f3"


def act(client: APIClient, game: Game, name: str) -> Any:
    """Do an act by the API."""
    return client.post(f"{API}/games/{game.pk}/acts", {"name": f"{name}_takeback"}, "json")


def test_a_turn_is_taken_back_and_stays_in_history(
    game: Game, white: APIClient, black: APIClient, third: APIClient, now: datetime, client: Client
) -> None:
    url = f"{API}/games/{game.pk}"
    before = white.get(url).json()
    play(game, FIRST, now=now)
    assert white.get(f"{url}/takeback").json() == {"offered_by": None, "turn": None}

    assert act(white, game, "offer").status_code == 200
    assert act(white, game, "offer").status_code == 200
    assert GameEvent.objects.filter(game=game, type="takeback.offered").count() == 1
    assert black.get(f"{url}/takeback").json() == {"offered_by": "white", "turn": 1}
    refused(third.get(f"{url}/takeback"), 403, "not_a_player")
    refused(act(white, game, "accept"), 409, "no_takeback_offer")
    refused(act(third, game, "accept"), 403, "not_a_player")
    after = act(black, game, "accept").json()

    assert (after["turn"], after["awaiting"], after["position"]) == (
        2,
        ["white"],
        before["position"],
    )
    assert act(black, game, "accept").json()["updated_at"] == after["updated_at"]
    history = client.get(f"{url}/history").json()["results"]
    assert [row["turn"] and row["turn"]["taken_back"] for row in history] == [True, None]
    assert (history[1]["act"]["name"], history[1]["act"]["side"]) == ("take_back", "black")
    assert "before 2: black take_back" in client.get(f"{url}/export?format=text").content.decode()
    assert b"taken back" in client.get(f"/games/{game.pk}/history/").content
    game = Game.objects.get(pk=game.pk)
    assert differences_of(game) == []

    # The next turn takes the next number; in this position no one is asked again.
    play(game, FIRST, now=now)
    refused(act(white, game, "offer"), 409, "takeback_offered_before")
    play(game, any_turn(game), now=now)
    game = Game.objects.get(pk=game.pk)
    assert game.next_turn == 4
    assert differences_of(game) == []
    assert Turn.objects.filter(game=game, taken_back=True).count() == 1
    # A game that ends now is read from the state that was restored.
    resign(game.players.get(side="white").user_id, game.pk, now=now)
    game = Game.objects.get(pk=game.pk)
    assert differences_of(game) == []
    assert game.rules.dump(state_before(game, 4)).split(";")[9] == game.state.split(";")[9]


def test_the_clock_and_what_was_prepared_begin_again(
    game: Game, alice: User, bob: User, white: APIClient, now: datetime
) -> None:
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    play(game, FIRST, now=now)
    plan = white.post(
        f"{API}/games/{game.pk}/plans",
        {
            "turn": 2,
            "line": [{"actions": ["f6e4"]}],
            "reply": {"do": "turn", "actions": ["f3e5", "@d4"]},
        },
        "json",
    )
    assert plan.status_code == 201, plan.content
    offer(alice.pk, game.pk, now=now)
    later = now + timedelta(hours=5)
    relay_events(later)
    asked = Notification.objects.get(kind="takeback_offered", channel="mail")
    assert asked.user == bob
    (context,) = load_contexts([asked])
    assert context.is_true(later)
    assert context.compose().title == "alice asks to take back a turn"

    accepted = accept(bob.pk, game.pk, now=later)

    assert accepted.deadline == later + timedelta(days=1)
    assert not load_contexts([asked])[0].is_true(later)
    relay_events(later)
    (mine,) = load_contexts(
        list(Notification.objects.filter(user=alice, kind="turn", channel="mail"))
    )
    assert mine.is_true(later)
    assert "Your last turn was taken back." in " ".join(mine.compose().sentences)
    plans = white.get(f"{API}/games/{game.pk}/plans").json()["results"]
    assert [(one["status"], one["because"]) for one in plans] == [("dropped", "taken_back")]


def test_where_no_turn_can_be_taken_back(
    game: Game, white: APIClient, black: APIClient, now: datetime
) -> None:
    games = Game.objects.filter(pk=game.pk)
    staked: list[dict[str, Any]] = [{"rated": True}, {"competition": {"id": "x"}}, {"live": {}}]
    refused(act(white, game, "offer"), 409, "takeback_not_allowed")
    play(game, FIRST, now=now)
    refused(act(black, game, "offer"), 409, "takeback_not_allowed")
    for changes in staked:
        kept = games.values(*changes).get()
        games.update(**changes)
        with pytest.raises(Refusal) as refusal:
            offer(game.players.get(side="white").user_id, game.pk, now=now)
        assert refusal.value.code == "takeback_not_allowed"
        games.update(**kept)
    refused(act(white, game, "withdraw"), 409, "no_takeback_offer")
    assert act(white, game, "offer").status_code == 200
    assert act(black, game, "decline").status_code == 200
    assert act(black, game, "decline").status_code == 200
    refused(act(white, game, "offer"), 409, "takeback_offered_before")
    refused(act(black, game, "accept"), 409, "no_takeback_offer")

    saved = with_next_roll(place(Game.objects.get(pk=game.pk), KEEPER), range(55, 80))
    play(saved, "!e8", now=now)
    refused(act(white, game, "offer"), 409, "roll_was_seen")


def test_a_player_asks_and_answers_on_the_page(
    game: Game, browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    mine, theirs = browse(alice), browse(bob)
    play(game, FIRST, now=now)
    assert "Take back turn…" in mine.get(f"/games/{game.pk}/").content.decode()
    assert "Take back turn…" not in theirs.get(f"/games/{game.pk}/").content.decode()
    assert "A turn with a shot" in mine.get(f"/games/{game.pk}/").content.decode()
    chess = start_formations(alice, bob, now, ruleset="standard")
    play(chess, "e2e4", now=now)
    page = mine.get(f"/games/{chess.pk}/").content.decode()
    assert 'data-text="Your opponent must agree."' in page
    offer(alice.pk, game.pk, now=now + timedelta(seconds=5))
    assert "You asked to take back your turn." in mine.get(f"/games/{game.pk}/").content.decode()
    assert 'data-until="2"' in theirs.get(f"/games/{game.pk}/").content.decode()
    withdraw(alice.pk, game.pk, now=now + timedelta(seconds=9))
    assert 'data-until="2"' not in theirs.get(f"/games/{game.pk}/").content.decode()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_fifty_races_of_an_offer_an_answer_and_a_new_turn(
    alice: User, bob: User, now: datetime
) -> None:
    people, ends = {"white": alice, "black": bob}, set()
    games: list[Game] = []

    def tried(do: Callable[[], object]) -> str:
        try:
            do()
        except Refusal as refusal:
            return refusal.code
        return "done"

    for number in range(50):
        if number % 10 == 0:
            games.append(begin("standard", people, now))
        game = Game.objects.get(pk=games[-1].pk)
        before = game.next_turn
        mover = next(seat.side for seat in game.seats if seat.is_awaited)
        play(game, any_turn(game), now=now)
        game = Game.objects.get(pk=game.pk)
        other = people["black" if mover == "white" else "white"]
        if number % 2:
            tried(partial(offer, people[mover].pk, game.pk, now=now))
        answer = decline if number % 5 == 4 else accept
        new = partial(play_turn, other.pk, game.pk, game.next_turn, any_turn(game).split(), now=now)
        outcomes = at_once(
            partial(tried, partial(offer, people[mover].pk, game.pk, now=now)),
            partial(tried, partial(answer, other.pk, game.pk, now=now)),
            partial(tried, partial(accept, other.pk, game.pk, now=now)),
            partial(tried, new),
        )
        game = Game.objects.get(pk=game.pk)
        was_restored = Act.objects.filter(game=game, turn=before + 1).exists()
        # Either the turn was taken back or the next was played, never both, never twice.
        assert (game.next_turn == before + 1) != (game.next_turn == before + 2)
        assert was_restored == (outcomes[3] != "done"), outcomes
        assert Act.objects.filter(game=game, turn=before + 1).count() <= 1
        assert Turn.objects.get(game=game, number=before).taken_back == was_restored
        assert Offer.objects.filter(game=game, turn=before).count() <= 1
        ends.add(was_restored)
    for game in games:
        assert differences_of(Game.objects.get(pk=game.pk)) == []
    assert ends == {True, False}
