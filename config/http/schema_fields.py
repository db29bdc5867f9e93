"""Fields that only show the OpenAPI document how an answer looks: words that never vary, sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


def open_words(words: Iterable[str]) -> Schema:
    """Return the schema of one of these words, or of one that is added later.

    A choice between an enumeration and text makes some generators write an empty class.
    """
    return {"type": "string", "x-extensible-enum": list(words)}


class WebAddress(StrictText):
    """An address that we are to call. Whether it may be called is found out by who calls it."""


class Constant(serializers.CharField):
    """A word that is always the same, by which one shape is distinguished from others."""

    def __init__(self, word: str, **options: Any) -> None:
        super().__init__(**options)
        self.word = word


class OtherWord(serializers.CharField):
    """A word that is none of a known enumeration: what clients of today meet tomorrow."""

    def __init__(self, known: str | Sequence[str], **options: Any) -> None:
        super().__init__(**options)
        self.known = known


class OpenWord(serializers.CharField):
    """One of the known words, or one that is added later."""

    def __init__(self, known: Sequence[str], **options: Any) -> None:
        super().__init__(**options)
        self.known = known


class OneOf(serializers.Field[Any, Any, Any, Any]):
    """One of several shapes, distinguished by a ``Constant`` that each of them has.

    It notes a union of typed shapes, ``Annotated[Move | Pass, OneOf("Choice")]``, or is given them.
    The last shape takes the words that are added later: it has an ``OtherWord`` there, and the
    discriminator in the document names it only for those of ``today``.
    """

    def __init__(
        self,
        name: str,
        shapes: Sequence[Any] | Callable[[], Sequence[Any]] = (),
        *,
        description: str = "",
        example: Any = None,
        today: Sequence[str] = (),
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.name = name
        self.today = today
        self._shapes = shapes
        self.description = description
        self.example = example

    @property
    def shapes(self) -> Sequence[Any]:
        """The shapes; a function gives those that features bring."""
        return self._shapes() if callable(self._shapes) else self._shapes


class AnyOf(OneOf):
    """One of several shapes that no word distinguishes: what fits the first may fit others too."""


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


class OpenWordExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Writes an ``OpenWord`` down."""

    target_class = OpenWord

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the schema of the known words and of others."""
        return open_words(self.target.known)


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
        """Return the name under which it is in the document."""
        return str(self.target.name)

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the references to its shapes."""
        shapes = [shape() for shape in self.target.shapes]
        references = [auto_schema.resolve_serializer(shape, direction).ref for shape in shapes]
        schema: Schema = {"anyOf" if isinstance(self.target, AnyOf) else "oneOf": references}
        if discriminator := _discriminator(shapes, references, self.target.today):
            schema["discriminator"] = discriminator
        if self.target.description:
            schema["description"] = self.target.description
        return schema


def _discriminator(
    shapes: Sequence[Any], references: Sequence[Schema], today: Sequence[str]
) -> Schema | None:
    """Return which member distinguishes the shapes, with the shape of each known word."""
    *known, other = shapes
    for name, field in other.fields.items():
        if isinstance(field, OtherWord):
            mapping = {
                word: reference["$ref"]
                for shape, reference in zip(known, references, strict=False)
                for word in _words_of(shape.fields[name])
            }
            mapping |= dict.fromkeys(today, references[-1]["$ref"])
            return {"propertyName": name, "mapping": mapping}
    return None


def _words_of(field: Constant | serializers.ChoiceField) -> list[str]:
    return [field.word] if isinstance(field, Constant) else list(field.choices)
