"""What the ratings keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "ratings.Rating": Kept(
        _("How you stand in each game that you play for ratings."),
        "games/ratings.json",
        columns="pool rating deviation volatility games peak last_at",
    ),
    "ratings.RatingChange": Kept(
        _("What each rated game did to your rating."),
        "games/rating-changes.json",
        columns="game pool because score weight trust before after deviation at",
        until=Until.OTHERS,
    ),
    "ratings.Wish": Kept(
        _("Whether your ratings, your places and your badges are shown."),
        "games/rating-wishes.json",
        columns="ratings leaderboards badges",
    ),
    "ratings.Badge": Kept(
        _("The badges that you have earned, and with which games."),
        "games/badges.json",
        columns="badge game at",
    ),
    "ratings.BoardPlace": Kept(
        _("Your places on the leader boards."),
        "games/board-places.json",
        columns="pool by period place value games made_at",
    ),
    "ratings.BadgeDue": left_out(
        "Games whose badges are still to be given.", of="game__players__user", until=Until.USED
    ),
}
