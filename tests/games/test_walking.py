"""Walking lines of turns: any game, any turn of it, both sides, and chance as it is named."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, GameEvent
from games.play import walking
from games.play.acts import resign
from games.play.replay import state_before
from games.rules import registry
from games.rules.conformance import seatings
from tests.games.http import refused
from tests.games.matches import KEEPER, any_turn, place, play, start_formations, start_round

pytestmark = pytest.mark.django_db


def ask(
    client: APIClient, game: Game, turn: int, *line: Any, after: str = "", side: str = ""
) -> Any:
    """Ask what may follow a line; each of its turns is a text, or a text and an outcome."""
    turns = [(one, None) if isinstance(one, str) else one for one in line]
    body = {
        "turn": turn,
        "line": [{"actions": text.split(), "outcome": outcome} for text, outcome in turns],
        "after": after.split(),
    }
    query = f"?scene={side}" if side else ""
    return client.post(f"/api/v1/games/{game.pk}/explore{query}", body, format="json")


def test_without_a_line_it_shows_what_options_show(game: Game, anonymous: APIClient) -> None:
    for after in ("", "d2d4"):
        options = anonymous.get(f"/api/v1/games/{game.pk}/options?turn=1&after={after}").json()

        answer = ask(anonymous, game, 1, after=after)

        assert answer.status_code == 200, answer.json()
        assert answer["Cache-Control"] == "private, max-age=3600"
        assert {name: answer.json()[name] for name in options} == options
        assert answer.json()["phase"] == "playing"
        assert (answer.json()["outcomes"], answer.json()["line"]) == ({}, [])


def test_a_line_is_walked_for_both_sides_and_changes_nothing(
    game: Game, third: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, events = Game.objects.values().get(pk=game.pk), GameEvent.objects.count()

    shown = ask(third, game, 1, "d2d4 @f3", "d7d6").json()

    assert (shown["turn"], shown["side"]) == (3, "white")
    assert [turn["side"] for turn in shown["line"]] == ["white", "black"]
    assert shown["line"][1]["text"] == "bob's pawn moves from d7 to d6."
    assert shown["line"][0]["position_after"] == shown["line"][1]["position_before"]
    play(game, "d2d4 @f3", "d7d6", now=game.created_at)
    game.refresh_from_db()
    assert shown["position"] == game.summary.position, "as it comes when it is played"
    assert shown["game"]["score"] == {"white": 0, "black": 0}
    monkeypatch.setattr(walking, "MOST_REPLAYED", 1)
    refused(ask(third, game, 2), 404, "not_found")
    assert [ask(third, game, number).status_code for number in (1, 3)] == [200, 200]
    Game.objects.filter(pk=game.pk).update(**row)
    assert GameEvent.objects.count() > events


def test_a_shot_is_asked_how_it_ends(game: Game, anonymous: APIClient) -> None:
    game = place(game, KEEPER)

    shown = ask(anonymous, game, 1, after="e2e5 !e8").json()
    assert shown["outcomes"] == {"goal": 55, "save": 25, "corner": 20}
    for outcome in (None, "block@e8"):
        problem = refused(ask(anonymous, game, 1, ("e2e5 !e8", outcome)), 422, "outcome_needed")
        assert (problem["step"], problem["outcomes"]) == (0, shown["outcomes"])
    saved = ask(anonymous, game, 1, ("e2e5 !e8", "save")).json()
    assert (saved["side"], saved["phase"]) == ("black", "playing")
    assert saved["line"][0]["actions"] == ["e2e5", "!e8=save"]

    goal = ask(anonymous, game, 1, ("e2e5 !e8", "goal")).json()
    assert (goal["side"], goal["phase"], goal["actions"]) == (None, "formation", [])
    assert goal["game"]["score"] == {"white": 1, "black": 0}
    assert "formation" not in goal["game"], "nobody has chosen one"
    assert goal["position"].startswith("3k4/8/8/4R3/"), "as the shot left the board"
    problem = refused(ask(anonymous, game, 1, ("e2e5 !e8", "goal"), "d7d6"), 422, "illegal_action")
    assert (problem["step"], problem["legal"]) == (1, [])


@pytest.mark.parametrize(
    ("line", "after", "step", "index"),
    [
        (["d2d4 @a8"], "", 0, 1),
        (["d2d4 @f3", "so what"], "", 1, 0),
        (["d2d4 @f3", "d7d6 d6d5"], "", 1, 1),
        (["d2d4"], "", 0, 1),
        (["d2d4 @f3"], "e7e5 nonsense", 1, 1),
        ([""], "", 0, 0),
    ],
)
def test_what_is_not_legal_is_refused_with_its_place(
    game: Game, anonymous: APIClient, line: list[str], after: str, step: int, index: int
) -> None:
    problem = refused(ask(anonymous, game, 1, *line, after=after), 422, "illegal_action")

    assert (problem["step"], problem["index"]) == (step, index)
    assert isinstance(problem["legal"], list)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "#/turn"),
        ({"turn": 0}, "#/turn"),
        ({"turn": 1, "line": [{"actions": []}] * 17}, "#/line"),
        ({"turn": 1, "line": [{"actions": ["x" * 17]}]}, "#/line/0/actions/0"),
        ({"turn": 1, "line": [{"actions": [], "roll": 3}]}, "#/line/0/roll"),
        ({"turn": 1, "plan": []}, "#/plan"),
    ],
)
def test_what_has_no_shape_is_refused(
    game: Game, anonymous: APIClient, body: dict[str, Any], pointer: str
) -> None:
    answer = anonymous.post(f"/api/v1/games/{game.pk}/explore", body, format="json")

    assert pointer in [one["pointer"] for one in refused(answer, 400, "invalid")["errors"]]


def test_a_list_that_is_too_long_is_not_read(game: Game, anonymous: APIClient) -> None:
    url = f"/api/v1/games/{game.pk}/explore"
    answer = anonymous.post(url, {"turn": 1, "line": [{}] * 10_000}, format="json")

    [error] = refused(answer, 400, "invalid")["errors"]
    assert (error["pointer"], error["code"]) == ("#/line", "too_long")


@pytest.mark.parametrize("key", ["eleven", "standard", "future", "family"])
def test_every_turn_of_every_game_can_be_thought_from(
    alice: User, bob: User, now: Any, anonymous: APIClient, key: str
) -> None:
    rules = registry.get(key)
    options = next(one for one in seatings(rules) if len(rules.seats(one)) == 2)
    game = start_formations(alice, bob, now, ruleset=key, options=options)
    if rules.has_arrangements:
        assert ask(anonymous, game, 1).json()["phase"] == "formation"
        game = start_round(game, now)
    for _ in range(5):
        play(game, any_turn(game), now=now)
    turns = list(game.turns.order_by("number"))
    refused(ask(anonymous, game, 7), 404, "not_found")
    game.refresh_from_db()
    assert state_before(game, 6) == rules.load(game.state)

    for is_over in (False, True):
        if is_over:
            resign(bob.pk, game.pk, now=now)
        for n, turn in enumerate(turns):
            line = [" ".join(one.actions) for one in turns[n:]]
            shown = ask(anonymous, game, turn.number, *line, side=turn.side).json()
            assert [one["actions"] for one in shown["line"]] == [one.actions for one in turns[n:]]
            assert shown["line"][0]["position_before"] == turn.position_before
            assert (shown["turn"], shown["phase"]) == (6, "playing")
            assert shown["position"] == turns[-1].position_after
            assert (shown["scene"] is None) is (key == "eleven")
        assert ask(anonymous, game, 6).json()["actions"] == shown["actions"]
