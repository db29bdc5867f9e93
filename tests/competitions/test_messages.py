"""What players of a cup are told: which mail, how soon, in what words; and their calendar."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from config.languages.spoken import spoken_to
from games.features.competitions.models import Certificate
from games.features.competitions.services.among_friends import start
from games.features.competitions.services.entering import Statement, enter
from games.models import Leave, Outage
from notifications.calendar import write_calendar
from notifications.channels.push import tag_of
from notifications.message.context import load_contexts
from notifications.message.email import write_mail
from notifications.models import Notification
from notifications.preferences import who_asked
from notifications.relay import relay_events
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind
from tests.competitions.cups import DAY, MINUTE, make_cup, people
from tests.competitions.friends import make_friendly
from tests.competitions.leagues import make_league
from tests.notifications.conftest import daily_mail, make_user

pytestmark = pytest.mark.django_db


def test_a_player_is_notified_from_the_entry_to_the_standing() -> None:
    now = timezone.now() - 20 * DAY
    cup = make_cup(now, [make_user("ann"), make_user("bea")], round_days=14, days_per_turn=3)
    cup.draw()
    row = cup.running()[0]
    white, black = (cup.entry(n).user for n in (row.white, 3 - row.white))
    heard = _relay(cup.now)

    assert heard[black.username, "match.started"] == ("competition", False)
    assert (white.username, "match.started") not in heard, "the mail about the turn says it"
    assert heard[white.username, "game.started"][0] == "turn"
    assert heard[white.username, "competition.drawn"] == ("competition", True)

    from games.models import Game

    last_day = cup.competition.starts_at + 14 * DAY
    Game.objects.update(deadline=last_day + DAY, clock_started_at=last_day - DAY)
    cup.pass_to(last_day - 2 * DAY)
    _relay(cup.now)
    words = _words(black.username)
    assert words["competition.entered"] == "You're in: Autumn Cup"
    assert words["competition.drawn"] == "Autumn Cup: the draw has been made"
    assert words["match.started"] == f"Autumn Cup: your match against {white.username}"
    near = f"Autumn Cup: the round ends in three days, against {white.username}"
    assert words["round.near_end"] == near

    (started,) = (c for c in _contexts(black.username) if c.event.type == "match.started")
    assert started.compose().sentences == ("Final. The game has started.",), "new: nothing to say"
    Leave.objects.create(user=white, begins_at=cup.now - DAY, ends_at=cup.now + 400 * DAY)
    (started,) = (c for c in _contexts(black.username) if c.event.type == "match.started")
    away = f"{white.username} is away until "
    assert started.compose().sentences[-1].startswith(away), "no one chose this opponent"
    assert "away" not in started.compose().summary, "a push has no room for it"
    Leave.objects.all().delete()
    (begun,) = load_contexts(list(Notification.objects.filter(user=white, kind="turn")[:1]))
    assert begun.compose().sentences == ["The game has started."]
    assert begun.compose().game == "Autumn Cup: Final · Chess: you play White"
    with spoken_to(User(language="de")):
        assert begun.compose().game.startswith("Autumn Cup: Finale · ")

    assert started.compose().deadline.startswith("The round ends: ")

    entry = Calendar.from_ical(write_calendar(black, cup.now)).walk("VEVENT")[-1]
    assert entry["SUMMARY"] == "Autumn Cup: the round ends"
    assert abs((entry["DTEND"].dt - last_day).total_seconds()) < 1

    cup.win(row, 3 - row.white)
    cup.pass_to(cup.now + MINUTE)
    _relay(cup.now)
    contexts = {c.event.type: c for c in _contexts(black.username)}
    assert not contexts["round.near_end"].is_true(cup.now), "the match is decided"
    assert contexts["match.ended"].is_true(cup.now)
    ended = contexts["match.ended"].compose()
    assert ended.title == f"Autumn Cup: you won against {white.username}"
    assert ended.sentences == ("Final, decided by the game.",)
    (end,) = load_contexts(list(Notification.objects.filter(user=white, kind="game_over")[:1]))
    assert end.compose().game.startswith("Autumn Cup: Final · ")
    assert end.compose().sentences[1] == "You lost the final and came 2nd."
    over = contexts["section.finished"].compose()
    assert over.title == "Autumn Cup: you won the cup!"
    assert over.sentences == ("Your certificate is ready.",)
    (drawn,) = (c for c in _contexts(white.username) if c.event.type == "competition.drawn")
    assert drawn.compose().sentences[0].startswith("Your first match: Final"), "lost, not left out"
    paper = Certificate.objects.get(entry__user=black)
    assert over.path == f"/certificates/{paper.pk}/"
    (lost,) = (c for c in _contexts(white.username) if c.event.type == "section.finished")
    assert lost.compose().title == "Autumn Cup: you came 2nd"
    assert lost.compose().sentences[0] == f"You lost the final against {black.username}."
    at_once = Notification.objects.filter(event=lost.event, channel="mail", in_digest=False)
    assert sorted(at_once.values_list("user", flat=True)) == sorted((white.pk, black.pk))
    assert tag_of(contexts["match.ended"]) == f"competition-{cup.competition.pk}"
    mail = write_mail(contexts["section.finished"], "ann@example.org")
    assert "View certificate" in mail.body
    digest = daily_mail([contexts["match.ended"], contexts["section.finished"]])
    assert digest.body.count("Autumn Cup") >= 2
    assert not Outage.objects.exists()


def test_a_won_semi_final_leads_to_the_final() -> None:
    cup = make_cup(timezone.now() - 20 * DAY, [make_user(f"ann{n}") for n in range(4)])
    cup.draw()
    row = cup.running()[0]
    cup.win(row, row.match.upper)
    cup.pass_to(cup.now + MINUTE)
    _relay(cup.now)

    winner, loser = (cup.entry(n).user for n in (row.match.upper, row.match.lower))
    (won,) = (c for c in _contexts(winner.username) if c.event.type == "match.ended")
    assert won.compose().title == "Autumn Cup: you're in the final!"
    assert won.compose().sentences[0] == f"You won against {loser.username}."
    ends = Notification.objects.filter(kind="game_over", channel="mail", event__game=row.game_id)
    said = {one.receiver: one.compose().sentences[1] for one in load_contexts(list(ends))}
    assert said == {
        winner: "You reached the final!",
        loser: "You're out. Thank you for playing.",
    }


def test_the_end_of_a_league_among_friends_has_the_place_and_the_certificate() -> None:
    now = timezone.now() - 20 * DAY
    ann, bea = make_user("ann"), make_user("bea")
    league = make_friendly(now, ann, [bea], kind="league", name="Friday League")
    start(ann, league.competition.pk, now=now)
    loser = league.section.entries.get(user=bea)
    league.win(league.running()[0], league.section.entries.get(user=ann).number)
    league.pass_to(league.now + MINUTE)
    _relay(league.now)

    titles = {name: _words(name) for name in ("ann", "bea")}
    assert titles["ann"]["competition.drawn"] == "Friday League has started"
    assert titles["ann"]["section.finished"] == "Friday League: you won the league!"
    assert titles["bea"]["section.finished"] == "Friday League: you came 2nd"
    (over,) = (c for c in _contexts("bea") if c.event.type == "section.finished")
    words = over.compose()
    paper = Certificate.objects.get(entry=loser)
    assert words.path == f"/certificates/{paper.pk}/"
    assert words.sentences == (
        "Table with points:",
        "1. ann 3",
        "2. bea 0",
        "Your certificate is ready.",
    )
    assert not any("Division" in sentence for sentence in words.sentences)
    (joined,) = (c for c in _contexts("bea") if c.event.type == "competition.entered")
    assert joined.compose().sentences == ("ann starts it when everyone is in.",)


def test_news_of_competitions_wait_for_the_daily_mail_unless_chosen() -> None:
    assert find_kind("competition").usual(Channel.MAIL) is Timing.DAILY
    assert find_kind("competition").usual(Channel.PUSH) is Timing.AT_ONCE
    assert find_kind("turn").usual(Channel.MAIL) is Timing.AT_ONCE


def test_names_that_are_hidden_are_known_to_the_opponent_alone() -> None:
    cup = make_cup(
        timezone.now() - 3 * DAY, [make_user("young"), *people(1)], sections={"under-15": 4}
    )
    cup.draw()
    _relay(cup.now)
    (started,) = (
        c
        for c in _contexts("young")
        if c.event.type in ("match.started", "competition.drawn")
        and c.event.type == "competition.drawn"
    )
    assert cup.players[1].username in started.compose().sentences[0], "who plays sees names"


def test_the_end_of_a_season_brings_its_table() -> None:
    league = make_league(timezone.now() - 20 * DAY, [make_user("ann"), make_user("bea")])
    league.begin()
    league.play_all()
    _relay(league.now)

    (over,) = (c for c in _contexts("ann") if c.event.type == "section.finished")
    words = over.compose()
    assert words.sentences[1:4] == ("Table with points:", "1. ann 3", "2. bea 0")
    assert words.action == "View certificate"


def _relay(now: object) -> dict[tuple[str, str], tuple[str, bool]]:
    while relay_events(now):
        pass
    rows = Notification.objects.filter(channel="mail").select_related("user", "event")
    told = {(row.user.username, row.event.type): (row.kind, row.in_digest) for row in rows}
    assert max(Counter((row.user_id, row.event_id) for row in rows).values()) == 1
    return told


def _contexts(name: str) -> list:
    rows = Notification.objects.filter(user__username=name, kind="competition", channel="mail")
    return load_contexts(list(rows))


def _words(name: str) -> dict[str, str]:
    return {context.event.type: context.compose().title for context in _contexts(name)}


def test_who_asked_hears_of_the_next_public_cup_once(client: Client) -> None:
    now = timezone.now()
    ann, bea = make_user("ann"), make_user("bea")
    for user in (ann, bea):
        client.force_login(user)
        asked = {"on": "1", "next": "/competitions/"}
        answer = client.post("/settings/notify/public_cup/", asked, follow=True)
        assert "notify you when a public one opens" in answer.content.decode()
    client.post("/settings/notify/public_cup/", {"next": "/competitions/"})

    make_cup(now, 0, is_private=True)
    sections = {"under-18": None, "open": 32}
    cup = make_cup(now, 0, ruleset="standard", sections=sections, name="Sunday Cup")
    cup.pass_to(cup.now + MINUTE)
    _relay(cup.now)

    told = Notification.objects.filter(kind="public_cup")
    assert sorted((row.user.username, row.channel) for row in told) == [("ann", Channel.MAIL)]
    (context,) = load_contexts(list(told))
    assert context.is_true(cup.now)
    mail = write_mail(context, "ann@example.org")
    assert mail.subject.startswith("Sunday Cup is open for entries")
    assert "Chess, up to 32 players." in mail.body
    assert f"/competitions/{cup.competition.pk}/" in mail.body
    enter(ann, cup.competition.pk, "open", Statement(), now=cup.now)
    assert not context.is_true(cup.now), "ann is in"


def test_a_cup_that_opens_now_is_announced_too(client: Client) -> None:
    client.force_login(make_user("ann"))
    client.post("/settings/notify/public_cup/", {"on": "1"})
    now = timezone.now()

    make_cup(now, 0, opens_at=now)
    _relay(now)

    assert Notification.objects.filter(kind="public_cup").count() == 1


def test_a_page_turns_on_only_what_players_ask_for(client: Client) -> None:
    url = "/settings/notify/public_cup/"
    assert client.post(url, {"on": "1"}).status_code == 302
    client.force_login(make_user("ann"))

    assert client.post("/settings/notify/turn/").status_code == 404
    assert client.post(url, {"next": "https://example.org/"})["Location"] == "/settings/"
    client.post(url, {"on": "1"})
    measure = "/settings/save/measure/"
    client.post(measure, {"measure": "all"})
    assert who_asked("public_cup"), "everything is what players hear who have chosen nothing"
    client.post(measure, {"measure": "nothing"})
    assert not who_asked("public_cup")
