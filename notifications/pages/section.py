"""A part of the settings: a form that is saved alone."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django import forms

from accounts.models import User
from notifications.preferences import NotificationPreferences


class Section(forms.Form):
    """A part of the settings: knows how to read and to store itself."""

    key: str
    page = "settings"
    """The name of the address, and of the template, of the page that shows it."""

    @classmethod
    def of(cls, user: User, wishes: NotificationPreferences) -> Section:
        """Return the form as this person has it."""
        return cls(initial=cls.read(user, wishes), auto_id=f"id_{cls.key}_%s")

    @classmethod
    @abstractmethod
    def read(cls, user: User, wishes: NotificationPreferences) -> dict[str, Any]:
        """Return what is stored."""

    @abstractmethod
    def save(self, user: User) -> None:
        """Store what was chosen."""

    def summary(self) -> str:
        """Return what is chosen now in one line, where a page says so above the form."""
        return ""
