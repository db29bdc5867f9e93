"""What live matches keep."""

from games.live.models.player import LivePlayer
from games.live.models.stage import StagedTurn

__all__ = ["LivePlayer", "StagedTurn"]
