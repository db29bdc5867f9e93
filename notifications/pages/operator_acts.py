"""What operators can do to the whole site; each act is written into the log with its reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Any, Final, NamedTuple

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import site_rules
from accounts.models import SiteRules, User
from accounts.operator_log import record_act
from games.play.outages import pause_clocks, resume_clocks
from notifications import queue
from notifications.models import Notification

_MOMENT: Final = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


_SIGN_UP: Final = (
    (SiteRules.SignUp.OPEN.value, "Open to everyone"),
    (SiteRules.SignUp.INVITED.value, "By invitation"),
    (SiteRules.SignUp.CLOSED.value, "Closed"),
)


class ActForm(forms.Form):
    """A form of an act: beside its own fields it asks why."""

    reason = forms.CharField(label="Why", max_length=500, help_text="Kept in the log for good.")


class Nothing(ActForm):
    """An act that needs no more than a reason."""


class Announcing(ActForm):
    """A line for every page; empty takes it away."""

    announcement = forms.CharField(label="Line on every page", max_length=300, required=False)
    announcement_until = forms.DateTimeField(
        label="Until (UTC)", required=False, widget=_MOMENT, help_text="Empty: until you change it."
    )
    field_order = ("announcement", "announcement_until", "reason")


class Maintaining(ActForm):
    """Maintenance that is to come; empty takes it away."""

    maintenance_from = forms.DateTimeField(label="From (UTC)", required=False, widget=_MOMENT)
    maintenance_until = forms.DateTimeField(label="To (UTC)", required=False, widget=_MOMENT)
    field_order = ("maintenance_from", "maintenance_until", "reason")

    def clean(self) -> dict[str, Any]:
        """Return both moments in their order, or neither."""
        said = super().clean() or {}
        begins, ends = said.get("maintenance_from"), said.get("maintenance_until")
        if (begins is None) != (ends is None) or (begins and ends and ends <= begins):
            self.add_error("maintenance_until", "Give both, the end after the beginning.")
        return said


class SigningUp(ActForm):
    """Who may sign up."""

    sign_up = forms.ChoiceField(label="Sign-up", choices=_SIGN_UP)
    blocked_domains = forms.CharField(
        label="Email domains that may not sign up",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One a line, as example.org. Those below them are blocked too.",
    )
    blocked_networks = forms.CharField(
        label="Networks that may not sign up",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One a line, as 203.0.113.0/24.",
    )
    field_order = ("sign_up", "blocked_domains", "blocked_networks", "reason")

    def clean_blocked_domains(self) -> list[str]:
        """Return the domains in lower case, each once."""
        domains = {
            line.lower().lstrip("@.") for line in self.cleaned_data["blocked_domains"].split()
        }
        if wrong := [one for one in domains if "." not in one or len(one) > 253]:
            raise forms.ValidationError(f"Not a domain: {wrong[0]}")
        return sorted(domains)

    def clean_blocked_networks(self) -> list[str]:
        """Return the networks, each once."""
        try:
            return sorted(
                {str(ip_network(one)) for one in self.cleaned_data["blocked_networks"].split()}
            )
        except ValueError as error:
            raise forms.ValidationError(f"Not a network: {error}") from error


class Mailing(ActForm):
    """An email to send again."""

    notification = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class Verifying(ActForm):
    """Someone whose address is to be confirmed."""

    user = forms.ModelChoiceField(User.objects.filter(deleted_at=None), widget=forms.HiddenInput)


def _pause(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    paused = pause_clocks()
    record_act(operator, "clocks_paused", reason=said["reason"])
    return f"The clocks have been paused since {paused.started_at:%H:%M:%S} UTC."


def _resume(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    paused = resume_clocks()
    if paused is None or paused.ended_at is None:
        return "The clocks were not paused."
    length = paused.ended_at - paused.started_at
    record_act(operator, "clocks_resumed", reason=said["reason"], seconds=length.total_seconds())
    return f"The clocks run again. {length} are given back."


def _announce(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    _set(said, "announcement", "announcement_until")
    what = "announced" if said["announcement"] else "announcement_removed"
    record_act(operator, what, about=said["announcement"], reason=said["reason"])
    return "Every page shows the line." if said["announcement"] else "The line is gone."


def _maintain(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    _set(said, "maintenance_from", "maintenance_until")
    begins, ends = said["maintenance_from"], said["maintenance_until"]
    if begins is None:
        record_act(operator, "maintenance_withdrawn", reason=said["reason"])
        return "No maintenance is announced."
    about = f"{_words(begins)} to {_words(ends)}"
    record_act(operator, "maintenance_announced", about=about, reason=said["reason"])
    return "Every page announces the maintenance. Pause the clocks when it begins."


def _sign_up(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    before = site_rules.read()
    _set(said, "sign_up", "blocked_domains", "blocked_networks")
    changes: dict[str, Any] = {
        name: [getattr(before, name), said[name]]
        for name in ("sign_up", "blocked_domains", "blocked_networks")
        if getattr(before, name) != said[name]
    }
    record_act(operator, "sign_up_changed", about=said["sign_up"], reason=said["reason"], **changes)
    return f"Sign-up: {said['sign_up']}."


def _invite(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    record_act(operator, "invitation_made", reason=said["reason"])
    link = f"{settings.SITE_URL}/accounts/signup/?invitation={site_rules.make_invitation()}"
    return f"Anyone with this link can sign up for 14 days: {link}"


def _end_invitations(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    _set({"invitations_round": site_rules.read().invitations_round + 1}, "invitations_round")
    record_act(operator, "invitations_ended", reason=said["reason"])
    return "All links given so far have ended."


def _send_again(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    row = Notification.objects.select_related("user").filter(pk=said["notification"]).first()
    ended = (Notification.Status.FAILED, Notification.Status.SENT)
    if row is None or not queue.revive([row.pk], timezone.now(), ended):
        return "This email is still waiting, or is no longer true."
    record_act(operator, "email_resent", user=row.user, reason=said["reason"], notification=row.pk)
    return "It will be sent again, if what it says is still true."


def _verify(operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    user = said["user"]
    address = EmailAddress.objects.filter(user=user, verified=False).order_by("-primary").first()
    if address is None:
        return "No address of this account waits to be confirmed."
    if not send_verification_email_to_address(request, address):
        return f"An email went to {address.email} a moment ago. Wait a few minutes."
    record_act(operator, "verification_resent", user=user, reason=said["reason"])
    return f"The email to confirm {address.email} is on its way."


class Act(NamedTuple):
    """Something an operator can do."""

    form: type[ActForm]
    do: Callable[[User, HttpRequest, dict[str, Any]], str]
    """Do it and write it into the log; return what to say."""


ACTS: Final = {
    "pause": Act(Nothing, _pause),
    "resume": Act(Nothing, _resume),
    "maintenance": Act(Maintaining, _maintain),
    "announcement": Act(Announcing, _announce),
    "sign_up": Act(SigningUp, _sign_up),
    "invite": Act(Nothing, _invite),
    "end_invitations": Act(Nothing, _end_invitations),
    "send_again": Act(Mailing, _send_again),
    "verify": Act(Verifying, _verify),
}


def initial_of(name: str, rules: SiteRules) -> dict[str, Any]:
    """Return what the form of an act shows at first: the rules as they are."""
    lists = {
        "blocked_domains": "\n".join(rules.blocked_domains),
        "blocked_networks": "\n".join(rules.blocked_networks),
    }
    return {
        field: lists.get(field, getattr(rules, field, None))
        for field in ACTS[name].form.base_fields
    }


def carry_out(act: Act, operator: User, request: HttpRequest, said: dict[str, Any]) -> str:
    """Do it and write it down, both or neither; return what to say."""
    with transaction.atomic():
        words = act.do(operator, request, said)
    site_rules.look()
    return words


def _set(said: dict[str, Any], *names: str) -> None:
    values = {name: said[name] for name in names}
    SiteRules.objects.update_or_create(pk=1, defaults=values)


def _words(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
