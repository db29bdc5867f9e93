"""What ratings add: the games that have ended are looked at for badges."""

from __future__ import annotations

from config.features import Feature
from games.features.ratings.badges.giving import note_ended
from notifications.relay import GAMES_ENDED

FEATURE = Feature("notifications.ratings", hooks=[GAMES_ENDED.by(note_ended)])
