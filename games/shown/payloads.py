"""Games, turns, challenges and events as plain JSON data: what the API and streams show.

Written out by hand, because a serializer that builds its fields again costs more than the whole
query. None of it depends on who looks, but a turn is summed up in the language spoken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rest_days import WEEKDAYS
from config.http.times import utc, utc_ms
from games.clock import standstill
from games.clock.live import shared_now
from games.clock.times import away_until, rest_days_of, rests_until, seconds_of
from games.models import (
    Act,
    Block,
    Challenge,
    Friend,
    Game,
    GameEvent,
    HouseRobot,
    Leave,
    Preset,
    Turn,
)
from games.models.querysets import Seat
from games.models.shapes import LiveClock
from games.play.challenge.filters import Candidate, Filters, misfit
from games.play.shooting import expected_goals
from games.rules import registry
from games.rules.contract import Outcome, Presenter, RuleSet, SeatedByLot, Timed, check_live
from games.shown.fairness import fairness_payload
from games.shown.kits import KITS, worn
from games.shown.pace import Pace, pace_payload
from games.shown.shapes import challenges, people, rulesets, times, turns
from games.shown.shapes.event_data import ChallengeTerms
from games.shown.shapes.events import Event
from games.shown.shapes.games import OtherGame, OtherResult, Person, SeatedPerson
from games.shown.statistics import Record as Results
from games.shown.statistics import Shooting
from games.store.outbox import EventType
from games.store.people import Found


def game_payload(game: Game, base_url: str, now: datetime | None = None) -> OtherGame:
    """Return a game as ``GET /games/{id}`` shows it.

    The rules describe their own part; the columns show the rest.
    """
    summary, now = game.summary, now or timezone.now()
    known: OtherGame = {
        "id": game.pk,
        "url": f"{base_url}/games/{game.pk}/",
        "ruleset": game.ruleset,
        "status": game.status,
        "players": {
            seat.side: _seated_payload(game, seat, kit, now)
            for seat, kit in zip(game.seats, worn([seat.kit for seat in game.seats]), strict=True)
        },
        "options": game.options,
        "days_per_turn": game.days_per_turn,
        "clock": clock_payload(game),
        "live": live_now(game),
        "reserve_left": {seat.side: seat.reserve_left for seat in game.seats},
        "rated": game.rated,
        "public": game.is_public,
        "xg": expected_goals(game),
        "competition": game.competition,
        "rating_change": game.rating_change,
        "continued_from": game.begins_with["game"] if game.begins_with else None,
        "turn": game.next_turn,
        "awaiting": [seat.side for seat in game.seats if seat.is_awaited],
        "acts": {seat.side: list(summary.acts.get(seat.side, ())) for seat in game.seats},
        "out": [seat.side for seat in game.seats if summary.is_out(seat.side)],
        "draw_votes": game.draw_votes,
        "main_until": utc(game.main_until or game.deadline),
        "deadline": utc(game.deadline),
        "paused": paused_payload(game, now),
        "draw_offered_by": game.draw_offered_by,
        "result": result_payload(game),
        "fairness": fairness_payload(game),
        "created_at": utc(game.created_at),
        "updated_at": utc(game.updated_at),
        "finished_at": utc(game.finished_at),
    }
    # Last, so that nothing a rule set describes can hide what the service knows.
    return {**game.description, **known}


def _seated_payload(game: Game, seat: Seat, kit: str, now: datetime) -> SeatedPerson:
    person: SeatedPerson = {"username": seat.username, "is_bot": seat.is_bot, "kit": kit}
    if seat.rating is not None:
        person["rating"] = seat.rating
    if days := rest_days_of(game, seat, now):
        person["rest_days"] = [WEEKDAYS[day] for day in days]
    return person


def live_now(game: Game) -> LiveClock | None:
    """Return the clock of a live game, and what our own says; ``None`` by correspondence."""
    clock = game.shown_clock
    return None if clock is None else {**clock, "server_time": utc_ms(shared_now())}


def paused_payload(game: Game, now: datetime) -> times.Paused | None:
    """Return whose clock is paused and until when; ``None`` while the time runs."""
    for seat in game.seats:
        if seat.is_awaited and (until := away_until(game, seat, now)):
            return {"side": seat.side, "why": "leave", "until": utc(until)}
        if seat.is_awaited and (until := rests_until(game, seat, now)):
            return {"side": seat.side, "why": "rest", "until": utc(until)}
    awaited = [seat.side for seat in game.seats if seat.is_awaited]
    if awaited and standstill.is_on():
        return {"side": awaited[0], "why": "outage", "until": None}
    return None


def leave_payload(leave: Leave) -> people.Leave:
    """Return a vacation as the one who took it sees it."""
    return {
        "id": str(leave.pk),
        "from": utc(leave.begins_at),
        "until": utc(leave.ends_at),
        "created_at": utc(leave.created_at),
    }


def clock_payload(agreed: Game | Challenge) -> times.Clock:
    """Return the terms of time."""
    return {
        "turn_s": seconds_of(agreed),
        "reserve_s": agreed.reserve_s,
        "gain_s": agreed.gain_s,
        "leave": agreed.has_leave,
        "rest": agreed.has_rest,
    }


def ruleset_payload(hosted: registry.Hosted) -> rulesets.Ruleset:
    """Return a rule set with the terms that can be agreed for it."""
    rules = hosted.rules
    least = min(len(rules.seats(options)) for options in _seatings(rules))
    return {
        "key": rules.key,
        "version": rules.version,
        "name": rules.name,
        "tagline": _(hosted.presenter.tagline),
        "sides": list(rules.sides),
        "seats": {
            "least": least,
            "most": len(rules.sides),
            "by_lot": isinstance(rules, SeatedByLot),
        },
        "options": [
            {
                "name": field.name,
                "kind": field.kind,
                "default": field.default,
                "label": _(field.label),
                "help": _(field.help),
                "least": field.least,
                "most": field.most,
                "choices": [{"value": value, "label": _(words)} for value, words in field.choices],
            }
            for field in rules.option_fields()
        ],
        "reasons": list(hosted.presenter.reasons),
        "acts": {name: _(words.label) for name, words in hosted.presenter.acts.items()},
        "live": check_live(rules, {}) if isinstance(rules, Timed) else None,
        "has_arrangements": rules.has_arrangements,
        "has_chance": rules.has_chance,
        "robots": list(hosted.robot.strengths) if hosted.robot else [],
    }


def robot_payload(house: HouseRobot) -> rulesets.Robot:
    """Return a house bot with the games that it plays."""
    playing = (key for key in registry.all_keys() if house.plays(key))
    return {
        **person_payload(house.user),
        "strength": house.strength,
        "rulesets": list(playing),
    }


def _seatings(rules: RuleSet[Any]) -> Iterator[dict[str, Any]]:
    """Yield the default options, and these with each choice that could change who sits down."""
    default = dict(rules.check_options({}))
    yield default
    for field in rules.option_fields():
        for value, _words in field.choices if field.kind == "choice" else ():
            yield {**default, field.name: value}


def person_payload(user: User) -> Person:
    """Return a person as other things name them."""
    return {"username": user.username, "is_bot": user.is_bot}


def player_payload(user: User, results: Results, pace: Pace, base_url: str) -> people.Player:
    """Return a person as anyone may see them."""
    return {
        **person_payload(user),
        "kit": user.page.kit if user.page.kit in KITS else None,
        "url": f"{base_url}/players/{user.username}/",
        "created_at": utc(user.date_joined),
        "record": {
            "games": results.games,
            "won": results.won,
            "drawn": results.drawn,
            "lost": results.lost,
            "goals_for": results.goals_for,
            "goals_against": results.goals_against,
        },
        "xg": shooting_payload(results.shooting) if results.shooting else None,
        "pace": pace_payload(pace),
    }


def shooting_payload(shooting: Shooting) -> people.PlayerShooting:
    """Return what a player's shots were worth, and those against them."""
    return {
        "games": shooting.games,
        "for": shooting.expected,
        "against": shooting.against,
        "goals": shooting.goals,
        "finishing": shooting.finishing,
        "standard_error": shooting.standard_error,
    }


