"""What each call is named in generated clients: a promise, as addresses are.

One rule for verbs. Things have `create`, `get`, `list`, `change` (PATCH), `save` (PUT, the whole)
and `delete`. A deed has its own plain verb: `play_turn`, `accept_challenge`, `resend_delivery`.

A call that is not listed yet is named after its method and address; a test finds it.
"""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = """
POST   /accounts                                           create_account
GET    /auth/token                                         get_this_token
POST   /auth/token                                         create_token
DELETE /auth/token                                         delete_this_token
GET    /auth/tokens                                        list_tokens
DELETE /auth/tokens/{token_id}                             delete_token
GET    /blocks                                             list_blocks
PUT    /blocks/{username}                                  block_player
DELETE /blocks/{username}                                  unblock_player
GET    /calendar                                           get_calendar
POST   /calendar                                           renew_calendar
GET    /calendar/{secret}.ics                              get_calendar_file
GET    /certificates/{certificate_id}                      get_certificate
GET    /certificates/{certificate_id}.svg                  get_certificate_svg
GET    /challenges                                         list_challenges
POST   /challenges                                         create_challenge
GET    /challenges/{challenge_id}                          get_challenge
POST   /challenges/{challenge_id}/accept                   accept_challenge
POST   /challenges/{challenge_id}/cancel                   cancel_challenge
POST   /challenges/{challenge_id}/decline                  decline_challenge
POST   /challenges/{challenge_id}/robots                   invite_bots
GET    /challenges/open                                    list_open_challenges
GET    /competitions                                       list_competitions
POST   /competitions                                       create_competition
GET    /competitions/{competition_id}                      get_competition
PATCH  /competitions/{competition_id}                      change_competition
GET    /competitions/{competition_id}/events               list_events_of_competition
POST   /competitions/{competition_id}/bots                 invite_bot_to_competition
DELETE /competitions/{competition_id}/players/{entry}      delete_competition_player
POST   /competitions/{competition_id}/start                start_competition
POST   /competitions/among-friends                         create_competition_among_friends
PATCH  /competitions/among-friends/{competition_id}        change_competition_among_friends
DELETE /competitions/among-friends/{competition_id}        cancel_competition_among_friends
GET    /competitions/by-code/{code}                        get_competition_by_code
POST   /competitions/by-code/{code}                        join_competition
DELETE /competitions/by-code/{code}                        leave_competition
GET    /competitions/{competition_id}/sections/{section}   get_section
POST   /competitions/{competition_id}/sections/{section}/certificate save_certificate_name
DELETE /competitions/{competition_id}/sections/{section}/certificate delete_certificate_name
POST   /competitions/{competition_id}/sections/{section}/dispute create_dispute
DELETE /competitions/{competition_id}/sections/{section}/dispute delete_dispute
POST   /competitions/{competition_id}/sections/{section}/entries enter_section
DELETE /competitions/{competition_id}/sections/{section}/entries withdraw_from_section
POST   /competitions/{competition_id}/sections/{section}/entries/{entry}/age-seen confirm_age
POST   /competitions/{competition_id}/sections/{section}/entries/{entry}/put-out disqualify_player
GET    /competitions/{competition_id}/sections/{section}/matches/{match} get_match
PUT    /competitions/{competition_id}/sections/{section}/matches/{match}/shootout save_shootout
GET    /competitions/{competition_id}/table                get_tables
GET    /events                                             list_events
GET    /games                                              list_games
GET    /games/{game_id}                                    get_game
POST   /games/{game_id}/acts                               act_in_game
GET    /games/{game_id}/board.png                          get_board_png
GET    /games/{game_id}/board.svg                          get_board_svg
POST   /games/{game_id}/by-post                            switch_to_correspondence
GET    /games/{game_id}/clip.gif                           get_clip_gif
GET    /games/{game_id}/clip.webp                          get_clip_webp
POST   /games/{game_id}/draw                               answer_draw
GET    /games/{game_id}/events                             list_events_of_game
POST   /games/{game_id}/explore                            explore_lines
GET    /games/{game_id}/export                             get_game_export
PUT    /games/{game_id}/formation                          save_formation
POST   /games/{game_id}/give-back                          return_ratings
POST   /games/{game_id}/give-time                          give_time
POST   /games/{game_id}/go-on                              offer_to_continue
POST   /games/{game_id}/hand-over                          replace_with_bot
GET    /games/{game_id}/hint                               get_hint
GET    /games/{game_id}/history                            list_history
GET    /games/{game_id}/lines                              get_lines
PUT    /games/{game_id}/lines                              save_lines
DELETE /games/{game_id}/lines                              delete_lines
GET    /games/{game_id}/note                               get_note_on_game
PUT    /games/{game_id}/note                               save_note_on_game
DELETE /games/{game_id}/note                               delete_note_on_game
GET    /games/{game_id}/options                            list_options
GET    /games/{game_id}/phrases                            list_phrases
POST   /games/{game_id}/phrases                            say_phrase
PUT    /games/{game_id}/phrases/mute                       mute_phrases
DELETE /games/{game_id}/phrases/mute                       unmute_phrases
GET    /games/{game_id}/plans                              list_plans
POST   /games/{game_id}/plans                              create_plan
DELETE /games/{game_id}/plans                              delete_plans
DELETE /games/{game_id}/plans/{entry_id}                   delete_plan
PUT    /games/{game_id}/plans/fallback                     save_fallback
DELETE /games/{game_id}/plans/fallback                     delete_fallback
GET    /games/{game_id}/playing-on                         get_playing_on
PUT    /games/{game_id}/playing-on                         agree_to_play_on
DELETE /games/{game_id}/playing-on                         stop_playing_on
GET    /games/{game_id}/presence                           get_presence
POST   /games/{game_id}/rematch                            offer_rematch
PUT    /games/{game_id}/salt                               add_salt
POST   /games/{game_id}/seen                               note_seen
GET    /games/{game_id}/stage                              get_stage
PUT    /games/{game_id}/stage                              stage_turn
DELETE /games/{game_id}/stage                              unstage_turn
GET    /games/{game_id}/stage/options                      list_options_ahead
GET    /games/{game_id}/turns                              list_turns
POST   /games/{game_id}/turns                              play_turn
POST   /guests                                             create_guest
GET    /leaderboards/{pool}                                get_leaderboard
GET    /learn                                              list_lessons
GET    /learn/{chapter}/{step}                             get_lesson
POST   /learn/{chapter}/{step}/try                         try_lesson
GET    /live/seeks                                         get_seek
POST   /live/seeks                                         create_seek
DELETE /live/seeks                                         delete_seek
GET    /me                                                 get_account
PATCH  /me                                                 change_account
DELETE /me                                                 delete_account
GET    /me/export                                          get_account_export
POST   /me/export                                          create_account_export
POST   /me/keep                                            keep_account
GET    /me/leaves                                          list_leaves
POST   /me/leaves                                          create_leave
GET    /me/leaves/{leave_id}                               get_leave
DELETE /me/leaves/{leave_id}                               delete_leave
GET    /players/{username}                                 get_player
GET    /players/{username}/badges                          list_badges
GET    /players/{username}/games                           list_games_of_player
GET    /players/{username}/note                            get_note_on_player
PUT    /players/{username}/note                            save_note_on_player
DELETE /players/{username}/note                            delete_note_on_player
GET    /players/{username}/ratings                         list_ratings
GET    /players/{username}/ratings/{pool}/history          list_rating_history
GET    /presets                                            list_presets
PUT    /presets/{slot}                                     save_preset
DELETE /presets/{slot}                                     delete_preset
GET    /push                                               get_push_key
GET    /push/subscriptions                                 list_devices
POST   /push/subscriptions                                 create_device
DELETE /push/subscriptions/{subscription_id}               delete_device
POST   /push/subscriptions/{subscription_id}/test          test_device
GET    /puzzles/{puzzle_id}                                get_puzzle
POST   /puzzles/{puzzle_id}/like                           like_puzzle
POST   /puzzles/{puzzle_id}/try                            try_puzzle
GET    /puzzles/daily                                      get_daily_puzzle
GET    /puzzles/missed                                     list_missed_puzzles
GET    /puzzles/next                                       get_next_puzzle
GET    /robots                                             list_bots
GET    /rulesets                                           list_rulesets
POST   /rulesets/{ruleset}/options                         list_options_of_position
POST   /rulesets/{ruleset}/turns                           list_turns_of_position
GET    /webhooks                                           list_webhooks
POST   /webhooks                                           create_webhook
GET    /webhooks/{webhook_id}                              get_webhook
PATCH  /webhooks/{webhook_id}                              change_webhook
DELETE /webhooks/{webhook_id}                              delete_webhook
GET    /webhooks/{webhook_id}/deliveries                   list_deliveries
POST   /webhooks/{webhook_id}/deliveries/{delivery_id}/resend resend_delivery
POST   /webhooks/{webhook_id}/secret                       renew_webhook_secret
POST   /webhooks/{webhook_id}/test                         test_webhook
"""

