"""What accounts add to the service."""

from __future__ import annotations

from accounts import figures, own_data
from accounts.kept import OWN_DATA
from config.features import Feature
from config.observe.metrics import FIGURES

FEATURE = Feature(
    "accounts",
    hooks=[FIGURES.by(figures.figures), OWN_DATA.by(own_data.TABLE)],
)
