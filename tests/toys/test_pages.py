"""Every page shows games that the service has never heard of, to seats and to onlookers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Challenge, Game
from games.play.acts import do_act, resign
from games.play.challenge.challenges import make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.draws import accept_draw, offer_draw
from games.play.start import Terms
from tests.toys.games import begin, lap, read, take, user_of

NOW = timezone.now() + timedelta(minutes=1)
"""Pages go by the clock of the machine: nothing here is overdue."""


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def text_of(page: str) -> str:
    """Return what a page says, without its marks."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


SLIP = re.compile(r"\bNone\b(?! (yet|finished))")
"""What a page says where a value is missing."""


def show(path: str, user: User | None = None, status: int = 200) -> str:
    answer = browser(user).get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return answer.content.decode()


@pytest.fixture
def people(alice: User, bob: User, charlie: User, dan: User) -> list[User]:
    return [alice, bob, charlie, dan]


@pytest.fixture
def quad(people: list[User]) -> Game:
    """A game of four that continues by the clock of the machine."""
    sides = dict(zip(("white", "silver", "black", "gold"), people, strict=True))
    return begin("quad", sides, timezone.now(), stones=40)


def states_of(game: Game) -> list[Callable[[], object]]:
    """Return steps that bring a game of four through everything that can be seen of it."""
    return [
        lambda: None,
        lambda: lap(game, NOW),
        lambda: offer_draw(user_of(game, "white"), game.pk, now=NOW),
        lambda: accept_draw(user_of(game, "gold"), game.pk, now=NOW),
        lambda: do_act(user_of(game, "gold"), game.pk, "leave", now=NOW),
        lambda: resign(user_of(game, "black"), game.pk, now=NOW),
        lambda: take(game, "t2 +", now=NOW),
        lambda: do_act(user_of(game, "gold"), game.pk, "return", now=NOW),
        lambda: resign(user_of(game, "white"), game.pk, now=NOW),
        lambda: resign(user_of(game, "gold"), game.pk, now=NOW),
    ]


@pytest.mark.long
def test_each_page_appears_in_each_state_for_everyone(quad: Game, people: list[User]) -> None:
    of_the_game = [
        f"/games/{quad.pk}/",
        f"/games/{quad.pk}/?side=gold",
        f"/games/{quad.pk}/history/",
        f"/games/{quad.pk}/history/?turn=1&start=1&side=silver",
        "/",
    ]
    # What these show of a game changes only with its end.
    others = ["/lobby/", "/games/", "/players/alice/", "/players/dan/games/", "/new/?game=quad"]
    browsers = [browser(user) for user in (*people, None)]
    states = states_of(quad)
    for number, go_on in enumerate(states):
        go_on()
        is_edge = number in (0, len(states) - 1)
        for path in (*of_the_game, *(others if is_edge else ())):
            if "turn=1" in path and number == 0:
                continue
            for one in browsers:
                answer = one.get(path)
                assert answer.status_code == 200, (number, path)
                page = answer.content.decode()
                assert not SLIP.search(text_of(page)), (number, path)
    assert read(quad).winner == "silver"


def test_the_head_names_all_and_no_score(quad: Game, people: list[User]) -> None:
    page = text_of(show(f"/games/{quad.pk}/", people[1]))

    assert "alice You charlie dan" in page
    assert "Round" not in page
    assert "40 stones left" in show("/", people[1])


def test_the_title_says_whose_turn_it_is(quad: Game, people: list[User]) -> None:
    for user, title in (
        (people[0], "Your turn against bob, charlie and dan"),
        (people[1], "Waiting for alice ·"),
        (None, "alice – bob – charlie – dan"),
    ):
        found = re.search(r"<title>(.*?)</title>", show(f"/games/{quad.pk}/", user), re.S)
        assert found is not None
        assert title in found.group(1)


