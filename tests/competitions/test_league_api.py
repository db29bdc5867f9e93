"""Leagues by the API, on their page, in mails and calendars."""

from __future__ import annotations

from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from games.features.competitions import happened
from games.features.competitions.field import Field
from games.features.competitions.models import Competition, Entry, Match
from games.features.competitions.steps.sweep import sweep
from games.store.outbox import record_competition_events
from notifications.calendar import write_calendar
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from tests.api.document import shape_of
from tests.competitions.cups import DAY, MINUTE, beat, people
from tests.competitions.leagues import League, make_league
from tests.conftest import Clients
from tests.notifications.conftest import make_user

pytestmark = pytest.mark.django_db

SEASON = 56 * DAY


def test_a_league_is_read_confirmed_and_shown(client_of: Clients) -> None:
    now = timezone.now() - 47 * DAY
    ann, bea = make_user("ann"), make_user("bea")
    league = make_league(now - 3 * DAY, [ann, bea, *people(4)], ruleset="eleven")
    league.begin()
    url, page = (
        f"/api/v1/competitions/{league.competition.pk}",
        f"/competitions/{league.competition.pk}/",
    )
    anyone = Client()

    shown = anyone.get(url).json()
    assert (shown["kind"], shown["season"], shown["following"]) == ("league", 1, None)
    assert (shown["reserve_s"], shown["has_leave"], shown["goes_on"]) == (172800, True, True)
    (division,) = anyone.get(f"{url}/table").json()["divisions"]
    assert (division["section"], division["name"]) == ("division-1", "Division 1")
    assert {(row["best"], row["worst"]) for row in division["rows"]} == {(1, 6)}
    check_each_against_each(league, anyone)
    section = anyone.get(f"{url}/sections/division-1").json()
    assert [len(one["matches"]) for one in section["rounds"]] == [3] * 5
    assert section["rounds"][0]["name"] == "Round 1"
    html = as_user(ann).get(page).content.decode()
    assert "Your matches" in html
    assert "Table: Division 1" in html
    assert "You're out" not in html
    assert "5 matches to play" in html
    assert "You're 1st" not in html, "no one has played"
    assert "1–6" in html

    league.lend_time(league.now + SEASON)
    league.pass_to(league.competition.starts_at + SEASON - 9 * DAY)
    second = league.next_season()
    following = f"/competitions/{second.competition.pk}/"
    assert anyone.get(url).json()["following"] == second.competition.pk
    heard = told("ann")
    assert heard["season.confirm"] == "Autumn League: will you play season 2?"
    assert heard["competition.drawn"] == "Autumn League: season 1 starts"
    assert "match.started" not in heard, "all begin at once: one message"
    _tell_where_it_led(league, ann)
    check_events(as_user(ann))
    assert "confirm the next season" in summaries(ann, league)
    assert f'action="{following}division-1/enter/"' in as_user(ann).get(page).content.decode()
    assert "will you play the next season?" in as_user(ann).get("/").content.decode()

    as_user(ann).post(f"{following}division-1/enter/")
    answer = client_of(bea).post(
        f"/api/v1{following}sections/division-1/entries", {}, format="json"
    )
    assert answer.status_code == 200
    statuses = Entry.objects.filter(competition=second.competition, status="entered")
    assert {entry.user for entry in statuses} == {ann, bea}
    assert "season.confirm" not in told("ann"), "nothing is left to confirm"
    assert "confirm the next season" not in summaries(ann, league)


