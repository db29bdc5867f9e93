"""The laws of a rule set as text: where they can be read, and how a refusal cites one.

``LAWS.md`` has the newest version. ``LAWS-1.md`` beside it has those laws of version 1 that have
changed since; all others hold for games of that version too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from games.rules import registry


def home_of(ruleset: str) -> str:
    """Return the package of a rule set's code, beside which its laws lie; empty if it has none."""
    hosted = registry.find(ruleset)
    return hosted.home or type(hosted.rules).__module__.rpartition(".")[0]


@cache
def text_of(ruleset: str, version: int | None = None) -> str | None:
    """Return the numbered laws of a rule set as Markdown, if it has any; the newest by default.

    Raises ``UnknownRuleSet``.
    """
    text = _read(ruleset, "LAWS.md")
    if text is None:
        return None
    earlier = changed_since(ruleset, version)
    return _LAW.sub(lambda law: earlier.get(law["number"], law[0]), text) if earlier else text


@cache
def changed_since(ruleset: str, version: int | None) -> Mapping[str, str]:
    """Return the laws of a version that have changed since, by number; raises as ``text_of``."""
    newest = registry.get(ruleset).version
    if version is None or registry.get(ruleset, version).version == newest:
        return {}
    text = _read(ruleset, f"LAWS-{version}.md") or ""
    return {law["number"]: law[0] for law in _LAW.finditer(text)}


def address_of(ruleset: str, version: int | None = None) -> str:
    """Return where the laws of a rule set can be read, the newest by default."""
    address = f"/learn/{ruleset}/laws/"
    return f"{address}{version}/" if changed_since(ruleset, version) else address


def cited(ruleset: str, law: str | None, version: int | None = None) -> dict[str, Any]:
    """Return the members by which a refusal names a law; none where none is named.

    ``version`` is that of the game, the newest by default: a law that has changed since is linked
    as the game is played by it.
    """
    if law is None:
        return {}
    found = {"law": law}
    if text_of(ruleset) is not None:
        since = version if law in changed_since(ruleset, version) else None
        found["law_url"] = f"{address_of(ruleset, since)}#{law}"
    return found


_LAW: Final = re.compile(r"^\*\*(?P<number>\d+\.\d+)\*\*.*$", re.MULTILINE)
"""The first paragraph of a law; the rest of one never changes."""


def _read(ruleset: str, name: str) -> str | None:
    home = home_of(ruleset)
    if not home:
        return None
    path = resources.files(home) / name
    return path.read_text(encoding="utf-8") if path.is_file() else None
