"""What accounts add to the service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts import figures, own_data
from accounts.api.rest_section import section as rest
from accounts.brute_force import LOG_INS
from accounts.hooks import MOVED, SECTIONS
from accounts.kept import OWN_DATA
from accounts.mail_line import MAILS, MAILS_IN_TIME
from accounts.pages import me
from accounts.pages.me import FOR_PROGRAMS, SET
from accounts.reference import reference
from accounts.rest_days import follow
from accounts.second_factor import reseal_codes, some_codes
from config.backends.encryption import RESEALED, SEALED
from config.developers.reference import REFERENCE
from config.features import Feature
from config.observe.counts import COUNTS
from config.observe.metrics import FIGURES
from config.places import ADDRESSES, Address

FEATURE = Feature(
    "accounts",
    hooks=[
        ADDRESSES.by(Address("me", "/me/", gettext_lazy("Me"))),
        ADDRESSES.by(Address("me", "/keep/")),
        ADDRESSES.by(Address("me", "/settings/")),
        ADDRESSES.by(Address("me", "/accounts/")),
        ADDRESSES.by(Address("me", "/developers/")),
        SET.by(me.account_row, name="account"),
        FOR_PROGRAMS.by(me.apps_row),
        FIGURES.by(figures.figures),
        COUNTS.by(LOG_INS),
        COUNTS.by(MAILS),
        COUNTS.by(MAILS_IN_TIME),
        OWN_DATA.by(own_data.TABLE),
        SECTIONS.by(rest, name="rest"),
        MOVED.by(follow),
        REFERENCE.by(reference),
        RESEALED.by(reseal_codes, name="second factors"),
        SEALED.by(some_codes, name="the second factors of people"),
    ],
    tags={"accounts": "Accounts, tokens, and the account that a token speaks for."},
    enumerations={
        "Scope": "accounts.credentials.SCOPE_NAMES",
        "Weekday": "accounts.rest_days.WEEKDAYS",
    },
)
