"""What becomes of someone's preferences and messages when the account is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from config.backends import mail_folder
from notifications import tasks
from notifications.store import rename_in_deliveries


def forget_name(user: User, now: datetime) -> None:
    """Take their name off what was delivered to others, and forget the emails to them.

    ``user`` has the nameless name already, the row in the database still the old one.
    """
    before = User.objects.only("username", "email").get(pk=user.pk)
    # Others keep a log of what was delivered to them.
    rename_in_deliveries(user.pk, before.username, user.username)
    if before.email:
        mark = mail_folder.mark_of(before.email)
        transaction.on_commit(lambda: tasks.call(tasks.forget_mails_to, mark))
