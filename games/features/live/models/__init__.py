"""What the ways into a live game keep."""

from games.features.live.models.playing_on import PlayingOn
from games.features.live.models.seek import LiveRest, Seek

__all__ = ["LiveRest", "PlayingOn", "Seek"]
