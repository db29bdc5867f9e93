"""Every code that a refusal can bear: the promise to clients that switch on them.

A code is never renamed or given another meaning; the developers' pages print this table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

_GAME: Final = ("game",)
_LAW: Final = ("law", "law_url")
"""Born wherever the laws of a game are what refuses it."""


class Code(NamedTuple):
    """What a refusal with this code always is."""

    statuses: tuple[int, ...]
    title: str
    meaning: str
    members: tuple[str, ...] = ()
    """What it bears beside the members that every refusal has (RFC 9457, 3.2)."""


CODES: dict[str, Code] = {
    # How the request was written
    "malformed": Code((400,), "Malformed request", "The body is not the JSON that is expected."),
    "invalid": Code(
        (400,), "Invalid values", "Some fields are not valid; errors names each.", ("errors",)
    ),
    "invalid_idempotency_key": Code(
        (400,), "Unusable Idempotency-Key", "Use 1 to 255 printable ASCII characters."
    ),
    "idempotency_key_reused": Code(
        (422,),
        "Idempotency-Key used for something else",
        "The key was used within 24 hours for another request; use a new key.",
    ),
    "idempotency_key_in_use": Code(
        (409,),
        "The first request with this key is still running",
        "Nothing was done a second time; ask again with the same key a moment later.",
    ),
    "idempotent_answer_lost": Code(
        (409,),
        "The first answer can no longer be read",
        "It was done when the key came first, and not again; look at what you wanted to change.",
    ),
    "too_large": Code(
        (413, 414, 431), "Too large", "The body, the address or the head is longer than is read."
    ),
    "unsupported_media_type": Code(
        (415,), "Unsupported media type", "Send application/json in UTF-8."
    ),
    "bad_request": Code((400,), "Bad request", "The request could not be understood."),
    "request_timeout": Code((408,), "Request took too long", "The body did not arrive in time."),
    # Who asks
    "not_authenticated": Code(
        (401,), "Not authenticated", "Send a token: Authorization: Bearer <token>."
    ),
    "invalid_token": Code(
        (401,), "Invalid token", "The token is unknown, has expired or was revoked; get a new one."
    ),
    "invalid_credentials": Code(
        (401,), "Wrong name or password", "No account has this name with this password."
    ),
    "second_factor_required": Code(
        (401,),
        "Second factor required",
        "The password is right; this account wants a code besides. Send it as code.",
    ),
    "password_required": Code(
        (403,), "Password required", "What cannot be taken back needs the password in the body."
    ),
    "bot_for_good": Code(
        (409,), "A bot stays a bot", "The mark cannot be removed once a game has begun."
    ),
    "already_played": Code(
        (409,), "A person stays a person", "The mark cannot be set once a game has begun."
    ),
    "too_many_tokens": Code(
        (409,), "Too many tokens", "Revoke a token that is no longer used, then make another."
    ),
    "insufficient_scope": Code(
        (403,),
        "Insufficient scope",
        "The token is valid but lacks the scope named in scope.",
        ("scope",),
    ),
    "csrf_failed": Code(
        (403,), "Cross-site check failed", "With a session cookie send X-CSRFToken as well."
    ),
    "guest_account": Code(
        (403,),
        "Not without an account",
        "A guest plays and does little else; POST /me/keep, or the page at `keep`, makes an"
        " account of the guest.",
        ("keep",),
    ),
    "not_a_guest": Code((409,), "Not a guest", "This account has an owner already."),
    "has_account": Code(
        (409,), "Logged in already", "You have an account: challenge a robot or accept with it."
    ),
    "forbidden": Code((403,), "Forbidden", "You may not do this."),
    # What is there
    "not_found": Code((404,), "Not found", "There is nothing here, or nothing that you may see."),
    "method_not_allowed": Code(
        (405,), "Method not allowed", "This address does not take this method; see Allow."
    ),
    "stream_unavailable": Code(
        (406,), "No streams here", "This server answers in pages; ask for application/json."
    ),
    "number_ahead": Code(
        (409,),
        "Ahead of the events",
        "No event has the number in `after` yet; `latest` is the newest: begin anew from it.",
        ("latest",),
    ),
    # Games and turns
    "not_a_player": Code((403,), "Not a player", "You do not play in this game."),
    "not_your_turn": Code(
        (409,), "Not your turn", "The game waits for the other side.", (*_GAME, *_LAW)
    ),
    "stale_turn": Code(
        (409,),
        "Stale turn",
        "The number is not that of the next turn; `game` shows what is.",
        _GAME,
    ),
    "deadline_passed": Code(
        (409,),
        "Deadline passed",
        "The time was over when this arrived; `game` shows what it did.",
        _GAME,
    ),
    "game_over": Code((409,), "Game over", "The game has ended; its `result` says how.", _GAME),
    "formation_locked": Code(
        (409,),
        "Formation locked",
        "You said that you are ready; it stays until the round ends.",
        (*_GAME, *_LAW),
    ),
    "wrong_phase": Code(
        (409,),
        "Wrong phase",
        "This cannot be done at this stage of the game; `legal` lists the acts that can, where it"
        " is one.",
        (*_GAME, "legal", *_LAW),
    ),
    "illegal_action": Code(
        (422,),
        "Illegal action",
        "The action at `index` is not legal there; `legal` lists what was. Nothing was played.",
        ("index", "legal", *_LAW),
    ),
    "outcome_needed": Code(
        (422,),
        "Outcome needed",
        "Chance ends the turn at `step` of the line; send one of `outcomes` with it.",
        ("step", "outcomes"),
    ),
    "out_of_game": Code(
        (409,),
        "Out of the game",
        "You play no more in this game; the others play on.",
        (*_GAME, *_LAW),
    ),
    "illegal_act": Code(
        (422,),
        "Unknown act",
        "This game has no such act; `legal` lists those that it has. Nothing was done.",
        ("legal", *_LAW),
    ),
    # Competitions
    "not_the_organiser": Code(
        (403,), "Not the organiser", "Only the organiser of the competition may do that."
    ),
    "not_trusted_yet": Code(
        (403,),
        "Not trusted yet",
        "Setting up a cup takes a verified account of 30 days with hardly a game lost by time.",
    ),
    "operators_only": Code(
        (403,), "Operators only", "Only operators set up public or large competitions."
    ),
    "no_bots": Code((403,), "No bots", "Bots play in no competition."),
    "own_competition": Code(
        (403,), "Your own competition", "Who organises a competition does not play in it."
    ),
    "entries_closed": Code(
        (409,), "Entries are closed", "Entries have not opened yet, or are closed."
    ),
    "entries_opened": Code(
        (409,), "Entries have opened", "From then on only text and prizes can be changed."
    ),
    "one_section": Code(
        (409,), "In another section", "You have entered another section of this competition."
    ),
    "too_many_competitions": Code(
        (409,), "Too many competitions", "You are in, or organise, as many as anybody may."
    ),
    "no_proof_asked": Code(
        (409,), "No proof is asked for", "The competition takes ages as they are declared."
    ),
    "section_over": Code((409,), "Section over", "All is played in this section."),
    "shootout_closed": Code(
        (409,), "No penalties", "The match has no shoot-out that waits for you."
    ),
    "certificate_named": Code(
        (409,), "Name stands", "A name is printed once; delete it, or leave it."
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
        "A side adds one salt, before the first roll is drawn, in a game of scheme 2.",
        _GAME,
    ),
    "draw_already_offered": Code(
        (409,), "Draw already offered", "Your opponent has offered a draw: answer that.", _GAME
    ),
    "draw_offered_before": Code(
        (409,), "Draw offered before", "One offer a turn: offer again after the next turn.", _GAME
    ),
    "no_draw_offer": Code(
        (409,), "No draw on offer", "There is no offer to answer or withdraw.", _GAME
    ),
    # Challenges
    "own_challenge": Code((403,), "Own challenge", "Somebody else must accept your challenge."),
    "not_yours": Code((403,), "Not yours to answer", "This is for the other player to do."),
    "bot_must_be_asked": Code(
        (403,), "A bot must be asked", "Bots meet people only when these challenge them."
    ),
    "not_established": Code(
        (403,), "Too few turns", "The challenge is for people who have played more turns lately."
    ),
    "too_many_missed": Code(
        (403,), "Too many turns missed", "The challenge is for people who play more in time."
    ),
    "rating_not_in_range": Code(
        (403,), "Rating not in range", "The challenge is for people of other ratings; filters tell."
    ),
    "challenge_closed": Code(
        (409,), "Challenge closed", "It was accepted, declined or cancelled before."
    ),
    "challenge_lapsed": Code((409,), "Challenge lapsed", "Nobody accepted it within 14 days."),
    "too_many_games": Code(
        (409,), "Too many games", "You or your opponent play as many as one person may: finish one."
    ),
    "too_many_robot_games": Code(
        (409,), "Too many games with robots", "Finish a game with a house robot first."
    ),
    "too_many_challenges": Code(
        (409,),
        "Too many challenges",
        "Wait for answers to your open ones or until tomorrow, or cancel some.",
    ),
    "challenge_not_taken": Code(
        (403,), "Challenge not taken", "This player does not take this challenge; ask others."
    ),
    "too_many_games_waiting": Code(
        (409,),
        "Too many games waiting",
        "Play first in the games that wait for your first formation or turn.",
    ),
    "too_many_blocks": Code((409,), "Too many blocks", "Unblock somebody first."),
    "notebook_full": Code((409,), "Notebook full", "Delete notes or kept lines first."),
    "not_rated": Code(
        (409,), "Not rated", "Play unrated, or against somebody else; the detail says why."
    ),
    "live_match_running": Code(
        (409,), "Live match running", "One of the two plays a live match: wait until it is over."
    ),
    "no_time_to_give": Code(
        (409,),
        "No time to give",
        "The terms are strict, you are awaited yourself, or enough was given at this turn.",
        _GAME,
    ),
    "too_many_phrases": Code(
        (409,), "Too many phrases", "Three at a turn are all: go on at the next."
    ),
    "phrases_off": Code(
        (409,), "Phrases are off", "You have switched them off: switch them on in the settings."
    ),
    "live_rest": Code(
        (403,),
        "Too many live matches dropped",
        "Look for the next live match after `until`; by post you may play at once.",
        ("until",),
    ),
    "not_here": Code(
        (409,), "Not here", "Ask when the presence of the others says that they are at the game."
    ),
    # Leave
    "leave_too_long": Code((422,), "Leave too long", "Take at most 14 days at a time."),
    "leave_budget": Code(
        (409,), "No leave left", "21 days of a calendar year are all: take fewer, or next year's."
    ),
    "leave_too_soon": Code(
        (409,), "Leave too soon", "Leave begins at most twice within 14 days: begin it later."
    ),
    "leave_overlaps": Code(
        (409,), "Leave taken already", "A leave of yours covers some of it: end that one first."
    ),
    "leave_not_for_bots": Code((403,), "No leave for bots", "Programs take no leave."),
    # Plans
    "not_my_turn_there": Code(
        (422,), "Not my turn there", "Let the line end where you are to act.", ("step",)
    ),
    "plan_exists": Code(
        (409,), "Plan exists", "Send replace with true, or remove what waits for the situation."
    ),
    "plan_limit": Code((409,), "Too many plans", "Remove some of the answers that wait."),
    "plans_not_allowed": Code((403,), "No plans here", "This competition is played without plans."),
    "opponent_gone": Code(
        (409,), "Opponent gone", "The account of your opponent was deleted or locked."
    ),
    "not_live": Code((409,), "Not live", "This is for games that are played live."),
    # Webhooks
    "too_many_webhooks": Code((409,), "Too many webhooks", "Delete one that is not needed."),
    "webhook_paused": Code((409,), "Webhook paused", "Activate the webhook before testing it."),
    # How much and how fast
    "rate_limited": Code(
        (429,),
        "Too many requests",
        "Wait as long as Retry-After says, then go on.",
        ("retry_after",),
    ),
    "busy": Code((503,), "Busy", "Nothing was done; ask again after Retry-After."),
    "server_error": Code(
        (500,), "Server error", "Something went wrong on our side; nothing was changed."
    ),
}

_BY_STATUS = {
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


def code_for(status: int) -> str:
    """Return the general code for an answer of this status that bears none of its own."""
    return _BY_STATUS.get(status, "server_error" if status >= 500 else "bad_request")
