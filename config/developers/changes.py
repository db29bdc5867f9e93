"""The changelog for authors of clients: the page and the feed are made from it."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple


class Release(NamedTuple):
    """A version of the API and what it changed."""

    version: str
    day: date
    lines: tuple[str, ...]
    renamed: dict[str, tuple[tuple[str, str], ...]] = {}
    """Old and new names, by what they name."""


_CALLS: Final = (
    ("/games/{game_id}/resign", 'POST /games/{game_id}/acts {"name": "resign"}'),
    ("/games/{game_id}/claim", 'POST /games/{game_id}/acts {"name": "claim"}'),
    (
        "/games/{game_id}/final-whistle",
        'POST /games/{game_id}/acts {"name": "final_whistle"}',
    ),
)
_OPERATIONS: Final = (
    ("who_am_i", "get_this_token"),
    ("revoke_this_token", "delete_this_token"),
    ("revoke_token", "delete_token"),
    ("read_calendar", "get_calendar_file"),
    ("check_certificate", "get_certificate"),
    ("draw_certificate", "get_certificate_svg"),
    ("let_robots_in", "invite_bots"),
    ("list_robots", "list_bots"),
    ("add_competition_bot", "invite_bot_to_competition"),
    ("remove_competition_player", "delete_competition_player"),
    ("call_off_competition", "cancel_competition_among_friends"),
    ("name_certificate", "save_certificate_name"),
    ("unname_certificate", "delete_certificate_name"),
    ("open_dispute", "create_dispute"),
    ("close_dispute", "delete_dispute"),
    ("note_age_seen", "confirm_age"),
    ("put_out", "disqualify_player"),
    ("hand_in_shootout", "save_shootout"),
    ("draw_board_as_png", "get_board_png"),
    ("draw_board", "get_board_svg"),
    ("draw_clip", "get_clip_gif"),
    ("draw_clip_as_webp", "get_clip_webp"),
    ("go_on_by_post", "switch_to_correspondence"),
    ("offer_to_go_on", "offer_to_continue"),
    ("export_game", "get_game_export"),
    ("give_ratings_back", "return_ratings"),
    ("hand_over", "replace_with_bot"),
    ("make_plan", "create_plan"),
    ("remove_plans", "delete_plans"),
    ("remove_plan", "delete_plan"),
    ("remove_fallback", "delete_fallback"),
    ("seek_live_match", "create_seek"),
    ("stop_seeking", "delete_seek"),
    ("download_account", "get_account_export"),
    ("export_account", "create_account_export"),
    ("take_leave", "create_leave"),
    ("end_leave", "delete_leave"),
    ("add_device", "create_device"),
    ("remove_device", "delete_device"),
)

_IDS: Final = tuple(
    (f"{shape}.id: integer", f"{shape}.id: string")
    for shape in (
        "Bearer", "Delivery", "Leave", "NewToken", "PlanEntry", "Subscription", "Token", "Webhook",
    )
)  # fmt: skip
_LISTS: Final = (
    ("GET /learn: [...]", '{"next", "previous", "results"}'),
    ("GET /robots: [...]", '{"next", "previous", "results"}'),
    ("GET /rulesets: [...]", '{"next", "previous", "results"}'),
    (
        "GET /games/{game_id}/plans: entries",
        '"next", "previous", "results" beside turn, fallback, left',
    ),
    ("GET /games/{game_id}/phrases: results", '"next" and "previous" too, always null'),
    ("GET /players/{username}/badges: results", '"next" and "previous" too, always null'),
    ("GET /players/{username}/ratings: results", '"next" and "previous" too, always null'),
)

_MEMBERS: Final = (
    ("misfit (challenge)", "unmet_filters"),
    ("goes_on_from (game, challenge, events, export)", "continued_from"),
    ("begins_at (export)", "position"),
    ("goes_on_from_turn (export)", "continued_from_turn"),
    ("took (turn)", "took_s"),
    ("told (explored line, kept line)", "text"),
    ("last_told_at (device)", "last_notified_at"),
)
_CODES: Final = (
    ("live_rest", "live_cooldown"),
    ("not_here", "opponent_away"),
    ("bot_for_good", "bot_flag_locked"),
)

RELEASES: Final = (
    Release(
        "1.0.0",
        date(2026, 11, 23),
        (
            "First version with the promise. The tables list what changed since the last preview.",
            "One rule for the names of calls. Things have create, get, list, change (PATCH), save"
            " (PUT, the whole) and delete. A deed has its own plain verb.",
            "All ids in JSON are strings.",
            "closes_at of a new competition is at least five minutes ahead.",
            "POST /live/seeks answers 201 with Location.",
            "ETag on what clients poll. If-Match for account, webhooks, competitions, notes and"
            " kept lines.",
            "All lists come as next, previous and results, with null for no other page.",
        ),
        {
            "Calls": _CALLS,
            "Names of calls (operationId)": _OPERATIONS,
            "Ids": _IDS,
            "Lists": _LISTS,
            "Members": _MEMBERS,
            "Codes": _CODES,
        },
    ),
)
"""All versions, the newest first."""
