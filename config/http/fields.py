"""Fields that take the JSON type they say and nothing that merely looks like it, and times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from config.http.times import utc


class Input(serializers.Serializer[Any]):
    """What a request carries. Members that it does not know are refused, each by its name.

    They are reported together with what else is wrong: a misspelt member is most often why another
    one is missing.
    """

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            fault = ErrorDetail(_("Send an object."), "wrong_type")
            raise serializers.ValidationError({"non_field_errors": [fault]})
        unknown = _unknown(name for name in data if name not in self.fields)
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            faults = error.detail
            assert isinstance(faults, dict), "the faults of an object are named"
            raise serializers.ValidationError({**faults, **unknown}) from error
        if unknown:
            raise serializers.ValidationError(unknown)
        return value


def _unknown(names: Iterable[str]) -> dict[str, list[ErrorDetail]]:
    fault = ErrorDetail(_("This call has no field with this name."), "unknown_member")
    return {name: [fault] for name in names}


class StrictInteger(serializers.IntegerField):
    """A JSON number without a fraction: ``5`` or ``5.0``, not ``"5"`` and not ``true``."""

    default_error_messages = {"wrong_type": gettext_lazy("Send a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is float and data.is_integer():
            # JSON has one kind of number, and to JSON Schema 5.0 is an integer.
            data = int(data)
        if type(data) is not int:
            self.fail("wrong_type")
        return super().to_internal_value(data)


class StrictList(serializers.ListField):
    """A list of which no member is read where it is longer than it may be.

    A body has room for twenty thousand empty objects, each of which takes its time to be refused.
    """

    def run_child_validation(self, data: Any) -> Any:
        self.run_validators(data)
        return super().run_child_validation(data)


class StrictBoolean(serializers.BooleanField):
    """``true`` or ``false``, not a word or number that could mean it."""

    default_error_messages = {"wrong_type": gettext_lazy("Send true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("wrong_type")
        return data


class StrictText(serializers.CharField):
    """A JSON string, not a number that could be written as one."""

    default_error_messages = {"wrong_type": gettext_lazy("Send a text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("wrong_type")
        return super().to_internal_value(data)


class UtcTime(serializers.DateTimeField):
    """A time as every other one of the API is written: in UTC, to the second."""

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the moment; within a day of the calendar's ends no clock elsewhere can show it."""
        moment = super().enforce_timezone(value)
        if not _FIRST <= moment <= _LAST:
            self.fail("overflow")
        return moment

    def to_representation(self, value: datetime) -> str:
        return utc(value)


_FIRST: Final = datetime.min.replace(tzinfo=UTC) + timedelta(days=1)
_LAST: Final = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)
