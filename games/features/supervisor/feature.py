"""A supervisor without a seat: what it adds to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from config.places import ADDRESSES, Address
from games.features.supervisor import happened, own_data
from games.features.supervisor.acting import check_does_not_supervise
from games.features.supervisor.naming import supervised_by
from games.features.supervisor.pages import notes_of, on_challenge_page, on_game_page
from games.features.supervisor.wording import act_words
from games.pages.challenges import CHALLENGE_PAGE
from games.pages.game import GAME_PAGE
from games.pages.notes import NOTES, Asking
from games.play.handing_over import SITTING
from games.shown.event_words import BROUGHT
from games.shown.point_of_view import ACT_WORDS

FEATURE = Feature(
    "supervisor",
    api_urls="games.features.supervisor.api_urls",
    urls="games.features.supervisor.urls",
    hooks=[
        ADDRESSES.by(Address("play", "/supervised/")),
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        ACT_WORDS.by(act_words),
        GAME_PAGE.by(on_game_page),
        CHALLENGE_PAGE.by(on_challenge_page),
        NOTES.by(Asking(lambda user_id, now: supervised_by(user_id), notes_of)),
        SITTING.by(check_does_not_supervise),
        SLOTS.by("supervisor/slots/challenge.html", name="challenge"),
        SLOTS.by("supervisor/slots/game_menu.html", name="game_menu"),
        SLOTS.by("supervisor/slots/developers_playing.html", name="developers_playing"),
    ],
    limits={"supervisors": "People asked to supervise a game. Each person."},
    enumerations={
        "SupervisorActName": "games.features.supervisor.happened.ACT_NAMES",
        "SupervisorReason": "games.features.supervisor.happened.REASON_NAMES",
        "SupervisorStatus": "games.features.supervisor.shapes.STATUSES",
    },
)
