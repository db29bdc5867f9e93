"""What the developers' pages tell that the code decides; a test keeps the two together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.translation import gettext_noop as _

from accounts import idempotency, page_limits
from accounts.credentials import DANGEROUS, SCOPE_WORDS
from config.backends import circuit
from config.http import fair_queue
from config.http.errors.codes import CODES
from config.http.errors.field_codes import FIELD_CODES
from config.http.limits import buckets_for
from games.api import competition_event_outputs, event_outputs, happening_outputs
from games.api.explore_inputs import LONGEST_LINE
from games.api.views import explore
from games.clock.times import SHORTEST_TURN_S
from games.features.notebook import lines_api
from games.features.plans import services as plan_services
from games.models import Challenge
from games.play import robots
from games.play.challenge import checks
from games.rules import registry
from games.shown import statistics
from games.store.outbox import EventType
from games.streams import bulk, hub, stream
from notifications import webhooks
from notifications.channels import webhook
from notifications.transport import http_client


class EventWords(NamedTuple):
    """When an event happens, and who hears it."""

    when: str
    """A sentence that is looked up where people read it in their language."""
    heard_by: str


EVENTS: Final[dict[EventType, EventWords]] = {
    EventType.CHALLENGE_RECEIVED: EventWords(_("Someone challenges you."), "the challenged"),
    EventType.CHALLENGE_ACCEPTED: EventWords(
        _("Your challenge was accepted and the game has started."), "the challenger"
    ),
    EventType.CHALLENGE_DECLINED: EventWords(
        _("Your challenge was declined. The reason is there if one was given."), "the challenger"
    ),
    EventType.CHALLENGE_CANCELLED: EventWords(
        _("A challenge to you was withdrawn."), "the challenged"
    ),
    EventType.CHALLENGE_LAPSED: EventWords(_("The challenge expired without an answer."), "both"),
    EventType.GAME_STARTED: EventWords(
        _("A game has started. Both players choose a formation."), "both"
    ),
    EventType.FORMATION_CHANGED: EventWords(
        _("A side has saved its formation, or is ready."), "the other side; both, if a plan did"
    ),
    EventType.ROUND_STARTED: EventWords(_("Both formations are locked. Kick-off!"), "both"),
    EventType.TURN_PLAYED: EventWords(_("A turn was played, by either side."), "both"),
    EventType.ROUND_ENDED: EventWords(
        _("The turn ended the round: a goal, a checkmate, or a drop ball."), "both"
    ),
    EventType.DRAW_OFFERED: EventWords(_("A side offers a draw."), "both"),
    EventType.DRAW_DECLINED: EventWords(
        _("A side declines the draw offer, or plays a turn instead."), "both"
    ),
    EventType.DRAW_WITHDRAWN: EventWords(_("The draw offer is withdrawn."), "both"),
    EventType.DEADLINE_NEAR: EventWords(
        _("You have only a fifth of your time left."), "whoever is awaited"
    ),
    EventType.RESERVE_BEGAN: EventWords(
        _("The time for the turn is up, and the time bank starts to run."), "both"
    ),
    EventType.PHRASE_SAID: EventWords(
        _("A player sends a quick chat message. The game log doesn't keep it."), "both"
    ),
    EventType.POST_ASKED: EventWords(
        _("A player offers to continue a live game as a correspondence game."), "both"
    ),
    EventType.PLAYING_ASKED: EventWords(
        _("A player offers to play on now. The game log doesn't keep it."), "both"
    ),
    EventType.PLAYING_BEGAN: EventWords(_("All players agreed to play on now."), "both"),
    EventType.PLAYING_ENDED: EventWords(
        _("Playing on now ended or was declined. The deadlines haven't changed."), "both"
    ),
    EventType.CLOCK_GIVEN: EventWords(_("A player gives time to the player to move."), "both"),
    EventType.CLOCK_PAUSED: EventWords(
        _("A clock is paused because its player is on vacation."), "both"
    ),
    EventType.CLOCK_RESUMED: EventWords(_("A paused clock runs again."), "both"),
    EventType.DEADLINE_EXTENDED: EventWords(
        _("The service was down. The lost time is added back."), "both"
    ),
    EventType.ACT_DONE: EventWords(
        _("A player acted outside a turn or missed a deadline, and the game continues."),
        "all players",
    ),
    EventType.PLAYER_OUT: EventWords(_("A player is out. The others may continue."), "all players"),
    EventType.DRAW_VOTED: EventWords(
        _("A player accepts the draw offer. Others must still agree."), "all players"
    ),
    EventType.GAME_FINISHED: EventWords(_("The game is over, on the board or on time."), "both"),
    EventType.COMPETITION_ENTERED: EventWords(_("An entry was accepted."), "who entered"),
    EventType.COMPETITION_DRAWN: EventWords(_("The draw is made."), "all entrants of the section"),
    EventType.MATCH_STARTED: EventWords(
        _("A match has started, or its second or deciding game."), "both players"
    ),
    EventType.MATCH_ENDED: EventWords(_("A match is decided."), "both players"),
    EventType.SHOOTOUT_DUE: EventWords(
        _("A Chess Eleven match is tied. Choose your penalties."), "both players"
    ),
    EventType.ROUND_NEAR_END: EventWords(
        _("The round ends in three days."), "both players of a running match"
    ),
    EventType.SECTION_FINISHED: EventWords(
        _("The competition is over."), "all who played in the section"
    ),
    EventType.SEASON_CONFIRM: EventWords(
        _("Confirm your place in the next season of a league."), "all who played the last one"
    ),
    EventType.PROMOTED: EventWords(
        _("A season has ended and its player is promoted."), "who goes up"
    ),
    EventType.RELEGATED: EventWords(
        _("A season has ended and its player is relegated."), "who goes down"
    ),
    EventType.RATING_CHANGED: EventWords(
        _("A rated game was counted, or its rating change was reversed."), "both"
    ),
}


def data_of(kind: EventType) -> list[str]:
    """Return the members of an event's data beside those that all of its chapter have."""
    shape = event_outputs.DATA[kind]
    common = next(base for base in event_outputs.COMMON if issubclass(shape, base))
    return [name for name in shape().get_fields() if name not in common().get_fields()]


