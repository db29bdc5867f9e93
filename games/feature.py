"""What the core of games adds to accounts, and to the operator's figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from accounts.hooks import (
    CLEARING,
    FACTS,
    HAS_PLAYED,
    IS_EXPECTED,
    RENAMED,
    SECTIONS,
)
from accounts.kept import OWN_DATA
from accounts.pages.me import KEPT, NUMBERS, SET
from accounts.store.sessions import READ_WITH_SESSION
from config.backends.encryption import RESEALED, SEALED
from config.developers.reference import REFERENCE
from config.features import PREPARING, Feature
from config.http.errors.problems import EXAMPLES
from config.http.serving import AROUND_ASGI, AROUND_WSGI, IS_STREAM
from config.local.backup import LOSING
from config.observe.counts import COUNTS
from config.observe.metrics import FIGURES
from config.places import ADDRESSES, Address
from games import figures, own_data
from games.api.family_section import section as family
from games.api.me_facts import pace
from games.pages import me_rows
from games.pages.notes import NOTES, Asking
from games.pages.reliability import lost_by, notes_on
from games.play import lost_turns
from games.play.account_deletion import clear_games, show_new_name
from games.play.challenge.checks import CHECKS
from games.play.heartbeat_thread import with_heartbeat_asgi, with_heartbeat_wsgi
from games.play.reliability import check_reliable
from games.play.robots import open_house
from games.play.seeds import reseal_seeds, some_seeds
from games.play.sweeps import DEADLINES, DEADLINES_IN_TIME
from games.store.frame import HEARD
from games.store.selectors import has_played, plays_with_people
from games.streams.negotiation import asks_for_stream


def _refusals() -> Mapping[str, Mapping[str, Any]]:
    from games.shown.examples import REFUSALS

    return REFUSALS


def _reference() -> Mapping[str, Any]:
    from games.reference import reference

    return reference()


FEATURE = Feature(
    "games",
    hooks=[
        ADDRESSES.by(Address("play", "/", gettext_lazy("Your games"))),
        ADDRESSES.by(Address("play", "/new/", gettext_lazy("New game"))),
        ADDRESSES.by(Address("play", "/lobby/", gettext_lazy("Open challenges"))),
        ADDRESSES.by(Address("play", "/challenges/")),
        ADDRESSES.by(Address("learn", "/learn/", gettext_lazy("Learn"))),
        ADDRESSES.by(Address("learn", "/rules/")),
        ADDRESSES.by(Address("watch", "/games/", gettext_lazy("All games"))),
        ADDRESSES.by(Address("me", "/players/")),
        ADDRESSES.by(Address("me", "/people/")),
        ADDRESSES.by(Address("me", "/status/")),
        KEPT.by(me_rows.finished_games),
        KEPT.by(me_rows.profile),
        KEPT.by(me_rows.people),
        SET.by(me_rows.vacation, name="vacation"),
        NUMBERS.by(me_rows.games_played),
        FACTS.by(pace, name="pace"),
        SECTIONS.by(family, name="family"),
        HAS_PLAYED.by(has_played),
        READ_WITH_SESSION.by(HEARD, name="heard"),
        IS_EXPECTED.by(plays_with_people),
        CLEARING.by(clear_games),
        RENAMED.by(show_new_name),
        OWN_DATA.by(own_data.TABLE),
        CHECKS.by(check_reliable),
        NOTES.by(Asking(lost_by, notes_on)),
        EXAMPLES.by(_refusals),
        FIGURES.by(figures.figures),
        COUNTS.by(DEADLINES),
        COUNTS.by(DEADLINES_IN_TIME),
        PREPARING.by(open_house),
        LOSING.by(lost_turns.look),
        RESEALED.by(reseal_seeds, name="seeds of games"),
        SEALED.by(some_seeds, name="the seeds of games"),
        IS_STREAM.by(asks_for_stream),
        AROUND_ASGI.by(with_heartbeat_asgi),
        AROUND_WSGI.by(with_heartbeat_wsgi),
        REFERENCE.by(_reference),
    ],
    tags={
        "challenges": "Challenges: how games come about.",
        "rulesets": "The games that are played here, and any position of them.",
        "games": "Games: looking, arranging formations, playing, ending.",
        "guests": "Playing before there is an account.",
        "presets": "Formations to use again.",
        "players": "Players as anyone may see them.",
        "events": "Hearing of things, in pages and as a stream.",
    },
    enumerations={
        "ChallengeSide": "games.shown.shapes.challenges.CHALLENGE_SIDES",
        "ChallengeStatus": "games.shown.shapes.challenges.CHALLENGE_STATUSES",
        "DeclineReason": "games.store.shapes.DECLINE_REASONS",
        "DrawAction": "games.api.inputs.DRAW_ACTIONS",
        "DuelRuleset": "games.shown.shapes.games.DUELS",
        "EventType": "games.shown.event_words.event_types",
        "GameStatus": "games.store.shapes.GAME_STATUSES",
        "ResultReason": "games.store.shapes.RESULT_REASONS",
        "RoundEnd": "games.shown.shapes.happenings.ROUND_ENDS",
        "ScenePieceState": "games.rules.contract.board.PIECE_STATES",
        "ShotOutcome": "games.shown.shapes.happenings.SHOT_OUTCOMES",
        "Side": "games.store.shapes.SIDES",
    },
)
