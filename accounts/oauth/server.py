"""The OAuth server: the library's, with less allowed and nothing stored that opens a door."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from oauth2_provider.models import (
    get_access_token_model,
    get_device_grant_model,
    get_grant_model,
    get_refresh_token_model,
)
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.settings import oauth2_settings
from oauthlib.common import Request
from oauthlib.oauth2 import Server as AllGrantsServer
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256
from oauthlib.oauth2.rfc8628.grant_types.device_code import DeviceCodeGrant

DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
GRANTS: Final = ("authorization_code", "refresh_token", DEVICE_GRANT)
ACCESS_PREFIX: Final = "c11a_"
REFRESH_PREFIX: Final = "c11r_"
SPENT_CODE_SECONDS: Final = 600
"""How long it is remembered what a code gave; by then no one has a reason to bring it again."""


def new_access_token(request: Request, refresh_token: bool = False) -> str:
    """Return a fresh access token; its prefix lets leaks be found."""
    return ACCESS_PREFIX + _random_part(request, "access")


def new_refresh_token(request: Request, refresh_token: bool = True) -> str:
    """Return a fresh refresh token."""
    return REFRESH_PREFIX + _random_part(request, "refresh")


def _random_part(request: Request, use: str) -> str:
    """Return what follows the prefix of a new token.

    What a refresh gives follows from the token that is given up for it, so that a repeat within
    the time of grace is answered with the same pair although only digests are stored.
    """
    if request.grant_type == "refresh_token":
        return _successor(settings.SECRET_KEY, request, use)
    return secrets.token_urlsafe(32)


def _successor(key: str, request: Request, use: str) -> str:
    family = request.refresh_token_instance.token_family
    source = f"{use}\n{family}\n{request.refresh_token}".encode()
    derived = hmac.digest(b"oauth.successor\n" + key.encode(), source, "sha256")
    return base64.urlsafe_b64encode(derived).decode().rstrip("=")


def hashed(code: str) -> str:
    """Return what is stored of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def _find_successor(request: Request) -> dict[str, Any] | None:
    """Return the answer that a spent refresh token was given, or None if it cannot be made."""
    spent = request.refresh_token_instance
    given = get_access_token_model().objects.filter(source_refresh_token=spent).first()
    if given is None:
        # Revoked a moment ago.
        return None
    # The old key counts for as long as an operator changes from one to the other.
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        access_token = ACCESS_PREFIX + _successor(key, request, "access")
        if hashed(access_token) == given.token_checksum:
            left = given.expires - timezone.now()
            return {
                "access_token": access_token,
                "refresh_token": REFRESH_PREFIX + _successor(key, request, "refresh"),
                "scope": given.scope,
                "expires_in": max(0, int(left.total_seconds())),
            }
    return None


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
    """Stores authorization and device codes hashed; each works once.

    Anyone who brings an authorization code again has stolen it, or the first one had: what it gave
    is revoked (RFC 6749, 4.1.2). A refresh token that is brought again within a minute is a lost
    answer or a second tab and gets the same pair; later, or once that pair was itself renewed, it
    is a thief's or was stolen, and ends the family (RFC 9700, 4.14.2).
    """

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
        stored = hashed(code)
        is_good = super().validate_code(client_id, stored, client, request, *args, **kwargs)
        family = None if is_good else cache.get(_spent(stored, client_id))
        if family:
            get_refresh_token_model().revoke_family(family)
        if not is_good:
            raise InvalidGrantError(description=_fault_of(stored, client), request=request)
        return True

    def _create_refresh_token(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        given = super()._create_refresh_token(request, *args, **kwargs)
        if request.grant_type == "authorization_code":
            spent = _spent(hashed(request.code), request.client_id)
            cache.set(spent, given.token_family, SPENT_CODE_SECONDS)
        return given

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        if not super().validate_refresh_token(refresh_token, client, request, *args, **kwargs):
            return False
        spent = request.refresh_token_instance
        if spent.revoked is None:
            return True
        request.given_before = _find_successor(request)
        return request.given_before is not None

    def _save_bearer_token(
        self, token: dict[str, Any], request: Request, *args: Any, **kwargs: Any
    ) -> None:
        # A pair that is given again is stored already.
        if given := getattr(request, "given_before", None):
            token.update(given)
        else:
            super()._save_bearer_token(token, request, *args, **kwargs)

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

        Runs in the transaction of the token request, which locks the row: of two that come with the
        same code at the same time one gets a token.
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


def _fault_of(stored_code: str, client: Any) -> str:
    """Return why an authorization code is refused."""
    grant = get_grant_model().objects.filter(code=stored_code).first()
    if grant is None:
        return "The code is unknown or was used before; a code works once."
    if grant.application_id != client.pk:
        return "The code was given to another app."
    lasts = oauth2_settings.AUTHORIZATION_CODE_EXPIRE_SECONDS
    return f"The code has expired: it lasts {lasts} seconds."


def _spent(stored_code: str, client_id: str) -> str:
    """Return the name under which it is remembered what a code gave to its app."""
    return f"spent-code:{client_id}:{stored_code}"


@contextmanager
def _hashed_code(request: Request) -> Iterator[None]:
    """Show the library the stored form of the code where it looks the grant up automatically."""
    code = request.code
    if code:
        request.code = hashed(code)
    try:
        yield
    finally:
        request.code = code
