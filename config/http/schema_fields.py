"""Fields that only tell the OpenAPI document how an answer looks: words that never vary, sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from config.http.fields import StrictText

Schema = dict[str, Any]


class Output(serializers.Serializer[Any]):
    """Something that is only ever shown."""


def reference(name: str) -> Schema:
    """Return the reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


class WebAddress(StrictText):
    """An address that we are to call. Whether it may be called is found out by who calls it."""


class Constant(serializers.CharField):
    """A word that is always the same, by which one shape is told from others."""

    def __init__(self, word: str, **options: Any) -> None:
        super().__init__(**options)
        self.word = word


class OtherWord(serializers.CharField):
    """A word that is none of a known enumeration: what clients of today meet tomorrow."""

    def __init__(self, known: str | Sequence[str], **options: Any) -> None:
        super().__init__(**options)
        self.known = known


class OneOf(serializers.Field[Any, Any, Any, Any]):
    """One of several shapes, told apart by a ``Constant`` that each of them has.

    There is no discriminator: a generator that reads one refuses the words it does not know,
    and words are added without notice. The last shape takes them.
    """

    def __init__(
        self,
        name: str,
        shapes: Sequence[type[serializers.Serializer[Any]]],
        *,
        description: str = "",
        example: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.name = name
        self.shapes = shapes
        self.description = description
        self.example = example


class AnyOf(OneOf):
    """One of several shapes that no word tells apart: what fits the first may fit others too."""


class WebAddressExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Writes a ``WebAddress`` down."""

    target_class = WebAddress

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the schema of an address of this copy of the service."""
        scheme = "https?" if settings.PRIVATE_TARGETS else "https"
        return {"type": "string", "maxLength": self.target.max_length, "pattern": f"^{scheme}://"}


class ConstantExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Writes a ``Constant`` down."""

    target_class = Constant

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the schema of the one word."""
        return {"type": "string", "const": self.target.word}


class OtherWordExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Writes an ``OtherWord`` down."""

    target_class = OtherWord

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the schema of every word but the known ones."""
        known = self.target.known
        words = reference(known) if isinstance(known, str) else {"enum": list(known)}
        return {"type": "string", "not": words}


class OneOfExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Writes ``OneOf`` down, once under its name."""

    target_class = OneOf
    match_subclasses = True

    def get_name(self) -> str:
        """Return the name under which it stands in the document."""
        return str(self.target.name)

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the references to its shapes."""
        shapes = [shape() for shape in self.target.shapes]
        references = [auto_schema.resolve_serializer(shape, direction).ref for shape in shapes]
        schema: Schema = {"anyOf" if isinstance(self.target, AnyOf) else "oneOf": references}
        if self.target.description:
            schema["description"] = self.target.description
        return schema
