"""What the ways into a live match keep."""

from games.features.live.models.playing_on import PlayingOn
from games.features.live.models.seek import LiveRest, Seek

__all__ = ["LiveRest", "PlayingOn", "Seek"]
