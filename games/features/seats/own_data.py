"""What offers of vacant seats keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "seats.SeatOffer": Kept(
        _("Free seats that you offer."),
        "games/seat-offers.json",
        columns="game side agreed offered_at",
    ),
}
