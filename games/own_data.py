"""What the games keep of a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out
from accounts.models import User
from games.models import Game
from games.shown.export import export_json

_AT_ONCE: Final = 100


def _games(user: User) -> Iterator[dict[str, Any]]:
    games = Game.objects.with_seats().filter(players__user=user).order_by("pk")
    whole = games.prefetch_related("turns", "acts", "arrangements")
    for game in whole.iterator(chunk_size=_AT_ONCE):
        yield export_json(
            game, game.turns.all(), game.acts.all(), game.arrangements.all(), settings.SITE_URL
        )


def _staged(user: User) -> Q:
    """Return the rows of this person's seats."""
    return Q(game__players__user=user, game__players__side=F("side"))


TABLE: Final = {
    "games.Player": Kept(
        _("Every game that you play or played, with all turns, as GET /games/{id}/export has it."),
        "games/games.json",
        rows=_games,
        until=Until.OTHERS,
    ),
    "games.Challenge": Kept(
        _("The challenges that you made or received."),
        "games/challenges.json",
        columns="id challenger__username opponent__username side ruleset options days_per_turn"
        " turn_s reserve_s gain_s has_leave rated is_public status game created_at answered_at",
        of=lambda user: Q(challenger=user) | Q(opponent=user),
        until=Until.OTHERS,
    ),
    "games.Invitation": Kept(
        _("Seats of challenges to several people that you were asked to take, or took."),
        "games/invitations.json",
        columns="challenge challenge__challenger__username is_named accepted_at",
        until=Until.OTHERS,
    ),
    "games.InboxEntry": Kept(
        _("What you were told of, under your numbers."),
        "games/events.json",
        columns="number event__game event__challenge event__type event__data event__happened_at",
        until=Until.CLEARED,
    ),
    "games.Preset": Kept(
        _("Formations that you kept."),
        "games/presets.json",
        columns="ruleset slot name content saved_at",
    ),
    "games.Block": Kept(
        _("Whom you do not want to be challenged by. Who blocks you is their affair."),
        "games/blocks.json",
        columns="blocked__username created_at",
        also="blocked",
    ),
    "games.Leave": Kept(
        _("When you were, are or will be on leave."),
        "games/leaves.json",
        columns="begins_at ends_at created_at",
    ),
    "games.GameEvent": left_out(
        "What you were told of is in games/events.json.",
        of="entries__user",
        until=Until.OTHERS,
    ),
    "games.Inbox": left_out(
        "How many events you were told of; their numbers are in games/events.json.",
        until=Until.OTHERS,
    ),
    "games.HouseRobot": left_out("Accounts of the house alone.", until=Until.OTHERS),
    "games.LivePlayer": Kept(
        _("The live game that you play at this moment."), "live/playing.json", columns="game"
    ),
    "games.StagedTurn": Kept(
        _("Turns of live games that you drafted and did not send."),
        "live/staged.json",
        columns="game side turn round actions staged_at",
        of=_staged,
        until=Until.USED,
    ),
}
