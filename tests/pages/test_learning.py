"""The place to learn: all games, a page for each, and where the pages were before."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.features.learn.lessons import chapters
from games.features.learn.models import LearnProgress
from games.models import Game
from games.play.robots import open_house
from games.rules import registry
from tests.pages.test_lists import finish

pytestmark = pytest.mark.django_db


def read(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_learn_leads_to_the_page_of_each_game(client: Client) -> None:
    page = read(client, "/learn/")

    for key in registry.all_keys():
        assert f'href="/learn/{key}/"' in page
        assert registry.get(key).name in page


def test_learn_shows_how_far_a_player_has_come(alice: User, bob: User, now: datetime) -> None:
    client = Client()
    client.force_login(alice)
    finish(alice, bob, now)
    Game.objects.update(ruleset="standard")
    LearnProgress.objects.create(user=alice, step="pitch/1", stars=3)

    page = read(client, "/learn/")

    all_steps = sum(len(one.steps) for one in chapters())
    assert f"1 of {all_steps} steps" in page
    assert "1 game played" in page
    assert "Not played yet" in page
    assert "2–4 players" in page


def test_a_course_continues_where_the_player_stopped(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    first, second = chapters()[:2]
    for step in (*first.steps, second.steps[0]):
        LearnProgress.objects.create(user=alice, step=step.key, stars=1)

    page = read(client, "/learn/eleven/")

    assert f"Continue: {second.title}" in page
    assert page.count(f'href="/learn/{second.key}/2/"') == 2
    assert f"1 of {len(second.steps)} steps" in page


def test_after_the_last_step_a_game_begins(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    for chapter in chapters():
        for step in chapter.steps:
            LearnProgress.objects.create(user=alice, step=step.key, stars=1)

    assert 'href="/new/?game=eleven"' in read(client, "/learn/eleven/")


@pytest.mark.parametrize("key", registry.all_keys())
def test_a_game_has_three_pages_with_the_same_head(client: Client, key: str) -> None:
    for path in (f"/learn/{key}/", f"/learn/{key}/read/", f"/learn/{key}/laws/"):
        page = read(client, path)
        assert page.count("<h1") == 1, path
        assert f'href="{path}" aria-current="page"' in page
        for words in ("Play it", "The rules", "The laws"):
            assert words in page, path


def test_german_pages_say_that_the_laws_are_english(client: Client) -> None:
    page = client.get("/learn/eleven/", headers={"accept-language": "de"}).content.decode()
    assert "auf Englisch" in page


def test_a_game_that_is_not_played_here_has_no_page(client: Client) -> None:
    assert client.get("/learn/go/").status_code == 404


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/rules/", "/learn/eleven/read/"),
        ("/rules/laws/", "/learn/eleven/laws/"),
        ("/rules/future/", "/learn/future/read/"),
        ("/rules/future/start.png", "/learn/future/start.png"),
        ("/rules/family/laws/?a=1", "/learn/family/laws/?a=1"),
        ("/rules/eleven/laws/1/", "/learn/eleven/laws/1/"),
    ],
)
def test_old_addresses_lead_to_the_new_ones(client: Client, old: str, new: str) -> None:
    answer = client.get(old)

    assert answer.status_code == 301
    assert answer.headers["Location"] == new


@pytest.mark.parametrize(
    ("key", "how"),
    [
        ("eleven", "step by step"),
        *((key, "against a bot") for key in ("standard", "future")),
        ("family", "against bots"),
    ],
)
def test_the_tab_says_how_a_game_is_learnt(client: Client, key: str, how: str) -> None:
    for tab in ("", "read/", "laws/"):
        assert f"<b>Play it</b><small>{how}</small>" in read(client, f"/learn/{key}/{tab}")


@pytest.mark.parametrize(
    ("key", "pressed", "others"),
    [
        ("standard", {"opponent": "robot-medium"}, {"robot-medium"}),
        ("future", {"opponent": "robot-easy"}, {"robot-easy"}),
        ("family", {}, {"robot-easy", "robot-medium", "robot-hard"}),
    ],
)
def test_a_game_against_bots_is_one_tap_away_without_an_account(
    client: Client, key: str, pressed: dict[str, str], others: set[str]
) -> None:
    cache.clear()
    open_house()
    page = client.get(f"/learn/{key}/").content.decode()
    form = page.partition('id="start"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form))

    answer = client.post("/new/", {**sent, **pressed})

    game = Game.objects.get()
    assert answer.headers["Location"] == f"/games/{game.pk}/"
    assert game.ruleset == key
    names = {seat.user.username for seat in game.players.select_related("user")}
    assert names == {*others, answer.wsgi_request.user.username}
    assert answer.wsgi_request.user.is_guest


def test_what_is_said_of_bots_in_football_is_said_in_football_alone(client: Client) -> None:
    open_house()

    assert "back door" not in read(client, "/learn/standard/")
    assert "Play 3 bots" in read(client, "/learn/family/")
