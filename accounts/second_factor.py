"""The second factor: a code of an app, a passkey, or a code that was written down.

The library does the work. Here stand what it keeps, under which name browsers know us, that
codes cannot be guessed, and that those who see everything must have one.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import wraps
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

import qrcode
from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathFillImage

from accounts.models import User
from config.backends.encryption import oldest_and_newest, seal, unseal
from config.http.limits import Bucket, consume, policy

_SEALED: Final = frozenset({"secret", "seed"})
"""What of the data of an app, and of recovery codes, is sealed."""
FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def some_codes() -> list[bytes]:
    """Return the sealed secrets of the oldest and of the newest app that makes codes."""
    apps = Authenticator.objects.filter(type=Authenticator.Type.TOTP)
    return [base64.b64decode(data["secret"]) for data in oldest_and_newest(apps, "data")]


def reseal_codes() -> int:
    """Seal the secrets of apps and of recovery codes with the present key; return how many."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    count = 0
    for pk in list(Authenticator.objects.filter(type__in=kinds).values_list("pk", flat=True)):
        with transaction.atomic():
            row = Authenticator.objects.select_for_update(no_key=True).filter(pk=pk).first()
            if row is None:
                continue
            for name in _SEALED & row.data.keys():
                row.data[name] = _reseal(row.data[name])
            row.save(update_fields=["data"])
            count += 1
    return count


def _reseal(sealed: str) -> str:
    return base64.b64encode(seal(unseal(base64.b64decode(sealed)))).decode()


class SecondFactor(DefaultMFAAdapter):
    """Departs from the library where this service knows better."""

    def encrypt(self, text: str) -> str:
        """Return a secret as it is kept: a copy of the database makes no codes."""
        return base64.b64encode(seal(text.encode())).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(base64.b64decode(encrypted_text)).decode()

    def build_totp_svg(self, url: str) -> str:
        """Return the picture as it is in a page; black on white, regardless of the page's colours.

        It is no data: address, which our policy for pictures does not let in.
        """
        buffer = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(buffer)
        svg = buffer.getvalue().decode()
        return svg[svg.index("<svg") :]

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return who we are: by the settings, for anyone can write a Host header."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": settings.SITE_NAME}


class _Counted:
    """Six digits are soon guessed by anyone who may try often."""

    user: User

    def clean_code(self) -> str:
        """Return the code; raise ``ValidationError`` if it is wrong, or too many were."""
        bucket = [Bucket(policy("second_factor"), f"user:{self.user.pk}")]
        if not consume(bucket).allowed:
            raise ValidationError(_("Too many wrong codes. Wait a few minutes."), code="limited")
        code: str = super().clean_code()  # type: ignore[misc]
        consume(bucket, cost=-1)
        return code


class CodeForm(_Counted, AuthenticateForm):  # type: ignore[misc]
    """The code that is asked for after the password."""


class CodeAgainForm(_Counted, ReauthenticateForm):  # type: ignore[misc]
    """The code that is asked for once more before something dangerous."""


def is_on(user: User) -> bool:
    """Return whether a password alone does not open this account."""
    return Authenticator.objects.filter(user=user, type__in=FACTORS).exists()


def why_not(user: User, code: str) -> str | None:
    """Return why this code is not taken, or None if it is; it works once."""
    form = CodeForm(user=user, data={"code": code})
    if form.is_valid():
        form.authenticator.record_usage()
        return None
    return str(form.errors["code"][0])


def forget(user: User) -> None:
    """Take every second factor of this person away."""
    Authenticator.objects.filter(user=user).delete()


View = Callable[..., HttpResponseBase]


def staff_shows_second_factor(view: View) -> View:
    """Let no one into a view for operators who has shown a password alone.

    Who may see the view at all is the affair of the decorators below this one.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if settings.STAFF_SECOND_FACTOR and isinstance(user, User) and user.is_staff:
            way = _way_to(request, user)
            if way is not None:
                return HttpResponseRedirect(way)
        return view(request, *args, **kwargs)

    return guarded


def shows_second_factor(view: View) -> View:
    """Let no one into a view who has shown a password alone, operator or not."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if settings.STAFF_SECOND_FACTOR and isinstance(user, User):
            way = _way_to(request, user)
            if way is not None:
                return HttpResponseRedirect(way)
        return view(request, *args, **kwargs)

    return guarded


def _way_to(request: HttpRequest, user: User) -> str | None:
    """Return where a second factor is made or shown, or None if this session has shown one."""
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if not kinds.intersection(FACTORS):
        messages.warning(request, "Operators need a second factor. Set one up first.")
        return reverse("mfa_index")
    if any(shown["method"] == "mfa" for shown in get_authentication_records(request, user)):
        return None
    by_code = Authenticator.Type.TOTP in kinds
    page = reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")
    return f"{page}?{urlencode({'next': request.get_full_path()})}"
