"""One typed definition of each JSON shape: a ``TypedDict`` that its payload function returns.

mypy holds the function to the class, and ``shape`` shows the class to the OpenAPI document. The
docstring of the class describes the shape, a text in ``Annotated`` a member::

    class Lesson(TypedDict):
        \"""A step in the list.\"""

        step: Positive
        stars: Annotated[Count, "0: not done yet, or not logged in."]
        done_at: Time | None
        hint: NotRequired[str]

A member that says nothing means what ``members.py`` says of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rest_framework import serializers

from config.features import Hook
from config.http.schema_fields import Constant, OneOf, OpenWord, OtherWord, Output
from config.http.shape_notes import BASES, CHOICE, DAY, EXAMPLES, OPEN, OTHER, TIME, Bounds

Options = dict[str, Any]
MEMBERS: Final[Hook[type]] = Hook()
"""Members that features add to a shape of the core, by its name."""


@cache
def shape(typed: type) -> type[Output]:
    """Return a typed class as the OpenAPI document reads it."""
    hints = dict(members_of(typed))
    for more in MEMBERS.given:
        if more.name == typed.__name__:
            hints |= members_of(more.what)
    made = shape_with(typed.__name__, str(typed.__doc__), hints)
    if typed in EXAMPLES:
        made.example = EXAMPLES[typed]  # type: ignore[attr-defined]
    return made


def shape_with(name: str, description: str, hints: Options) -> type[Output]:
    """Return a shape with this name and the members with these types."""
    MADE[name] = hints
    members: Options = {member: _field(hint, {}) for member, hint in hints.items()}
    meta = type("Meta", (), {"ref_name": name})
    return type(name, (Output,), {**members, "Meta": meta, "__doc__": description})


MADE: Final[dict[str, Options]] = {}
"""The types of the members of each shape."""


def bases_of(hints: Options) -> list[type]:
    """Return the bases whose members are among these, the one with the most members first."""
    found = [one for one in BASES if members_of(one).items() < hints.items()]
    return sorted(found, key=lambda one: -len(members_of(one)))


@cache
def members_of(typed: type) -> Options:
    """Return the types of the members of a typed class, with all that is noted of them."""
    return get_type_hints(typed, include_extras=True)


def shown(answer: Any) -> Any:
    """Return what a call answers as the document reads it: a ``TypedDict`` as its shape."""
    if get_origin(answer) is Annotated:
        return _field(answer, {})
    return shape(answer) if is_typeddict(answer) else answer


@cache
def page_of(one: Any, name: str = "") -> type[Output]:
    """Return the shape of a page of these."""
    one = shown(one)
    if isinstance(one, OneOf):
        results: Any = serializers.ListField(child=one)
    else:
        name = name or one.__name__
        results = one(many=True)
    example = getattr(one, "example", None)
    fields = {
        "next": serializers.CharField(allow_null=True),
        "previous": serializers.CharField(allow_null=True),
        "results": results,
        "__doc__": f"A page of a list, each result a `{name}`.",
        "example": None if example is None else page(example),
        "Meta": type("Meta", (), {"ref_name": f"{name}Page"}),
    }
    return type(f"{name}Page", (Output,), fields)


def page(example: Any) -> dict[str, Any]:
    """Return the example of a page that holds just this."""
    return {"next": None, "previous": None, "results": [example]}


def _field(hint: Any, options: Options) -> serializers.Field[Any, Any, Any, Any]:
    """Return a type as a field with these options, to which the type adds its own."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _field(parts[0], {**options, "required": False})
    if origin is Annotated:
        return _annotated(parts[0], parts[1:], options)
    if origin in (Union, UnionType):
        (one,) = _without_null(hint)
        return _field(one, {**options, "allow_null": True})
    if is_typeddict(hint):
        return shape(hint)(**options)
    return _plain(origin or hint, parts, options)


def _annotated(
    hint: Any, notes: Sequence[Any], options: Options
) -> serializers.Field[Any, Any, Any, Any]:
    options = dict(options)
    if NoneType in get_args(hint):
        options["allow_null"] = True
    kind = None
    for note in notes:
        if isinstance(note, str):
            options.setdefault("help_text", note)
        elif isinstance(note, Bounds):
            kind = note.kind or kind
            options.update(note.options)
        elif hasattr(note, "_asdict"):
            # A named tuple of the rules, which stand alone and can't use the notes of this package.
            said = {name: one for name, one in note._asdict().items() if one is not None}
            kind = CHOICE if "choices" in said else kind
            options.update(said)
        elif isinstance(note, OneOf):
            return _one_of(note, note.shapes or _without_null(hint), options)
    return _kind(kind)(**options) if kind else _field(hint, options)


def _kind(kind: Any) -> Any:
    return shape(kind) if is_typeddict(kind) else _KINDS.get(kind, kind)


_KINDS: Final[Mapping[Any, Any]] = {
    CHOICE: serializers.ChoiceField,
    DAY: serializers.DateField,
    OPEN: OpenWord,
    OTHER: OtherWord,
    TIME: serializers.DateTimeField,
}


def _one_of(note: OneOf, parts: Iterable[Any], options: Options) -> OneOf:
    shapes = [shape(part) if is_typeddict(part) else part for part in parts]
    said = {"description": note.description, "example": note.example, "today": note.today}
    return type(note)(note.name, shapes, **said, **options)


def _without_null(hint: Any) -> list[Any]:
    """Return the parts of a union, or a type that is none."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return [part for part in parts if part is not NoneType]


def _plain(
    kind: Any, parts: tuple[Any, ...], options: Options
) -> serializers.Field[Any, Any, Any, Any]:
    if kind is list and is_typeddict(parts[0]):
        return shape(parts[0])(many=True, **options)
    if kind in (dict, Mapping) and parts[1] is Any:
        return serializers.DictField(**options)
    if kind is list:
        return serializers.ListField(child=_field(parts[0], {}), **options)
    if kind in (dict, Mapping):
        return serializers.DictField(child=_field(parts[1], {}), **options)
    if kind is Literal and len(parts) == 1:
        return Constant(parts[0], **options)
    if kind is Literal:
        return serializers.ChoiceField(list(parts), **options)
    if kind not in _FIELDS:
        raise TypeError(f"A shape can't have a member of the type {kind}.")
    return _FIELDS[kind](**options)


_FIELDS: Final[Mapping[Any, Any]] = {
    Any: serializers.JSONField,
    bool: serializers.BooleanField,
    date: serializers.DateField,
    float: serializers.FloatField,
    int: serializers.IntegerField,
    str: serializers.CharField,
}
