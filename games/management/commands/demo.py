"""``manage.py demo``: alice and bob play a whole game over the HTTP API, printed as it goes."""

from __future__ import annotations

import os
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.demo import DemoFailed, open_accounts, play_match


class Command(BaseCommand):
    help = "Let alice and bob play a whole match through the HTTP API of the running service."

    def add_arguments(self, parser: CommandParser) -> None:
        port = os.environ.get("PORT", "8000")
        parser.add_argument("--server", default=f"http://127.0.0.1:{port}")
        parser.add_argument("--goals", type=int, default=2, help="goals to win, 1 to 9")

    def handle(self, *args: Any, server: str, goals: int, **options: Any) -> None:
        try:
            players = open_accounts(server.rstrip("/"), settings.DATA_DIR / "demo.json")
            for lines in play_match(players["alice"], players["bob"], goals):
                self.stdout.write(lines)
        except DemoFailed as error:
            raise CommandError(str(error)) from error
        except httpx.TransportError as error:
            raise CommandError(
                f"{server} does not answer ({error}): start it with 'python3 manage.py up'."
            ) from error
