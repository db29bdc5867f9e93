"""The catalogues of sentences: where they lie, and how they are compiled.

A catalogue belongs to the folder whose sentences it holds: each app has one, the rules have one,
and so has each rule set, so that a game is whole in its folder. ``django`` are the sentences of
Python and templates, ``djangojs`` those of scripts. What people and Weblate edit are the ``.po``
files; the ``.mo`` files beside them are made of these by Babel, which needs no tools of the
machine, and are not kept in the repository.

No Django here: the settings ask where the catalogues are, and the one-command start whether all
are compiled. For the same reason Babel is imported only where something is to be compiled.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

BASE: Final = Path(__file__).resolve().parents[2]
APPS: Final = ("config", "accounts", "games", "notifications")
RULES: Final = BASE / "games" / "rules"
DOMAINS: Final = ("django", "djangojs")


def homes() -> list[Path]:
    """Return every folder that has a catalogue of its own, the innermost first."""
    rule_sets = [path.parent for path in RULES.glob("*/presenter.py")]
    marks = [
        path
        for app in APPS
        for name in ("templates", "locale")
        for depth in ("*", "features/*")
        for path in (BASE / app).glob(f"{depth}/{name}")
    ]
    inner = {path.parent for path in marks} - {RULES}
    return [*sorted(rule_sets), RULES, *sorted(inner), *(BASE / app for app in APPS)]


def locale_paths() -> list[Path]:
    """Return the folders of catalogues that Django does not find, or finds after the libraries'.

    Those of the rules are in no app, and our words for accounts go before the libraries' words.
    """
    ours = {BASE / "accounts", BASE / "config"}
    return [home / "locale" for home in homes() if RULES in (home, home.parent) or home in ours]


def place(home: Path, domain: str, language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return home / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def kept(tops: list[Path] | None = None) -> list[Path]:
    """Return every ``.po`` file."""
    places = [home / "locale" for home in homes()] if tops is None else tops
    return sorted(path for top in places for path in top.glob("*/LC_MESSAGES/*.po"))


def is_compiled(path: Path) -> bool:
    """Return whether the ``.mo`` beside this ``.po`` is there and not older."""
    compiled = path.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns


def are_compiled() -> bool:
    """Return whether every catalogue is."""
    return all(is_compiled(path) for path in kept())


def compile_all(tops: list[Path] | None = None) -> int:
    """Compile what is not, and return how many catalogues that were; safe beside itself."""
    stale = [path for path in kept(tops) if not is_compiled(path)]
    for path in stale:
        write_compiled(read(path), path.with_suffix(".mo"))
    return len(stale)


def read(path: Path) -> Catalog:
    """Return a catalogue as it is kept."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name)


def write_compiled(catalog: Catalog, path: Path) -> None:
    """Write a catalogue in the form that gettext reads, whole or not at all."""
    from babel.messages.mofile import write_mo

    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        write_mo(file, catalog)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
