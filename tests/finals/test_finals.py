"""The final with a kick-off time: confirmed, played live, lost by absence, or by correspondence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from accounts.kept import exported
from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.competitions.models import Certificate, MatchGame, Section, Shootout
from games.features.competitions.services.leaving import withdraw
from games.features.competitions.steps.sweep import sweep
from games.features.finals.coming import answer, come
from games.features.finals.fixing import LEAD, fix, take_back
from games.features.finals.models import Final
from games.models import Game, GameEvent, LivePlayer, Outage
from games.play.acts import do_act, resign
from games.play.watching import is_late_for
from notifications.calendar import write_calendar
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from tests.at_once import at_once
from tests.competitions.cups import DAY, MINUTE, Cup, beat, level, make_cup
from tests.competitions.twice import told
from tests.games.http import API, refused
from tests.toys.games import begin

Browse = Callable[..., Client]
HOUR = timedelta(hours=1)


@dataclass
class Showdown:
    """A cup whose final has an hour, both finalists known."""

    cup: Cup
    at: datetime

    @property
    def where(self) -> tuple[str, str]:
        return self.cup.competition.pk, self.cup.key

    @property
    def url(self) -> str:
        return f"{API}/competitions/{self.where[0]}/sections/{self.where[1]}/final"

    @property
    def organiser(self) -> User:
        assert self.cup.competition.organiser is not None
        return self.cup.competition.organiser

    @property
    def final(self) -> Any:
        return self.cup.section.matches.order_by("-round", "number").first()

    @property
    def finalists(self) -> list[User]:
        return [self.cup.entry(number).user for number in (self.final.upper, self.final.lower)]

    @property
    def state(self) -> str:
        return Final.objects.get().state

    def games(self) -> list[Game]:
        rows = MatchGame.objects.filter(match=self.final).order_by("pk")
        return [row.game for row in rows.select_related("game")]

    def confirm(self, *people: User) -> None:
        for user in people or self.finalists:
            answer(user, *self.where, is_confirmed=True, now=self.cup.now)

    def come(self, *people: User) -> None:
        for user in people or self.finalists:
            come(user, *self.where, now=self.cup.now)


def showdown(now: datetime, players: Sequence[User] | int = 2, **plan: Any) -> Showdown:
    """Return a cup at its final, which has an hour three days later."""
    cup = make_cup(now, players, **plan)
    cup.pass_to(cup.competition.closes_at + MINUTE)
    at = (cup.competition.starts_at + 3 * DAY).replace(microsecond=0)
    organiser = cup.competition.organiser
    assert organiser is not None
    fix(organiser, cup.competition.pk, cup.key, at, now=cup.now)
    cup.pass_to(cup.competition.starts_at + MINUTE)
    cup.play_out()
    return Showdown(cup, at)


def state_of(url: str, client: APIClient) -> tuple[Any, ...]:
    """Return what the API shows: the state, who confirmed and came, and whether there is a game."""
    shown = client.get(url).json()
    said = [(one["is_confirmed"], one["is_here"]) for one in shown["finalists"]]
    return shown["state"], said, shown["game"] is not None


@pytest.mark.django_db
def test_a_final_is_confirmed_and_played_live_at_its_hour(
    now: datetime, client_of: Callable[[User], APIClient], client: Client
) -> None:
    scene = showdown(now, 4)
    cup, at = scene.cup, scene.at
    mine, theirs = (client_of(user) for user in scene.finalists)
    stranger = client_of(User.objects.create_user("stranger"))
    assert told("final.fixed") == told("final.asked") == 1
    assert GameEvent.objects.get(type="final.fixed").entries.count() == 4
    assert GameEvent.objects.get(type="final.asked").entries.count() == 2
    assert state_of(scene.url, stranger) == ("waiting", [(None, False)] * 2, False)
    assert scene.games() == []

    refused(stranger.post(f"{scene.url}/answer", {"confirm": True}, "json"), 403, "not_a_finalist")
    for one in (mine, mine, theirs):
        assert one.post(f"{scene.url}/answer", {"confirm": True}, "json").status_code == 200
    refused(mine.post(f"{scene.url}/here"), 409, "final_not_open")
    cup.pass_to(at - HOUR + MINUTE)
    cup.pass_to(at - HOUR + 2 * MINUTE)
    assert told("final.near") == 1
    cup.pass_to(at - 5 * MINUTE)
    scene.come()
    assert state_of(scene.url, stranger) == ("waiting", [(True, True)] * 2, False)
    cup.pass_to(at)
    cup.pass_to(at)

    (game,) = scene.games()
    assert game.live is not None
    assert LivePlayer.objects.filter(game=game).count() == 2
    assert is_late_for(game, None)
    assert not is_late_for(Game.objects.get(pk=game.pk), scene.finalists[0].pk)
    assert state_of(scene.url, stranger)[::2] == ("live", True)
    refused(theirs.post(f"{scene.url}/answer", {"confirm": False}, "json"), 409, "final_begun")
    refused(client_of(scene.organiser).delete(scene.url), 409, "final_begun")
    page = client.get("/tv/").content.decode()
    assert f"/games/{game.pk}/" in page
    resign(scene.finalists[1].pk, game.pk, now=cup.now)
    cup.pass_to(cup.now + MINUTE)
    assert cup.section.status == Section.Status.FINISHED
    assert Certificate.objects.get(standing=1).entry.user == scene.finalists[0]


@pytest.mark.django_db
@pytest.mark.parametrize("is_here", [True, False])
def test_a_finalist_who_is_not_there_loses_and_without_both_it_is_by_correspondence(
    now: datetime, client_of: Callable[[User], APIClient], browse: Browse, *, is_here: bool
) -> None:
    scene = showdown(now)
    scene.confirm()
    if is_here:
        scene.cup.pass_to(scene.at + 9 * MINUTE)
        scene.come(scene.finalists[1])
    scene.cup.pass_to(scene.at + 9.9 * MINUTE)
    assert (scene.state, scene.games()) == ("waiting", [])
    last_day = scene.cup.section.rounds.last()
    scene.cup.pass_to(scene.at + 11 * MINUTE)
    scene.cup.pass_to(scene.at + 11 * MINUTE)

    final = scene.final
    if is_here:
        assert (final.by, final.winner) == ("walkover", final.lower)
        assert scene.cup.section.status == Section.Status.FINISHED
        assert told("match.ended") == 1
        assert client_of(scene.finalists[0]).get(scene.url).json()["state"] == "over"
        path = f"/competitions/{scene.where[0]}/{scene.where[1]}/final/"
        page = browse(scene.finalists[0]).get(path).content.decode()
        assert "The final is over." in page
        assert "finals/final" not in page, "nothing is counted down"
    else:
        assert (scene.state, final.by) == ("by_post", "")
        (game,) = scene.games()
        assert game.live is None
        assert scene.cup.section.rounds.last() == last_day


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["declined", "silent", "taken back", "moved", "other live game"])
def test_what_becomes_of_an_hour(now: datetime, way: str) -> None:
    scene = showdown(now)
    cup, (first, second) = scene.cup, scene.finalists
    scene.confirm(first)
    match way:
        case "declined":
            answer(second, *scene.where, is_confirmed=False, now=cup.now)
        case "silent":
            cup.pass_to(scene.at)
            cup.pass_to(scene.at + MINUTE)
        case "taken back":
            take_back(scene.organiser, *scene.where, now=cup.now)
            take_back(scene.organiser, *scene.where, now=cup.now)
            assert told("final.fixed") == 2
        case "moved":
            fix(scene.organiser, *scene.where, scene.at + DAY, now=cup.now)
            fix(scene.organiser, *scene.where, scene.at + DAY, now=cup.now)
            assert not Final.objects.get().answers.exists()
            assert (told("final.fixed"), told("final.asked")) == (2, 2)
            scene.confirm()
            cup.pass_to(scene.at + 11 * MINUTE)
            assert (scene.state, scene.games()) == ("waiting", [])
            return
        case _:
            scene.confirm(second)
            cup.pass_to(scene.at)
            other = begin("standard", {"white": second, "black": scene.organiser}, cup.now)
            LivePlayer.objects.create(user=second, game=other)
            scene.come()
            assert scene.games() == []
            LivePlayer.objects.all().delete()
            scene.come(first)
            assert [game.live is not None for game in scene.games()] == [True]
            return
    assert [game.live for game in scene.games()] == [None]


@pytest.mark.django_db
def test_when_an_hour_can_be_fixed(now: datetime, client_of: Callable[[User], APIClient]) -> None:
    cup = make_cup(now, 2)
    scene = Showdown(cup, now)
    organiser = client_of(scene.organiser)

    def put(at: datetime, client: APIClient = organiser, **said: Any) -> Any:
        return client.put(scene.url, {"at": at.isoformat(), **said}, "json")

    start = cup.competition.starts_at
    refused(put(start + 3 * DAY), 409, "no_final_hour")
    refused(organiser.get(scene.url), 409, "no_final_hour")
    cup.pass_to(cup.competition.closes_at + MINUTE)
    assert organiser.get(scene.url).json()["at"] is None
    with pytest.raises(Refusal) as refusal:
        fix(scene.organiser, *scene.where, cup.now + LEAD - MINUTE, now=cup.now)
    assert "48 hours" in str(refusal.value.extra)
    last = cup.section.rounds.order_by("-number").first()
    assert last is not None
    refused(put(last.ends_at - 2 * HOUR), 400, "invalid")
    refused(put(cup.now + 3 * DAY, client_of(cup.players[0])), 403, "not_the_organiser")
    refused(put(cup.now + 3 * DAY, live={"base": 1}), 400, "invalid")
    refused(client_of(cup.players[0]).post(f"{scene.url}/here"), 409, "no_final_hour")
    done = put(cup.now + 3 * DAY, live={"base": 300, "increment": 2})
    assert (done.status_code, done.json()["live"]["base"]) == (200, 300)
    assert organiser.delete(scene.url).status_code == 204
    cup.pass_to(start + MINUTE)
    refused(put(cup.now + 3 * DAY), 409, "final_begun")


@pytest.mark.django_db
def test_an_outage_around_the_hour_moves_it(now: datetime) -> None:
    scene = showdown(now)
    scene.confirm()
    cup, at = scene.cup, scene.at

    def outage(begins: datetime, ends: datetime) -> None:
        Outage.objects.create(started_at=begins, ended_at=ends, completed_at=ends)
        cup.pass_to(ends + MINUTE)

    outage(at - 5 * HOUR, at - 4 * HOUR)
    assert Final.objects.get().at == at
    outage(at - 20 * MINUTE, at + 5 * MINUTE)
    assert Final.objects.get().at == at + 15 * MINUTE
    assert (scene.state, scene.games()) == ("waiting", [])
    cup.pass_to(at + 10 * MINUTE)
    scene.come(scene.finalists[0])
    outage(at + 11 * MINUTE, at + 65 * MINUTE)
    # 12.7: by more than one hour in all; so no one has lost.
    assert (scene.state, scene.final.by) == ("by_post", "")
    assert [game.live for game in scene.games()] == [None]


@pytest.mark.django_db
def test_who_aborts_the_final_loses_it_and_who_comes_in_is_asked(now: datetime) -> None:
    scene = showdown(now, 3, sections={"open": 2})
    cup = scene.cup
    first, second = scene.finalists
    scene.confirm()
    # 8.3: the first on the waiting list comes in, and has not answered.
    withdraw(second, *scene.where, now=cup.now)
    cup.pass_to(cup.now + MINUTE)
    (third,) = [user for user in scene.finalists if user != first]
    assert third != second
    scene.confirm(third)
    cup.pass_to(scene.at)
    scene.come()
    (game,) = scene.games()
    assert game.live is not None
    do_act(first.pk, game.pk, "abort", now=cup.now)
    cup.pass_to(cup.now + MINUTE)
    assert (scene.final.by, scene.cup.entry(scene.final.winner).user) == ("walkover", third)


@pytest.mark.django_db
def test_what_follows_a_drawn_live_final(now: datetime, browse: Browse) -> None:
    scene = showdown(now, ruleset="eleven")
    cup = scene.cup
    scene.confirm()
    cup.pass_to(scene.at)
    scene.come()
    level(cup)
    shootout = Shootout.objects.get()
    # 12.3: both are there, so it's ten minutes.
    assert shootout.due_at <= cup.now + 10 * MINUTE
    path = f"/competitions/{scene.where[0]}/open/matches/1.1/"
    assert path in browse().get("/tv/").content.decode()
    cup.pass_to(cup.now + 12 * MINUTE)
    assert scene.final.by == "shootout"
    assert "Watch them" in browse().get(path).content.decode()


@pytest.mark.django_db
def test_the_page_the_mail_and_the_calendar(now: datetime, browse: Browse) -> None:
    scene = showdown(now)
    first, second = scene.finalists
    for user in (first, second):
        address = f"{user.username}@example.org"
        EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
    path = f"/competitions/{scene.where[0]}/{scene.where[1]}/"
    relay_events(scene.cup.now)
    rows = list(Notification.objects.filter(kind="final", channel="mail", user=first))
    contexts = [one for one in load_contexts(rows) if one.is_true(scene.cup.now)]
    titles = {one.compose().title for one in contexts}
    assert titles >= {"Autumn Cup: confirm the time of your final"}
    calendar = write_calendar(first, scene.cup.now).decode()
    assert "Autumn Cup: final" in calendar

    mine, theirs = browse(first), browse(second)
    assert 'name="confirm"' in mine.get(f"{path}final/").content.decode()
    assert "played live" in theirs.get(path).content.decode()
    for one in (mine, theirs):
        assert one.post(f"{path}final/", {"confirm": "1"}).status_code == 302
    assert exported_rows(first) == [True]
    assert "Kick-off" in browse().get("/tv/").content.decode()
    assert 'name="here"' not in mine.get(f"{path}final/").content.decode()
    boss = browse(scene.organiser)
    assert "Move the final" in boss.get(f"{path}final/").content.decode()
    moved = (scene.at + DAY).strftime("%Y-%m-%dT%H:%M")
    clock = {"base": "900", "increment": "10"}
    boss.post(f"{path}final/", {"at": moved, **clock, "base": "1"})
    assert Final.objects.get().fixed_for == scene.at
    assert boss.post(f"{path}final/", {"at": moved, **clock}).status_code == 302
    assert Final.objects.get().live["base"] == 900
    assert "15 minutes for all moves" in boss.get(f"{path}final/").content.decode()
    assert not Final.objects.get().answers.exists()
    assert boss.post(f"{path}final/", {"take_back": "1"}).status_code == 302
    assert not Final.objects.exists()


def exported_rows(user: User) -> list[bool]:
    return [row["is_confirmed"] for row in exported("finals.Answer", user)]


@pytest.mark.django_db(transaction=True)
def test_sweeps_and_a_late_arrival_at_once_end_it_once(now: datetime) -> None:
    scene = showdown(now)
    scene.confirm()
    scene.cup.pass_to(scene.at + 9 * MINUTE)
    scene.come(scene.finalists[0])
    scene.cup.now = scene.at + 11 * MINUTE
    beat(scene.cup.now)

    def arrive() -> str:
        try:
            come(scene.finalists[1], *scene.where, now=scene.at + 9.99 * MINUTE)
        except Refusal as refusal:
            return refusal.code
        return "came"

    outcome, *_swept = at_once(arrive, partial(sweep, scene.cup.now), partial(sweep, scene.cup.now))

    games = scene.games()
    assert len(games) + (scene.final.by == "walkover") == 1
    assert (outcome == "came") == bool(games)
