"""The lines that somebody has walked on the board to think on, kept with the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from config.http.errors.refusals import Refusal
from games.features.notebook.models import KeptLines
from games.features.notebook.notes import check_has_room
from games.models import Game
from games.play.replay import states_before
from games.play.walking import LineTurn, Walked, may_begin_at, walk_on
from games.rules.errors import RulesError
from games.shown.point_of_view import PointOfView

MOST_LINES: Final = 40
MOST_GAMES: Final = 1000
"""Games with which one person keeps lines: there may be some with any game."""


class Line(NamedTuple):
    """A line as it is shown: what it is, and each of its turns in sentences."""

    turn: int
    line: list[dict[str, Any]]
    told: list[str]


def find_lines(user_id: int, game: Game) -> tuple[list[Line], datetime | None]:
    """Return what somebody has kept with a game, in words, and when it was kept."""
    row = KeptLines.objects.filter(user=user_id, game=game.pk).first()
    return (_told(game, row.lines), row.saved_at) if row else ([], None)


def keep_lines(user_id: int, game: Game, lines: Sequence[Mapping[str, Any]], now: datetime) -> None:
    """Keep these lines in place of those before; none throws them away. Raises ``Conflict``."""
    if not lines:
        delete_lines(user_id, game)
        return
    kept = {"lines": lines, "saved_at": now}
    mine = KeptLines.objects.filter(user=user_id)
    if not mine.filter(game=game.pk).update(**kept):
        check_has_room(mine, MOST_GAMES)
        KeptLines.objects.update_or_create(user_id=user_id, game_id=game.pk, defaults=kept)


def delete_lines(user_id: int, game: Game) -> None:
    """Throw the lines away; nothing happens where none are."""
    KeptLines.objects.filter(user=user_id, game=game.pk).delete()


def _told(game: Game, lines: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Return lines with their turns in sentences, as far as they can be walked."""
    begins = {line["turn"] for line in lines if may_begin_at(game, line["turn"])}
    states = states_before(game, begins)
    names = PointOfView(game, None).usernames
    narrate, rules = game.presenter.narrate, game.rules
    walked: dict[tuple[Any, ...], Walked | None] = {}
    found = []
    for kept in lines:
        told: list[str] = []
        key: tuple[Any, ...] = (kept["turn"],)
        here = Walked(rules, states[kept["turn"]]) if kept["turn"] in states else None
        for turn in kept["line"]:
            # Branches share their beginnings, which are walked once.
            key = (*key, tuple(turn["actions"]), turn["outcome"])
            if key not in walked:
                walked[key] = here and _next(game, here, turn)
            here = walked[key]
            if here is None:
                break
            told.append(" ".join(narrate(here.steps[-1].happenings, names)))
        found.append(Line(kept["turn"], list(kept["line"]), told))
    return found


def _next(game: Game, here: Walked, turn: Mapping[str, Any]) -> Walked | None:
    """Return where a turn leads, or ``None`` where it is not legal: nobody has walked it."""
    try:
        return walk_on(game.ruleset, here, [LineTurn(turn["actions"], turn["outcome"])])
    except (Refusal, RulesError):
        return None
