"""Fields that take the JSON type they say and nothing that merely looks like it, and times."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from config.http.times import utc


class StrictInteger(serializers.IntegerField):
    """A JSON number without a fraction: not ``"5"``, not ``5.0``, not ``true``."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """``true`` or ``false``, not a word or number that could mean it."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class StrictText(serializers.CharField):
    """A JSON string, not a number that could be written as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class UtcTime(serializers.DateTimeField):
    """A time as every other one of the API is written: in UTC, to the second."""

    def to_representation(self, value: datetime) -> str:
        return utc(value)