def test_what_may_be_done_besides_is_in_the_menu(quad: Game, people: list[User]) -> None:
    page = show(f"/games/{quad.pk}/", people[3])
    assert "{&quot;name&quot;:&quot;leave&quot;}" in page
    assert "Leave for now" in page

    do_act(people[3].pk, quad.pk, "leave", now=NOW)
    resign(people[2].pk, quad.pk, now=NOW)

    page = show(f"/games/{quad.pk}/", people[3])
    assert "Come back" in page
    assert "Leave for now" not in page
    out = show(f"/games/{quad.pk}/", people[2])
    assert '{"name":"resign"}' not in out
    assert re.search(rf'href="/new/\?game={quad.ruleset}"[^>]*>New game</a>', out)
    assert "You're out." in unescape(text_of(out))


def test_the_one_who_offers_a_draw_is_named(quad: Game, people: list[User]) -> None:
    offer_draw(people[2].pk, quad.pk, now=NOW)

    page = text_of(show(f"/games/{quad.pk}/", people[0]))

    assert "charlie offers a draw." in page


def test_a_result_is_shown_by_place(quad: Game, people: list[User]) -> None:
    for user in (people[0], people[3], people[1]):
        resign(user.pk, quad.pk, now=NOW)

    assert "You won: bob resigned" in text_of(show(f"/games/{quad.pk}/", people[2]))
    page = show(f"/games/{quad.pk}/", people[1])
    assert "charlie won: you resigned." in text_of(page)
    # Where the reader ended is large, and all places are below it.
    assert re.search(r'id="full-time">\s*2nd place\s*</h2>', page)
    assert "No turns yet." not in page
    places = re.search(r'<ol class="places">(.*?)</ol>', page, re.DOTALL)
    assert places is not None
    shown = "1st charlie 3 points 2nd You resigned, turn 1 2 points 3rd"
    assert shown in text_of(places[1])
    assert "you came 4th of 4" in text_of(show(f"/games/{quad.pk}/history/", people[0]))
    onlooker = text_of(show(f"/games/{quad.pk}/"))
    assert "charlie won: bob resigned." in onlooker


@pytest.mark.parametrize(
    ("gone", "said", "each"),
    [
        (0, "All four share first place", "1.5 points"),
        (1, "Three share first place", "2 points"),
        (2, "Two share first place", "2.5 points"),
    ],
)
def test_who_shares_the_first_place_is_said(
    quad: Game, people: list[User], gone: int, said: str, each: str
) -> None:
    for user in people[4 - gone :]:
        resign(user.pk, quad.pk, now=NOW)
    first, *others = people[: 4 - gone]
    offer_draw(first.pk, quad.pk, now=NOW)
    for user in others:
        accept_draw(user.pk, quad.pk, now=NOW)

    page = show(f"/games/{quad.pk}/", first)

    assert re.search(rf'id="full-time">\s*{said}\s*</h2>', page)
    assert text_of(page).count(each) == 4 - gone


def test_history_shows_acts_between_the_turns(quad: Game, people: list[User]) -> None:
    lap(quad, NOW)
    resign(people[2].pk, quad.pk, now=NOW)
    take(quad, "t1", now=NOW)

    page = text_of(show(f"/games/{quad.pk}/history/", people[0]))

    # In the row of the turn that followed.
    assert "charlie resigned You " in page


def test_the_form_of_a_new_game_comes_from_its_options(people: list[User]) -> None:
    page = show("/new/?game=quad", people[0])
    for words in (
        "Stones in the heap",
        "Players",
        "A word after the turn",
        "Opponent 3",
        "drawn at random",
    ):
        assert words in page, words
    assert "Goals to win" not in page
    assert "Goals to win" in show("/new/", people[0])

    answer = browser(people[0]).post(
        "/new/",
        {
            "ruleset": "quad",
            "opponent": "bob",
            "opponent_2": "",
            "opponent_3": "dan",
            "stones": "20",
            "seats": "4",
            "word": "on",
            "days_per_turn": "2",
        },
    )

    assert answer.status_code == 302, text_of(answer.content.decode())
    made = Challenge.objects.get()
    assert made.options == {"stones": 20, "seats": 4, "word": True}
    assert [seat.user and seat.user.username for seat in made.invitations.all()] == [
        "bob",
        "dan",
        None,
    ]


