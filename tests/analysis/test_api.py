"""The analysis by the API: who may see it, when there is none, and that it adds up."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.limits import count_of_person
from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.analysis import looking
from games.features.analysis.happened import AnalysisData
from games.features.analysis.making import analyse
from games.models import Challenge, Game, GameEvent
from games.store.outbox import EventType
from tests.analysis.staged import analysed, resigned, some_turns
from tests.conftest import Clients

pytestmark = pytest.mark.django_db
API = "/api/v1/games"


def get(client: APIClient, game: Game, **query: str) -> Any:
    return client.get(f"{API}/{game.pk}/analysis", query)


def exactly(number: float) -> Decimal:
    """Return a number as it is written."""
    return Decimal(str(number))


def check(shown: Any) -> None:
    """Add up what is shown, to the hundredth."""
    end = shown["end"]["points"] if shown["end"] else 0
    white, black = shown["totals"]["white"], shown["totals"]["black"]
    assert exactly(shown["choice"]) == exactly(white["choice"]) - exactly(black["choice"])
    assert exactly(white["luck"]) == -exactly(black["luck"])
    parts = (shown["start"], white["luck"], shown["choice"], shown["lineup"], shown["acts"], end)
    assert sum(map(exactly, parts)) == exactly(shown["result"])
    assert sum(shown["alone"].values()) == 100
    for side, total in shown["totals"].items():
        own = [turn for turn in shown["turns"] if turn["side"] == side]
        others = [turn for turn in shown["turns"] if turn["side"] != side]
        assert len(own) == total["turns"]
        assert sum(exactly(one["choice"]) for one in own) == exactly(total["choice"])
        lucks = [exactly(one["luck"]) for one in own] + [-exactly(one["luck"]) for one in others]
        assert sum(lucks) == exactly(total["luck"])


def test_a_resignation_has_its_own_part(game: Game, anonymous: APIClient, now: datetime) -> None:
    over = analysed(resigned(game, now), now)
    shown = get(anonymous, over).json()
    check(shown)
    assert shown["end"]["reason"] == "resignation"
    short = get(anonymous, over, fields="totals").json()
    assert short == {k: v for k, v in shown.items() if k not in ("turns", "turning_points")}


def test_a_private_game_shows_its_analysis_to_its_players_alone(
    game: Game, white: APIClient, third: APIClient, anonymous: APIClient, now: datetime
) -> None:
    over = analysed(resigned(game, now), now)
    Game.objects.filter(pk=over.pk).update(is_public=False)
    mine = get(white, over)
    assert mine.status_code == 200
    assert "private" in mine["Cache-Control"]
    for stranger in (third, anonymous):
        assert get(stranger, over).status_code == 404
    assert third.post(f"{API}/{over.pk}/analysis").status_code == 404


def test_there_is_none_of_a_running_game_even_for_its_players(
    game: Game, white: APIClient, now: datetime
) -> None:
    some_turns(game, 5, now)
    answer = get(white, game)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_not_over")
    assert white.post(f"{API}/{game.pk}/analysis").status_code == 409


def test_there_is_none_while_another_game_continues_from_it(
    game: Game, alice: User, bob: User, white: APIClient, now: datetime
) -> None:
    over = analysed(resigned(game, now), now)
    later = Game.objects.get(pk=over.pk)
    later.pk, later.status, later.reason, later.finished_at = "aaaaaaaa", "playing", "", None
    later.winner = later.ranking = None
    later.deadline = now
    later.save(force_insert=True)
    Challenge.objects.filter(game=over).update(game=later, goes_on_from=over)
    answer = get(white, over)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_goes_on")


@pytest.mark.parametrize(
    ("why", "changes"),
    [
        ("aborted", {"status": "aborted"}),
        ("clock", {"live": {"terms": {}}}),
        ("too_short", {"next_turn": 4}),
        ("ruleset", {"ruleset": "standard", "rules_version": 1}),
        ("not_asked", {}),
    ],
)
def test_why_there_is_none(
    game: Game, anonymous: APIClient, now: datetime, why: str, changes: dict[str, Any]
) -> None:
    over = resigned(game, now)
    waits = get(anonymous, over)
    assert (waits.status_code, waits.json()["status"]) == (202, "waiting")
    long_ago = now - timedelta(days=1)
    Game.objects.filter(pk=over.pk).update(finished_at=long_ago, **changes)
    answer = get(anonymous, over)
    assert (answer.status_code, answer.json()["code"]) == (422, "no_analysis")
    assert answer.json()["why"] == why


def test_an_old_game_is_analysed_when_someone_asks(
    game: Game, third: APIClient, anonymous: APIClient, now: datetime
) -> None:
    over = resigned(game, now)
    address = f"{API}/{over.pk}/analysis"
    assert anonymous.post(address).status_code == 401
    asked = third.post(address)
    assert (asked.status_code, asked.json()["status"], asked["Retry-After"]) == (
        202,
        "waiting",
        "5",
    )
    waiting = get(anonymous, over)
    assert (waiting.status_code, waiting.json()["ahead"]) == (202, 0)
    while analyse(now, 60.0):
        pass
    assert third.post(address).status_code == 200
    shown = get(anonymous, over).json()
    assert shown == third.post(address).json()
    check(shown)
    assert (shown["status"], shown["searched_to"]) == ("done", 6)
    for turn in shown["turns"]:
        assert turn["missed"] >= 0
        assert turn["best"]


def test_there_are_so_many_requests_a_day_and_a_week(
    game: Game, alice: User, third: APIClient, charlie: User, now: datetime, settings: Any
) -> None:
    """200 a week, 40 of them a day, 10 of these for games of others."""
    settings.LIMITS_ON = True
    over = resigned(game, now)

    def ask(person: User) -> None:
        """It counts as long as better turns aren't there."""
        looking.ask(over, person.pk, now)

    count_of_person(alice.pk, "analyses", times=39)
    ask(alice)
    with pytest.raises(Refusal) as of_a_day:
        ask(alice)
    settings.LIMITS_IN_SHORT = {}
    count_of_person(alice.pk, "analyses", times=160)
    with pytest.raises(Refusal) as of_a_week:
        ask(alice)
    # The next one comes a fortieth of a day later, or a two-hundredth of a week.
    waits = [int(one.value.headers["Retry-After"]) for one in (of_a_day, of_a_week)]
    assert [round(seconds / 60) for seconds in waits] == [36, 50]

    count_of_person(charlie.pk, "analyses_of_others", times=9)
    ask(charlie)
    refused = third.post(f"{API}/{over.pk}/analysis")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert round(int(refused["Retry-After"]) / 60) == 144
    while analyse(now, 60.0):
        pass
    assert third.post(f"{API}/{over.pk}/analysis").status_code == 200, "what is there is free"