def _members_of(shape: Any) -> list[tuple[str, str]]:
    """Return the members of a shape, each with what is said of it."""
    return [(name, str(field.help_text or "")) for name, field in shape().fields.items()]


LIMITS: Final[dict[str, str]] = {
    "play": "What you do in your games: turns, formations, resigning, draws. Each person.",
    "token": "Everything else with a token. Each token.",
    "user": "All tokens of one person together.",
    "session": "Pages, and the calls that they make, once you're logged in. Each person.",
    "address": "Pages and calls without a login or token. Each address; an IPv6 network of 64 bits"
    " is one.",
    "register": "New accounts. Each address.",
    "guest": "Guests, and games that they begin. Each address.",
    "login": "Tokens made with a password. Each address.",
    "clips": "Clips that have to be made; one that was made before is free. Each person, or each"
    " address without a log-in.",
    "webhooks": "New webhooks. Each person.",
    "plans": "Answers that are prepared, with a turn or by themselves. Each person.",
    "leaves": "Vacations announced, ended or taken back. Each person.",
    "rules": "Options and turns of positions without a game. Each address.",
    "explore": "Lines of turns that are walked, and those kept with games. Each address.",
    "oauth": "The OAuth addresses. Each address.",
    "device_code": "Codes typed from a device. Each person.",
    "reset": "Mails for a new password. Each mail address.",
    "test": "Tries of webhooks and of devices, of each kind. Each person.",
    "resend": "Deliveries to webhooks sent again. Each person.",
    "login_address": "Wrong passwords. Each address.",
    "login_account": "Wrong passwords for one account, from where its owner never was.",
    "login_known": "Wrong passwords for one account, from where its owner was.",
    "export": "Copies of one's own data. Each person.",
    "second_factor": "Wrong codes of a second factor. Each person.",
}


