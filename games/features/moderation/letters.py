"""What the person and the reporter are told, by email and in their language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext as _

from accounts import mail
from accounts.models import User
from accounts.selectors import mail_address
from config.languages.spoken import spoken_to
from games.features.moderation.models import Appeal, Decision, Report
from games.features.moderation.standing import until_words

_SALT: Final = "moderation.standing"


def link_of(decision: Decision) -> str:
    """Return the address at which the person can appeal, logged in or not."""
    token = signing.dumps(decision.pk, salt=_SALT)
    return f"{settings.SITE_URL}/standing/{token}/"


def decision_of(token: str) -> int | None:
    """Return the decision that a link names, or ``None`` for a link that isn't ours."""
    try:
        return int(signing.loads(token, salt=_SALT))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def sentences_of(decision: Decision) -> list[str]:
    """Return a decision in words: what, why, until when."""
    match decision.kind:
        case Decision.Kind.REMINDER:
            what = _("A moderator reminds you of the terms.")
        case Decision.Kind.MUTE:
            what = _("You can't send messages {until}.").format(until=until_words(decision))
        case Decision.Kind.UNRATED:
            what = _("You can't play rated games {until}.").format(until=until_words(decision))
        case Decision.Kind.RENAME:
            what = _("You have a new username: {username}.").format(username=decision.user.username)
        case Decision.Kind.CLOSE:
            what = _("Your account is closed {until}.").format(until=until_words(decision))
        case Decision.Kind.VOID:
            what = _("Results of rated games were undone. They no longer count for any rating.")
        case _other:
            what = _("No action was needed.")
    why = _("Reason: {reason}.").format(reason=decision.get_reason_display())
    return [what, why, *([decision.sentence] if decision.sentence else [])]


def _voided(decision: Decision) -> list[str]:
    """Return which game was undone, if the decision is about one alone."""
    if decision.kind != Decision.Kind.VOID or decision.game_id is None:
        return []
    url = f"{settings.SITE_URL}/games/{decision.game_id}/"
    return [_("It's this game: {url}").format(url=url)]


def tell_person(decision: Decision, address: str | None) -> None:
    """Email a decision to the person; ``address`` was read before the account was closed."""
    if decision.kind == Decision.Kind.NO_ACTION or address is None:
        return
    with spoken_to(decision.user):
        how = _("If you disagree, ask for another look, once:")
        text = "\n".join([*sentences_of(decision), *_voided(decision), "", how, link_of(decision)])
        mail.write(_("A decision about your account"), text, address)


def tell_reporters(reports: Iterable[Report], names: Mapping[int, str], *, is_acted: bool) -> None:
    """Email the reporters that their report was looked at, never what was done.

    ``names`` are those under which they know the player.
    """
    for report in reports:
        address = mail_address(report.reporter)
        if address is None:
            continue
        with spoken_to(report.reporter):
            words = (
                _("We looked at your report about {username} and did something about it.")
                if is_acted
                else _("We looked at your report about {username}. Nothing had to be done.")
            ).format(username=names[report.pk])
            text = "\n\n".join([words, _("Thank you for your help.")])
            mail.write(_("Your report was looked at"), text, address)


def tell_undone(decision: Decision) -> None:
    """Email the person that a decision was taken back."""
    address = mail_address(decision.user)
    if address is None or decision.kind == Decision.Kind.NO_ACTION:
        return
    with spoken_to(decision.user):
        text = _("A moderator took back a decision about your account: {kind}.").format(
            kind=decision.get_kind_display()
        )
        mail.write(_("A decision was taken back"), text, address)


def tell_answer(appeal: Appeal, address: str | None) -> None:
    """Email the answer to an appeal."""
    if address is None:
        return
    person = appeal.decision.user
    with spoken_to(person):
        words = (
            _("We looked again, and took the decision back.")
            if appeal.is_granted
            else _("We looked again, and the decision stays.")
        )
        text = "\n".join([words, *([appeal.answer] if appeal.answer else [])])
        mail.write(_("The answer to your appeal"), text, address)


def tell_opponents(user: User, opponents: Iterable[User]) -> None:
    """Email those who play with a closed account how their games are decided."""
    for other in opponents:
        address = mail_address(other)
        if address is None:
            continue
        with spoken_to(other):
            text = _(
                "The account of {username} is closed. Your games continue: {username} has one "
                "more turn's time, then you win on time."
            ).format(username=user.username)
            subject = _("{username}'s account is closed").format(username=user.username)
            mail.write(subject, text, address)
