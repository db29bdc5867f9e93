"""Void games, as the operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from accounts.operator_log import record_act
from games.features.ratings.badges.giving import take_badges
from games.features.ratings.taking_back import void
from games.play.acts import call_off
from games.refusals import NotFound
from games.rules.contract import Adjudicable
from games.store.locking import lock_game


class Command(BaseCommand):
    """``manage.py void_game ID …``: a running game ends without a result, a rated one is undone.

    In a cup or a league a game that was aborted is played again. An early resignation that was
    undone bars no one from rated play.
    """

    help = "End running games without a result, and undo what finished ones did to ratings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="+", help="the id of a game")

    def handle(self, *args: Any, **options: Any) -> None:
        for game_id in options["game"]:
            try:
                done = _void(game_id)
                record_act(None, "game_voided", about=game_id, done=done)
                self.stdout.write(f"{game_id}: {done}")
            except NotFound as error:
                raise CommandError(f"There is no game {game_id}.") from error


def _void(game_id: str) -> str:
    now = timezone.now()
    with transaction.atomic():
        game = lock_game(game_id)
        if game.is_active:
            if not isinstance(game.rules, Adjudicable):
                raise CommandError(f"Nobody but its players can end {game_id}.")
            call_off(game, now=now)
            return "it ended without a result"
    if not void(game_id, now=now):
        return "nothing to undo: it was not rated, or is undone already"
    return f"its ratings are undone, {take_badges(game_id)} badges taken back"