def check_each_against_each(league: League, anyone: Client) -> None:
    """Look at what players have against each other before and after a match, in data and page."""
    url = f"/competitions/{league.competition.pk}"

    def rows() -> dict[int, list[dict]]:
        (division,) = anyone.get(f"/api/v1{url}/table").json()["divisions"]
        return {row["number"]: row["results"] for row in division["rows"]}

    open_still = {"result": None, "goals": None}
    assert all(len(row) == 5 and row[0].items() >= open_still.items() for row in rows().values())

    match = Match.objects.get(section=league.section, round=1, number=1)
    over = {"winner": match.lower, "by": "game", "score": {"goals": [0, 2], "expected": [0.3, 1]}}
    Match.objects.filter(pk=match.pk).update(**over)
    met = {number: {one["against"]: one for one in row} for number, row in rows().items()}
    won, lost = met[match.lower][match.upper], met[match.upper][match.lower]
    assert won == {"against": match.upper, "match": "1.1", "result": "won", "goals": [2, 0]}
    assert lost == {"against": match.lower, "match": "1.1", "result": "lost", "goals": [0, 2]}
    assert next(iter(rows())) == match.lower, "in the order of the table"
    page = anyone.get(f"{url}/").content.decode()
    assert "Everyone plays everyone" in page
    assert page.count(f'href="{url}/division-1/matches/1.1/"') >= 2
    assert page.count("2:0") >= 2  # As it is seen and as it is read aloud.
    Match.objects.filter(pk=match.pk).update(winner=None, by="", score=None)


def check_events(client: Client) -> None:
    """Look whether every event is of the shape that the document gives it."""
    document = client.get("/api/v1/schema").json()
    seen = set()
    for event in client.get("/api/v1/events?limit=100").json()["results"]:
        name = "".join(word.capitalize() for word in event["type"].split("."))
        shape_of(document, f"{name}Event").validate(event)
        seen.add(event["type"])
    assert {"competition.entered", "competition.drawn", "season.confirm"} <= seen
    assert {"promoted", "relegated"} <= seen


def _tell_where_it_led(league: League, user: User) -> None:
    """Let someone hear that they go up, and down: as the end of a division tells it."""
    field = Field.of(league.section)
    told = [
        field.event(kind(league.now, [user.pk], {}))
        for kind in (happened.PROMOTED, happened.RELEGATED)
    ]
    record_competition_events(league.competition.pk, told)


def told(name: str) -> dict[str, str]:
    while relay_events(timezone.now()):
        pass
    rows = Notification.objects.filter(user__username=name, kind="competition", channel="mail")
    contexts = load_contexts(list(rows))
    return {c.event.type: c.compose().title for c in contexts if c.is_true(timezone.now())}


def summaries(user: User, league: League) -> str:
    calendar = Calendar.from_ical(write_calendar(user, league.now))
    return " ".join(str(one["SUMMARY"]) for one in calendar.walk("VEVENT"))


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_league_is_set_up_on_a_phone_and_ended(alice: User, bob: User) -> None:
    beat(timezone.now())
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - 40 * DAY)
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    form = {"name": "Club", "ruleset": "eleven", "limit": "16", "entry_days": "7", "prize": "A cup"}
    client = as_user(alice)
    assert "Seasons of eight weeks" in client.get("/competitions/new/league/").content.decode()

    answer = client.post("/competitions/new/league/", form)

    league = Competition.objects.get()
    assert (league.kind, league.season, league.round_days) == ("league", 1, 56)
    assert league.prizes == [{"section": "division-1", "standing": 1, "text": "A cup"}]
    html = client.get(answer["Location"]).content.decode()
    assert "End after season" in html
    assert as_user(bob).post(f"{answer['Location']}goes-on/", {"goes_on": "0"}).status_code == 403
    client.post(f"{answer['Location']}goes-on/", {"goes_on": "0"})
    league.refresh_from_db()
    assert not league.goes_on


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"sections": [{"section": "under-18"}]}, "sections"),
        ({"days_per_turn": 2}, "days_per_turn"),
        ({"round_days": 28}, "round_days"),
        ({"third_place": True}, "third_place"),
        ({"kind": "cup", "limit": 8}, "limit"),
        ({"limit": 1}, "limit"),
    ],
)
def test_what_is_the_same_in_every_league_is_refused(
    alice: User, client_of: Clients, said: dict[str, object], field: str
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    alice.refresh_from_db()
    closes_at = (timezone.now() + 7 * DAY).strftime("%Y-%m-%dT%H:%M:%SZ")
    body = {"kind": "league", "name": "Club", "closes_at": closes_at, **said}

    answer = client_of(alice).post("/api/v1/competitions", body, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == f"#/{field}"


def test_a_cup_has_no_table(now: datetime) -> None:
    from tests.competitions.cups import make_cup

    cup = make_cup(now, 0)
    answer = Client().get(f"/api/v1/competitions/{cup.competition.pk}/table")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    sweep(now + MINUTE)
