"""What live matches keep."""

from games.live.models.player import LivePlayer

__all__ = ["LivePlayer"]
