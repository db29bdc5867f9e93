"""What the accounts keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "accounts.User": Kept(
        _("Your account: name, address, settings."),
        "account/account.json",
        columns="username email time_zone language page_settings rest_days is_bot is_staff"
        " is_family guest_since date_joined last_login",
        of="pk",
        until=Until.OTHERS,
    ),
    "account.EmailAddress": Kept(
        _("Your email addresses."), "account/mail_addresses.json", columns="email verified primary"
    ),
    "usersessions.UserSession": Kept(
        _("Where you are logged in."),
        "account/sessions.json",
        columns="created_at last_seen_at ip user_agent",
    ),
    "mfa.Authenticator": Kept(
        _("Your authenticator apps and passkeys, without their secrets."),
        "account/second_factors.json",
        columns="type created_at last_used_at",
    ),
    "accounts.PersonalToken": Kept(
        _("Your personal tokens, without their secrets. We don't keep those."),
        "account/tokens.json",
        columns="id name scopes created_at last_used_at expires_at",
    ),
    "oauth2_provider.AccessToken": Kept(
        _("Apps you gave access."),
        "account/apps_let_in.json",
        columns="id application__name scope created expires",
        until=Until.CLEARED,
    ),
    "oauth2_provider.RefreshToken": Kept(
        _("When these apps renewed their tokens."),
        "account/apps_let_in_again.json",
        columns="id application__name created revoked",
        until=Until.CLEARED,
    ),
    "accounts.App": Kept(
        _("Apps you registered."),
        "account/apps_made.json",
        columns="id name website client_id redirect_uris created",
    ),
    "accounts.DataExport": left_out(_("The copy of your data itself.")),
    "accounts.DataExportPiece": left_out(_("The copy of your data itself."), of="export__user"),
    "account.EmailConfirmation": left_out(_("Nothing."), of="email_address__user"),
    "accounts.OperatorAct": Kept(
        _("Acts of operators on your account, with their reasons."),
        "account/operator_acts.json",
        columns="at what reason",
        until=Until.OTHERS,
    ),
    "admin.LogEntry": left_out(
        _("Acts of operators in the admin, on the service."), until=Until.OTHERS
    ),
    "oauth2_provider.Grant": left_out(_("Codes that live for a minute."), until=Until.USED),
    "oauth2_provider.DeviceGrant": left_out(_("Codes that live for minutes."), until=Until.USED),
    "oauth2_provider.IDToken": left_out(_("Nothing."), until=Until.USED),
}
