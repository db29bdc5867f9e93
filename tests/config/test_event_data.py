"""What events hold is what the developers' pages say, type by type."""

from __future__ import annotations

import ast
import sys
from datetime import datetime, timedelta
from pathlib import Path

from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.http.shapes import shape
from games.features.live import playing_on
from games.features.phrases.saying import say_phrase
from games.features.takebacks import offers
from games.features.talk.agreeing import agree
from games.features.talk.writing import write
from games.models import Game, GameEvent, Turn
from games.play import draws, lost_turns
from games.play.acts import resign
from games.play.challenge.challenges import (
    Terms,
    cancel_challenge,
    decline_challenge,
    make_challenge,
)
from games.play.challenge.ends import lapse_challenges
from games.play.formations import save_formation
from games.play.giving_time import give_time
from games.play.heartbeat import beat
from games.play.leaves import end_leave, take_leave
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.sweeps import send_reminders
from games.shown.event_words import BROUGHT, all_events, event_types
from games.shown.shapes import events
from games.shown.shapes.event_data import CompetitionData
from games.store import happened
from games.store.outbox import EventType
from games.streams import presence
from games.streams.presence import Visit
from tests.api.document import shape_of
from tests.games.matches import (
    WHITE_FORMATION,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
)
from tests.hooks import Only

CERTAIN_GOAL = "k7/8/5N2/8/8/8/3P4/3K4 w f6 open d2 4"

OF_SEVERAL = {EventType.ACT_DONE, EventType.PLAYER_OUT, EventType.DRAW_VOTED}
"""Events of games in which the others play on; the tests of the toys hold these."""
OF_LIVE = {EventType.POST_ASKED}
"""The tests of live play hold this."""
OF_TABLES = {kind for kind in EventType if kind.startswith(("supervisor.", "seat."))}
"""The tests of supervisors and of vacant seats hold these."""
OF_RATINGS = {EventType.RATING_CHANGED, EventType.ANALYSIS_READY}
"""The tests of ratings and of the analysis hold these."""
OF_COMPETITIONS = {kind for kind in all_events() if events.chapter_of(kind) is CompetitionData}
"""The tests of competitions hold these."""
OF_ELSEWHERE = OF_SEVERAL | OF_LIVE | OF_RATINGS | OF_TABLES | OF_COMPETITIONS


def test_events_hold_what_the_page_says(alice: User, bob: User) -> None:
    now: datetime = timezone.now()
    game = start_formations(alice, bob, now)
    save_formation(alice.pk, game.pk, WHITE_FORMATION, ready=False, now=now)
    game = start_round(game, now)
    draws.offer_draw(alice.pk, game.pk, now=now)
    draws.decline_draw(bob.pk, game.pk, now=now)
    play(game, "d2d4 @f3", now=now)
    draws.offer_draw(alice.pk, game.pk, now=now)
    draws.withdraw_draw(alice.pk, game.pk, now=now)
    offers.offer(alice.pk, game.pk, now=now)
    offers.withdraw(alice.pk, game.pk, now=now)
    play(game, any_turn(game), now=now)
    offers.offer(bob.pk, game.pk, now=now)
    offers.decline(alice.pk, game.pk, now=now)
    undone = lost_turns.look("default", now)
    Turn.objects.filter(game=game).order_by("number").last().delete()
    undone()
    draws.offer_draw(bob.pk, game.pk, now=now)
    play(game, any_turn(game), now=now)
    say_phrase(alice, game.pk, "good_luck", now=now)
    for person in (alice, bob):
        agree(person, game.pk, now=now)
    write(alice, game.pk, "What a game!", now=now)
    presence.arrive(Visit(game.pk, bob.pk, "page", is_shown=True))
    playing_on.agree(alice.pk, game.pk, now=now)
    playing_on.agree(bob.pk, game.pk, now=now)
    playing_on.stop(bob.pk, game.pk, now=now)
    Game.objects.update(remind_at=now)
    beat()
    send_reminders(now=now + timedelta(seconds=1))
    Game.objects.update(remind_at=now, main_until=now)
    send_reminders(now=now + timedelta(seconds=1))
    Game.objects.update(has_leave=True)
    mover = next(seat for seat in Game.objects.get().seats if seat.is_awaited)
    mover_user = alice if mover.user_id == alice.pk else bob
    giver = bob if mover_user is alice else alice
    give_time(giver.pk, game.pk, 1, now=now)
    leave = take_leave(mover_user, None, now + timedelta(days=2), now)
    end_leave(mover_user, leave.pk, now + timedelta(seconds=2))
    pause_clocks(now)
    resume_clocks(now + timedelta(hours=1))
    give_back()
    play(place(Game.objects.get(), CERTAIN_GOAL), "!e8", now=now)
    resign(bob.pk, game.pk, now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    decline_challenge(bob, challenge.pk, reason="too_slow", now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    cancel_challenge(alice, challenge.pk, now=now)
    make_challenge(alice, "bob", Terms(), now=now)
    lapse_challenges(now + timedelta(days=15), 10)

    for event in GameEvent.objects.all():
        is_for_both = all_events()[EventType(event.type)].heard_by == "both"
        assert event.entries.count() == (2 if is_for_both else 1), event.type
    document = Client().get("/api/v1/schema").json()
    seen = set()
    for person in (alice, bob):
        client = Client()
        client.force_login(person)
        page = client.get("/api/v1/events?limit=100").json()
        for event in page["results"]:
            kind = EventType(event["type"])
            name = "".join(word.capitalize() for word in kind.split(".")) + "Event"
            shape_of(document, name).validate(event)
            fields = shape(all_events()[kind].data)().fields.items()
            assert set(event["data"]) == {name for name, one in fields if one.required}, kind
            seen.add(kind)
        shape_of(document, "EventPage").validate(page)
    assert seen == set(all_events()) - OF_SEVERAL - OF_ELSEWHERE


def test_what_an_event_says_itself_is_typed() -> None:
    """``happened`` of games and of each feature holds each type to its members."""
    root = Path(happened.__file__).parents[2]
    made = [
        f"{path.relative_to(root)}:{call.lineno}"
        for app in ("games", "notifications", "accounts")
        for path in sorted((root / app).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "NewEvent"
        and len(call.args) + len(call.keywords) > 3
    ]
    modules = {words.data.__module__.rpartition(".")[0] for words in all_events().values()}
    homes = [happened, *(sys.modules.get(f"{module}.happened") for module in modules)]
    kinds = {
        one.type
        for home in homes
        for one in (vars(home) if home else {}).values()
        if isinstance(one, happened.Kind)
    }

    assert [where.partition(":")[0] for where in made] == ["games/store/happened.py"]
    assert kinds == set(all_events())


def test_a_feature_brings_its_own_types_of_events(only: Only) -> None:
    only(BROUGHT)

    assert EventType.GAME_STARTED in event_types()
    assert EventType.RATING_CHANGED not in event_types()
