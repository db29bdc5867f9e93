"""The lines that someone has walked on the board to think on, kept with the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from config.http.errors.refusals import Refusal
from games.features.notebook.models import KeptLines
from games.features.notebook.notes import check_has_room
from games.features.notebook.shapes import KeptLineTurn
from games.models import Game
from games.play.replay import states_before
from games.play.walking import LineTurn, Walked, may_begin_at, walk_on
from games.rules.contract import Step
from games.rules.errors import RulesError
from games.shown.point_of_view import PointOfView
from games.shown.wording import is_in_notation
from games.store.write import as_read

Happened = list[list[Any] | str]
"""What happens in each turn of a line; in chess its notation, which says it all."""

MOST_LINES: Final = 40
MOST_GAMES: Final = 1000
"""Games with which one person keeps lines: there may be some with any game."""


class Line(NamedTuple):
    """A line as it is shown: what it is, and each of its turns in words."""

    turn: int
    line: list[KeptLineTurn]
    text: list[str]


def find_lines(user_id: int, game: Game) -> tuple[list[Line], datetime | None]:
    """Return what someone has kept with a game, in words, and when it was kept."""
    row = KeptLines.objects.filter(user=user_id, game=game.pk).first()
    if row is None:
        return [], None
    walked = _walked_before(game, row)
    if walked is None:
        walked = _walk_all(game, row.lines, {})
        same = KeptLines.objects.filter(pk=row.pk, saved_at=row.saved_at)
        same.update(walked=walked)
    return _in_words(game, row.lines, walked), row.saved_at


def keep_lines(
    user_id: int,
    game: Game,
    lines: Sequence[Mapping[str, Any]],
    now: datetime,
    charge: Callable[[int], None] = lambda turns: None,
) -> None:
    """Keep these lines in place of those before; none throws them away. Raises ``Conflict``.

    Those that were kept before are not walked again. ``charge`` is called with how many turns of
    others there are, before they are walked; it may refuse.
    """
    if not lines:
        delete_lines(user_id, game)
        return
    mine = KeptLines.objects.filter(user=user_id)
    before = mine.filter(game=game.pk).first()
    if before is None:
        check_has_room(mine, MOST_GAMES)
    known = {}
    if before is not None and (walked := _walked_before(game, before)) is not None:
        known = {
            _key(line): done
            for line, done in zip(before.lines, walked, strict=True)
            # What was not legal may be by now: a formation was still to be chosen.
            if len(done) == len(line["line"])
        }
    charge(sum(len(line["line"]) for line in lines if _key(line) not in known))
    kept = {"lines": lines, "walked": _walk_all(game, lines, known), "saved_at": now}
    KeptLines.objects.update_or_create(user_id=user_id, game_id=game.pk, defaults=kept)


def delete_lines(user_id: int, game: Game) -> None:
    """Throw the lines away; nothing happens where none are."""
    KeptLines.objects.filter(user=user_id, game=game.pk).delete()


def _key(line: Mapping[str, Any]) -> str:
    return json.dumps([line["turn"], line["line"]], sort_keys=True)


def _walked_before(game: Game, row: KeptLines) -> list[Happened] | None:
    """Return what was kept of walking the lines; ``None`` where they are to be walked again, as
    lines of chess from before their notation was kept.
    """
    walked: list[Happened] | None = row.walked
    if walked and is_in_notation(game):
        is_old = any(not isinstance(turn, str) for done in walked for turn in done)
        return None if is_old else walked
    return walked


def _in_words(
    game: Game, lines: Sequence[Mapping[str, Any]], walked: Sequence[Happened]
) -> list[Line]:
    """Return lines with their turns in sentences, in chess in notation."""
    names, presenter = PointOfView(game, None).usernames, game.presenter

    def said(turn: list[Any] | str) -> str:
        if isinstance(turn, str):
            return presenter.turn_summary((), turn)
        return " ".join(presenter.narrate(turn, names))

    return [
        Line(kept["turn"], list(kept["line"]), [said(turn) for turn in done])
        for kept, done in zip(lines, walked, strict=True)
    ]


def _walk_all(
    game: Game, lines: Sequence[Mapping[str, Any]], known: Mapping[str, Happened]
) -> list[Happened]:
    """Return what happens in each turn of each line, as far as they can be walked."""
    unknown = [line for line in lines if _key(line) not in known]
    begins = {line["turn"] for line in unknown if may_begin_at(game, line["turn"])}
    states = states_before(game, begins)
    walked: dict[tuple[Any, ...], Walked | None] = {}
    found = []
    for kept in lines:
        if (before := known.get(_key(kept))) is not None:
            found.append(before)
            continue
        done: Happened = []
        key: tuple[Any, ...] = (kept["turn"],)
        here = Walked(game.rules, states[kept["turn"]]) if kept["turn"] in states else None
        for turn in kept["line"]:
            # Branches share their beginnings, which are walked once.
            key = (*key, tuple(turn["actions"]), turn["outcome"])
            if key not in walked:
                walked[key] = here and _next(game, here, turn)
            here = walked[key]
            if here is None:
                break
            done.append(_happened(game, here.steps[-1]))
        found.append(done)
    return found


def _happened(game: Game, step: Step[Any]) -> list[Any] | str:
    if is_in_notation(game) and step.turn is not None:
        return step.turn.notation
    return [as_read(happening) for happening in step.happenings]


def _next(game: Game, here: Walked, turn: Mapping[str, Any]) -> Walked | None:
    """Return where a turn leads, or ``None`` where it is not legal: no one has walked it."""
    try:
        return walk_on(game.ruleset, here, [LineTurn(turn["actions"], turn["outcome"])])
    except (Refusal, RulesError):
        return None
