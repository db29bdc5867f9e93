"""Settings of the REST API: how it reads and answers, its document, and pages that call it."""

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
