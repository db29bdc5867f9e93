"""Puzzles: where they come from, a try that counts, the puzzle of the day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.puzzles import choosing, finding
from games.features.puzzles.attempts import give, note_try, streak_of
from games.features.puzzles.finding import Candidate, keep, load_ours, look_at_games
from games.features.puzzles.models import Attempt, Given, Puzzle, PuzzleRating, Searched
from games.features.puzzles.wording import asked
from games.models import Game, Turn
from games.rules.chess_eleven.puzzles import KINDS, asked_of, find_puzzle, situation_of
from tests.at_once import at_once
from tests.conftest import Browsers, Clients
from tests.rules.test_puzzles import KNOWN, RIGHT

pytestmark = pytest.mark.django_db
API = "/api/v1/puzzles"


def made(kind: str, now: datetime, game: Game | None = None) -> Puzzle:
    position = asked_of(KNOWN[kind])
    found = find_puzzle(position, looks_ahead=kind == "two")
    return keep(Candidate(position, 7, found), now, game)


@pytest.fixture
def sure(now: datetime) -> Puzzle:
    return made("sure", now)


def tried(client: Client, puzzle: Puzzle, *actions: str, **more: object) -> dict:
    body = {"actions": actions, **more}
    answer = client.post(f"{API}/{puzzle.pk}/try", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


# --- where they come from ---------------------------------------------------------------------


def ended(game: Game, at: datetime, *positions: str) -> None:
    """Let a game be over, with turns that were played from these positions."""
    Game.objects.filter(pk=game.pk).update(
        status="finished", reason="goals", finished_at=at, deadline=None, remind_at=None
    )
    Turn.objects.filter(game=game).delete()
    Turn.objects.bulk_create(
        Turn(
            game=game, number=number, round=1, side="white", actions=["d2d4"], notation="d2d4",
            position_before=position, played_at=at,
        )
        for number, position in enumerate(positions, 1)
    )  # fmt: skip


def test_a_public_game_that_ended_a_day_ago_brings_each_kind_once(
    game: Game, now: datetime
) -> None:
    twice = KNOWN["mate"].replace(" 2", " 9")
    ended(game, now - timedelta(hours=23), KNOWN["mate"], twice, KNOWN["sure"])

    def look() -> int:
        return look_at_games(now, 10, lambda: True)

    assert look() == 0
    Game.objects.update(finished_at=now - timedelta(hours=25), is_public=False)
    assert look() == 0
    Game.objects.update(is_public=True)
    Turn.objects.update(number=F("number") + finding.GAME_TURNS)
    assert look() == 0, "no match is looked at without end"
    Searched.objects.all().delete()
    Turn.objects.update(number=F("number") - finding.GAME_TURNS)
    assert look() == 2
    assert set(Puzzle.objects.values_list("kind", "turn", "game")) == {
        ("mate", 1, game.pk), ("sure", 3, game.pk),
    }  # fmt: skip
    assert look() == 0
    # Looked at once more, as after a search that was cut off: nothing is there twice.
    Searched.objects.all().delete()
    assert look() == 0
    assert Puzzle.objects.count() == 2
    shown = Client().get(f"{API}/{Puzzle.objects.get(kind='mate').pk}").json()
    assert shown["game"] == game.pk
    Game.objects.update(is_public=False)
    assert Client().get(f"{API}/{Puzzle.objects.get(kind='mate').pk}").json()["game"] is None


def test_those_that_come_with_the_program_are_good_ones_and_are_kept_once(now: datetime) -> None:
    ours = finding.ours()
    assert 30 <= len(ours) <= 72
    assert len({situation_of(one["position"]) for one in ours}) == len(ours)

    assert load_ours(now) == len(ours)
    assert load_ours(now) == 0

    assert set(Puzzle.objects.values_list("kind", flat=True)) == set(KINDS)
    assert not Puzzle.objects.exclude(game=None)
    assert choosing.daily_puzzle(now).rating >= 1300
    assert Puzzle.objects.filter(rating__range=choosing.DAILY_RATINGS).count() >= 20


def test_rounds_of_robots_bring_puzzles_and_go_on_where_they_were(
    capsys: pytest.CaptureFixture[str], now: datetime
) -> None:
    first, again = (list(islice(finding.robot_round(1), 4)) for _time in range(2))
    assert [turn for _position, turn in first] == [1, 2, 3, 4]
    assert first == again

    Searched.objects.create(what="robots", rounds=1)
    finding.play_rounds(2, now, turns=4)
    assert Searched.objects.get(what="robots").rounds == 3

    call_command("find_puzzles", rounds=0)
    assert "puzzles more" in capsys.readouterr().out


# --- trying -----------------------------------------------------------------------------------


def test_nothing_of_the_solution_is_shown_before_it_is_found(sure: Puzzle) -> None:
    client = Client()
    shown = client.get(f"{API}/{sure.pk}").json()
    assert shown["say"] == "White to play: find the shot that always scores."
    assert not {"solutions", "solution", "best", "second"} & shown.keys()
    assert shown["options"]["complete"] == -1

    begun = tried(client, sure, "b8e8", whole=False)
    assert not begun["done"]
    assert not begun["failed"]
    assert "!d8" in {one["text"] for one in begun["options"]["actions"]}
    wrong = tried(client, sure, "b8e8")
    assert (wrong["failed"], wrong["solution"], wrong["best"]) == (True, None, None)
    assert wrong["say"] == "That isn't a sure goal."
    right = tried(client, sure, "b8e8", "!d8")
    assert (right["done"], right["best"], right["second"]) == (True, 100, 70)
    assert right["turn"]["actions"] == ["b8e8", "!d8=goal"]
    # Of visitors nothing is kept.
    assert (right["rating"], right["streak"]) == (None, None)
    assert not Attempt.objects.exists()
    assert Puzzle.objects.get().plays == 0


@pytest.mark.parametrize("kind", KNOWN)
def test_every_solution_is_taken_and_every_wrong_turn_answered(kind: str, now: datetime) -> None:
    puzzle = made(kind, now)
    client = Client()
    for turn in RIGHT[kind]:
        assert tried(client, puzzle, *turn)["done"]
    first = client.get(f"{API}/{puzzle.pk}").json()["options"]["actions"][0]["text"]
    if (first,) not in RIGHT[kind]:
        wrong = tried(client, puzzle, first)
        assert wrong["failed"]
        assert wrong["say"]
        assert (wrong["reply"] is not None) == (kind in ("guard", "two"))


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"actions": ["a1a2"]}, 422, "illegal_action"),
        ({"actions": ["nonsense"]}, 422, "illegal_action"),
        ({"actions": []}, 422, "illegal_action"),
        ({"actions": ["b8e8", "!d8", "@e1"]}, 422, "illegal_action"),
        ({"actions": "b8e8"}, 400, "invalid"),
        ({"moves": ["b8e8"]}, 400, "invalid"),
        ({"actions": ["b8e8"], "ms": -1}, 400, "invalid"),
    ],
)
def test_what_is_no_turn_is_refused(sure: Puzzle, body: dict, status: int, code: str) -> None:
    answer = Client().post(f"{API}/{sure.pk}/try", body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_first_try_counts_and_no_other(sure: Puzzle, alice: User, browse: Browsers) -> None:
    client = browse(alice)
    assert client.get(f"{API}/next").json()["id"] == sure.pk
    wrong = tried(client, sure, "b8e8", ms=4000)
    assert wrong["rating"] == {"before": 1500, "after": 1440}, "60 points at most"
    harder = Puzzle.objects.get().rating
    assert harder > sure.rating

    right = tried(client, sure, "b8e8", "!d8")

    assert (right["rating"], right["streak"]) == (None, 1)
    attempt = Attempt.objects.get()
    assert (attempt.first, attempt.solved, attempt.ms) == (False, True, 4000)
    assert (Puzzle.objects.get().plays, Puzzle.objects.get().rating) == (1, harder)
    assert PuzzleRating.objects.get().tried == 1
    assert client.get(f"{API}/{sure.pk}").json()["you"] == {
        "solved": True, "first": False, "shown": False, "liked": False,
    }  # fmt: skip


def test_what_was_shown_is_not_solved_any_more(sure: Puzzle, alice: User, browse: Browsers) -> None:
    client = browse(alice)
    client.get("/puzzles/next/")

    shown = tried(client, sure, give_up=True)
    assert shown["solution"] == ["b8e8", "!d8"]
    assert not shown["done"]
    assert shown["rating"]["after"] < 1500
    assert tried(client, sure, "b8e8", "!d8")["streak"] == 0
    assert not Attempt.objects.get().solved


def test_a_solution_that_was_looked_up_rates_no_one(
    sure: Puzzle, alice: User, browse: Browsers, now: datetime
) -> None:
    other = made("guard", now)
    solution = tried(Client(), sure, give_up=True)["solution"]
    client = browse(alice)
    client.get(f"{API}/{sure.pk}")
    client.get(f"/puzzles/{sure.pk}/")
    Given.objects.create(user=alice, puzzle=other, at=now)

    found = tried(client, sure, *solution)

    assert (found["done"], found["rating"]) == (True, None)
    assert not PuzzleRating.objects.exists()
    assert Puzzle.objects.get(pk=sure.pk).plays == 0
    assert tried(client, other, "f2f3")["rating"]["before"] == 1500


def test_a_program_leaves_the_ratings_as_they_are(sure: Puzzle, now: datetime) -> None:
    robot = User.objects.create_user("robot", is_bot=True)

    noted = note_try(robot, sure, now, solved=True, shown=False, ms=None)

    assert noted.before is None
    assert (Puzzle.objects.get().plays, Puzzle.objects.get().rating) == (0, sure.rating)


def test_a_puzzle_is_liked_once_and_only_by_who_has_tried_it(
    sure: Puzzle, alice: User, client_of: Clients
) -> None:
    client = client_of(alice)

    def like(value: bool = True) -> tuple[int, object]:
        answer = client.post(f"{API}/{sure.pk}/like", {"like": value}, format="json")
        return answer.status_code, answer.json().get("likes")

    assert like()[0] == 409
    client.post(f"{API}/{sure.pk}/try", {"give_up": True}, format="json")
    assert [like(), like(), like(False), like(False), like()] == [
        (200, 1), (200, 1), (200, 0), (200, 0), (200, 1),
    ]  # fmt: skip
    assert Client().post(f"{API}/{sure.pk}/like").status_code == 401


def test_days_in_a_row_are_those_of_the_person(alice: User, now: datetime) -> None:
    """At 23:30 UTC it is the next day in Auckland already, and still that day in Honolulu."""
    late = datetime(2026, 6, 10, 23, 30, tzinfo=UTC)
    for days, kind in ((0, "sure"), (1, "mate"), (3, "guard")):
        puzzle = made(kind, now)
        at = late - timedelta(days=days)
        note_try(alice, puzzle, at, solved=True, shown=False, ms=None)
    for zone, asked_at, count in (
        ("UTC", late, 2),
        ("UTC", late + timedelta(hours=24), 2),
        ("UTC", late + timedelta(hours=25), 0),
        ("Pacific/Auckland", late + timedelta(hours=36), 2),
        ("Pacific/Auckland", late + timedelta(hours=37), 0),
    ):
        alice.time_zone = zone
        assert streak_of(alice, asked_at) == count, (zone, asked_at)


def test_a_player_who_leaves_takes_their_attempts_along(
    sure: Puzzle, alice: User, now: datetime
) -> None:
    give(alice, sure, now)
    note_try(alice, sure, now, solved=True, shown=False, ms=900)

    delete_account(alice, now)

    assert not Attempt.objects.exists()
    assert not PuzzleRating.objects.exists()
    assert not Given.objects.exists()
    assert Puzzle.objects.filter(pk=sure.pk, plays=1).exists()


# --- which one is shown -----------------------------------------------------------------------


def test_the_next_one_is_new_and_of_the_kind_that_was_asked_for(
    sure: Puzzle, alice: User, browse: Browsers, now: datetime
) -> None:
    guard, client = made("guard", now), browse(alice)

    assert client.get(f"{API}/next?kind=guard&rating=1700").json()["id"] == guard.pk
    assert client.get(f"{API}/next?kind=mate").status_code == 404
    assert client.get(f"{API}/next?kind=offside").status_code == 400
    tried(client, sure, "b8e8", "!d8")
    assert {client.get(f"{API}/next").json()["id"] for _ in range(4)} == {guard.pk}
    tried(client, guard, "f2f3")
    assert client.get(f"{API}/next").status_code == 200


def test_the_puzzle_of_the_day_is_the_one_liked_best_of_those_that_had_no_day(
    sure: Puzzle, now: datetime
) -> None:
    chance = made("chance", now)
    Puzzle.objects.filter(pk=chance.pk).update(rating=1450, likes=2, plays=9)
    Puzzle.objects.filter(pk=sure.pk).update(rating=1300)

    days = [now + timedelta(days=days) for days in range(4)]
    chosen = [choosing.daily_puzzle(day).pk for day in (days[0], days[0], *days[1:])]

    assert chosen == [chance.pk, chance.pk, sure.pk, chance.pk, sure.pk]
    assert Client().get(f"{API}/daily").json()["kind"] in KINDS


def test_without_puzzles_the_pages_say_so(client: Client) -> None:
    assert client.get(f"{API}/daily").status_code == 404
    assert "There's no puzzle yet." in client.get("/puzzles/").content.decode()
    assert client.get("/puzzles/next/")["Location"] == "/puzzles/"
    assert client.get("/embed/puzzles/daily").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_together_one_is_chosen_and_one_try_is_the_first(alice: User, bob: User) -> None:
    now = timezone.now()
    puzzles = [made(kind, now) for kind in KNOWN]

    assert len({one.pk for one in at_once(*[lambda: choosing.daily_puzzle(now)] * 4)}) == 1
    assert Puzzle.objects.filter(day=now.date()).count() == 1

    def attempt(user: User, puzzle: Puzzle, solved: bool) -> bool:
        noted = note_try(user, puzzle, now, solved=solved, shown=False, ms=None)
        return noted.before is not None

    people = [alice, alice, bob, bob]
    tries = [lambda user=user: attempt(user, puzzles[0], user is alice) for user in people]
    for user in (alice, bob):
        give(user, puzzles[0], now)
    assert sum(at_once(*tries)) == 2
    assert Puzzle.objects.get(pk=puzzles[0].pk).plays == 2
    # One who tries several at once is rated by each: those of today and yesterday, and a given one.
    Puzzle.objects.update(day=None)
    for days, puzzle in enumerate(puzzles[1:3]):
        Puzzle.objects.filter(pk=puzzle.pk).update(day=now.date() - timedelta(days=days))
    give(alice, puzzles[3], now)
    several = list(Puzzle.objects.exclude(pk=puzzles[0].pk))
    assert sum(at_once(*[lambda p=p: attempt(alice, p, True) for p in several])) == 3
    assert PuzzleRating.objects.get(user=alice).tried == 4
    # Found twice at once it is one.
    Puzzle.objects.all().delete()
    assert sum(one is not None for one in at_once(*[lambda: made("sure", now)] * 3)) == 1
    assert Puzzle.objects.count() == 1


# --- pages ------------------------------------------------------------------------------------


def test_the_page_shows_the_puzzle_to_everyone(
    sure: Puzzle, client: Client, browse: Browsers, alice: User
) -> None:
    text = client.get("/puzzles/").content.decode()
    assert asked(sure) in text
    assert "Puzzle of the day" in text
    assert "solutions" not in text
    assert f'content="https://testserver/puzzles/{sure.pk}.png"' in text or "og:image" in text
    own = browse(alice)
    tried(own, sure, "b8e8", "!d8")
    assert "1 day in a row" in own.get(f"/puzzles/{sure.pk}/").content.decode()
    assert client.get(f"/puzzles/{sure.pk}.png").content.startswith(b"\x89PNG")
    assert client.get("/puzzles/nopuzzle/").status_code == 404
    onward = client.get("/puzzles/next/?kind=sure")["Location"]
    assert onward == f"/puzzles/{sure.pk}/?kind=sure"
    laws = client.get("/learn/eleven/laws/").content.decode()
    assert 'href="/puzzles/next/?kind=sure"' in laws


@pytest.mark.needs("share")
def test_a_frame_and_oembed_show_the_puzzle(sure: Puzzle, client: Client, settings) -> None:
    answer = client.get("/embed/puzzles/daily")
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert asked(sure) in text
    assert client.get(f"/puzzles/{sure.pk}.svg").content.startswith(b"<svg")
    for path, frame in (
        ("/puzzles/", "/embed/puzzles/daily"),
        (f"/puzzles/{sure.pk}/", f"/embed/puzzles/{sure.pk}"),
    ):
        told = client.get("/oembed", {"url": settings.SITE_URL + path}).json()
        assert f'src="{settings.SITE_URL}{frame}"' in told["html"]
        assert told["title"] == asked(sure)
        assert client.get(frame).status_code == 200
    missing = client.get("/oembed", {"url": f"{settings.SITE_URL}/puzzles/nopuzz22/"})
    assert missing.status_code == 404
