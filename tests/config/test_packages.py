"""The packages to install; that they play is tested by ``-m generators``."""

from __future__ import annotations

import ast
import io
import json
import tarfile
import zipfile
from typing import Any

import pytest
from django.test import Client

from config.developers.clients.chess_eleven import ChessEleven
from config.developers.packages import packages, python, reading, typescript
from config.http.api_docs import JSON_FORM, written

SITE = "https://chess.example.org"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return json.loads(written(JSON_FORM))


@pytest.mark.parametrize("kind", ["wheel", "npm"])
def test_a_package_has_the_version_of_the_document(
    kind: str, client: Client, document: dict[str, Any]
) -> None:
    package = packages()[kind]
    assert f"-{document['info']['version']}" in package.name

    given = client.get(f"/developers/clients/{package.name}")

    assert given.status_code == 200
    assert given.content == package.content
    assert client.get(f"/developers/clients/x{package.name}").status_code == 404
    page = client.get("/developers/packages/").content.decode()
    assert f"/developers/clients/{package.name}</code>" in page


def test_a_package_is_the_same_whenever_it_is_made(document: dict[str, Any]) -> None:
    for make in (python.package, typescript.package):
        assert make(document, SITE) == make(document, SITE)


def test_each_call_has_a_function_of_its_own(document: dict[str, Any]) -> None:
    made = list(reading.calls(document))
    names = {call.name for call in made}

    _, wheel = python.package(document, SITE)
    source = zipfile.ZipFile(io.BytesIO(wheel)).read("chess_eleven/calls.py")
    (library,) = (one for one in ast.parse(source).body if isinstance(one, ast.ClassDef))
    functions = [one.name for one in library.body if isinstance(one, ast.FunctionDef)]
    assert sorted(functions) == sorted([*names, "__init__", "_call", "follow"])
    assert names.isdisjoint(dir(ChessEleven))

    _, packed = typescript.package(document, SITE)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        declared = archive.extractfile("package/index.d.ts").read().decode()
        script = archive.extractfile("package/index.js").read().decode()
    assert declared.count("): Promise<") == script.count("return this.call(") == len(made)
    assert "  playTurn(gameId: string, body: t.TurnRequest): Promise<t.PlayedTurn>;" in declared


def test_shapes_with_members_that_are_words_of_python_are_written(
    document: dict[str, Any],
) -> None:
    _, wheel = python.package(document, SITE)
    source = zipfile.ZipFile(io.BytesIO(wheel)).read("chess_eleven/types.py").decode()

    ast.parse(source)
    assert 'MoveChoice = t.TypedDict("MoveChoice", {' in source
    assert "class Game(CommonGame):" in source


def test_nothing_of_a_document_can_leave_its_text() -> None:
    hostile = '"""\n*/ import os'
    schema = {"type": "object", "description": hostile, "properties": {"a": {"type": "string"}}}
    document = {
        "info": {"version": "1"}, "paths": {}, "components": {"schemas": {"Shape": schema}},
    }  # fmt: skip
    _, wheel = python.package(document, SITE)

    source = zipfile.ZipFile(io.BytesIO(wheel)).read("chess_eleven/types.py")

    assert not [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Import)][1:]
