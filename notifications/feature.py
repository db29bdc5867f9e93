"""What telling people adds to accounts, and to the operator's figures."""

from __future__ import annotations

from accounts.hooks import LEAVING, MOVED, RECOVERED, SECTIONS
from accounts.kept import OWN_DATA
from config.backends.encryption import RESEALED
from config.features import Feature
from config.observe.metrics import FIGURES
from notifications import figures, own_data, webhooks
from notifications.account_deletion import forget_name
from notifications.account_recovery import tell_nobody_else
from notifications.me_section import section
from notifications.transport import vapid
from notifications.wishes import go_by_new_zone

FEATURE = Feature(
    "notifications",
    hooks=[
        SECTIONS.by(section, name="notifications", early=True),
        LEAVING.by(forget_name),
        RECOVERED.by(tell_nobody_else),
        MOVED.by(go_by_new_zone),
        OWN_DATA.by(own_data.TABLE),
        FIGURES.by(figures.figures),
        RESEALED.by(webhooks.reseal_secrets, name="secrets of webhooks"),
        RESEALED.by(vapid.reseal_key, name="keys of web push"),
    ],
)
