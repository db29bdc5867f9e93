"""What ratings add: the games that have ended are looked at for badges."""

from __future__ import annotations

from games.features.ratings.badges.giving import note_ended
from notifications.features import Feature

FEATURE = Feature(games_ended=note_ended)