def result_payload(game: Game) -> OtherResult | None:
    """Return how the game ended, or ``None`` while it continues."""
    if game.is_active:
        return None
    outcome = Outcome(game.reason, tuple(tuple(place) for place in game.ranking or ()))
    return {
        "winner": game.winner,
        "reason": game.reason,
        "ranking": [list(place) for place in outcome.ranking],
        "points": outcome.points,
    }


def turn_payload(
    turn: Turn,
    presenter: Presenter[Any],
    names: Mapping[str, str] | None = None,
    *,
    shows_how: bool = False,
) -> turns.OtherTurn:
    """Return a turn as history shows it; how it came about only where everyone may know.

    Its sentences call the players by ``names``, as a ``Presenter`` does.
    """
    payload: turns.OtherTurn = {
        "number": turn.number,
        "round": turn.round,
        "side": turn.side,
        "actions": turn.actions,
        "notation": turn.notation,
        "rolls": turn.rolls,
        "position_before": turn.position_before,
        "position_after": turn.position_after,
        "events": turn.happenings,
        "summary": presenter.turn_summary(turn.happenings, turn.notation, names),
        "sentence": presenter.turn_sentence(turn.happenings, turn.position_before, names),
        "played_at": utc(turn.played_at),
        "took_s": turn.took,
        "chances": turn.chances,
        "by": turn.by if shows_how else None,
    }
    if turn.taken_back:
        payload["taken_back"] = True
    return payload


def act_payload(act: Act) -> turns.Act:
    """Return what was done outside a turn, as history shows it."""
    return {
        "turn": act.turn,
        "index": act.index,
        "side": act.side,
        "name": act.name,
        "position_after": act.position_after,
        "events": act.happenings,
        "done_at": utc(act.at),
    }


def preset_payload(preset: Preset) -> people.Preset:
    """Return a kept arrangement."""
    return {
        "slot": preset.slot,
        "ruleset": preset.ruleset,
        "name": preset.name,
        "pieces": preset.content["pieces"],
        "saved_at": utc(preset.saved_at),
    }


