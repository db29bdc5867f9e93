"""What notifications add to the developers' pages."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings

from config.backends import circuit
from notifications import webhooks
from notifications.channels import webhook
from notifications.channels.webhook import sign
from notifications.transport import http_client

SECRET: Final = "whsec_" + base64.b64encode(bytes(range(24))).decode()
MESSAGE: Final = "msg_1042"
SENT_AT: Final = 1_795_235_400
BODY: Final = json.dumps({"type": "webhook.test", "timestamp": "2026-11-21T04:30:00Z", "data": {}})


def reference() -> Mapping[str, Any]:
    """Return what the pages show of webhooks, and a signed delivery to check against."""
    return {
        "most": {"deliveries": webhooks.MOST_LOGGED},
        "webhook": {
            "connect": int(http_client.CONNECT_SECONDS),
            "total": int(http_client.TOTAL_SECONDS),
            "slow": int(settings.SLOW_ANSWER_SECONDS),
            "times": circuit.TIMES,
            "at_once": webhook.AT_ONCE_TO_ONE,
            "gaps": [_in_words(gap) for gap in webhook.GAPS],
        },
        "signed": {
            "secret": SECRET,
            "id": MESSAGE,
            "at": SENT_AT,
            "body": BODY,
            "signature": sign(MESSAGE, SENT_AT, BODY, [_key_of(SECRET)]),
        },
    }


def _key_of(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix("whsec_"))


def _in_words(gap: timedelta) -> str:
    """Return a length of time that is a whole number of hours, minutes or seconds."""
    seconds = int(gap.total_seconds())
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= size and not seconds % size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
