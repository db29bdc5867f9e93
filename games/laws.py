"""The laws of a rule set as text: where they can be read, and how a refusal cites one."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from games.rules import registry


def home_of(ruleset: str) -> str:
    """Return the package of a rule set's code, beside which its laws lie; empty if it has none."""
    hosted = registry.find(ruleset)
    return hosted.home or type(hosted.rules).__module__.rpartition(".")[0]


@cache
def text_of(ruleset: str) -> str | None:
    """Return the numbered laws of a rule set as Markdown: its own ``LAWS.md``, if it has one.

    Raises ``UnknownRuleSet``.
    """
    home = home_of(ruleset)
    if not home:
        return None
    path = resources.files(home) / "LAWS.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def address_of(ruleset: str) -> str:
    """Return where the laws of a rule set can be read."""
    return "/rules/laws/" if ruleset == registry.DEFAULT else f"/rules/{ruleset}/laws/"


def cited(ruleset: str, law: str | None) -> dict[str, Any]:
    """Return the members by which a refusal names a law; none where none is named."""
    if law is None:
        return {}
    found = {"law": law}
    if text_of(ruleset) is not None:
        found["law_url"] = f"{address_of(ruleset)}#{law}"
    return found
