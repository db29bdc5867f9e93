"""The OAuth server: the library's, with less allowed and nothing stored that opens a door."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from oauth2_provider.models import get_device_grant_model
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.common import Request
from oauthlib.oauth2 import Server as AllGrantsServer
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256
from oauthlib.oauth2.rfc8628.grant_types.device_code import DeviceCodeGrant

DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
GRANTS: Final = ("authorization_code", "refresh_token", DEVICE_GRANT)
ACCESS_PREFIX: Final = "c11a_"
REFRESH_PREFIX: Final = "c11r_"


def new_access_token(request: Request, refresh_token: bool = False) -> str:
    """Return a fresh access token; its prefix lets leaks be found."""
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def new_refresh_token(request: Request, refresh_token: bool = True) -> str:
    """Return a fresh refresh token."""
    return REFRESH_PREFIX + secrets.token_urlsafe(32)


def hashed(code: str) -> str:
    """Return what is stored of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


class Server(AllGrantsServer):
    """Knows the grants of OAuth 2.1 that public clients need, and no others."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auth_grant._code_challenge_methods = {"S256": code_challenge_method_s256}
        for grant in set(self._grant_types) - set(GRANTS):
            del self._grant_types[grant]
        for response_type in set(self._response_types) - {"code"}:
            del self._response_types[response_type]


class Validator(OAuth2Validator):
    """Stores authorization and device codes hashed; a device code works once."""

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, *args: Any, **kw: Any
    ) -> bool:
        return super().confirm_redirect_uri(
            client_id, hashed(code), redirect_uri, client, *args, **kw
        )

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        super().invalidate_authorization_code(client_id, hashed(code), request, *args, **kwargs)

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return super().validate_code(client_id, hashed(code), client, request, *args, **kwargs)

    def get_code_challenge(self, code: str, request: Request) -> str | None:
        return super().get_code_challenge(hashed(code), request)

    def get_code_challenge_method(self, code: str, request: Request) -> str | None:
        return super().get_code_challenge_method(hashed(code), request)

    def get_authorization_code_scopes(
        self, client_id: str, code: str, redirect_uri: str, request: Request
    ) -> list[str]:
        return super().get_authorization_code_scopes(client_id, hashed(code), redirect_uri, request)

    def _create_authorization_code(self, request: Request, code: Any, expires: Any = None) -> Any:
        stored = {**code, "code": hashed(code["code"])}
        return super()._create_authorization_code(request, stored, expires)

    def _check_and_set_request_resource(self, request: Request) -> None:
        with _hashed_code(request):
            super()._check_and_set_request_resource(request)

    def validate_device_code(
        self, client_id: str, device_code: str, request: Request, *args: Any, **kwargs: Any
    ) -> str | None:
        """Return how far the person has come with a device code; give it up once it is used.

        Runs in the transaction of the token request, which locks the row: of two that come
        with the same code at once one gets a token.
        """
        grant = (
            get_device_grant_model()
            .objects.select_for_update()
            .filter(device_code=hashed(device_code), client_id=client_id)
            .first()
        )
        if grant is None:
            return None
        if grant.is_expired():
            return DeviceCodeGrant.DEVICE_CODE_EXPIRED
        if grant.status == grant.DENIED:
            return DeviceCodeGrant.DEVICE_CODE_DENIED
        if grant.status == grant.AUTHORIZED:
            request.user = grant.user
            request.scopes = grant.scope.split()
            grant.delete()
            return DeviceCodeGrant.DEVICE_CODE_AUTHORIZED
        now = timezone.now()
        too_soon = now - grant.last_checked < timedelta(seconds=grant.interval - 1)
        grant.last_checked = now
        grant.save(update_fields=["last_checked"])
        if too_soon:
            return DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN
        return DeviceCodeGrant.DEVICE_CODE_PENDING


@contextmanager
def _hashed_code(request: Request) -> Iterator[None]:
    """Show the library the stored form of the code where it looks the grant up by itself."""
    code = request.code
    if code:
        request.code = hashed(code)
    try:
        yield
    finally:
        request.code = code
