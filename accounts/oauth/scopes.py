"""The scopes that apps may ask for, as django-oauth-toolkit wants them."""

from __future__ import annotations

from typing import Any

from oauth2_provider.scopes import BaseScopes

from accounts.credentials import SCOPE_NAMES, SCOPE_WORDS, Scope


class Scopes(BaseScopes):
    """Every app may ask for every scope."""

    def get_all_scopes(self) -> dict[str, Any]:
        return SCOPE_WORDS

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return SCOPE_NAMES

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [Scope.GAMES_READ.value]
