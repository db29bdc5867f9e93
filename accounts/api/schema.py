"""How the OpenAPI document describes tokens, sessions and scopes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from accounts.credentials import SCOPE_WORDS
from config.http.scopes import scope_of

_METADATA = "/.well-known/oauth-authorization-server"
TOKEN, APP, SESSION = "token", "app", "session"


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A personal token, or the token of an app with the scope that the call needs."""

    target_class = "accounts.authentication.BearerAuthentication"
    name = [TOKEN, APP]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        """Return what both kinds of token are."""
        flow = {
            "authorizationUrl": f"{settings.SITE_URL}/oauth/authorize",
            "tokenUrl": f"{settings.SITE_URL}/oauth/token",
            "refreshUrl": f"{settings.SITE_URL}/oauth/token",
            "scopes": {str(scope): words for scope, words in SCOPE_WORDS.items()},
        }
        return [
            {
                "type": "http",
                "scheme": "bearer",
                "description": "A personal access token, from POST /auth/token or the settings.",
            },
            {
                "type": "oauth2",
                "description": (
                    "An app's token. PKCE with S256 is required, without a secret. Devices "
                    "without a browser use RFC 8628. The metadata of RFC 8414 lists all "
                    "addresses (token, device, revoke, introspect)."
                ),
                "x-oauth2-metadata-url": f"{settings.SITE_URL}{_METADATA}",
                "flows": {"authorizationCode": flow},
            },
        ]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, Any]]:
        """Return what the call needs; a public one lets everyone in."""
        scope = scope_of(auto_schema.view, auto_schema.method)
        scopes = [scope] if scope else []
        keys: list[dict[str, Any]] = [{TOKEN: scopes}, {APP: scopes}]
        return [*keys, {}] if scope is None else keys


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The cookie of the web page; writing calls need its CSRF token as well."""

    target_class = "accounts.authentication.SessionAuthentication"
    name = SESSION

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """Return what the cookie is."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "For our own pages, with X-CSRFToken on writing calls.",
        }
