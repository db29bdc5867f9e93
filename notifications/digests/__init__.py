"""The mails by the clock: daily, weekly, and those that features add; a class each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from notifications.features import features

if TYPE_CHECKING:
    from notifications.digests.clock_mail import ClockMail

_OF_THE_CORE: Final = ("daily", "weekly")


@cache
def clock_mails() -> Mapping[str, ClockMail]:
    """Return every mail by the clock by its name."""
    mails = [import_module(f"{__name__}.{name}").MAIL for name in _OF_THE_CORE]
    mails += [mail for feature in features() for mail in feature.mails]
    return {mail.name: mail for mail in mails}
