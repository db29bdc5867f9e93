"""Phrases: sixteen of them, three a turn, to the players of a game and to no one else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.phrases.api import PhrasesView
from games.features.phrases.models import Phrase
from games.features.phrases.robots import remark
from games.features.phrases.saying import MOST_A_TURN, say_phrase
from games.features.phrases.words import offered
from games.models import Game, GameEvent, HouseRobot
from games.play.blocks import block
from games.refusals import Conflict
from notifications.models import Notification
from notifications.relay import relay_events
from tests.games.matches import play
from tests.toys.games import begin

Browse = Callable[..., Client]


def heard(client: Client, game: Game, **spoken: str) -> list[str]:
    """Return the words that a player has said and heard."""
    results = client.get(f"/api/v1/games/{game.pk}/phrases", headers=spoken).json()["results"]
    return [one["text"] for one in results]


def say(client: Client, game: Game, key: str) -> tuple[int, str]:
    """Quick chat; return the status, and the text or the code of the refusal."""
    address = f"/api/v1/games/{game.pk}/phrases"
    answer = client.post(address, {"phrase": key}, content_type="application/json")
    return answer.status_code, answer.json().get("text") or answer.json()["code"]


def told(user: User) -> list[str]:
    """Return the phrases that someone was told of."""
    entries = user.inbox_entries.filter(event__type="phrase.said").order_by("number")
    return [entry.event.data["phrase"] for entry in entries]


def test_players_say_three_phrases_a_turn_in_the_language_of_the_receiver(
    browse: Browse, alice: User, bob: User, charlie: User, game: Game
) -> None:
    User.objects.filter(pk=bob.pk).update(language="de")
    relay_events(timezone.now())
    Notification.objects.all().delete()
    mine, his = browse(alice), browse(User.objects.get(pk=bob.pk))
    log = GameEvent.objects.filter(game=game, number__isnull=False).count()

    assert len(offered(has_goals=True, seats=2)) == 16
    assert say(mine, game, "good_luck") == (201, "Good luck!")
    assert heard(his, game, accept_language="de") == ["Viel Glück!"]
    assert told(bob) == told(alice) == ["good_luck"]
    assert say(mine, game, "hello")[0] == say(mine, game, "wow")[0] == 201
    assert say(mine, game, "oops") == (409, "too_many_phrases")
    assert say(his, game, "thanks")[0] == 201
    assert say(mine, game, "You are an idiot") == (400, "invalid")

    # Only the players hear it: no onlooker, no log of the game, no mail and no push.
    assert browse(charlie).get(f"/api/v1/games/{game.pk}/phrases").status_code == 403
    assert say(browse(charlie), game, "hello") == (403, "not_a_player")
    assert browse().get(f"/api/v1/games/{game.pk}/phrases").status_code == 401
    assert GameEvent.objects.filter(game=game, number__isnull=False).count() == log
    relay_events(timezone.now())
    assert not Notification.objects.exists()
    page = browse(charlie).get(f"/games/{game.pk}/").content.decode()
    assert 'id="touchline"' not in page
    assert "Viel Glück!" not in page
    page = his.get(f"/games/{game.pk}/").content.decode()
    assert "Danke!" in page

    play(game, "d2d4 @f3", now=timezone.now())
    assert say(mine, game, "well_played")[0] == 201


def test_a_player_who_does_not_want_to_hear_it_does_not(
    browse: Browse, alice: User, bob: User, charlie: User, game: Game
) -> None:
    mine, his = browse(alice), browse(bob)
    mute = f"/api/v1/games/{game.pk}/phrases/mute"

    assert his.put(mute).status_code == his.put(mute).status_code == 204
    assert say(mine, game, "hello")[0] == 201
    assert (told(bob), heard(his, game)) == ([], [])
    assert his.delete(mute).status_code == 204
    assert heard(his, game) == ["Hello!"]

    block(bob, "alice", now=timezone.now())
    assert say(mine, game, "wow")[0] == 201
    assert (told(bob), heard(his, game)) == ([], [])

    User.objects.filter(pk=alice.pk).update(page_settings={"phrases": False})
    assert say(browse(alice), game, "wow") == (409, "phrases_off")
    assert say(his, game, "hello")[0] == 201
    assert told(alice) == ["hello", "wow"]
    assert 'id="touchline"' not in browse(alice).get(f"/games/{game.pk}/").content.decode()

    his.get("/")
    delete_account(bob, timezone.now())
    assert set(Phrase.objects.values_list("user", flat=True)) == {alice.pk}


@pytest.mark.django_db(transaction=True)
def test_many_together_are_three(alice: User, bob: User, game: Game) -> None:
    now = timezone.now()

    def speak() -> None:
        try:
            with suppress(Conflict):
                say_phrase(alice, game.pk, "hello", now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda _: speak(), range(6)))

    assert Phrase.objects.count() == MOST_A_TURN
    assert len(told(bob)) == MOST_A_TURN


def test_robots_answer_and_say_what_there_is_to_say(
    browse: Browse, alice: User, bob: User, game: Game
) -> None:
    HouseRobot.objects.create(user=bob, strength="easy")
    now = timezone.now()

    remark(game.pk, bob.pk, now)
    remark(game.pk, bob.pk, now)
    assert told(alice) == ["good_luck"]
    play(game, "d2d4 @f3", now=now)
    assert say(browse(alice), game, "hello")[0] == 201
    assert say(browse(alice), game, "hello")[0] == 201
    assert told(alice) == ["good_luck", "hello", "hello", "hello"]

    turn = game.turns.get()
    for outcome, key in (("goal", "good_goal"), ("save", "close_one")):
        Phrase.objects.filter(user=bob, turn=2).delete()
        turn.happenings = [{"type": "shot", "outcome": outcome}]
        turn.save()
        remark(game.pk, bob.pk, now)
        assert told(alice)[-1] == key


def test_other_games_have_no_goals_to_praise(browse: Browse, alice: User, game: Game) -> None:
    assert len(offered(has_goals=False, seats=2)) == 14
    assert PhrasesView.scope["POST"] == "games:play"


def test_a_table_of_several_teams_up_by_messages_to_one_or_to_all(
    browse: Browse, alice: User, bob: User, charlie: User, dan: User, game: Game
) -> None:
    HouseRobot.objects.create(user=dan, strength="easy")
    User.objects.filter(pk=charlie.pk).update(language="de")
    people = {"white": alice, "silver": bob, "black": charlie, "gold": dan}
    table = begin("family", people, timezone.now())
    address = f"/api/v1/games/{table.pk}/phrases"
    mine, his = browse(alice), browse(bob)

    choices = [one["phrase"] for one in mine.get(address).json()["choices"]]
    assert choices[-4:] == ["truce_offer", "truce_accept", "truce_decline", "truce_end"]
    offer = {"phrase": "truce_offer", "to": "silver"}
    said = mine.post(address, offer, "application/json")
    assert (said.status_code, said.json()["to"]) == (201, "silver")
    assert his.post(address, {"phrase": "truce_accept"}, "application/json").status_code == 201

    # The whole table hears it; a bot that was not asked says nothing.
    newest = charlie.inbox_entries.filter(event__type="phrase.said").order_by("number")
    assert [(one.event.data["side"], one.event.data.get("to")) for one in newest] == [
        ("white", "silver"), ("silver", None),
    ]  # fmt: skip
    assert heard(browse(charlie), table, accept_language="de")[0] == "Tun wir uns zusammen?"
    page = " ".join(his.get(f"/games/{table.pk}/").content.decode().split())
    assert "<b>alice</b> to you: Shall we team up?" in page
    page = " ".join(mine.get(f"/games/{table.pk}/").content.decode().split())
    assert "<b>You</b> to bob: Shall we team up?" in page

    # A bot that was asked declines, to the player who asked.
    mine.post(address, {"phrase": "truce_offer", "to": "gold"}, "application/json")
    last = his.get(address).json()["results"][-1]
    assert (last["side"], last["phrase"], last["to"]) == ("gold", "truce_decline", "white")

    for wrong in ({"phrase": "wow", "to": "white"}, {"phrase": "wow", "to": "red"}):
        refusal = mine.post(address, wrong, "application/json").json()
        assert (refusal["code"], refusal["errors"][0]["pointer"]) == ("invalid", "#/to")
    # Two have no one to team up against.
    assert "truce_offer" not in mine.get(f"/api/v1/games/{game.pk}/phrases").content.decode()
    assert say(mine, game, "truce_offer") == (400, "invalid")
