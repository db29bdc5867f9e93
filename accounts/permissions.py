"""What a view demands of a token."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.credentials import GUEST, Credential
from accounts.guests import not_for_guests
from config.http.errors.refusals import Refusal
from config.http.scopes import scope_of

ANY_SCOPE: Final = ""
"""For what concerns the token itself: anyone logged in, with any scopes."""


class ScopePermission(BasePermission):
    """Lets in who has the scope that the view names for the method.

    ``scope`` is one word for all methods or a word for each; None lets anyone in, and ``ANY_SCOPE``
    everyone who is logged in.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True or raise the refusal that says what is missing."""
        scope = scope_of(view, request.method or "GET")
        if scope is not None:
            check_scope(request, scope)
        return True


def check_scope(request: Request, scope: str) -> None:
    """Raise the refusal that says what is missing, where the request may not do this."""
    credential = request.auth
    if not isinstance(credential, Credential):
        raise NotAuthenticated
    if scope != ANY_SCOPE and scope not in credential.scopes:
        if credential == GUEST:
            raise not_for_guests()
        raise Refusal(
            "insufficient_scope",
            _("You need a token with the scope {scope}.").format(scope=scope),
            scope=scope,
            headers={
                "WWW-Authenticate": 'Bearer realm="api", error="insufficient_scope", '
                f'scope="{scope}"'
            },
        )
