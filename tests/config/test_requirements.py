"""The lists of packages: pinned, hashed, and telling nothing of the machine that made them."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from config.local import bootstrap
from tests.config.service import BASE

OBSERVE = BASE / "config" / "requirements-observe.txt"
LISTS = [bootstrap.PRODUCT, bootstrap.LOCAL, bootstrap.TESTS, OBSERVE]
PYPROJECT = tomllib.loads((BASE / "pyproject.toml").read_text())
WANTED = {
    bootstrap.PRODUCT: PYPROJECT["project"]["dependencies"],
    bootstrap.LOCAL: PYPROJECT["dependency-groups"]["local"],
    OBSERVE: PYPROJECT["dependency-groups"]["observe"],
    bootstrap.TESTS: PYPROJECT["dependency-groups"]["test"],
}


def names_in(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", path.read_text(), re.MULTILINE))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_package_is_pinned_with_its_hashes(path: Path) -> None:
    blocks = re.split(r"^(?=[a-z0-9])", path.read_text(), flags=re.MULTILINE)[1:]

    assert blocks
    for block in blocks:
        assert re.match(r"[a-z0-9._-]+==\S+ (; [^\\]+)?\\\n", block), block.splitlines()[0]
        assert "--hash=sha256:" in block


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_no_address_and_no_path_of_any_machine_is_written_down(path: Path) -> None:
    assert not re.search(r"https?://|file:|index-url|find-links|(?:^|\s)/\w", path.read_text())


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_all_that_pyproject_asks_for_is_in_the_list(path: Path) -> None:
    asked = {re.match(r"[\w.-]+", line)[0].lower() for line in WANTED[path]}  # type: ignore[index]

    assert asked <= set(names_in(path))


def test_the_lists_agree_with_each_other() -> None:
    product = names_in(bootstrap.PRODUCT)
    for path in (bootstrap.LOCAL, OBSERVE):
        for name, version in names_in(path).items():
            assert names_in(bootstrap.TESTS).get(name, version) == version
    for path in (bootstrap.LOCAL, bootstrap.TESTS, OBSERVE):
        for name, version in names_in(path).items():
            assert product.get(name, version) == version


def test_uv_can_be_cut_out_of_its_list() -> None:
    block = bootstrap._block_of("uv", bootstrap.LOCAL)

    assert block.startswith("uv==")
    assert "valkey" not in block
    assert block.count("==") == 1


def test_an_interpreter_with_the_packages_is_left_alone() -> None:
    assert bootstrap._has(["django", "celery"])
    assert not bootstrap._has(["django", "no-such-package"])


def test_what_ships_has_a_licence_that_allows_it() -> None:
    # GPL and AGPL would bind those who run a changed copy; LGPL and MPL bind only their own files.
    for name in {**names_in(bootstrap.PRODUCT), **names_in(OBSERVE)}:
        try:
            facts = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # for another Python or another system
        words = [facts.get("License-Expression") or "", *(facts.get_all("Classifier") or [])]
        text = " ".join(word for word in words if "GPL" in word and "Lesser" not in word)
        assert not re.search(r"(?<!L)A?GPL", text.replace("LGPL", "")), name
