"""How someone becomes a player."""

from __future__ import annotations

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import site_rules
from accounts.models import User
from accounts.names import check_reserved, username_validator
from config.languages.spoken import chosen_by_browser


def check_username(username: str) -> None:
    """Raise ``ValidationError`` with a plain sentence if no one may take this name now."""
    username_validator(username)
    check_reserved(username)
    try:
        User(username=username).validate_constraints(exclude={"email"})
    except ValidationError as exc:
        raise ValidationError(exc.messages[0], code="taken") from exc


def register(request: HttpRequest, username: str, email: str, password: str) -> User:
    """Return the new account; raise ``ValidationError`` if the name is taken.

    An address that another account has is taken without a word: who may prove it by the email gets
    it verified, and no one learns from here which addresses have accounts.
    """
    site_rules.check_may_sign_up(request)
    user = User(username=username, email=email.lower(), language=chosen_by_browser())
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
            address = EmailAddress.objects.create(
                user=user, email=user.email, primary=True, verified=False
            )
            send_verification_email_to_address(request, address, signup=True)
    except IntegrityError as exc:
        raise name_is_taken() from exc
    return user


def name_is_taken() -> ValidationError:
    """Return the error where someone took the name since it was checked."""
    return ValidationError({"username": ValidationError(_("This name is taken."), code="taken")})
