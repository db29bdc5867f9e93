"""Settings of the REST API: reading, answering, limits, its document, and pages that call it."""

from __future__ import annotations

from typing import Any

from django.utils.functional import SimpleLazyObject

from config.features import enumerations

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

RATES = {
    # Reading and writing in general: without a token, on the web page, with a token.
    "address": "600/60",
    "session": "1200/60",
    "token": "1200/60",
    "user": "2400/60",
    # What a person does in a game, far above what fingers can do.
    "play": "600/60",
    # By address, on top: new accounts, and tokens made with a password. A school class or
    # a club evening behind one address must fit in.
    "register": "300/3600+20/60",
    # Those who play without an account: each begins a game.
    "guest": "100/3600+20/60",
    "login": "300/600+30/60",
    # Clips that have to be made, by person, or by address without a log-in.
    "clips": "30/3600+6/60",
    # New webhooks by person: each makes a worker look up a name.
    "webhooks": "30/3600",
    # Answers that someone prepares, by person.
    "plans": "120/60",
    # Vacations that someone takes, ends or takes back, by person: all their games are locked.
    "leaves": "20/86400",
    # Games for whose better turns someone asks, by person.
    "analyses": "200/604800+40/86400",
    # Of them games of others.
    "analyses_of_others": "10/86400",
    # Requests to supervise a game, by person.
    "supervisors": "20/86400",
    # Searches for players, by person.
    "search": "300/3600+40/60",
    # Messages that someone writes, in all games.
    "talk": "200/3600+30/60",
    # Positions that are asked about without a game, by address.
    "rules": "300/60",
    # Lines of turns that are walked, by address.
    "explore": "600/600+120/60",
    # The OAuth endpoints by address; codes that a person types from a device.
    "oauth": "300/60",
    "device_code": "20/600",
    # Emails for a new password, by the address they go to.
    "reset": "3/3600",
    # By person: tries of webhooks and devices, deliveries sent again.
    "test": "6/60",
    "resend": "60/600",
    # Wrong passwords: by address, by account, and by account from where its owner was.
    "login_address": "50/600",
    "login_account": "10/900",
    "login_known": "10/900",
    # Copies of your own data.
    "export": "3/86400",
    # Wrong codes of a second factor.
    "second_factor": "10/900",
}
"""Limits of calls and pages as requests/seconds, where nothing else is set; 0/1 is no limit."""


def document(site_url: str) -> dict[str, Any]:
    """Return the settings of the OpenAPI document of the service at this address."""
    return {
        "TITLE": "Chess Eleven by post",
        "DESCRIPTION": "Chess played as football, by correspondence. Start at /developers/.",
        "VERSION": "1.0.0",
        "OAS_VERSION": "3.1.0",
        "LICENSE": {"name": "MIT", "identifier": "MIT"},
        "CONTACT": {"name": "For developers", "url": f"{site_url}/developers/"},
        "SERVERS": [{"url": "/", "description": "The service that gave this document"}],
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
            "config.http.openapi_hooks.share_members",
            "config.http.openapi_hooks.describe_once",
            "config.http.openapi_hooks.share_refusals",
            "config.http.openapi_hooks.share_parameters",
            "config.http.openapi_hooks.share_examples",
            "config.http.openapi_hooks.add_links",
            "config.http.openapi_hooks.share_answers",
            "notifications.api.document.add_webhooks",
            "config.http.openapi_hooks.add_tags",
            "config.http.openapi_hooks.share_security",
            "config.http.openapi_hooks.forget_unused",
        ],
        "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
        "ENUM_SUFFIX": "",
        # Every app registers its own, after these settings are read.
        "ENUM_NAME_OVERRIDES": SimpleLazyObject(enumerations),
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
