"""When each event happens, and who hears it: for developers and the form of a webhook."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as _

from games.store.outbox import EventType


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
        _("A side has saved its formation, or is ready."),
        "the other side; both, if a prepared reply did",
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
        _("You have only a fifth of your time left."), "the player to move"
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
    EventType.COMPETITION_OPENED: EventWords(
        _("A public competition is open for entries."), "players who asked to hear of it"
    ),
    EventType.COMPETITION_ENTERED: EventWords(_("An entry was accepted."), "the entrant"),
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
        _("The competition is over."), "all players of the section"
    ),
    EventType.SEASON_CONFIRM: EventWords(
        _("Confirm your place in the next season of a league."), "all players of the last season"
    ),
    EventType.PROMOTED: EventWords(
        _("A season has ended and its player is promoted."), "the promoted player"
    ),
    EventType.RELEGATED: EventWords(
        _("A season has ended and its player is relegated."), "the relegated player"
    ),
    EventType.RATING_CHANGED: EventWords(
        _("A rated game was counted, or its rating change was reversed."), "both"
    ),
}
