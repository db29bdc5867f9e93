"""Settings of the REST API: how it reads and answers, its document, and pages that call it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerAuthentication",
        "accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.permissions.ScopePermission"],
    "DEFAULT_PARSER_CLASSES": ["config.http.parsers.ObjectParser"],
    "DEFAULT_RENDERER_CLASSES": ["config.http.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "config.http.renderers.AlwaysTheFirst",
    "DEFAULT_PAGINATION_CLASS": "config.http.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "config.http.openapi.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "config.http.errors.handler.refuse",
}


ENUMERATIONS: Final = {
    "GameStatus": "games.store.shapes.GAME_STATUSES",
    "ChallengeStatus": "games.shown.shapes.challenges.CHALLENGE_STATUSES",
    "DrawAction": "games.api.inputs.DRAW_ACTIONS",
    "DeclineReason": "games.shown.shapes.challenges.DECLINE_REASONS",
    "DuelRuleset": "games.shown.shapes.games.DUELS",
    "ProblemCode": "config.http.errors.problems.KNOWN_CODES",
    "ResultReason": "games.shown.shapes.happenings.RESULT_REASONS",
    "RoundEnd": "games.shown.shapes.happenings.ROUND_ENDS",
    "Scope": "accounts.credentials.SCOPE_NAMES",
    "ShotOutcome": "games.shown.shapes.happenings.SHOT_OUTCOMES",
    "Side": "games.store.shapes.SIDES",
    "ChallengeSide": "games.shown.shapes.challenges.CHALLENGE_SIDES",
    "EventType": "games.store.outbox.EVENT_TYPES",
    "AgeCheck": "games.features.competitions.shapes.AGE_CHECKS",
    "CompetitionKind": "games.features.competitions.shapes.KINDS",
    "SectionStatus": "games.features.competitions.shapes.STATUSES",
    "SectionKey": "games.features.competitions.api.inputs.SECTION_KEYS",
    "EntryStatus": "games.features.competitions.shapes.ENTRY_STATUSES",
    "MatchGameResult": "games.features.competitions.shapes.GAME_RESULTS",
    "OutBy": "games.features.competitions.shapes.OUT_BY",
    "GoalFile": "games.features.competitions.shapes.GOAL_FILES",
    "CompetitionRuleset": "games.features.competitions.shapes.CUP_GAMES",
    "DecidedBy": "games.features.competitions.shapes.WAYS",
    "MailWay": "notifications.me_section.MAIL_WAYS",
    "PushWay": "notifications.me_section.OTHER_WAYS",
    "PlanStatus": "games.features.plans.models.Status",
    "ReminderRung": "notifications.me_section.RUNG_WORDS",
    "WebhookStatus": "notifications.models.Webhook.Status",
    "DeliveryStatus": "notifications.models.Delivery.Status",
}
"""The names of enumerations in the OpenAPI document, and where each is."""


def document(site_url: str, without: Collection[str]) -> dict[str, Any]:
    """Return the settings of the OpenAPI document of the service at this address.

    ``without`` names the features that are left out.
    """
    left_out = tuple(f"games.features.{name}." for name in without)
    return {
        "TITLE": "Chess Eleven by post",
        "DESCRIPTION": "Chess played as football, by correspondence. Start at /developers/.",
        "VERSION": "1.0.0",
        "OAS_VERSION": "3.1.0",
        "LICENSE": {"name": "MIT", "identifier": "MIT"},
        "CONTACT": {"name": "For developers", "url": f"{site_url}/developers/"},
        "SERVERS": [{"url": "/", "description": "The service that gave this document"}],
        "TAGS": [
            {"name": name, "description": words}
            for name, words in {
                "accounts": "Accounts, tokens, and the account that a token speaks for.",
                "challenges": "Challenges: how games come about.",
                "rulesets": "The games that are played here, and any position of them.",
                "games": "Games: looking, arranging formations, playing, ending.",
                "learn": "Lessons, judged by the real rules.",
                "puzzles": "Positions with one right turn.",
                "guests": "Playing before there is an account.",
                "competitions": "Knockout cups: entering, brackets, shoot-outs.",
                "certificates": "Certificates, for anyone to check.",
                "presets": "Formations to use again.",
                "players": "Players as anyone may see them.",
                "events": "Hearing of things, in pages and as a stream.",
                "webhooks": "Hearing of things by being called.",
                "deliveries": "The bodies that webhooks receive.",
                "push": "Hearing of things on a device.",
                "calendar": "Deadlines in a calendar.",
            }.items()
        ],
        "EXTERNAL_DOCS": {
            "description": "How to begin, tokens and apps (OAuth), events, webhooks, errors. The"
            " state of the service is at /status/.",
            "url": f"{site_url}/developers/",
        },
        "SERVE_INCLUDE_SCHEMA": False,
        "SCHEMA_PATH_PREFIX": "/api/v1",
        "SWAGGER_UI_DIST": "SIDECAR",
        "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
        "REDOC_DIST": "SIDECAR",
        "SERVE_PUBLIC": True,
        "SERVE_AUTHENTICATION": [],
        "SERVE_PERMISSIONS": [],
        "COMPONENT_SPLIT_REQUEST": True,
        "POSTPROCESSING_HOOKS": [
            "drf_spectacular.hooks.postprocess_schema_enums",
            "config.http.openapi_hooks.open_enumerations",
            "config.http.openapi_hooks.add_general_refusals",
            "config.http.openapi_hooks.describe_members",
            "config.http.openapi_hooks.share_refusals",
            "config.http.openapi_hooks.share_parameters",
            "config.http.openapi_hooks.share_examples",
            "config.http.openapi_hooks.add_links",
            "config.http.openapi_hooks.share_answers",
            "notifications.api.document.add_webhooks",
        ],
        "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
        "ENUM_SUFFIX": "",
        "ENUM_NAME_OVERRIDES": {
            name: place for name, place in ENUMERATIONS.items() if not place.startswith(left_out)
        },
    }


# What pages of other origins may send to the API, and what they may read of its answers.
CORS_ALLOW_METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "baggage",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    # What pages that are traced (W3C Trace Context, Sentry) add to each request of theirs.
    "sentry-trace",
    "traceparent",
    "tracestate",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "Content-Disposition",
    "Date",
    "ETag",
    "Idempotency-Replayed",
    "Last-Event-ID",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Server-Time",
    "WWW-Authenticate",
    "X-Request-ID",
]
