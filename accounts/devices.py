"""What a device is called, for people to distinguish theirs."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""By what is in a User-Agent; browsers name others besides themselves, so the order counts."""
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


def name_device(user_agent: str) -> str:
    """Return a name such as ``Chrome on Android``; ``A device`` for what nothing is known of."""
    browser = next((name for sign, name in _BROWSERS.items() if f"{sign}/" in user_agent), "")
    system = next((name for sign, name in _SYSTEMS.items() if sign in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("A device")