def block_payload(block: Block) -> people.Block:
    """Return a block as the one who made it sees it."""
    return {**person_payload(block.blocked), "created_at": utc(block.created_at)}


def friend_payload(friend: Friend) -> people.Friend:
    """Return a friend as the person who has them sees it."""
    return {**person_payload(friend.friend), "created_at": utc(friend.created_at)}


def found_payload(found: Found, base_url: str) -> people.FoundPlayer:
    """Return a player that a search found."""
    return {
        "username": found.username,
        "is_bot": found.is_bot,
        "is_friend": found.is_friend,
        "url": f"{base_url}/players/{found.username}/",
    }


def challenge_payload(
    challenge: Challenge,
    base_url: str,
    now: datetime,
    pace: Pace | None = None,
    reader: Candidate | None = None,
) -> challenges.OtherChallenge:
    """Return a challenge; one whose time is over shows as lapsed though no sweep has passed.

    With a ``reader`` it says why they may not accept.
    """
    status, answered_at = challenge.status, challenge.answered_at
    if status == Challenge.Status.OPEN and challenge.expires_at <= now:
        status, answered_at = Challenge.Status.LAPSED, challenge.expires_at
    opponent = challenge.opponent
    filters = Filters.read(challenge.filters)
    why = misfit(challenge, reader) if reader else None
    # Clients of the first rule set read its one option here.
    is_first = challenge.ruleset == registry.DEFAULT
    older: Any = {"goals_to_win": 0, **challenge.options} if is_first else {}
    return {
        **older,
        "id": challenge.pk,
        "url": f"{base_url}/challenges/{challenge.pk}/",
        "status": status,
        "challenger": person_payload(challenge.challenger),
        "opponent": person_payload(opponent) if opponent else None,
        "invitations": invitations_payload(challenge),
        "side": challenge.side,
        "options": challenge.terms,
        "days_per_turn": challenge.days_per_turn,
        "clock": clock_payload(challenge),
        "live": challenge.live,
        "ruleset": challenge.ruleset,
        "rated": challenge.rated,
        "public": challenge.is_public,
        "for_friends": challenge.for_friends,
        "rematch_of": challenge.rematch_of_id,
        "continued_from": challenge.goes_on_from_id,
        "game": challenge.game_id,
        "decline_reason": challenge.decline_reason or None,
        "created_at": utc(challenge.created_at),
        "expires_at": utc(challenge.expires_at),
        "answered_at": utc(answered_at),
        "pace": pace_payload(pace) if pace else None,
        "filters": {
            "rating": list(filters.rating) if filters.rating else None,
            "kept_min": filters.kept_min,
            "established": filters.established,
        },
        "unmet_filters": {"code": why.code, "detail": why.detail} if why else None,
    }


def invitations_payload(challenge: Challenge) -> list[challenges.Invitation]:
    """Return the other seats of a challenge to several; of one to one person there are none."""
    if not challenge.is_for_several:
        return []
    prefetch_related_objects([challenge], "invitations__user")
    return [
        {
            "player": person_payload(seat.user) if seat.user else None,
            "is_named": seat.is_named,
            "has_accepted": seat.accepted_at is not None,
        }
        for seat in challenge.invitations.all()
    ]


def _answer_payload(event_type: str, challenge: Challenge) -> dict[str, Any]:
    """Return what events of release 1.0.0 don't hold themselves."""
    if event_type == EventType.CHALLENGE_ACCEPTED:
        return {"game": challenge.game_id}
    if event_type == EventType.CHALLENGE_DECLINED:
        return {"reason": challenge.decline_reason or None}
    return {}


def _terms_payload(challenge: Challenge) -> ChallengeTerms:
    """Return what an event says about its challenge: read again, for names may change."""
    return {
        "challenger": person_payload(challenge.challenger),
        "opponent": person_payload(challenge.opponent) if challenge.opponent else None,
        "side": challenge.side,
        "ruleset": challenge.ruleset,
        "options": challenge.terms,
        "days_per_turn": challenge.days_per_turn,
        "clock": clock_payload(challenge),
        "live": challenge.live,
        "rated": challenge.rated,
        "rematch_of": challenge.rematch_of_id,
        "continued_from": challenge.goes_on_from_id,
        "expires_at": utc(challenge.expires_at),
    }


def event_payload(number: int, event: GameEvent, your_side: str | None = None) -> Event:
    """Return an event under the number by which its receiver, or its game, counts it.

    ``your_side`` is the receiver's; the log of a game is the same for everyone and has none.
    """
    about: dict[str, Any] = {}
    if event.challenge is not None:
        about = {**_terms_payload(event.challenge), **_answer_payload(event.type, event.challenge)}
    return {
        "number": number,
        "type": event.type,
        "game": event.game_id,
        "challenge": event.challenge_id,
        "competition": event.competition,
        "data": {**about, **event.data, "your_side": your_side},
        "happened_at": utc(event.happened_at),
    }
