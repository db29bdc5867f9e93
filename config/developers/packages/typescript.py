"""The npm package: types, a function for each call, and the connection below, as plain modules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from config.developers.packages.archives import npm_package
from config.developers.packages.reading import Call, Schema, bases_of, calls, own_part, target_of

NAME: Final = "chess-eleven"
_SOURCES: Final = Path(__file__).with_name("npm")
_WORDS: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_TYPES: Final = """\
// The shapes of what is sent and answered.

/**
 * Any word that is added later. A type can't say "none of the known words", and with `string` the
 * known ones would not narrow. To read the word, take it `as string`.
 */
export type Later = "(a word that was added later)";
/** One of the known words, or one that is added later. */
export type Open<Known extends string> = Known | (string & {});
"""
_SCRIPT: Final = """\
import {{ Connection }} from "./connection.js";

export {{ Refused }} from "./connection.js";
export {{ checkShots, outcomeOf, roll }} from "./shots.js";
export const SERVER = {site};

const at = encodeURIComponent;

/** One person's, or one program's, connection to the service. */
export class ChessEleven extends Connection {{
  constructor(options) {{
    super({{ server: SERVER, ...options }});
  }}
"""
_DECLARED: Final = """\
import { Connection } from "./connection.js";
import type * as t from "./types.js";

export type * from "./types.js";
export { Refused, type Options as ConnectionOptions } from "./connection.js";
export { checkShots, outcomeOf, roll, type Noted } from "./shots.js";
export const SERVER: string;

/** One person's, or one program's, connection to the service. */
export class ChessEleven extends Connection {
"""


def package(document: dict[str, Any], site: str) -> tuple[str, bytes]:
    """Return the name of the package and what it holds."""
    version = document["info"]["version"]
    about = {
        "name": NAME,
        "version": version,
        "description": f"Chess Eleven by post, as {site} serves it",
        "homepage": f"{site}/developers/",
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "types": "./index.d.ts",
        "engines": {"node": ">=20"},
    }
    found = list(calls(document))
    files = {
        "package.json": json.dumps(about, indent=2),
        "index.js": _SCRIPT.format(site=json.dumps(site)) + "".join(map(_function, found)) + "}\n",
        "index.d.ts": _DECLARED + "".join(map(_declaration, found)) + "}\n",
        "types.d.ts": "\n".join([_TYPES, *_types(document["components"]["schemas"])]),
    }
    files |= {path.name: path.read_text(encoding="utf-8") for path in sorted(_SOURCES.iterdir())}
    return npm_package(NAME, version, files)


def _types(schemas: dict[str, Schema]) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        bases, own = bases_of(schema), own_part(schema)
        if "properties" not in own:
            yield f"export type {name} = {_type(schema)};"
            continue
        needed = own.get("required", ())
        extended = f" extends {', '.join(bases)}" if bases else ""
        yield f"export interface {name}{extended} {{"
        for member, it in own["properties"].items():
            optional = "" if member in needed else "?"
            yield f"  {_comment(it)}{json.dumps(member)}{optional}: {_type(it)};"
        yield "}"


def _comment(schema: Schema) -> str:
    words = schema.get("description", "").replace("*/", "*\\/").replace("\n", " ")
    return f"/** {words} */\n  " if words else ""


def _type(schema: Schema, home: str = "") -> str:
    """Return a schema as TypeScript writes it; ``home`` stands before the names of others."""
    if "$ref" in schema:
        return home + target_of(schema)
    if "const" in schema or "enum" in schema:
        return _either(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "x-extensible-enum" in schema:
        return f"Open<{_either(map(json.dumps, schema['x-extensible-enum']))}>".replace(
            "Open", f"{home}Open"
        )
    if "not" in schema:
        return f"{home}Later"
    if "oneOf" in schema or "anyOf" in schema:
        return _either(_type(one, home) for one in schema.get("oneOf") or schema["anyOf"])
    match schema.get("type"):
        case list() as kinds:
            return _either(_type({**schema, "type": kind}, home) for kind in kinds)
        case "array":
            return f"Array<{_type(schema['items'], home)}>"
        case "object":
            return f"Record<string, {_type(schema.get('additionalProperties') or {}, home)}>"
        case "null":
            return "null"
        case kind:
            return _WORDS.get(kind or "", "any")


def _either(words: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(words))


def _camel(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.capitalize() for word in words)


def _declaration(call: Call) -> str:
    given = [f"{_camel(name)}: string" for name in call.places]
    if call.body is not None:
        given.append(f"body{'' if call.needs_body else '?'}: {_type(call.body, 't.')}")
    if call.query:
        members = "; ".join(
            f"{json.dumps(it.name)}{'' if it.is_required else '?'}: {_type(it.schema, 't.')}"
            for it in call.query
        )
        needed = any(it.is_required for it in call.query) and (call.body is None or call.needs_body)
        given.append(f"query{'' if needed else '?'}: {{ {members} }}")
    answer = _either(_type(one, "t.") for one in call.answers) or "void"
    about = call.summary.replace("*/", "*\\/")
    return f"  /** {about} */\n  {_camel(call.name)}({', '.join(given)}): Promise<{answer}>;\n"


def _function(call: Call) -> str:
    given = [_camel(name) for name in call.places]
    path = call.path
    for name in call.places:
        path = path.replace(f"{{{name}}}", f"${{at({_camel(name)})}}")
    has_body = call.body is not None
    given += ["body"] if has_body else []
    given += ["query"] if call.query else []
    body = ("body" if call.needs_body else "body ?? {}") if has_body else "undefined"
    if call.method != "GET" and not has_body:
        body = "{}"
    sent = ", ".join([f'"{call.method}"', f"`{path}`", body, *(["query"] if call.query else [])])
    return f"\n  {_camel(call.name)}({', '.join(given)}) {{\n    return this.call({sent});\n  }}\n"
