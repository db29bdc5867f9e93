"""What the games keep of a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out
from accounts.models import User
from games.models import Game
from games.shown.export import export_json
from games.shown.shapes.exports import OtherExport

_CHUNK: Final = 100


def _games(user: User) -> Iterator[OtherExport]:
    games = Game.objects.with_seats().filter(players__user=user).order_by("pk")
    whole = games.prefetch_related("turns", "acts", "arrangements")
    for game in whole.iterator(chunk_size=_CHUNK):
        yield export_json(
            game, game.turns.all(), game.acts.all(), game.arrangements.all(), settings.SITE_URL
        )


def _staged(user: User) -> Q:
    """Return the rows of this person's seats."""
    return Q(game__players__user=user, game__players__side=F("side"))


TABLE: Final = {
    "games.Player": Kept(
        _("Every game you play or played, with all turns, as in GET /games/{id}/export."),
        "games/games.json",
        rows=_games,
        until=Until.OTHERS,
    ),
    "games.Challenge": Kept(
        _("Challenges you sent or received."),
        "games/challenges.json",
        columns="id challenger__username opponent__username side ruleset options days_per_turn"
        " turn_s reserve_s gain_s has_leave has_rest rated is_public for_friends status game"
        " created_at answered_at",
        of=lambda user: Q(challenger=user) | Q(opponent=user),
        until=Until.OTHERS,
    ),
    "games.Invitation": Kept(
        _("Seats in challenges that you took or were invited to."),
        "games/invitations.json",
        columns="challenge challenge__challenger__username is_named accepted_at",
        until=Until.OTHERS,
    ),
    "games.InboxEntry": Kept(
        _("Your events, by number."),
        "games/events.json",
        columns="number event__game event__challenge event__type event__data event__happened_at",
        until=Until.CLEARED,
    ),
    "games.Preset": Kept(
        _("Formations you saved."),
        "games/presets.json",
        columns="ruleset slot name content saved_at",
    ),
    "games.Block": Kept(
        _("Players you blocked. We don't list players who blocked you."),
        "games/blocks.json",
        columns="blocked__username created_at",
        also="blocked",
    ),
    "games.Friend": Kept(
        _("Your friends. We don't list players who added you."),
        "games/friends.json",
        columns="friend__username created_at",
        also="friend",
    ),
    "games.Leave": Kept(
        _("Your vacations: past, present and booked."),
        "games/leaves.json",
        columns="begins_at ends_at created_at",
    ),
    "games.GameEvent": left_out(
        _("Your events are in games/events.json."),
        of="entries__user",
        until=Until.OTHERS,
    ),
    "games.Inbox": left_out(
        _("How many events you had. Their numbers are in games/events.json."),
        until=Until.OTHERS,
    ),
    "games.HouseRobot": left_out(_("House bots."), until=Until.OTHERS),
    "games.LivePlayer": Kept(
        _("The live game you're playing."), "live/playing.json", columns="game"
    ),
    "games.StagedTurn": Kept(
        _("Drafts of turns in live games."),
        "live/staged.json",
        columns="game side turn round actions staged_at",
        of=_staged,
        until=Until.USED,
    ),
}
