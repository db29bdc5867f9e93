"""Typed shapes as the OpenAPI document reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, OtherWord
from config.http.shape_notes import (
    Count,
    Day,
    Positive,
    Time,
    between,
    like,
    other_than,
    seen_as,
    words,
)
from config.http.shapes import page_of, shape, shown
from games.rules.contract.described import Limits, Words

EXAMPLE = {"id": 3}


class Part(TypedDict):
    """A part."""

    kind: Literal["part"]


class Base(TypedDict):
    """What others share."""

    id: Positive


@like(EXAMPLE)
class Whole(Base):
    """A whole.

    With a second paragraph.
    """

    at: Annotated[Time | None, "When it was put together."]
    left: NotRequired[Annotated[Count, between(most=9)]]
    colour: Annotated[str, words(["red", "blue"])]
    parts: list[Part]
    first: Annotated[Part | None, "null without one."]
    names: dict[str, list[str]]
    share: float


def test_a_member_takes_its_field_from_its_type():
    fields = shape(Whole)().fields
    assert list(fields) == ["id", "at", "left", "colour", "parts", "first", "names", "share"]
    assert (fields["id"].min_value, fields["left"].min_value, fields["left"].max_value) == (1, 0, 9)
    assert isinstance(fields["at"], serializers.DateTimeField)
    assert isinstance(fields["share"], serializers.FloatField)
    assert list(fields["colour"].choices) == ["red", "blue"]
    assert fields["parts"].many
    assert isinstance(fields["parts"].child.fields["kind"], Constant)
    assert isinstance(fields["names"].child, serializers.ListField)


def test_what_may_be_null_or_left_out_is_said_by_the_type():
    fields = shape(Whole)().fields
    assert {name for name, one in fields.items() if one.allow_null} == {"at", "first"}
    assert {name for name, one in fields.items() if not one.required} == {"left"}


def test_its_words_name_and_example_come_along():
    made = shape(Whole)
    assert made.__doc__ == Whole.__doc__
    assert made.Meta.ref_name == "Whole"
    assert made.example == EXAMPLE
    assert made().fields["at"].help_text == "When it was put together."
    assert not hasattr(shape(Part), "example")


class Move(TypedDict):
    """A move."""

    kind: Literal["move"]


class Other(TypedDict):
    """What may come later."""

    kind: Annotated[str, other_than(["move"])]


AnyStep = Annotated[Move | Other, OneOf("Step", description="A step.")]


class Walk(TypedDict):
    """Steps."""

    steps: list[AnyStep]
    last: AnyStep | None
    colour: Annotated[str | None, words(["red"])]
    kept: Annotated[Mapping[str, Any], seen_as(Base)]
    facts: dict[str, Any]
    value: Any
    day: Day
    half: Annotated[int | None, Limits(1, 2)]
    side: Annotated[str, Words(("white", "black"))]


def test_a_union_of_shapes_is_one_of_them_in_the_document():
    fields = shape(Walk)().fields
    assert fields["steps"].child.shapes == [shape(Move), shape(Other)]
    assert (fields["last"].name, fields["last"].allow_null) == ("Step", True)
    assert shown(AnyStep).description == "A step."
    assert [type(one) for one in fields["steps"].child.shapes[1]().fields.values()] == [OtherWord]


def test_a_member_may_be_shown_as_another_type_than_its_own():
    fields = shape(Walk)().fields
    assert isinstance(fields["kept"], shape(Base))
    assert isinstance(fields["facts"], serializers.DictField)
    assert isinstance(fields["value"], serializers.JSONField)
    assert isinstance(fields["day"], serializers.DateField)
    assert (fields["half"].min_value, fields["half"].max_value) == (1, 2)
    assert list(fields["side"].choices) == ["white", "black"]
    assert (list(fields["colour"].choices), fields["colour"].allow_null) == (["red"], True)


def test_a_page_holds_shapes_or_one_of_several():
    plain, any_of_them = page_of(Whole), page_of(AnyStep, "Step")
    assert plain.Meta.ref_name == "WholePage"
    assert plain.example == {"next": None, "previous": None, "results": [EXAMPLE]}
    assert isinstance(plain().fields["results"].child, shape(Whole))
    assert any_of_them().fields["results"].child.name == "Step"
    assert any_of_them.example is None


def test_an_answer_that_is_no_typed_shape_stays_as_it_is():
    assert shown(None) is None
    assert shown(serializers.Serializer) is serializers.Serializer
    assert shown(Whole) is shape(Whole)


def test_a_type_that_json_does_not_have_is_refused():
    class Odd(TypedDict):
        raw: bytes

    with pytest.raises(TypeError, match="bytes"):
        shape(Odd)
