"""What live games keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until

TABLE: Final = {
    "live.LiveRest": Kept(
        _("Your wait before the next live game, if you dropped some."),
        "live/cooldown.json",
        columns="until times counted_to",
    ),
    "live.Seek": Kept(
        _("Your search for a live game."),
        "live/search.json",
        columns="ruleset live rated rating least most made_at seen_at",
    ),
    "live.PlayingOn": Kept(
        _("Games you play on now, or want to."),
        "live/playing-on.json",
        columns="game agreed began_at moved_at",
        of="game__players__user",
        until=Until.USED,
    ),
}