NAMES: Final = {
    (method, path): name for method, path, name in map(str.split, _NAMES.strip().splitlines())
}
"""The names by method and address below ``/api/v1``."""

DONE: Final = {
    "application/x-chess-pgn": "The game in Portable Game Notation.",
    "application/x-ndjson": "Lines of JSON.",
    "image/gif": "The clip.",
    "image/png": "The picture.",
    "image/svg+xml": "The picture.",
    "image/webp": "The clip.",
    "text/calendar": "The calendar.",
    "text/event-stream": "Server-sent events.",
    "text/plain": "The record as text.",
}
"""What an answer without a shape of its own is, by its form."""


LINKS: Final = (
    ("create_challenge", "201", "get_challenge", "challenge_id"),
    ("create_challenge", "201", "cancel_challenge", "challenge_id"),
    ("accept_challenge", "201", "get_game", "game_id"),
    ("accept_challenge", "201", "save_formation", "game_id"),
    ("save_formation", "200", "list_options", "game_id"),
    ("save_formation", "200", "play_turn", "game_id"),
    ("get_game", "200", "list_options", "game_id"),
    ("get_game", "200", "list_turns", "game_id"),
    ("get_game", "200", "get_game_export", "game_id"),
    ("offer_rematch", "201", "get_challenge", "challenge_id"),
    ("offer_to_continue", "201", "get_challenge", "challenge_id"),
    ("create_token", "201", "delete_token", "token_id"),
    ("create_plan", "201", "delete_plan", "entry_id"),
    ("create_leave", "201", "delete_leave", "leave_id"),
    ("create_webhook", "201", "get_webhook", "webhook_id"),
    ("create_webhook", "201", "test_webhook", "webhook_id"),
)
"""What can be called next with the ``id`` that a call answers: call, status, next, parameter."""


def name_of(method: str, path: str) -> str:
    """Return the name of a call."""
    path = path.removeprefix("/api/v1")
    if name := NAMES.get((method.upper(), path)):
        return name
    words = re.findall(r"\w+", path.replace("-", "_"))
    return "_".join([method.lower(), *words])