class LimitRow(NamedTuple):
    """A line of the table of limits."""

    name: str
    words: str
    quota: int
    window: int


def context() -> dict[str, Any]:
    """Return what the templates show of all this."""
    return {
        "site": settings.SITE_URL,
        "codes": [(name, code) for name, code in CODES.items()],
        "field_codes": list(FIELD_CODES.items()),
        "scopes": [(name, words, name in DANGEROUS) for name, words in SCOPE_WORDS.items()],
        "events": [(kind.value, *words, data_of(kind)) for kind, words in EVENTS.items()],
        "game_data": _members_of(event_outputs.GameData),
        "challenge_data": _members_of(event_outputs.ChallengeData),
        "competition_data": _members_of(competition_event_outputs.CompetitionData),
        "happenings": [
            (kind, shape.__doc__, [name for name in shape().get_fields() if name != "type"])
            for kind, shape in happening_outputs.HAPPENINGS.items()
        ],
        "decline_reasons": Challenge.DeclineReason.choices,
        "cors": {"allowed": settings.CORS_ALLOW_HEADERS, "exposed": settings.CORS_EXPOSE_HEADERS},
        "short_clocks": settings.SHORT_CLOCKS,
        "shortest_turn": SHORTEST_TURN_S,
        "limits": [row for name in LIMITS for row in _limit(name)],
        "cost": {
            "page": page_limits.USUAL,
            "form": page_limits.WRITING,
            "most": page_limits.LONG,
            "turns": lines_api.TURNS_AT_ONE,
            "again": explore.TURNS_AT_ONE,
        },
        "waiting": fair_queue.MOST_OF_ONE,
        "strongest": robots.NAME.format(strength=_strengths()[-1]),
        "robots": [robots.NAME.format(strength=one) for one in _strengths()],
        "plans": {"line": LONGEST_LINE, "entries": plan_services.MOST_ENTRIES},
        "most": {
            "against_robots": checks.MOST_AGAINST_ROBOTS,
            "to_one_a_day": checks.MOST_TO_ONE_A_DAY,
            "challenges_a_day": checks.MOST_A_DAY,
            "made_a_day": checks.MOST_MADE_A_DAY,
            "not_begun": checks.MOST_NOT_BEGUN,
            "counted_a_day": statistics.A_DAY,
            "answers": idempotency.MOST_KEPT,
            "deliveries": webhooks.MOST_LOGGED,
            "games": checks.MOST_GAMES,
        },
        "webhook": _webhooks(),
        "bulk": {"games": bulk.MOST_GAMES, "records": bulk.MOST_RECORDS},
        "streams": {
            "most": hub.MOST_OF_ONE,
            "most_of_address": hub.MOST_OF_ADDRESS,
            "keep_alive": int(stream.KEEP_ALIVE),
            "keep_live": int(stream.KEEP_LIVE),
            "check_access": int(hub.CHECK_ACCESS),
        },
    }


def _webhooks() -> dict[str, Any]:
    return {
        "connect": int(http_client.CONNECT_SECONDS),
        "total": int(http_client.TOTAL_SECONDS),
        "slow": int(circuit.SLOW.total_seconds()),
        "times": circuit.TIMES,
        "at_once": webhook.AT_ONCE_TO_ONE,
        "gaps": [_in_words(gap) for gap in webhook.GAPS],
    }


def _in_words(gap: timedelta) -> str:
    """Return a length of time that is a whole number of hours, minutes or seconds."""
    seconds = int(gap.total_seconds())
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= size and not seconds % size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _strengths() -> Sequence[str]:
    robot = registry.robot(registry.DEFAULT)
    return robot.strengths if robot else ()


def _limit(name: str) -> Iterator[LimitRow]:
    """Yield the row of a limit, and of its second for a shorter time."""
    for bucket in buckets_for(name, ""):
        rate = bucket.policy
        words = LIMITS[name] if rate.name == name else "The same in a shorter time; both apply."
        yield LimitRow(rate.name, words, rate.quota, rate.window)
