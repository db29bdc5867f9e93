"""What the ratings keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "ratings.Rating": Kept(
        _("Your ratings in each game."),
        "games/ratings.json",
        columns="pool rating deviation volatility games peak last_at",
    ),
    "ratings.RatingChange": Kept(
        _("Your rating change in each rated game."),
        "games/rating-changes.json",
        columns="game pool because score weight trust before after deviation at",
        until=Until.OTHERS,
    ),
    "ratings.Wish": Kept(
        _("Your choice of who sees your ratings, places and badges."),
        "games/rating-wishes.json",
        columns="ratings leaderboards badges",
    ),
    "ratings.Badge": Kept(
        _("Your badges, and the games that earned them."),
        "games/badges.json",
        columns="badge game at",
    ),
    "ratings.BoardPlace": Kept(
        _("Your places on leaderboards."),
        "games/board-places.json",
        columns="pool by period place value games made_at",
    ),
    "ratings.Tally": Kept(
        _("The totals of your rated games on each day, for the leaderboards."),
        "games/tallies.json",
        columns="pool day games won scored goals shot expected mates streak",
    ),
    "ratings.BadgeDue": left_out(
        _("Games whose badges come soon."), of="game__players__user", until=Until.USED
    ),
}