def test_the_form_refuses_beside_the_field(people: list[User]) -> None:
    answer = browser(people[0]).post(
        "/new/",
        {"ruleset": "quad", "stones": "2", "seats": "4", "days_per_turn": "1", "side": "white"},
    )
    assert answer.status_code == 422

    answer = browser(people[0]).post(
        "/new/",
        {
            "ruleset": "quad",
            "opponent": "bob",
            "opponent_2": "charlie",
            "stones": "20",
            "seats": "2",
            "days_per_turn": "1",
            "side": "white",
        },
    )
    assert answer.status_code == 422
    assert "This game has room for 1." in answer.content.decode()


def test_a_challenge_to_several_shows_who_has_accepted(people: list[User]) -> None:
    alice, bob, charlie, dan = people
    terms = Terms("quad", options={"stones": 9})
    challenge = make_challenge(
        alice, None, terms, now=timezone.now(), others=[Invited(bob), Invited(), Invited(charlie)]
    )
    path = f"/challenges/{challenge.pk}/"
    for user in (*people, None):
        assert "1 of 4 players here" in text_of(show(path, user))
        show("/", user)
        show("/lobby/", user)
    assert "Free seat" in show(path)
    for user in (alice, bob):
        answer = browser(user).get(path)
        assert answer.context["sketch"] in answer.content.decode()

    answer = browser(dan).post(f"{path}accept/")
    assert (answer.status_code, answer["Location"]) == (302, path)
    page = text_of(show(path, dan))
    assert "2 of 4 players here" in page
    assert "You have accepted" in page
    assert "You have a seat. We'll notify you" in page
    assert "Leave seat" in page
    assert browser(dan).post(f"{path}decline/").status_code == 302
    assert "Free seat" in show(path)

    for user in (bob, charlie):
        take_seat(user, challenge.pk, now=timezone.now())
    answer = browser(dan).post(f"{path}accept/")
    assert answer["Location"] == f"/games/{Game.objects.get().pk}/"
    assert show(path, bob)
    # All seats were not named, so anyone who has the link may still see what became of it.
    assert show(path)


def test_one_that_names_all_is_for_them_alone(people: list[User]) -> None:
    alice, bob, charlie, dan = people
    terms = Terms("quad", options={"seats": 3})
    challenge = make_challenge(
        alice, None, terms, now=timezone.now(), others=[Invited(bob), Invited(charlie)]
    )

    show(f"/challenges/{challenge.pk}/", dan, 404)
    show(f"/challenges/{challenge.pk}/", None, 302)
    assert challenge.pk not in show("/lobby/", dan)


def test_pictures_are_drawn_from_every_seat(quad: Game, people: list[User]) -> None:
    lap(quad, NOW)
    for side in ("white", "silver", "black", "gold"):
        for path in (f"board.svg?side={side}", f"board.png?side={side}&turn=2"):
            assert browser(None).get(f"/api/v1/games/{quad.pk}/{path}").status_code == 200
    assert browser(None).get(f"/api/v1/games/{quad.pk}/board.svg?side=red").status_code == 400


def test_a_game_of_two_without_score_or_rounds_is_on_every_page(
    alice: User, bob: User, charlie: User
) -> None:
    game = begin("pair", {"white": alice, "black": bob}, timezone.now(), stones=9)
    for step in ("", "t1", "t2", "t3", "t3"):
        if step:
            take(game, step, now=NOW)
        for user in (alice, bob, charlie, None):
            for path in (f"/games/{game.pk}/", f"/games/{game.pk}/history/", "/", "/players/bob/"):
                assert not SLIP.search(text_of(show(path, user)))
    assert "bob won by the last stone" in text_of(show(f"/games/{game.pk}/", charlie))
