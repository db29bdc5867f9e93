"""Every limit that someone may meet, with its value as the code has it.

A test walks over the constants of the code and finds one that stands neither here nor among those
that no one meets.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pkgutil import resolve_name
from typing import Any, Final, NamedTuple

from django.conf import settings


class Bound(NamedTuple):
    """A constant of the code, and what it bounds. ``code`` is the refusal beyond it."""

    place: str
    words: str
    code: str = ""


BOUNDS: Final[dict[str, tuple[Bound, ...]]] = {
    "People and games": (
        Bound("games.play.challenge.checks.MOST_OPEN", "open challenges that you made",
              "too_many_challenges"),
        Bound("games.play.challenge.checks.MOST_OPEN_TO_ONE",
              "of them unanswered by one person", "too_many_challenges"),
        Bound("games.clock.by_post.LAPSES_AFTER", "until a challenge expires",
              "challenge_lapsed"),
        Bound("games.clock.live.LAPSES_AFTER",
              "until a challenge to a live game expires", "challenge_lapsed"),
        Bound("games.clock.live.MOST_LAG_MS", "milliseconds that the network may make a turn late,"
              " beside 250 that anything may be", "deadline_passed"),
        Bound("games.clock.live.MOST_QUOTA_MS", (
            "milliseconds of network delay given back in a live game"
        )),
        Bound("games.features.ratings.agreement.MOST_RUNNING",
              "rated games between the same two players at a time",
              "not_rated"),
        Bound("games.features.ratings.agreement.MOST_FINISHED",
              "rated games of the same two in 30 days",
              "not_rated"),
        Bound("games.features.ratings.agreement.MOST_WITH_ROBOT",
              "rated games with one house bot at a time",
              "not_rated"),
        Bound("games.features.ratings.agreement.MOST_GOALS", "goals of a rated game", "invalid"),
        Bound("games.play.challenge.rematches.OFFERED_WITHIN",
              "to offer to continue a game that was won on time", "wrong_phase"),
        Bound("games.features.notebook.models.LONGEST_NOTE", "characters of a note", "invalid"),
        Bound("games.features.notebook.notes.MOST", "notes of one person", "notebook_full"),
        Bound("games.pages.history.MOST_STEPPED", (
            "turns that a game's history page replays automatically"
        )),
        Bound("games.play.walking.MOST_REPLAYED", (
            "first turns of a game where a line may begin"
        ), "not_found"),
        Bound("games.features.notebook.kept_lines.MOST_LINES", "lines kept with a game", "invalid"),
        Bound("games.features.puzzles.missed.KEPT", "missed puzzles kept, the newest"),
        Bound("games.features.notebook.kept_lines.MOST_GAMES", "games with which you keep lines",
              "notebook_full"),
        Bound("games.play.blocks.MOST", "players you block", "too_many_blocks"),
        Bound("games.features.moderation.reporting.MOST_A_DAY", "reports in a day",
              "too_many_reports"),
        Bound("games.play.friends.MOST", "friends", "too_many_friends"),
        Bound("games.store.people.MOST_FOUND", "players that a search finds"),
        Bound("games.models.Preset.SLOTS", "formations kept for each game", "not_found"),
        Bound("games.play.acts.MOST_ACTS_A_TURN", "times that you leave or return at one turn",
              "wrong_phase"),
        Bound("games.features.share.stretch.MOST_TURNS", "turns of a clip", "invalid"),
        Bound("games.clock.times.LONGEST_TURN_S", "seconds for a turn at most", "invalid"),
        Bound("games.clock.times.LONGEST_RESERVE_S", "seconds of time bank at most", "invalid"),
        Bound("games.clock.times.LARGEST_GAIN_S", (
            "seconds that a turn adds to the time bank at most"
        ), "invalid"),
        Bound("games.play.challenge.checks.MOST_GAMES_OF_A_GUEST", (
            "games at a time without an account"
        ), "guest_account"),
        Bound("accounts.services.guests.GUEST_KEPT_FOR", "a guest is kept without an account"),
        Bound("games.play.giving_time.MOST_HOURS", "hours given at one turn",
              "no_time_to_give"),
        Bound("games.features.phrases.saying.MOST_A_TURN",
              "quick chat messages per turn", "too_many_phrases"),
        Bound("games.features.talk.models.MOST_A_DAY",
              "messages a day in a game", "too_many_messages"),
        Bound("games.features.talk.models.LONGEST", "characters of a message", "invalid"),
        Bound("games.clock.live.LONGEST_BREAK",
              "of an outage; after a longer one a live game becomes a correspondence game"),
        Bound("games.features.live.seeks.OFFERS_AFTER",
              "until a search for a live game is offered more"),
        Bound("games.features.live.seeks.GONE_AFTER",
              "without a request end a search for a live game"),
        Bound("games.features.live.rests.MOST_DROPPED",
              "of your last ten live games aborted or not started", "live_cooldown"),
        Bound("games.features.live.rests.SHORTEST_REST",
              "of waiting after one more, then thrice as long"),
        Bound("games.features.live.rests.LONGEST_REST", "of waiting at most"),
        Bound("games.features.live.api.seeks.LARGEST_RATING",
              "of a rating that is looked for", "invalid"),
        Bound("games.features.live.playing_on.ASKED_FOR",
              "until the offer to play on expires"),
        Bound("games.features.live.playing_on.MOST_ASKED",
              "times that you ask to play on at one turn",
              "wrong_phase"),
        Bound("games.features.live.playing_on.SILENT_FOR", "without a turn end playing on"),
        Bound("games.play.leaves.SHORTEST_DAYS", "vacation days at least", "invalid"),
        Bound("games.play.leaves.LONGEST_DAYS", "vacation days in one go", "leave_too_long"),
        Bound("games.play.leaves.MOST_DAYS_A_YEAR", "vacation days in a calendar year",
              "leave_budget"),
        Bound("games.play.leaves.MOST_STARTS", "vacation starts within 14 days",
              "leave_too_soon"),
        Bound("games.play.leaves.LARGEST_LEAD", "before it starts, a vacation can be booked",
              "invalid"),
        Bound("accounts.rest_days.MOST_DAYS", "rest days a week", "invalid"),
        Bound("accounts.rest_days.MOST_CHANGES", "changes of your rest days within a week",
              "rest_days_too_soon"),
        Bound("games.features.plans.services.MOST_ENTRIES",
              "answers that wait in a game", "plan_limit"),
        Bound("games.features.plans.inputs.MOST_TRIES", "turns that a fallback tries", "invalid"),
        Bound("games.clock.times.MOST_PAUSED", (
            "of vacation in one turn; after that the clock runs"
        )),
        Bound("games.clock.times.REMIND_AFTER", "of your time are over when deadline.near comes"),
    ),
    "Competitions": (
        Bound("games.features.competitions.services.entering.MOST_RUNNING",
              "competition matches per player", "too_many_competitions"),
        Bound("games.features.competitions.services.setting_up.MOST_PRIVATE",
              "private cups that one person organises", "too_many_competitions"),
        Bound("games.features.competitions.services.among_friends.MOST_RUNNING",
              "competitions among friends that one account organises", "too_many_competitions"),
        Bound("games.features.competitions.services.among_friends.MOST_MADE_A_DAY",
              "competitions among friends that one account sets up in a day",
              "too_many_competitions"),
        Bound("games.features.competitions.services.among_friends.KEPT_FOR",
              "a competition among friends waits for its start", "competition_called_off"),
        Bound("games.features.competitions.services.among_friends.LEAST_PLAYERS",
              "players with whom it can start", "too_few_players"),
        Bound("games.features.competitions.services.among_friends.MOST_PLAYERS",
              "players of a competition among friends", "competition_full"),
        Bound("games.features.competitions.services.setting_up.MOST_PRIVATE_PLAYERS",
              "players of a section of a private cup", "operators_only"),
        Bound("games.features.competitions.services.setting_up.MOST_PLAYERS",
              "players of a section",
              "invalid"),
        Bound("games.features.competitions.services.entering.MOST_EVENTS",
              "times that you are notified of an entry you withdraw each time"),
        Bound("games.features.competitions.services.entering.IN_LEAGUE",
              "matches that a league season counts before it is divided",
              "too_many_competitions"),
        Bound("games.features.competitions.services.setting_up.LEAGUE_PLAYERS",
              "players of an operator's league unless another limit is given", "invalid"),
        Bound("games.features.competitions.league.divisions.MOST",
              "players of a division of a league"),
        Bound("games.features.competitions.league.divisions.MOST_LOST_BY_TIME",
              "matches lost on time in a season mean relegation"),
        Bound("games.features.competitions.services.setting_up.SEASON_DAYS",
              "days of a season of a league", "invalid"),
        Bound("games.features.competitions.api.inputs.LONGEST_NAME",
              "characters of a competition's name, and of one on a certificate", "invalid"),
        Bound("games.features.competitions.api.inputs.LONGEST_TEXT",
              "characters of its text", "invalid"),
        Bound("games.features.competitions.api.inputs.LONGEST_PRIZE",
              "characters of a prize", "invalid"),
        Bound("games.features.competitions.services.leaving.LONGEST_REASON",
              "characters of a reason to disqualify", "invalid"),
        Bound("games.features.competitions.services.setting_up.MOST_PRIZES", "prizes", "invalid"),
        Bound("games.features.competitions.services.setting_up.MOST_DAYS_PER_TURN",
              "days for a turn at most", "invalid"),
        Bound("games.features.competitions.services.setting_up.SHORTEST_ROUND",
              "days of a round at least",
              "invalid"),
        Bound("games.features.competitions.services.setting_up.LONGEST_ROUND",
              "days of a round at most",
              "invalid"),
        Bound("games.features.competitions.services.setting_up.LONGEST_AHEAD",
              "from the announcement to the start at most", "invalid"),
        Bound("games.features.competitions.services.setting_up.KNOWN_FOR",
              "of an account that sets up a cup", "not_trusted_yet"),
        Bound("games.features.competitions.services.setting_up.MOST_MISSED",
              "of games lost on time, for setting up a cup", "not_trusted_yet"),
        Bound("games.features.competitions.steps.ending.KEPT_FOR",
              "after the end of a section what was said about ages is kept"),
    ),
    "Tokens and apps": (
        Bound("accounts.services.tokens.MAX_TOKENS", "personal tokens", "too_many_tokens"),
        Bound("accounts.services.tokens.USUAL_LIFE", "of life of a personal token, unless you"
              " ask for less or more"),
        Bound("accounts.services.tokens.LONGEST_LIFE", "of life that may be asked for", "invalid"),
        Bound("settings.OAUTH2_PROVIDER.ACCESS_TOKEN_EXPIRE_SECONDS",
              "of life of an app's access token", "invalid_token"),
        Bound("settings.OAUTH2_PROVIDER.REFRESH_TOKEN_EXPIRE_SECONDS",
              "of life of a refresh token; each use gives a new one"),
        Bound("settings.OAUTH2_PROVIDER.AUTHORIZATION_CODE_EXPIRE_SECONDS",
              "to exchange an authorization code"),
        Bound("accounts.pages.developers.MAX_APPS", "apps of one person"),
        Bound("accounts.oauth.callbacks.MAX_CALLBACKS", "callback addresses of an app"),
        Bound("accounts.idempotency.KEPT_FOR", "an answer is kept under its Idempotency-Key"),
    ),
    "A request": (
        Bound("settings.API_MAX_BODY", "bytes of a body", "too_large"),
        Bound("config.http.parsers.MAX_DEPTH", "levels of brackets in a body", "malformed"),
        Bound("config.http.request_limits.MAX_ADDRESS", "bytes of an address", "too_large"),
        Bound("config.http.pagination.MAX_LIMIT", "results in a page", "invalid"),
        Bound("config.http.errors.refusals.MOST_ERRORS", "invalid fields are reported together"),
        Bound("games.api.filters.MOST_IDS", "games named in ids of a list", "invalid"),
        Bound("games.streams.bulk.MOST_GAMES", "games in lines (NDJSON)"),
        Bound("games.streams.bulk.MOST_RECORDS", "games in lines with all their turns"),
        Bound("games.streams.bulk.MOST_TOGETHER", (
            "such answers at a time in each process, one per player"
        )),
        Bound("games.api.inputs.MOST_OPPONENTS", "opponents named in a challenge", "invalid"),
        Bound("games.api.inputs.MOST_ACTIONS", "actions of a turn", "invalid"),
        Bound("games.api.inputs.LONGEST_ACTION", "characters of an action", "invalid"),
        Bound("games.api.explore_inputs.LONGEST_LINE", "turns of a line", "invalid"),
        Bound("games.api.explore_inputs.LONGEST_OUTCOME", "characters of an outcome", "invalid"),
        Bound("games.api.inputs.MOST_PIECES", "squares of a formation", "invalid"),
        Bound("games.api.views.games.LONGEST_AFTER", "characters of after", "invalid"),
        Bound("games.play.exploring.LONGEST_POSITION", "characters of a position", "invalid"),
        Bound("games.features.learn.inputs.MOST_BEFORE",
              "turns before the one that a lesson judges",
              "invalid"),
        Bound("games.features.puzzles.inputs.MOST_MS",
              "milliseconds that a puzzle took", "invalid"),
        Bound("games.api.inputs.MOST_TURNS", "whole turns of a position", "invalid"),
        Bound("accounts.api.serializers.MAX_PASSWORD", "characters of a password", "invalid"),
    ),
    "Notifications": (
        Bound("games.api.views.events.MOST_VISITS", "games at which a stream says that you are",
              "invalid"),
        Bound("games.streams.hub.MOST_OF_ONE", "open streams of one person; the oldest gives way"),
        Bound("games.streams.hub.MOST_OF_ADDRESS", "open streams of one address without a token;"
              " the oldest gives way"),
        Bound("notifications.webhooks.MOST", "webhooks", "too_many_webhooks"),
        Bound("notifications.transport.ssrf.LONGEST_URL", "characters of a webhook's address",
              "invalid"),
        Bound("notifications.webhooks.OVERLAP", "an old secret of a webhook signs too"),
        Bound("notifications.channels.webhook.PATIENCE", "of failing until a webhook is paused"),
        Bound("notifications.webhooks.KEPT_FOR", "a delivery stays in the log"),
        Bound("notifications.webhooks.TESTS_KEPT_FOR", "a try stays in the log"),
        Bound("notifications.subscriptions.MOST", "devices; the oldest gives way"),
        Bound("notifications.kinds.challenges.MOST_MAILS",
              "emails about challenges to one player in a day"),
        Bound("notifications.calendar.MOST", "deadlines in the calendar"),
        Bound("notifications.vocabulary.MOST_RUNGS", "reminders of a turn by one way", "invalid"),
    ),
}  # fmt: skip


def bounds() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield each chapter with the rows of what is installed: value, what it bounds, code."""
    for chapter, rows in BOUNDS.items():
        here = [row for row in rows if not is_left_out(row.place)]
        if here:
            yield chapter, [(shown(row.place), row.words, row.code) for row in here]


def is_left_out(place: str) -> bool:
    """Return whether a constant belongs to a feature that is not installed."""
    return place.startswith(tuple(f"games.features.{name}." for name in settings.WITHOUT))


def shown(place: str) -> str:
    """Return the value of a constant as people read it."""
    value = value_of(place)
    if place.endswith("_SECONDS"):
        value = timedelta(seconds=value)
    if isinstance(value, timedelta):
        return in_words(value)
    return f"{value:.0%}" if isinstance(value, float) else f"{value:,}"


def value_of(place: str) -> Any:
    """Return a constant of the code, or one of the settings."""
    first, _, rest = place.partition(".")
    if first != "settings":
        return resolve_name(place)
    value: Any = settings
    for name in rest.split("."):
        value = value[name] if isinstance(value, dict) else getattr(value, name)
    return value


def in_words(length: timedelta) -> str:
    """Return a length of time in the largest unit of which it is a whole number."""
    seconds = int(length.total_seconds())
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds > size and not seconds % size:
            return f"{seconds // size} {unit}s"
        if seconds == size:
            return f"1 {unit}"
    return f"{seconds} seconds"
