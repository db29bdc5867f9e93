"""What answering by email keeps of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "answering.InboundMail": Kept(
        _("Emails with which you answered ours."),
        "games/inbound-emails.json",
        columns="game turn subject text received_at status",
    ),
    "answering.Bounced": Kept(
        _("How often emails to you came back."),
        "account/bounced-emails.json",
        columns="count last_at paused_at",
    ),
}
