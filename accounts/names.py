"""Which names people may have, so that no one can pass for someone else."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import F, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

username_validator = RegexValidator(
    # ASCII only, so that no name can be made to look like another with foreign letters.
    r"\A[A-Za-z0-9](?:[A-Za-z0-9_-]{0,28}[A-Za-z0-9])\Z",
    gettext_lazy(
        "Use 2 to 30 letters from a to z, digits, hyphens or underscores, but no spaces. "
        "Start and end with a letter or digit."
    ),
)

USERNAME_HELP: Final = gettext_lazy(
    "Letters from a to z, digits, hyphens and underscores. No spaces."
)
"""What a form says of a name before one is typed."""

# fmt: off
RESERVED: Final = frozenset(
    {
        "abuse", "admin", "administrator", "anonymous", "api", "chess-eleven", "chesseleven",
        "chess_eleven", "deleted", "help", "host", "house", "me", "mod", "moderator", "nobody",
        "null", "operator", "postmaster", "referee", "root", "security", "server", "staff",
        "support", "system", "undefined", "webmaster",
    }
)
# fmt: on
GUEST_PREFIX: Final = "guest-"
"""How the names of those begin who play without an account."""
GUEST_MARK: Final = 4
"""So many letters end the name of a guest who has one: two may be called the same."""
LONGEST_GUEST_NAME: Final = 30 - len(GUEST_PREFIX) - 1 - GUEST_MARK
DELETED_PREFIX: Final = "deleted-"
"""How the names of accounts begin that were deleted."""
RESERVED_PREFIXES: Final = (DELETED_PREFIX, "admin-", "admin_", GUEST_PREFIX, "guest_")

_ALIKE: Final = (("1", "l"), ("0", "o"), ("-", "_"), ("rn", "m"), ("vv", "w"))


_BEGINNING: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,29}")


def is_beginning(letters: str) -> bool:
    """Return whether a name may begin so."""
    return _BEGINNING.fullmatch(letters) is not None


def look(column: str) -> Combinable:
    """Return the database expression that is equal for two names that look the same.

    A capital I passes for a small l, so it is replaced before the case is thrown away; a
    small i does not.
    """
    expression: Combinable = Lower(Replace(F(column), Value("I"), Value("l")))
    for seen, meant in _ALIKE:
        expression = Replace(expression, Value(seen), Value(meant))
    return expression


def given_name(username: str) -> str:
    """Return what a guest is called, as ``ada`` in ``guest-ada-x7k2``; empty without a name."""
    if not username.startswith(GUEST_PREFIX):
        return ""
    return username.removeprefix(GUEST_PREFIX).rpartition("-")[0]


def check_reserved(username: str) -> None:
    """Raise ``ValidationError`` for a name that would speak for the service."""
    name = username.lower()
    if name in RESERVED or name.startswith(RESERVED_PREFIXES):
        raise ValidationError(_("You can't use this name. Choose another."), code="reserved")
