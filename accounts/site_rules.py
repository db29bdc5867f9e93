"""Who may sign up, and the lines that every page shows, as operators have decided.

The heartbeat looks now and then, so that showing a page asks the database nothing more.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import ip_network
from typing import Final, NamedTuple

from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import SiteRules
from config.http.client_ip import client_address
from config.http.errors.refusals import Refusal

INVITED_FOR: Final = timedelta(days=14)
_SALT: Final = "accounts.site_rules.invitation"
_IN_SESSION: Final = "invitation"


class Notice(NamedTuple):
    """What every page shows at its top."""

    announcement: str
    maintenance_from: datetime | None
    maintenance_until: datetime | None


class _Seen:
    rules = SiteRules()


def read() -> SiteRules:
    """Return the rules as they are now."""
    return SiteRules.objects.filter(pk=1).first() or SiteRules()


def look() -> None:
    """See the rules, for the pages that this process shows from now on."""
    _Seen.rules = read()


def notice(now: datetime) -> Notice | None:
    """Return what every page shows now, as this process last saw it; ``None`` if it is nothing."""
    rules = _Seen.rules
    is_over = rules.announcement_until is not None and rules.announcement_until <= now
    announcement = "" if is_over else rules.announcement
    until = rules.maintenance_until
    if until is not None and until > now:
        return Notice(announcement, rules.maintenance_from, until)
    return Notice(announcement, None, None) if announcement else None


def make_invitation() -> str:
    """Return what lets anyone who has it sign up within two weeks while that is by invitation."""
    return signing.dumps(read().invitations_round, salt=_SALT)


def may_sign_up(request: HttpRequest) -> bool:
    """Return whether a new account may be made from here; an invitation is kept in the session."""
    rules = read()
    if _is_from_blocked(rules, client_address(request)):
        return False
    if rules.sign_up == SiteRules.SignUp.INVITED:
        return _is_invited(rules, request)
    return rules.sign_up == SiteRules.SignUp.OPEN


def check_may_sign_up(request: HttpRequest) -> None:
    """Raise the refusal ``sign_up_closed`` where no new account may be made from here."""
    if not may_sign_up(request):
        raise Refusal("sign_up_closed", _("We're not accepting new players right now."))


def check_email(email: str) -> None:
    """Raise ``ValidationError`` for an address with which no one may sign up."""
    domain = email.rpartition("@")[2].lower()
    if any(domain == one or domain.endswith(f".{one}") for one in read().blocked_domains):
        raise ValidationError(
            _("You can't sign up with this email provider. Use another address."), code="invalid"
        )


def _is_invited(rules: SiteRules, request: HttpRequest) -> bool:
    given = request.GET.get("invitation") or request.session.get(_IN_SESSION, "")
    try:
        found = signing.loads(given, salt=_SALT, max_age=INVITED_FOR)
    except signing.BadSignature:
        return False
    if found != rules.invitations_round:
        return False
    if request.session.get(_IN_SESSION) != given:
        request.session[_IN_SESSION] = given
    return True


def _is_from_blocked(rules: SiteRules, address: str) -> bool:
    try:
        # Of IPv6 the network of the house is known, as 2001:db8::/64.
        here = ip_network(address, strict=False)
    except ValueError:
        return False
    networks = map(ip_network, rules.blocked_networks)
    return any(one.version == here.version and one.overlaps(here) for one in networks)
