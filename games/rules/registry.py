"""Every rule set by its key; the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.rules.chess_eleven.explorer import ChessElevenExplorer
from games.rules.chess_eleven.presenter import ChessElevenPresenter
from games.rules.chess_eleven.robot import ChessElevenRobot
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.chess_eleven.shooting import ChessElevenShooting
from games.rules.chess_eleven.speech import SPEECH as ELEVEN_SPEECH
from games.rules.chess_eleven.tree import ChessElevenTree
from games.rules.chess_eleven.value import Value
from games.rules.contract import (
    Explorer,
    Outcome,
    Presenter,
    Robot,
    RuleSet,
    Shooting,
    Side,
    Tree,
    Valuer,
)
from games.rules.duel_board import Placed
from games.rules.duel_outcome import SIDES as DUEL_SIDES
from games.rules.errors import RulesError
from games.rules.family import match
from games.rules.family.match import side_of
from games.rules.family.presenter import PRESENTER as FAMILY_PRESENTER
from games.rules.family.robot import ROBOT as FAMILY_ROBOT
from games.rules.family.rule_set import FAMILY
from games.rules.family.rule_set import FIRST as FIRST_FAMILY
from games.rules.family.speech import SPEECH as FAMILY_SPEECH
from games.rules.family.tree import FamilyTree
from games.rules.future.presenter import PRESENTER as FUTURE_PRESENTER
from games.rules.future.robot import ROBOT as FUTURE_ROBOT
from games.rules.future.rule_set import FUTURE
from games.rules.future.rule_set import TREE as FUTURE_TREE
from games.rules.future.speech import SPEECH as FUTURE_SPEECH
from games.rules.speech import PLAIN, Speech
from games.rules.standard.pgn import write_pgn
from games.rules.standard.presenter import PRESENTER as STANDARD_PRESENTER
from games.rules.standard.robot import ROBOT as STANDARD_ROBOT
from games.rules.standard.rule_set import STANDARD
from games.rules.standard.rule_set import TREE as STANDARD_TREE
from games.rules.standard.speech import SPEECH as STANDARD_SPEECH
from games.rules.text import gettext as _
from games.rules.tree_explorer import TreeExplorer

DEFAULT: Final = ChessEleven.key

WritePgn = Callable[[Mapping[str, str], Sequence[str], Outcome | None, Sequence[str]], str]
"""Takes tags by name, the moves as history writes them, how the game ended, and a comment on each
move or none at all."""


class Hosted(NamedTuple):
    """A rule set in one version, with all that belongs to it."""

    rules: RuleSet[Any]
    presenter: Presenter[Any]
    tree: Tree[Any] | None = None
    robot: Robot[Any] | None = None
    explorer: Explorer[Any] | None = None
    shooting: Shooting | None = None
    """Shows what shots were worth, in a game that has shots at goal."""
    valuer: Valuer[Any] | None = None
    """The chance to win, for the analysis of finished games."""
    write_pgn: WritePgn | None = None
    """Writes a game in Portable Game Notation, where the field's programs know the game."""
    speech: Speech = PLAIN
    """Reads and shows its positions for turns in words."""
    home: str = ""
    """The package in which its ``LAWS.md`` lies; that of the rules' class where none is named."""


class UnknownRuleSet(RulesError):
    """No rule set has this key and version."""


_BY_VERSION: Final[dict[tuple[str, int], Hosted]] = {}
_NEWEST: Final[dict[str, Hosted]] = {}


def register(hosted: Hosted) -> None:
    """Let the service host this version of a rule set."""
    rules = hosted.rules
    _BY_VERSION[rules.key, rules.version] = hosted
    newest = _NEWEST.get(rules.key)
    if newest is None or newest.rules.version <= rules.version:
        _NEWEST[rules.key] = hosted


def forget(key: str) -> None:
    """Let the service know nothing more of a rule set; for tests, which bring their own."""
    _NEWEST.pop(key, None)
    for known in [known for known in _BY_VERSION if known[0] == key]:
        del _BY_VERSION[known]


def all_keys() -> tuple[str, ...]:
    """Return the key of every rule set, the first one first."""
    return tuple(_NEWEST)


def find(key: str, version: int | None = None) -> Hosted:
    """Return a rule set with all that belongs to it, the newest if no version is asked for."""
    found = _NEWEST.get(key) if version is None else _BY_VERSION.get((key, version))
    if found is None:
        raise UnknownRuleSet(
            _("The rule set {key!r}, version {version}, doesn't exist.").format(
                key=key, version=version or _("any")
            ),
            law=None,
        )
    return found


def get(key: str, version: int | None = None) -> RuleSet[Any]:
    """Return the laws of a rule set; raises ``UnknownRuleSet``."""
    return find(key, version).rules


def presenter(key: str, version: int | None = None) -> Presenter[Any]:
    """Return the face of a rule set; raises ``UnknownRuleSet``."""
    return find(key, version).presenter


def tree(key: str) -> Tree[Any] | None:
    """Return the tree of positions of a rule set, or ``None`` if it has none."""
    return find(key).tree


def robot(key: str, version: int | None = None) -> Robot[Any] | None:
    """Return the bot that plays a rule set, or ``None`` if there is none yet."""
    return find(key, version).robot


def all_sides() -> tuple[Side, ...]:
    """Return every side that some rule set has, those of the first one first."""
    found = [side for key in all_keys() for side in get(key).sides]
    return tuple(dict.fromkeys(found))


def robot_strengths() -> tuple[str, ...]:
    """Return every strength that some rule set's bot has, weakest first."""
    found = [strength for key in all_keys() if (one := robot(key)) for strength in one.strengths]
    return tuple(dict.fromkeys(found))


def slow_strengths() -> frozenset[str]:
    """Return the strengths that think for longer than a moment."""
    return frozenset(
        strength for key in all_keys() if (one := robot(key)) for strength in one.slow_strengths
    )


def explorer(key: str) -> Explorer[Any] | None:
    """Return the explorer that lists turns in any position, or ``None`` if nothing does."""
    return find(key).explorer


_VALUE = Value.read()
for _version in (1, 2):
    register(
        Hosted(
            ChessEleven(_version),
            ChessElevenPresenter(_version),
            ChessElevenTree(),
            ChessElevenRobot(),
            ChessElevenExplorer(),
            ChessElevenShooting(),
            _VALUE,
            speech=ELEVEN_SPEECH,
        )
    )
_FAMILY_TREE = FamilyTree()


def _duel_side(position: Placed) -> Side:
    return DUEL_SIDES[position.side]


register(
    Hosted(
        STANDARD,
        STANDARD_PRESENTER,
        STANDARD_TREE,
        STANDARD_ROBOT,
        TreeExplorer(STANDARD, STANDARD_TREE, STANDARD.at, _duel_side),
        write_pgn=write_pgn,
        speech=STANDARD_SPEECH,
        home="games.rules.standard",
    )
)
register(
    Hosted(
        FUTURE,
        FUTURE_PRESENTER,
        FUTURE_TREE,
        FUTURE_ROBOT,
        TreeExplorer(FUTURE, FUTURE_TREE, FUTURE.at, _duel_side),
        speech=FUTURE_SPEECH,
        home="games.rules.future",
    )
)
for _family in (FIRST_FAMILY, FAMILY):
    register(
        Hosted(
            _family,
            FAMILY_PRESENTER,
            _FAMILY_TREE,
            FAMILY_ROBOT,
            # A position alone is explored by the newest laws.
            TreeExplorer(FAMILY, _FAMILY_TREE, match.at, lambda position: side_of(position.side)),
            speech=FAMILY_SPEECH,
        )
    )
