"""The Python package: typed dictionaries, a method for each call, and ``chess_eleven.py`` below."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from config.developers.packages.archives import wheel
from config.developers.packages.reading import Call, Schema, bases_of, calls, own_part, target_of

NAME: Final = "chess_eleven"
_WORDS: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_CLIENT: Final = Path(__file__).parents[1] / "clients" / "chess_eleven.py"
_INIT: Final = '''\
"""Chess Eleven by post, as {site} serves it."""

from . import types
from .calls import SERVER, ChessEleven
from .client import Authorization, Refused, check_shots, log_in, sensible

__all__ = [
    "SERVER",
    "Authorization",
    "ChessEleven",
    "Refused",
    "check_shots",
    "log_in",
    "sensible",
    "types",
]
'''
_CALLS: Final = '''\
"""A method for each call of version {version}."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import quote

from . import client, types

SERVER = {site!r}


class ChessEleven(client.ChessEleven):
    """One person's, or one program's, connection to the service."""

    def __init__(self, server: str = SERVER, token: str | None = None) -> None:
        super().__init__(server, token)

    def follow(  # type: ignore[override]
        self, game: str | None = None, after: int | None = None
    ) -> Iterator[types.Event | None]:
        """Yield each event once and in order, over every break; None when there is time to look."""
        return cast("Iterator[types.Event | None]", super().follow(game, after))

    def _call(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None
    ) -> Any:
        given = {{name: value for name, value in (query or {{}}).items() if value is not None}}
        return self._send(method, path, params=given or None, json=body)
'''
_METADATA: Final = """\
Metadata-Version: 2.1
Name: chess-eleven
Version: {version}
Summary: Chess Eleven by post, as {site} serves it
Home-page: {site}/developers/
License: MIT
Requires-Python: >=3.11
Requires-Dist: httpx>=0.27,<1
"""


def package(document: dict[str, Any], site: str) -> tuple[str, bytes]:
    """Return the name of the wheel and what it holds."""
    version = document["info"]["version"]
    files = {
        "__init__.py": _INIT.format(site=site),
        "client.py": _CLIENT.read_text(encoding="utf-8"),
        "types.py": "\n".join(_types(document["components"]["schemas"])),
        "calls.py": _CALLS.format(version=version, site=site)
        + "".join(_method(call) for call in calls(document)),
        "py.typed": "",
    }
    return wheel(NAME, version, files, _METADATA.format(version=version, site=site))


def _types(schemas: dict[str, Schema]) -> Iterator[str]:
    yield '"""The shapes of what is sent and answered."""\n'
    # Under a letter: a shape may have any name.
    yield "from __future__ import annotations\n\nimport typing as t\n"
    # Any word that is added later. With ``str`` the known ones would not narrow.
    yield 'Later: t.TypeAlias = t.Literal["(a word that was added later)"]\n'
    for name, schema in _bases_first(schemas):
        if "properties" in own_part(schema):
            yield _dictionary(name, schema)
        else:
            yield f'{name}: t.TypeAlias = "{_type(schema)}"\n'


def _bases_first(schemas: dict[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """Yield shapes by name, but each after its bases: Python must know them by then."""
    done: set[str] = set()

    def with_bases(name: str) -> Iterator[str]:
        if name not in done:
            done.add(name)
            for base in bases_of(schemas[name]):
                yield from with_bases(base)
            yield name

    for name in sorted(schemas):
        for one in with_bases(name):
            yield one, schemas[one]


def _dictionary(name: str, schema: Schema) -> str:
    own = own_part(schema)
    needed = own.get("required", ())
    members = {
        member: _type(it) if member in needed else f"t.NotRequired[{_type(it)}]"
        for member, it in own["properties"].items()
    }
    if any(keyword.iskeyword(member) or not member.isidentifier() for member in members):
        lines = [f'    {member!r}: "{words}",' for member, words in members.items()]
        return "\n".join([f'{name} = t.TypedDict("{name}", {{', *lines, "})\n"])
    lines = [f"    {member}: {words}" for member, words in members.items()]
    about = repr(schema.get("description", name))
    bases = ", ".join(bases_of(schema)) or "t.TypedDict"
    return "\n".join([f"class {name}({bases}):", f"    {about}", *lines, ""])


def _type(schema: Schema, home: str = "") -> str:
    """Return a schema as Python writes it; ``home`` stands before the names of other shapes."""
    if "$ref" in schema:
        return home + target_of(schema)
    if "const" in schema or "enum" in schema:
        words = schema.get("enum", [schema.get("const")])
        return f"t.Literal[{', '.join(map(repr, words))}]"
    if "not" in schema:
        return f"{home}Later"
    if "oneOf" in schema or "anyOf" in schema:
        return _either(_type(one, home) for one in schema.get("oneOf") or schema["anyOf"])
    match schema.get("type"):
        case list() as kinds:
            return _either(_type({**schema, "type": kind}, home) for kind in kinds)
        case "array":
            return f"list[{_type(schema['items'], home)}]"
        case "object":
            return f"dict[str, {_type(schema.get('additionalProperties') or {}, home)}]"
        case "null":
            return "None"
        case kind:
            return _WORDS.get(kind or "", "t.Any")


def _either(words: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(words))


def _method(call: Call) -> str:
    given = [f"{name}: str" for name in call.places]
    if call.body is not None:
        body = _type(call.body, "types.")
        given.append(f"body: {body}" if call.needs_body else f"body: {body} | None = None")
    if call.query:
        given.append("*")
    for name, schema, is_required in sorted(call.query, key=lambda one: not one.is_required):
        words = _type(schema, "types.").replace("t.", "types.t.")
        given.append(f"{name}: {words}" if is_required else f"{name}: {words} | None = None")
    path = call.path
    for name in call.places:
        path = path.replace(f"{{{name}}}", f"{{quote({name}, safe='')}}")
    sent = [repr(call.method), f'f"{path}"' if call.places else repr(path)]
    if call.method != "GET":
        sent.append("{}" if call.body is None else "body" if call.needs_body else "body or {}")
    if call.query:
        pairs = ", ".join(f"{it.name!r}: {it.name}" for it in call.query)
        sent.append(f"query={{{pairs}}}")
    answer = _either(_type(one, "types.") for one in call.answers) or "None"
    return (
        f"\n    def {call.name}({', '.join(['self', *given])}) -> {answer}:\n"
        f"        {call.summary!r}\n"
        f"        {'return ' if call.answers else ''}self._call({', '.join(sent)})\n"
    )
