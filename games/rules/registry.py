"""Every rule set by its key; the only module that knows them all."""

from __future__ import annotations

from typing import Any, Final

from games.rules.base import Robot, RuleSet, Tree
from games.rules.chess_eleven.robot import ChessElevenRobot
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.chess_eleven.tree import ChessElevenTree
from games.rules.errors import RulesError

DEFAULT: Final = ChessEleven.key

_RULE_SETS: Final[tuple[RuleSet[Any], ...]] = (ChessEleven(),)
_BY_VERSION: Final = {(rules.key, rules.version): rules for rules in _RULE_SETS}
_NEWEST: Final = {rules.key: rules for rules in sorted(_RULE_SETS, key=lambda r: r.version)}

_TREES: Final[dict[str, Tree[Any]]] = {ChessEleven.key: ChessElevenTree()}

_ROBOTS: Final[dict[str, Robot[Any]]] = {ChessEleven.key: ChessElevenRobot()}

KEYS: Final = tuple(_NEWEST)


class UnknownRuleSet(RulesError):
    """No rule set has this key and version."""


def get(key: str, version: int | None = None) -> RuleSet[Any]:
    """Return a rule set by key, the newest if no version is asked for."""
    found = _NEWEST.get(key) if version is None else _BY_VERSION.get((key, version))
    if found is None:
        raise UnknownRuleSet(f"There is no rule set {key!r}, version {version or 'any'}.")
    return found


def tree(key: str) -> Tree[Any]:
    """Return the tree of positions of a rule set."""
    return _TREES[key]


def robot(key: str) -> Robot[Any] | None:
    """Return the robot that plays a rule set, or ``None`` if there is none yet."""
    return _ROBOTS.get(key)
