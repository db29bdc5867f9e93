"""The minute of a live game's match clock at which each turn was played."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta

from games.clock.live import FIRST_MS, SHOWN_MS, terms_of
from games.models import Act, Game
from games.rules.contract import HALF_TIME, HALVES, RUN_OUT
from games.store import selectors

MS = timedelta(milliseconds=1)
MINUTE_MS = 60_000


def minutes_of(game: Game) -> dict[int, str]:
    """Return the minute of each turn by its number, as reported in football: ``1``, or ``5+1`` of
    overtime; empty for a game without halves.

    The clock isn't kept with a turn. It follows from when turns were played and what they took.
    """
    terms = terms_of(game)
    if terms is None or terms["clock"] != HALVES:
        return {}
    acts: dict[int, list[Act]] = defaultdict(list)
    for act in selectors.acts_shown(game):
        acts[act.turn].append(act)
    begins: dict[int, datetime] = {}
    for one in selectors.arrangements_shown(game):
        if one.locked_at is not None:
            begins[one.round] = max(one.locked_at, begins.get(one.round, one.locked_at))
    half_ms, most_ms = terms["half"] * 1000, terms["turn"] * 1000
    ended, played, began = 0, 0, None
    minutes = {}
    for turn in selectors.turns_shown(game):
        for act in acts[turn.number]:
            # Between two rounds no match clock runs.
            if act.name == RUN_OUT and began is not None:
                played += min(max(0, (act.at - began) // MS), most_ms)
                began = None if act.position_after is None else act.at
            elif act.name == HALF_TIME:
                ended, played, began = ended + half_ms, 0, None
        began = began or begins.get(turn.round, turn.played_at)
        used = min(max(0, (turn.played_at - began) // MS), max(most_ms, FIRST_MS))
        if turn.took is not None:
            # Whole seconds, less what no one paid for.
            used = min(max(used, turn.took * 1000), turn.took * 1000 + 999)
        played += used
        if played < half_ms:
            minutes[turn.number] = str((ended + played) // MINUTE_MS + 1)
        else:
            minutes[turn.number] = f"{(ended + half_ms) // MINUTE_MS}+1"
        began = turn.played_at + SHOWN_MS * MS * bool(turn.rolls)
        if turn.position_after is None:
            began = None
    return minutes
