"""A game as lines of plain text: who plays, the board, whose turn it is and until when."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from django.utils.translation import gettext as _

from games.models import Game
from games.rules import registry
from games.shown import wording
from games.shown.point_of_view import PointOfView


def board_lines(game: Game, side: str | None = None) -> list[str]:
    """Return the board with a side at the bottom; empty while there is none."""
    position = game.summary.position
    if position is None:
        return []
    speech = registry.find(game.ruleset, game.rules_version).speech
    return list(speech.board(position, side or game.seats[0].side))


def game_text(
    view: PointOfView, now: datetime, *, side: str | None = None, zone: tzinfo = UTC
) -> str:
    """Return a game in plain text: twelve lines, where a board has eight ranks."""
    game = view.game
    players = " – ".join(f"{seat.called} ({wording.side_played(seat.side)})" for seat in game.seats)
    score = view.score_from(game.seats[0].side)
    lines = [f"{players}  {score}".rstrip(), *board_lines(game, side or view.side)]
    if not game.is_active:
        lines.append(view.result + ".")
    else:
        awaited = [seat.called for seat in game.seats if seat.is_awaited]
        text = (
            _("Formations, round {n}: {names}.") if view.is_formation else _("Turn {n}: {names}.")
        )
        number = game.round if view.is_formation else game.next_turn
        lines.append(text.format(n=number, names=wording.joined(awaited) or "–"))
        if game.deadline is not None:
            ends = wording.zoned_moment(game.deadline, now, zone)
            lines.append(_("Play by {when}.").format(when=ends))
    return "\n".join(lines) + "\n"
