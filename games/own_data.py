"""What the games keep of a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.hooks import Part, columns
from accounts.models import User
from games.models import Block, Challenge, Game, GameEvent, InboxEntry, Invitation, Leave, Preset
from games.shown.export import export_json

_AT_ONCE: Final = 100


def _games(user: User) -> Iterator[dict[str, Any]]:
    games = Game.objects.with_seats().filter(players__user=user).order_by("pk")
    whole = games.prefetch_related("turns", "acts", "arrangements")
    for game in whole.iterator(chunk_size=_AT_ONCE):
        yield export_json(
            game, game.turns.all(), game.acts.all(), game.arrangements.all(), settings.SITE_URL
        )


def _events(user: User) -> Iterator[dict[str, Any]]:
    rows = InboxEntry.objects.filter(user=user)
    names = ("game", "challenge", "type", "data", "happened_at")
    return columns(rows, "number", *(f"event__{name}" for name in names))


PARTS: Final = (
    Part(
        "games/games.json",
        ("games.Player", "games.Game", "games.Turn", "games.Act", "games.Arrangement"),
        _("Every game that you play or played, with all turns, as GET /games/{id}/export has it."),
        _games,
    ),
    Part(
        "games/challenges.json",
        ("games.Challenge",),
        _("The challenges that you made or received."),
        lambda user: columns(
            Challenge.objects.filter(Q(challenger=user) | Q(opponent=user)),
            *("id", "challenger__username", "opponent__username", "side", "ruleset", "options"),
            *(
                "days_per_turn",
                "turn_s",
                "reserve_s",
                "gain_s",
                "has_leave",
                "rated",
                "is_public",
                "status",
                "game",
                "created_at",
                "answered_at",
            ),
        ),
    ),
    Part(
        "games/invitations.json",
        ("games.Invitation",),
        _("Seats of challenges to several people that you were asked to take, or took."),
        lambda user: columns(
            Invitation.objects.filter(user=user),
            *("challenge", "challenge__challenger__username", "is_named", "accepted_at"),
        ),
    ),
    Part(
        "games/events.json",
        ("games.InboxEntry", GameEvent._meta.label),
        _("What you were told of, under your numbers."),
        _events,
    ),
    Part(
        "games/presets.json",
        ("games.Preset",),
        _("Formations that you kept."),
        lambda user: columns(
            Preset.objects.filter(user=user), "ruleset", "slot", "name", "content", "saved_at"
        ),
    ),
    Part(
        "games/blocks.json",
        ("games.Block",),
        _("Whom you do not want to be challenged by. Who blocks you is their affair."),
        lambda user: columns(Block.objects.filter(user=user), "blocked__username", "created_at"),
    ),
    Part(
        "games/leaves.json",
        ("games.Leave",),
        _("When you were, are or will be on leave."),
        lambda user: columns(Leave.objects.filter(user=user), "begins_at", "ends_at", "created_at"),
    ),
)

LEFT_OUT: Final = {
    "games.Inbox": "How many events you were told of; their numbers are in games/events.json.",
    "games.HouseRobot": "Accounts of the house alone.",
}
