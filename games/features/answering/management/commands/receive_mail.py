"""``manage.py receive_mail RECIPIENT SENDER < message``: take one email from a mail server's pipe.

Its status is one of sysexits.h: 0 accepted, 65 unreadable, 67 no address of ours, 69 too large,
75 for everything that may be over soon. A mail server sends an email back for any other status.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games.features.answering import replies
from games.features.answering.letters import LARGEST
from games.features.answering.taking import Took, take

STATUSES: Final = {Took.UNREADABLE: 65, Took.UNKNOWN: 67, Took.TOO_LARGE: 69}
TRY_AGAIN: Final = 75


class Command(BaseCommand):
    """Takes one email from standard input."""

    help = "Take one email from standard input and answer it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", help="The address it was sent to.")
        parser.add_argument("sender", nargs="?", default="", help="The sender of its envelope.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.INBOUND_DOMAIN:
            # A setting is missing: no reason to send emails back.
            self._try_again("set INBOUND_DOMAIN to the domain whose emails you receive")
        now = timezone.now()
        raw = sys.stdin.buffer.read(LARGEST + 1)
        try:
            taken = take(raw, options["recipient"], options["sender"], now)
        except Exception as error:
            self._try_again(f"{type(error).__name__}: {error}")
        if taken.mail_id is not None:
            replies.answer(taken.mail_id)
        sys.exit(STATUSES.get(taken.took, 0))

    def _try_again(self, because: str) -> NoReturn:
        self.stderr.write(f"Not accepted: {because}")
        sys.exit(TRY_AGAIN)
