"""What notifications add to accounts, and to the operator's figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.hooks import LEAVING, MOVED, RECOVERED, SECTIONS
from accounts.kept import OWN_DATA
from accounts.pages.me import FOR_PROGRAMS, SET
from config.backends.encryption import RESEALED, SEALED
from config.developers.reference import REFERENCE
from config.features import SLOTS, Feature
from config.observe.metrics import FIGURES
from games.pages.game import GAME_PAGE
from notifications import figures, own_data, webhooks
from notifications.account_deletion import forget_name
from notifications.account_recovery import notify_no_one_else
from notifications.me_section import section
from notifications.pages import me_rows
from notifications.pages.waiting import on_game_page
from notifications.transport import vapid
from notifications.wishes import go_by_new_zone


def _reference() -> Mapping[str, Any]:
    from notifications.reference import reference

    return reference()


FEATURE = Feature(
    "notifications",
    hooks=[
        SECTIONS.by(section, name="notifications", early=True),
        GAME_PAGE.by(on_game_page),
        SLOTS.by("notifications/slots/game_under_board.html", name="game_under_board"),
        SET.by(me_rows.notifications, name="notifications"),
        SET.by(me_rows.time, name="time"),
        SET.by(me_rows.language, name="language"),
        SET.by(me_rows.board, name="board"),
        FOR_PROGRAMS.by(me_rows.webhooks),
        LEAVING.by(forget_name),
        RECOVERED.by(notify_no_one_else),
        MOVED.by(go_by_new_zone),
        OWN_DATA.by(own_data.TABLE),
        FIGURES.by(figures.figures),
        RESEALED.by(webhooks.reseal_secrets, name="secrets of webhooks"),
        RESEALED.by(vapid.reseal_key, name="keys of web push"),
        SEALED.by(webhooks.some_secrets, name="the secrets of webhooks"),
        SEALED.by(vapid.some_keys, name="the key of web push"),
        REFERENCE.by(_reference),
    ],
    tags={
        "webhooks": "Hearing of things by being called.",
        "deliveries": "The bodies that webhooks receive.",
        "push": "Hearing of things on a device.",
        "calendar": "Deadlines in a calendar.",
    },
    enumerations={
        "DeliveryStatus": "notifications.models.Delivery.Status",
        "MailWay": "notifications.me_section.MAIL_WAYS",
        "PushWay": "notifications.me_section.OTHER_WAYS",
        "ReminderRung": "notifications.me_section.RUNG_WORDS",
        "WebhookFormat": "notifications.models.Webhook.Format",
        "WebhookStatus": "notifications.models.Webhook.Status",
    },
)
