"""Talk: text between players who each agreed to it, and for no one else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client, override_settings
from rest_framework.test import APIClient

from accounts.kept import exported
from accounts.models import User
from accounts.services.deletion import delete_account
from config.http.errors.refusals import Refusal
from games.features.talk.agreeing import agree
from games.features.talk.models import MOST_A_DAY, Agreement, Message
from games.features.talk.writing import plain, write
from games.models import Block, Friend, Game, GameEvent, Player
from games.play.guards import SPEAKING
from games.refusals import Forbidden
from games.shown.talk import TALK
from tests.at_once import at_once
from tests.games.http import API, refused
from tests.toys.games import begin

Browse = Callable[..., Client]
LINK = "See https://example.org/ <b>now</b>"


def say(client: APIClient, game: Game, text: str, **headers: Any) -> Any:
    """Write a message by the API."""
    return client.post(f"{API}/games/{game.pk}/talk", {"text": text}, "json", **headers)


def seen(client: APIClient, game: Game) -> list[str]:
    """Return the texts that a player sees, newest first."""
    found = client.get(f"{API}/games/{game.pk}/talk").json()["results"]
    return [one["text"] for one in found]


def test_players_who_each_agreed_write_and_no_one_else_reads_it(
    game: Game, white: APIClient, black: APIClient, third: APIClient, client: Client, bob: User
) -> None:
    url = f"{API}/games/{game.pk}/talk"
    closed = {"is_open": False, "has_agreed": False, "agreed": [], "left": 0, "results": []}
    assert closed.items() <= white.get(url).json().items()
    refused(say(white, game, "Hello"), 409, "talk_closed")
    for one in (white, white):
        assert one.put(f"{url}/agreement").status_code == 204
    refused(say(white, game, "Hello"), 409, "talk_closed")
    assert black.get(url).json()["agreed"] == ["white"]
    assert black.put(f"{url}/agreement").status_code == 204

    key = {"HTTP_IDEMPOTENCY_KEY": "0123456789abcdef"}
    made = say(white, game, f"  {LINK}\n\u202e\x07 ", **key)
    assert (made.status_code, made.json()["text"]) == (201, LINK)
    assert say(white, game, f"  {LINK}\n\u202e\x07 ", **key).json() == made.json()
    assert seen(white, game) == seen(black, game) == [LINK]
    assert white.get(url).json()["left"] == MOST_A_DAY - 1
    refused(say(white, game, "x" * 501), 400, "invalid")
    refused(say(white, game, "\u202e "), 400, "invalid")
    event = bob.inbox_entries.get(event__type="talk").event
    assert event.data["message"] == made.json()["id"]
    assert LINK not in str(event.data)
    assert event.number is None

    refused(third.get(url), 403, "not_a_player")
    refused(say(third, game, "Hello"), 403, "not_a_player")
    refused(third.put(f"{url}/agreement"), 403, "not_a_player")
    assert client.get(url).status_code == 401
    for path in ("history", "export?format=text", "export?format=json", "events"):
        assert b"example.org" not in client.get(f"{API}/games/{game.pk}/{path}").content
    assert b"example.org" not in client.get(f"/games/{game.pk}/").content
    # The page of a report shows it to moderators.
    told = [one for ask in TALK for one in ask(game, 20)]
    assert [(one.name, one.text) for one in told] == [("alice", LINK)]
    with override_settings(TALK=False):
        assert closed.items() <= black.get(url).json().items()
        refused(say(white, game, "Hello"), 409, "talk_closed")
        refused(white.put(f"{url}/agreement"), 409, "talk_closed")


def test_blocks_family_mode_guests_and_mutes_hold(
    game: Game, white: APIClient, black: APIClient, alice: User, bob: User, now: datetime, only: Any
) -> None:
    for user in (alice, bob):
        agree(user, game.pk, now=now)
    assert say(white, game, "Hello").status_code == 201

    def is_closed_with(change: Callable[[], object], undo: Callable[[], object]) -> None:
        change()
        refused(say(white, game, "Still there?"), 409, "talk_closed")
        undo()
        assert say(white, game, "Again").status_code == 201

    bobs = User.objects.filter(pk=bob.pk)
    blocks = Block.objects.filter(user=bob)
    is_closed_with(lambda: Block.objects.create(user=bob, blocked=alice), blocks.delete)
    is_closed_with(
        lambda: bobs.update(is_family=True), lambda: Friend.objects.create(user=bob, friend=alice)
    )
    is_closed_with(lambda: bobs.update(guest_since=now), lambda: bobs.update(guest_since=None))
    url = f"{API}/games/{game.pk}/talk/agreement"
    is_closed_with(lambda: black.delete(url), lambda: black.put(url))
    players = Player.objects.filter(game=game, user=bob)
    games = Game.objects.filter(pk=game.pk)

    def hide() -> None:
        games.update(competition={"id": "x"})
        players.update(shown_as="No. 4")

    is_closed_with(hide, lambda: players.update(shown_as=None))
    bobs.update(guest_since=now)
    refused(black.put(url), 403, "guest_account")
    bobs.update(guest_since=None)

    # Who blocks doesn't see what was written before.
    Block.objects.create(user=bob, blocked=alice)
    assert seen(black, game) == []
    blocks.delete()

    def muted(user_id: int, at: datetime) -> None:
        raise Forbidden("Muted.", code="muted")

    only(SPEAKING, SPEAKING.by(muted))
    refused(say(white, game, "Hello"), 403, "muted")
    refused(white.put(url), 403, "muted")


def test_a_table_of_four_talks_once_all_four_agreed(
    alice: User, bob: User, charlie: User, now: datetime, client_of: Any
) -> None:
    dora = User.objects.create_user("dora")
    people = {"white": alice, "silver": bob, "black": charlie, "gold": dora}
    game = begin("family", people, now)
    for user in (alice, bob, charlie):
        agree(user, game.pk, now=now)
    with pytest.raises(Refusal):
        write(alice, game.pk, "Hello", now=now)
    agree(dora, game.pk, now=now)
    write(alice, game.pk, "Hello", now=now)
    assert GameEvent.objects.get(type="talk").entries.count() == 4
    assert seen(client_of(dora), game) == ["Hello"]


def test_the_day_is_bounded_and_data_goes_with_the_account(
    game: Game, white: APIClient, alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        agree(user, game.pk, now=now)
    for number in range(MOST_A_DAY):
        write(alice, game.pk, str(number), now=now)
    with pytest.raises(Refusal) as refusal:
        write(alice, game.pk, "more", now=now)
    assert refusal.value.code == "too_many_messages"
    write(bob, game.pk, "mine", now=now)
    write(alice, game.pk, "tomorrow", now=now + timedelta(days=1))
    page = white.get(f"{API}/games/{game.pk}/talk?limit=2").json()
    assert [one["text"] for one in page["results"]] == ["tomorrow", "mine"]
    assert white.get(page["next"]).json()["results"][0]["text"] == "29"

    assert [row["text"] for row in exported("talk.Message", bob)] == ["mine"]
    assert [row["other__username"] for row in exported("talk.Agreement", bob)] == ["alice"]
    delete_account(bob, now)
    assert not Agreement.objects.exists()
    assert set(Message.objects.values_list("user", flat=True)) == {alice.pk}
    Game.objects.filter(pk=game.pk).delete()
    assert not Message.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_together_are_no_more_than_a_day_has(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        agree(user, game.pk, now=now)
    for number in range(MOST_A_DAY - 2):
        write(alice, game.pk, str(number), now=now)

    def tried() -> str:
        try:
            write(alice, game.pk, "more", now=now)
        except Refusal as refusal:
            return refusal.code
        return "done"

    outcomes = at_once(*[partial(tried)] * 5)

    assert sorted(outcomes) == ["done"] * 2 + ["too_many_messages"] * 3


def test_the_page_needs_no_script(game: Game, browse: Browse, alice: User, bob: User) -> None:
    mine, theirs = browse(alice), browse(bob)
    page, url = f"/games/{game.pk}/", f"/games/{game.pk}/talk/"
    assert f'href="{url}"' in mine.get(page).content.decode()
    assert "Agree to talk" in mine.get(url).content.decode()
    assert mine.post(url, {"agree": "1"}).status_code == 302
    assert "alice would like to talk." in theirs.get(page).content.decode()
    assert theirs.post(url, {"agree": "1"}).status_code == 302
    assert mine.post(url, {"text": LINK, "here": "1"})["Location"] == page
    for address in (page, url):
        shown = theirs.get(address).content.decode()
        assert "See https://example.org/ &lt;b&gt;now&lt;/b&gt;" in shown
        assert 'href="https://example.org' not in shown
    assert "Write something." in mine.post(url, {"text": " "}).content.decode()
    assert theirs.post(url, {"stop": "1"}).status_code == 302
    assert "example.org" not in theirs.get(url).content.decode()
    assert browse().get(url).status_code == 302
    assert browse(User.objects.create_user("dora")).get(url).status_code == 404


def test_a_text_is_one_plain_line() -> None:
    assert plain(" a\n\tb\u202e\x00c\u2066 ") == "a b c"
    assert plain("👩\u200d👧 e\u0301") == "👩\u200d👧 é"
