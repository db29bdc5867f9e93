"""What the analysis adds: the games that have ended wait for theirs."""

from __future__ import annotations

from config.features import Feature
from games.features.analysis.making import expect
from notifications.relay import GAMES_ENDED

FEATURE = Feature("notifications.analysis", hooks=[GAMES_ENDED.by(expect)])
