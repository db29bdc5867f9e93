"""What accounts add to the service."""

from __future__ import annotations

from accounts import figures, own_data
from accounts.kept import OWN_DATA
from accounts.reference import reference
from accounts.second_factor import some_codes
from config.backends.encryption import SEALED
from config.developers.reference import REFERENCE
from config.features import Feature
from config.observe.metrics import FIGURES

FEATURE = Feature(
    "accounts",
    hooks=[
        FIGURES.by(figures.figures),
        OWN_DATA.by(own_data.TABLE),
        REFERENCE.by(reference),
        SEALED.by(some_codes, name="the second factors of people"),
    ],
)