def test_the_scope_to_ask_is_that_of_playing(
    game: Game, client_of: Clients, charlie: User, now: datetime
) -> None:
    over = resigned(game, now)
    reader = client_of(charlie, "games:read")
    assert reader.post(f"{API}/{over.pk}/analysis").status_code == 403


def test_the_record_has_it_for_who_asks(
    game: Game, white: APIClient, anonymous: APIClient, now: datetime
) -> None:
    address = f"{API}/{game.pk}/export"
    some_turns(game, 5, now)
    assert anonymous.get(address, {"analysis": "1"}).json()["analysis"] is None
    over = analysed(resigned(game, now, turns=1), now)

    plain, whole = anonymous.get(address), anonymous.get(address, {"analysis": "1"})

    assert "analysis" not in plain.json()
    assert whole.json() == {**plain.json(), "analysis": get(anonymous, over).json()}
    assert whole["ETag"] != plain["ETag"]
    held = {"HTTP_IF_NONE_MATCH": whole["ETag"]}
    assert anonymous.get(address, {"analysis": "1"}, **held).status_code == 304
    assert anonymous.get(address, **held).status_code == 200
    assert anonymous.get(address, {"analysis": "1", "format": "text"}).status_code == 400
    Game.objects.filter(pk=over.pk).update(is_public=False)
    assert anonymous.get(address, {"analysis": "1"}).json()["analysis"] is None
    assert white.get(address, {"analysis": "1"}).json()["analysis"] is not None


def test_the_event_holds_what_its_shape_says(game: Game, now: datetime) -> None:
    analysed(resigned(game, now), now)
    event = GameEvent.objects.get(type=EventType.ANALYSIS_READY)
    members = set(AnalysisData.__annotations__)
    assert members - set(event.data) <= {"your_side", "live"}
    assert set(event.data) <= members
