"""``manage.py delete_account NUMBER ...``"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from accounts.models import User
from accounts.operator_log import record_act
from accounts.services.deletion import delete_account


class Command(BaseCommand):
    help = (
        'Delete accounts by the numbers that the log gives ("account 17 was deleted"): for those '
        "whom an older backup has brought back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", nargs="+", type=int)

    def handle(self, *args: Any, number: list[int], **options: Any) -> None:
        living = User.objects.filter(pk__in=number, deleted_at=None).order_by("pk")
        deleted = [user.pk for user in living]
        for user in living:
            delete_account(user, timezone.now())
            record_act(None, "account_deleted", user=user)
        self.stdout.write(
            f"{len(deleted)} deleted, {len(set(number) - set(deleted))} were not there."
        )
