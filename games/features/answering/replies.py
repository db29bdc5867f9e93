"""Doing what an email says, and answering it by email in the same thread.

1. Lock its row; one that is settled is left alone.
2. Do what it says by the moment at which our server had it, as any other way to play does.
3. Write the answer and settle the row in the same transaction: never twice, never lost.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Min
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mail as outgoing
from accounts.zones import zone_of
from config.backends.task_signal import TaskTrigger
from config.http.errors.refusals import Refusal
from config.http.site import domain
from config.languages.spoken import spoken_to
from games.features.answering.models import InboundMail
from games.features.answering.taking import HOUR
from games.features.answering.tokens import turn_address
from games.features.say.boards import game_text
from games.features.say.saying import help_text, say
from games.play import watching
from games.shown.point_of_view import PointOfView

logger = logging.getLogger(__name__)

MOST_REFUSALS: Final = 10
"""Refusals an hour that are answered, so that two programs never write to each other for ever."""
GIVES_UP_AFTER: Final = timedelta(minutes=15)
TRIED_FOR: Final = timedelta(days=1)
KEPT_FOR: Final = timedelta(days=7)
"""How long a text is kept; the row keeps the same email from being done twice for as long."""
trigger = TaskTrigger("games.answering.tasks.answer_mails")

Status = InboundMail.Status


def waiting_since(games: Collection[str]) -> dict[str, datetime]:
    """Return since when an email waits for each of these games: its deadline does not fall yet."""
    rows = InboundMail.objects.filter(
        game__in=games,
        status=Status.WAITING,
        stranger="",
        received_at__gt=timezone.now() - GIVES_UP_AFTER,
    )
    return dict(rows.values("game").annotate(first=Min("received_at")).values_list("game", "first"))


def answer_waiting(limit: int = 50) -> int:
    """Answer the emails that wait, oldest first; return how many there were."""
    rows = InboundMail.objects.filter(status=Status.WAITING).order_by("received_at", "pk")
    found = list(rows.values_list("pk", flat=True)[:limit])
    for mail_id in found:
        answer(mail_id)
    return len(found)


def answer(mail_id: int, now: datetime | None = None) -> bool:
    """Do what an email says and answer it; return whether it is settled."""
    try:
        return _answer(mail_id, now or timezone.now())
    except Exception:
        # It waits for the next attempt; its game's deadline does not fall meanwhile.
        logger.exception("email %s could not be answered", mail_id)
        return False


def _answer(mail_id: int, now: datetime) -> bool:
    with transaction.atomic():
        rows = InboundMail.objects.select_for_update(of=("self",)).select_related("user")
        mail = rows.filter(pk=mail_id, status=Status.WAITING).first()
        if mail is None:
            return True
        with spoken_to(mail.user):
            is_done, words = _do(mail, now)
            if is_done is None:
                return False
            is_silent = not is_done and _refusals(mail) >= MOST_REFUSALS
            if not is_silent:
                _write(mail, words, now)
        mail.status = Status.DONE if is_done else Status.SILENT if is_silent else Status.REFUSED
        mail.settled_at = now
        mail.save(update_fields=["status", "settled_at"])
    return True


def _do(mail: InboundMail, now: datetime) -> tuple[bool | None, str]:
    """Return whether it was done and what to answer; ``None`` if it is to be tried again."""
    if mail.stranger:
        return False, _(
            "An email to your game came from {address}, which isn't your confirmed address. "
            "Nothing was played."
        ).format(address=mail.stranger)
    try:
        with transaction.atomic():
            said = say(
                mail.user, mail.game_id, mail.text, number=mail.turn or None, now=mail.received_at
            )
    except Refusal as refusal:
        if refusal.code == "busy" and now - mail.received_at < GIVES_UP_AFTER:
            return None, ""
        return False, _refused(mail, refusal)
    return True, said.words


def _refused(mail: InboundMail, refusal: Refusal) -> str:
    """Return what was not done and why, with examples."""
    if refusal.code == "stale_turn":
        return _(
            "You answered the email about turn {number}, but the game has moved on. Nothing was "
            "played. Answer the newest email about this game."
        ).format(number=mail.turn)
    lines = [str(refusal.detail)]
    for one in refusal.extra.get("nearest", ()):
        lines.append(f"  {one['text']}   ({one['label']})")
    if refusal.code == "not_understood":
        lines += ["", help_text(watching.view_game(mail.game_id, mail.received_at))]
    return "\n".join(lines)


def _refusals(mail: InboundMail) -> int:
    """Return how many of the account's emails were refused in the last hour."""
    return InboundMail.objects.filter(
        user=mail.user,
        status__in=(Status.REFUSED, Status.SILENT),
        settled_at__gt=mail.received_at - HOUR,
    ).count()


def _write(mail: InboundMail, words: str, now: datetime) -> None:
    """Write the answer: what happened and the board, in the thread of the game."""
    address = outgoing.confirmed_address(mail.user_id)
    if not address:
        return
    game = watching.view_game(mail.game_id, now)
    view = PointOfView(game, mail.user_id)
    shown = {
        "words": words,
        "board": game_text(view, now, zone=zone_of(mail.user.time_zone)),
        "is_awaited": view.is_awaited,
        "link": f"{settings.SITE_URL}/games/{game.pk}/",
        "legal": outgoing.legal_lines(),
    }
    thread = f"<game-{game.pk}@{domain()}>"
    subject = mail.subject or view.page_title
    letter = EmailMultiAlternatives(
        subject if subject.lower().startswith(("re:", "aw:")) else f"Re: {subject}",
        render_to_string("answering/mail/answer.txt", shown),
        to=[address],
        headers={
            "In-Reply-To": mail.message_id or thread,
            "References": f"{thread} {mail.message_id}".strip(),
            "Reply-To": turn_address(mail.user_id, game.pk, game.next_turn),
        },
    )
    letter.attach_alternative(render_to_string("answering/mail/answer.html", shown), "text/html")
    outgoing.enqueue(letter)


def forget_old(now: datetime) -> int:
    """Delete emails that were settled a week ago, and give up those that can't be answered.

    Return how many were deleted.
    """
    waiting = InboundMail.objects.filter(status=Status.WAITING)
    waiting.filter(received_at__lt=now - TRIED_FOR).update(status=Status.SILENT, settled_at=now)
    rows = InboundMail.objects.exclude(status=Status.WAITING)
    deleted, _by_model = rows.filter(settled_at__lt=now - KEPT_FOR).delete()
    return deleted
