"""The shape of a turn that was sent: read quickly where it is right, by a serializer where not."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from games.api.inputs import TurnInput, read_turn

SENT: list[Any] = [
    {"turn": 1, "actions": ["d2d4", "@f3"]},
    {"turn": 2**31 - 1, "actions": []},
    {"turn": 1, "actions": ["x" * 16] * 16},
    {"turn": 1.0, "actions": ["d2d4"]},
    {"turn": 1, "actions": [" é "]},
    {"turn": 1, "actions": [" "]},
]
NOT_SENT: list[Any] = [
    {},
    {"turn": 1},
    {"turn": 1, "actions": [], "more": 1},
    {"actions": []},
    {"turn": True, "actions": []},
    {"turn": "1", "actions": []},
    {"turn": 1.5, "actions": []},
    {"turn": 0, "actions": []},
    {"turn": 2**31, "actions": []},
    {"turn": 1, "actions": "d2d4"},
    {"turn": 1, "actions": {"0": "d2d4"}},
    {"turn": 1, "actions": [""]},
    {"turn": 1, "actions": [1]},
    {"turn": 1, "actions": [None]},
    {"turn": 1, "actions": ["x" * 17]},
    {"turn": 1, "actions": ["d2\0d4"]},
    {"turn": 1, "actions": ["d2d4"] * 17},
]


@pytest.mark.parametrize("data", SENT)
def test_what_has_the_shape_is_read_as_the_serializer_reads_it(data: Any) -> None:
    body = TurnInput(data=data)
    body.is_valid(raise_exception=True)

    assert read_turn(data) == (body.validated_data["turn"], body.validated_data["actions"])


@pytest.mark.parametrize("data", NOT_SENT)
def test_what_has_not_is_refused_as_the_serializer_refuses_it(data: Any) -> None:
    body = TurnInput(data=data)
    assert not body.is_valid()

    with pytest.raises(ValidationError) as refusal:
        read_turn(data)

    assert refusal.value.detail == body.errors
