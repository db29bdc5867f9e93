"""What the accounts keep of a person: never what opens a door, such as digests and secrets."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.utils.translation import gettext_noop as _
from oauth2_provider.models import get_access_token_model, get_refresh_token_model

from accounts.hooks import Part, columns
from accounts.models import App, PersonalToken, User

_GRANTED: Final = ("id", "application__name", "scope", "created", "expires")

PARTS: Final = (
    Part(
        "account/account.json",
        ("accounts.User",),
        _("Your account: name, address, settings."),
        lambda user: columns(
            User.objects.filter(pk=user.pk),
            *(
                "username",
                "email",
                "time_zone",
                "language",
                "page_settings",
                "is_bot",
                "is_staff",
                "guest_since",
            ),
            *("date_joined", "last_login"),
        ),
    ),
    Part(
        "account/mail_addresses.json",
        ("account.EmailAddress",),
        _("Your mail addresses."),
        lambda user: columns(
            EmailAddress.objects.filter(user=user), "email", "verified", "primary"
        ),
    ),
    Part(
        "account/sessions.json",
        ("usersessions.UserSession",),
        _("Where you are logged in."),
        lambda user: columns(
            UserSession.objects.filter(user=user),
            *("created_at", "last_seen_at", "ip", "user_agent"),
        ),
    ),
    Part(
        "account/second_factors.json",
        ("mfa.Authenticator",),
        _("Your second factors, without their secrets."),
        lambda user: columns(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
    ),
    Part(
        "account/tokens.json",
        ("accounts.PersonalToken",),
        _("Your personal tokens, without the tokens themselves, of which we keep none."),
        lambda user: columns(
            PersonalToken.objects.filter(user=user),
            *("id", "name", "scopes", "created_at", "last_used_at", "expires_at"),
        ),
    ),
    Part(
        "account/apps_let_in.json",
        ("oauth2_provider.AccessToken",),
        _("The apps that you let in."),
        lambda user: columns(get_access_token_model().objects.filter(user=user), *_GRANTED),
    ),
    Part(
        "account/apps_let_in_again.json",
        ("oauth2_provider.RefreshToken",),
        _("When these apps renewed their tokens."),
        lambda user: columns(
            get_refresh_token_model().objects.filter(user=user),
            *("id", "application__name", "created", "revoked"),
        ),
    ),
    Part(
        "account/apps_made.json",
        ("accounts.App",),
        _("The apps that you registered."),
        lambda user: columns(
            App.objects.filter(user=user),
            *("id", "name", "website", "client_id", "redirect_uris", "created"),
        ),
    ),
)

LEFT_OUT: Final = {
    "accounts.DataExport": "This copy itself.",
    "admin.LogEntry": "What operators did in the admin; it is about the service.",
    "oauth2_provider.Grant": "Codes that live for a minute.",
    "oauth2_provider.DeviceGrant": "Codes that live for minutes.",
    "oauth2_provider.IDToken": "None are made.",
}
