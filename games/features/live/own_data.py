"""What live matches keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until

TABLE: Final = {
    "live.LiveRest": Kept(
        _("How long you wait for your next live game, after you dropped some."),
        "live/cooldown.json",
        columns="until times counted_to",
    ),
    "live.Seek": Kept(
        _("The live game that you look for at this moment."),
        "live/search.json",
        columns="ruleset live rated rating least most made_at seen_at",
    ),
    "live.PlayingOn": Kept(
        _("Games that you play on now, or would like to, while all are there."),
        "live/playing-on.json",
        columns="game agreed began_at moved_at",
        of="game__players__user",
        until=Until.USED,
    ),
}
