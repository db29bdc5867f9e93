"""Every code that a refusal can have: the promise to clients that switch on them.

A code is never renamed or given another meaning; the developers' pages print this table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from config.http.errors.code_names import CodeName

_GAME: Final = ("game",)
_LAW: Final = ("law", "law_url")
"""Born wherever the laws of a game are what refuses it."""


class Code(NamedTuple):
    """What a refusal with this code always is."""

    statuses: tuple[int, ...]
    title: str
    meaning: str
    members: tuple[str, ...] = ()
    """What it has beside the members that every refusal has (RFC 9457, 3.2)."""


CODES: Final[dict[str, Code]] = {
    # How the request was written
    "malformed": Code((400,), "Malformed request", "The body isn't the expected JSON."),
    "invalid": Code(
        (400,), "Invalid values", "Some fields are invalid. See `errors`.", ("errors",)
    ),
    "invalid_idempotency_key": Code(
        (400,), "Unusable Idempotency-Key", "Use 1 to 255 printable ASCII characters."
    ),
    "idempotency_key_reused": Code(
        (422,),
        "Idempotency-Key already used",
        "You used this key for another request within 24 hours. Use a new one.",
    ),
    "precondition_failed": Code(
        (412,),
        "Changed in the meantime",
        "This changed after you read it. Read it again, then decide.",
    ),
    "idempotency_key_in_use": Code(
        (409,),
        "First request still running",
        "It won't run twice. Send it again with the same key in a moment.",
    ),
    "idempotent_answer_lost": Code(
        (409,),
        "First answer lost",
        (
            "The first request ran, and we can't read its answer. It didn't run again. Check "
            "what changed."
        ),
    ),
    "too_large": Code(
        (413, 414, 431), "Too large", "The body, the address or the headers are too long."
    ),
    "unsupported_media_type": Code(
        (415,), "Unsupported media type", "Send application/json in UTF-8."
    ),
    "bad_request": Code((400,), "Bad request", "We couldn't read the request."),
    "request_timeout": Code((408,), "Request took too long", "The body didn't arrive in time."),
    # Who asks
    "not_authenticated": Code(
        (401,), "Not authenticated", "Send a token: Authorization: Bearer <token>."
    ),
    "invalid_token": Code(
        (401,), "Invalid token", "The token is unknown, expired or revoked. Get a new one."
    ),
    "invalid_credentials": Code(
        (401,), "Wrong username or password", "No account has this username and password."
    ),
    "second_factor_required": Code(
        (401,),
        "Two-factor code required",
        "The password is right. Also send a two-factor code as `code`.",
    ),
    "password_required": Code(
        (403,), "Password required", "You can't undo this, so send the password in the body."
    ),
    "bot_flag_locked": Code(
        (409,), "A bot stays a bot", "You can't change this after the first game has started."
    ),
    "already_played": Code(
        (409,),
        "Already played as a person",
        "You can't mark the account as a bot after its first game has started.",
    ),
    "too_many_tokens": Code(
        (409,), "Too many tokens", "Revoke a token you don't need, then create another."
    ),
    "insufficient_scope": Code(
        (403,),
        "Insufficient scope",
        "The token lacks the scope named in `scope`.",
        ("scope",),
    ),
    "csrf_failed": Code(
        (403,), "Cross-site check failed", "With a session cookie, also send X-CSRFToken."
    ),
    "guest_account": Code(
        (403,),
        "Account required",
        "Guests can't do this. Create an account with POST /me/keep, or on the page at `keep`.",
        ("keep",),
    ),
    "not_a_guest": Code((409,), "Not a guest", "This account already has an owner."),
    "sign_up_closed": Code(
        (403,), "No new accounts", "The operators of this site let no new players in right now."
    ),
    "has_account": Code(
        (409,),
        "Already logged in",
        "You have an account. Use it to challenge a bot or accept a challenge.",
    ),
    "forbidden": Code((403,), "Forbidden", "You're not allowed to do this."),
    # What is there
    "not_found": Code((404,), "Not found", "This doesn't exist, or you aren't allowed to see it."),
    "method_not_allowed": Code(
        (405,), "Method not allowed", "This address doesn't support this method. See Allow."
    ),
    "stream_unavailable": Code(
        (406,), "No streams here", "This server has no streams. Ask for application/json."
    ),
    "number_ahead": Code(
        (409,),
        "Ahead of the events",
        "No event has the number in `after` yet. Start again from `latest`, the newest one.",
        ("latest",),
    ),
    # Games and turns
    "not_a_player": Code((403,), "Not a player", "You aren't a player in this game."),
    "not_your_turn": Code((409,), "Not your turn", "It's the other side's turn.", (*_GAME, *_LAW)),
    "stale_turn": Code(
        (409,),
        "Stale turn",
        "This isn't the number of the next turn. See `game`.",
        _GAME,
    ),
    "deadline_passed": Code(
        (409,),
        "Deadline passed",
        "The time was up when this arrived. See `game` for the result.",
        _GAME,
    ),
    "game_over": Code((409,), "Game over", "The game is over. See its `result`.", _GAME),
    "game_not_over": Code((409,), "Game not over", "There is no analysis of a running game."),
    "game_goes_on": Code(
        (409,),
        "Game continues",
        "Another game continues from this one. Its analysis is shown when that one is over.",
    ),
    "no_analysis": Code(
        (422,),
        "No analysis",
        "This game can't be analysed: `why` is `ruleset`, `clock`, `aborted`, `too_short`, `bots` "
        "or `not_asked`. Of the last, ask with POST.",
        ("why",),
    ),
    "formation_locked": Code(
        (409,),
        "Formation locked",
        "You're ready, so your formation is locked until the round ends.",
        (*_GAME, *_LAW),
    ),
    "wrong_phase": Code(
        (409,),
        "Wrong phase",
        "You can't do this at this stage of the game. For an act, `legal` lists the allowed ones.",
        (*_GAME, "legal", *_LAW),
    ),
    "illegal_action": Code(
        (422,),
        "Illegal action",
        "The action at `index` isn't legal there. See `legal`. Nothing was played.",
        ("index", "legal", *_LAW),
    ),
    "not_understood": Code(
        (422,),
        "Not understood",
        "The text means no legal turn, or several. Nothing was played. See `nearest`.",
        ("nearest",),
    ),
    "outcome_needed": Code(
        (422,),
        "Outcome needed",
        "Chance ends the turn at `step` of the line. Send one of `outcomes` with it.",
        ("step", "outcomes"),
    ),
    "out_of_game": Code(
        (409,),
        "Out of the game",
        "You're out of this game. The others continue.",
        (*_GAME, *_LAW),
    ),
    "illegal_act": Code(
        (422,),
        "Unknown act",
        "This game doesn't have this act. See `legal`. Nothing was done.",
        ("legal", *_LAW),
    ),
    # Competitions
    "not_the_organiser": Code(
        (403,), "Not the organiser", "Only the organiser of the competition can do this."
    ),
    "not_trusted_yet": Code(
        (403,),
        "Not trusted yet",
        (
            "To set up a cup you need a verified account that is 30 days old, with few games "
            "lost on time."
        ),
    ),
    "operators_only": Code(
        (403,), "Operators only", "Only operators can set up public or large competitions."
    ),
    "no_bots": Code((403,), "No bots", "Bots can't play in competitions."),
    "own_competition": Code(
        (403,), "Your own competition", "You can't play in a competition you organise."
    ),
    "entries_closed": Code((409,), "Entries are closed", "Entries are closed."),
    "entries_not_open": Code(
        (409,), "Entries aren't open yet", "Enter from `opens_at` on.", ("opens_at",)
    ),
    "join_by_link": Code(
        (403,), "Join by the link", "A competition among friends is joined by its code."
    ),
    "not_among_friends": Code(
        (409,), "Not among friends", "Only competitions among friends are started by hand."
    ),
    "competition_started": Code(
        (409,), "Already started", "The competition has started, so no one can join or change it."
    ),
    "competition_called_off": Code(
        (409,), "Called off", "The competition was cancelled, or no one started it in time."
    ),
    "competition_full": Code((409,), "All places taken", "The competition has all its players."),
    "too_few_players": Code(
        (409,), "Too few players", "A competition needs two players, one of them a person."
    ),
    "bot_cannot_play": Code(
        (409,), "A bot can't play this", "Remove the bot that doesn't play this game first."
    ),
    "organiser_plays": Code(
        (403,), "The organiser plays", "Organisers who play in it can't disqualify anyone."
    ),
    "entries_opened": Code(
        (409,), "Entries have opened", "You can now change only the text and prizes."
    ),
    "one_section": Code(
        (409,), "In another section", "You've entered another section of this competition."
    ),
    "too_many_competitions": Code(
        (409,),
        "Too many competitions",
        "You've reached the limit of competitions you can enter or organise.",
    ),
    "no_proof_asked": Code(
        (409,), "No proof required", "This competition accepts ages as declared."
    ),
    "section_over": Code((409,), "Section over", "This section is over."),
    "shootout_closed": Code((409,), "No penalties", "This match has no penalties waiting for you."),
    "certificate_named": Code(
        (409,), "Name already printed", "A name can be printed once. Delete it or leave it."
    ),
    "illegal_formation": Code(
        (422,),
        "Illegal formation",
        "The formation breaks the law named in `law`.",
        _LAW,
    ),
    "salt_refused": Code(
        (409,),
        "Salt refused",
        "Each side can add one salt, before the first roll of a scheme 2 game.",
        _GAME,
    ),
    "draw_already_offered": Code(
        (409,), "Draw already offered", "Your opponent already offered a draw. Answer it.", _GAME
    ),
    "draw_offered_before": Code(
        (409,),
        "Draw offered before",
        "You can offer once per turn. Offer again after the next turn.",
        _GAME,
    ),
    "no_draw_offer": Code(
        (409,), "No draw offer", "There's no offer to answer or withdraw.", _GAME
    ),
    # Challenges
    "own_challenge": Code((403,), "Own challenge", "Someone else must accept your challenge."),
    "not_yours": Code((403,), "Not your turn to answer", "Only the other player can do this."),
    "bot_must_be_asked": Code(
        (403,), "Bots can't challenge", "Bots play people only when people challenge them."
    ),
    "not_established": Code((403,), "Too few turns", "This challenge requires more recent turns."),
    "too_many_missed": Code(
        (403,), "Too many turns missed", "This challenge requires more turns played on time."
    ),
    "rating_not_in_range": Code(
        (403,), "Rating not in range", "This challenge requires another rating. See its filters."
    ),
    "challenge_closed": Code(
        (409,), "Challenge closed", "It was already accepted, declined or cancelled."
    ),
    "challenge_lapsed": Code((409,), "Challenge expired", "No one accepted it within 14 days."),
    "too_many_games": Code(
        (409,), "Too many games", "You or your opponent reached the limit. Finish a game first."
    ),
    "too_many_robot_games": Code(
        (409,), "Too many games with bots", "Finish a game with a house bot first."
    ),
    "too_many_challenges": Code(
        (409,),
        "Too many challenges",
        "Wait for answers or until tomorrow, or cancel some.",
    ),
    "challenge_not_taken": Code(
        (403,), "Challenge not taken", "This player doesn't accept this challenge. Ask others."
    ),
    "too_many_games_waiting": Code(
        (409,),
        "Too many games waiting",
        "First play in the games that wait for your first formation or turn.",
    ),
    "too_many_blocks": Code((409,), "Too many blocks", "Unblock someone first."),
    "too_many_friends": Code((409,), "Too many friends", "Remove a friend first."),
    "friends_only": Code(
        (403,), "Friends only", "Someone here uses family mode and plays with friends only."
    ),
    "in_a_competition": Code(
        (409,),
        "In a competition",
        "Competitions show your name. Leave or finish yours before you turn on family mode.",
    ),
    "notebook_full": Code((409,), "Notes full", "Delete some notes or saved lines first."),
    "not_rated": Code(
        (409,), "Not rated", "Play unrated, or against someone else. The detail says why."
    ),
    "live_match_running": Code(
        (409,), "Live game running", "One of the players is in a live game. Wait until it's over."
    ),
    "no_time_to_give": Code(
        (409,),
        "No time to give",
        "The game doesn't allow it, it's your own turn, or you gave enough this turn.",
        _GAME,
    ),
    "too_many_phrases": Code(
        (409,), "Too many messages", "You can send three messages per turn. Wait for the next one."
    ),
    "takeback_not_allowed": Code(
        (409,), "Turn can't be taken back", "Only your last turn, in an unrated game of two.", _GAME
    ),
    "takeback_offered_before": Code(
        (409,), "Already asked", "You can ask once in a position. Play on.", _GAME
    ),
    "no_takeback_offer": Code(
        (409,), "No request to take back", "Reload the game. Someone was faster.", _GAME
    ),
    "roll_was_seen": Code(
        (409,), "Roll was seen", "A turn with a roll can't be taken back.", _GAME
    ),
    "no_final_hour": Code(
        (409,),
        "No hour of a final",
        "Only a cup that is drawn has one, once its organiser fixed it.",
    ),
    "final_begun": Code((409,), "Final has begun", "Its hour has come or it is being played."),
    "final_not_open": Code(
        (409,), "Not open", "Confirm the hour first, and come within ten minutes of it."
    ),
    "not_a_finalist": Code((403,), "Not a finalist", "Only the two finalists may do that."),
    "talk_closed": Code(
        (409,), "No talk here", "Everyone in the game must agree first. Quick chat is open to you."
    ),
    "too_many_messages": Code(
        (409,), "Too many messages", "You can write 30 messages a day in a game."
    ),
    "supervisor_not_allowed": Code(
        (409,),
        "No supervisor here",
        "Only an unrated correspondence game of Fun Family Chess, before others accept.",
    ),
    "supervisor_answered": Code(
        (409,), "Already declined", "The player who set up the game can ask you again."
    ),
    "not_supervisor": Code((403,), "Not the supervisor", "You don't supervise this game."),
    "nothing_to_restore": Code(
        (409,), "Nothing to restore", "The last turn can't be taken back now.", _GAME
    ),
    "seat_not_offered": Code(
        (409,), "No such offer", "No seat is offered, or another one is. See the game.", _GAME
    ),
    "muted": Code(
        (403,), "Messages stopped", "A moderator stopped your messages. See GET /me/standing."
    ),
    "too_many_reports": Code(
        (409,), "Too many reports", "You can make ten reports a day. Wait until tomorrow."
    ),
    "report_closed": Code((409,), "Already decided", "Another moderator was first."),
    "appeal_made": Code((409,), "Already appealed", "You can appeal a decision once."),
    "phrases_off": Code(
        (409,), "Quick chat is off", "You turned it off. Turn it on in the settings."
    ),
    "live_cooldown": Code(
        (403,),
        "Too many live games dropped",
        "Search for a live game again after `until`. Correspondence games are open to you now.",
        ("until",),
    ),
    "opponent_away": Code(
        (409,),
        "Opponents away",
        "Ask when the presence shows that the others have the game open.",
    ),
    # Leave
    "leave_too_long": Code((422,), "Vacation too long", "Take at most 14 days in one go."),
    "leave_budget": Code(
        (409,),
        "No vacation left",
        "You have 21 days per calendar year. Take fewer, or take them next year.",
    ),
    "leave_too_soon": Code(
        (409,), "Vacation too soon", "You can start vacation at most twice in 14 days. Start later."
    ),
    "leave_overlaps": Code(
        (409,), "Vacation overlaps", "Another vacation overlaps it. End that one first."
    ),
    "leave_not_for_bots": Code((403,), "No vacation for bots", "Bots can't take vacation."),
    "rest_days_too_soon": Code(
        (409,),
        "Rest days too soon",
        "You can change your rest days three times a week. Try again next week.",
    ),
    # Plans
    "not_my_turn_there": Code(
        (422,), "Not my turn there", "End the line where it's your turn.", ("step",)
    ),
    "plan_exists": Code(
        (409,), "Reply exists", "Send `replace` with true, or remove the reply you have."
    ),
    "plan_limit": Code((409,), "Too many replies", "Remove some of your replies."),
    "plans_not_allowed": Code(
        (403,), "No conditional moves", "This competition has no conditional moves."
    ),
    "opponent_gone": Code(
        (409,), "Opponent gone", "Your opponent's account was deleted or locked."
    ),
    "not_live": Code((409,), "Not live", "This works only in live games."),
    # Webhooks
    "too_many_webhooks": Code((409,), "Too many webhooks", "Delete one you don't need."),
    "webhook_paused": Code((409,), "Webhook paused", "Activate the webhook before you test it."),
    # How much and how fast
    "rate_limited": Code(
        (429,),
        "Too many requests",
        "Wait as long as Retry-After says, then continue.",
        ("retry_after",),
    ),
    "busy": Code((503,), "Busy", "Nothing was done. Try again after Retry-After."),
    "server_error": Code(
        (500,), "Server error", "Something went wrong on our side. Nothing was changed."
    ),
}

_BY_STATUS: Final[dict[int, CodeName]] = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "stream_unavailable",
    408: "request_timeout",
    413: "too_large",
    414: "too_large",
    431: "too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
    500: "server_error",
    503: "busy",
}


def code_for(status: int) -> CodeName:
    """Return the general code for an answer of this status that has none of its own."""
    return _BY_STATUS.get(status, "server_error" if status >= 500 else "bad_request")
