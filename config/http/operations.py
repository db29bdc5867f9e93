"""What each call is named in generated clients: a promise, as addresses are.

A call that is not listed yet is named after its method and address; a test finds it.
"""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = """
POST   /accounts                                           create_account
GET    /auth/token                                         who_am_i
POST   /auth/token                                         create_token
DELETE /auth/token                                         revoke_this_token
GET    /auth/tokens                                        list_tokens
DELETE /auth/tokens/{token_id}                             revoke_token
GET    /blocks                                             list_blocks
PUT    /blocks/{username}                                  block_player
DELETE /blocks/{username}                                  unblock_player
GET    /calendar                                           get_calendar
POST   /calendar                                           renew_calendar
GET    /calendar/{secret}.ics                              read_calendar
GET    /certificates/{certificate_id}                      check_certificate
GET    /certificates/{certificate_id}.svg                  draw_certificate
GET    /challenges                                         list_challenges
POST   /challenges                                         create_challenge
GET    /challenges/{challenge_id}                          get_challenge
POST   /challenges/{challenge_id}/accept                   accept_challenge
POST   /challenges/{challenge_id}/cancel                   cancel_challenge
POST   /challenges/{challenge_id}/decline                  decline_challenge
POST   /challenges/{challenge_id}/robots                   let_robots_in
GET    /challenges/open                                    list_open_challenges
GET    /competitions                                       list_competitions
POST   /competitions                                       create_competition
GET    /competitions/{competition_id}                      get_competition
PATCH  /competitions/{competition_id}                      change_competition
POST   /competitions/{competition_id}/bots                 add_competition_bot
DELETE /competitions/{competition_id}/players/{entry}      remove_competition_player
POST   /competitions/{competition_id}/start                start_competition
POST   /competitions/among-friends                         create_competition_among_friends
PATCH  /competitions/among-friends/{competition_id}        change_competition_among_friends
DELETE /competitions/among-friends/{competition_id}        call_off_competition
GET    /competitions/by-code/{code}                        get_competition_by_code
POST   /competitions/by-code/{code}                        join_competition
DELETE /competitions/by-code/{code}                        leave_competition
GET    /competitions/{competition_id}/sections/{section}   get_section
POST   /competitions/{competition_id}/sections/{section}/certificate name_certificate
DELETE /competitions/{competition_id}/sections/{section}/certificate unname_certificate
POST   /competitions/{competition_id}/sections/{section}/dispute open_dispute
DELETE /competitions/{competition_id}/sections/{section}/dispute close_dispute
POST   /competitions/{competition_id}/sections/{section}/entries enter_section
DELETE /competitions/{competition_id}/sections/{section}/entries withdraw_from_section
POST   /competitions/{competition_id}/sections/{section}/entries/{entry}/age-seen note_age_seen
POST   /competitions/{competition_id}/sections/{section}/entries/{entry}/put-out put_out
GET    /competitions/{competition_id}/sections/{section}/matches/{match} get_match
PUT    /competitions/{competition_id}/sections/{section}/matches/{match}/shootout hand_in_shootout
GET    /competitions/{competition_id}/table                get_tables
GET    /events                                             list_events
GET    /games                                              list_games
GET    /games/{game_id}                                    get_game
POST   /games/{game_id}/acts                               act_in_game
GET    /games/{game_id}/board.png                          draw_board_as_png
GET    /games/{game_id}/board.svg                          draw_board
POST   /games/{game_id}/by-post                            go_on_by_post
POST   /games/{game_id}/claim                              claim_end
GET    /games/{game_id}/clip.gif                           draw_clip
GET    /games/{game_id}/clip.webp                          draw_clip_as_webp
POST   /games/{game_id}/draw                               answer_draw
GET    /games/{game_id}/events                             list_events_of_game
POST   /games/{game_id}/explore                            explore_lines
GET    /games/{game_id}/export                             export_game
POST   /games/{game_id}/final-whistle                      claim_final_whistle
PUT    /games/{game_id}/formation                          save_formation
POST   /games/{game_id}/give-back                          give_ratings_back
POST   /games/{game_id}/give-time                          give_time
POST   /games/{game_id}/go-on                              offer_to_go_on
POST   /games/{game_id}/hand-over                          hand_over
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
POST   /games/{game_id}/plans                              make_plan
DELETE /games/{game_id}/plans                              remove_plans
DELETE /games/{game_id}/plans/{entry_id}                   remove_plan
PUT    /games/{game_id}/plans/fallback                     save_fallback
DELETE /games/{game_id}/plans/fallback                     remove_fallback
GET    /games/{game_id}/playing-on                         get_playing_on
PUT    /games/{game_id}/playing-on                         agree_to_play_on
DELETE /games/{game_id}/playing-on                         stop_playing_on
GET    /games/{game_id}/presence                           get_presence
POST   /games/{game_id}/rematch                            offer_rematch
POST   /games/{game_id}/resign                             resign
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
POST   /live/seeks                                         seek_live_match
DELETE /live/seeks                                         stop_seeking
GET    /me                                                 get_account
PATCH  /me                                                 change_account
DELETE /me                                                 delete_account
GET    /me/export                                          download_account
POST   /me/export                                          export_account
POST   /me/keep                                            keep_account
GET    /me/leaves                                          list_leaves
POST   /me/leaves                                          take_leave
GET    /me/leaves/{leave_id}                               get_leave
DELETE /me/leaves/{leave_id}                               end_leave
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
POST   /push/subscriptions                                 add_device
DELETE /push/subscriptions/{subscription_id}               remove_device
POST   /push/subscriptions/{subscription_id}/test          test_device
GET    /puzzles/{puzzle_id}                                get_puzzle
POST   /puzzles/{puzzle_id}/like                           like_puzzle
POST   /puzzles/{puzzle_id}/try                            try_puzzle
GET    /puzzles/daily                                      get_daily_puzzle
GET    /puzzles/missed                                     list_missed_puzzles
GET    /puzzles/next                                       get_next_puzzle
GET    /robots                                             list_robots
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
    ("get_game", "200", "export_game", "game_id"),
    ("offer_rematch", "201", "get_challenge", "challenge_id"),
    ("offer_to_go_on", "201", "get_challenge", "challenge_id"),
    ("create_token", "201", "revoke_token", "token_id"),
    ("make_plan", "201", "remove_plan", "entry_id"),
    ("take_leave", "201", "end_leave", "leave_id"),
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
