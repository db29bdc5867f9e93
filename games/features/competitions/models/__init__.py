"""What is stored of a competition. What it means is in the laws beside; when, in ``steps``."""

from games.features.competitions.models.certificate import Certificate
from games.features.competitions.models.competition import LEAGUE_RESERVE_S, Competition
from games.features.competitions.models.match import Match, MatchGame, Shootout
from games.features.competitions.models.section import Entry, Round, Section

__all__ = [
    "LEAGUE_RESERVE_S", "Certificate", "Competition", "Entry", "Match", "MatchGame", "Round",
    "Section", "Shootout",
]  # fmt: skip
