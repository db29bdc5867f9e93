"""Who plays and the score, at the head of every page about a game, and which parts it shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from django.template import Template
from django.template.loader import select_template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Act, Game, Turn
from games.models.querysets import Seat
from games.rules import registry
from games.rules.contract import RESIGN, TIME_OUT, Happening
from games.rules.contract.board import Scene
from games.shown import wording
from games.shown.kits import worn
from games.shown.point_of_view import PointOfView
from games.store import selectors

AROUND: Final = ("white", "silver", "black", "gold")
"""The sides round a board with signs."""


def _in_order(view: PointOfView) -> list[tuple[Seat, str]]:
    """Return the seats from the one that plays now, each with no place yet; of a game that is over
    from the first place on, each with its place in words."""
    game, seats = view.game, list(view.game.seats)
    if not game.is_active and (places := view.outcome.places):
        seats.sort(key=lambda seat: places[seat.side])
        return [(seat, wording.ordinal(places[seat.side])) for seat in seats]
    now = next((place for place, seat in enumerate(seats) if seat.is_awaited), 0)
    return [(seat, "") for seat in seats[now:] + seats[:now]]


def head_of(view: PointOfView, zone: tzinfo = UTC) -> dict[str, Any]:
    """Return who plays and the score, as the head of a page shows them: the reader first."""
    game, seats = view.game, view.seats
    is_strip = len(game.rules.sides) > 2
    return {
        "first": seats[0],
        "others": seats[1:],
        "strip": _in_order(view) if is_strip else [],
        "kits": dict(zip(sides_of(game), worn([seat.kit for seat in game.seats]), strict=True)),
        "goals": view.score,
        "players": " – ".join(seat.called for seat in seats),
        "together": wording.joined([wording.marked(seat) for seat in seats]),
        "tagline": _(game.presenter.tagline),
        "brief": game.presenter.situation(game.description, None) if game.is_active else "",
        "terms": wording.terms(game.ruleset, game.options, zone),
        "you_play": _you_play(view),
        "game_name": game.rules.name,
        # A turn of these is one move, and two have a number.
        "has_moves": not view.score and not is_strip,
        "move": _("move {n}").format(n=_move(game)),
        "has_pgn": registry.find(game.ruleset, game.rules_version).write_pgn is not None,
    }


def _move(game: Game) -> int:
    """Return the number of the move of two that is played, or of the last one."""
    last = game.next_turn if game.is_active else max(game.next_turn - 1, 1)
    return (last + 1) // 2


def _you_play(view: PointOfView) -> str:
    """Return the side of a player of two in words; empty where shirts beside the score show it."""
    if view.you is None or view.score or len(view.seats) != 2:
        return ""
    words = _("you play {side}") if view.game.is_active else _("you played {side}")
    return words.format(side=wording.side_name(view.you.side))


def sides_of(game: Game) -> list[str]:
    """Return the sides that are played, in the order of play."""
    return [seat.side for seat in game.seats]


def next_side(game: Game, side: str) -> str:
    """Return the side that is at the bottom once the board was turned."""
    sides = sides_of(game)
    return sides[(sides.index(side) + 1) % len(sides)]


def home_side(view: PointOfView) -> str:
    """Return the side that is at the bottom unless the reader turns the board."""
    return view.seats[0].side


_OUT: Final = {
    RESIGN: gettext_noop("resigned, turn {n}"),
    TIME_OUT: gettext_noop("time ran out, turn {n}"),
}


@dataclass(frozen=True, slots=True)
class Gone:
    """A player of several who is out."""

    side: str
    turn: int
    is_before: bool
    """Whether that was before the turn was played, or by it."""
    how: str
    """What put them out, and when, in words."""
    by: str = ""
    """The side that mated them."""


def gone_of(view: PointOfView, turns: Iterable[Turn]) -> list[Gone]:
    """Return who went out in these turns and before the next one, who went first first."""
    found: dict[str, Gone] = {}

    def read(number: int, happenings: Iterable[Happening], *, is_before: bool) -> None:
        for one in happenings:
            if one["type"] == "mated":
                by = view.called[one["by"]] or pgettext("mated by", "you")
                how = _("mated by {name}, turn {n}").format(name=by, n=number)
                found[one["side"]] = Gone(one["side"], number, is_before, how, one["by"])

    steps: list[tuple[int, int, Act | Turn]] = [
        *((act.turn, 0, act) for act in selectors.acts_shown(view.game)),
        *((turn.number, 1, turn) for turn in turns),
    ]
    for number, is_turn, step in sorted(steps, key=lambda step: step[:2]):
        has_left = any(one["type"] == "left" for one in step.happenings)
        if isinstance(step, Act) and step.name in _OUT and not has_left:
            how = _(_OUT[step.name]).format(n=number)
            found[step.side] = Gone(step.side, number, is_before=True, how=how)
        read(number, step.happenings, is_before=not is_turn)
    return list(found.values())


def places_of(view: PointOfView, gone: Sequence[Gone]) -> Mapping[str, int]:
    """Return the places of a game that is over, else of those who are out; none of these where
    one who left may still return and end before them."""
    if not view.game.is_active:
        return view.outcome.places
    number = 0 if view.game.options.get("may_leave") else len(view.game.seats)
    return {one.side: number - index for index, one in enumerate(gone) if number}


@dataclass(frozen=True, slots=True)
class Place:
    """A player of several beside the board and in the head, at a turn."""

    seat: Seat
    name: str
    corner: int
    """Which corner of the board, seen from below: 0 at the right hand, on against the clock."""
    look: str
    """``now`` for who played the turn, ``next`` for who follows, else what the pieces show."""
    about: str
    """Where they ended, else what their pieces show or what they played last, in few signs."""
    place: str
    """Where they ended, in words, after the last turn of a game that is over."""


def table_of(
    view: PointOfView,
    scene: Scene | None,
    turns: list[Turn],
    below: str,
    reached: Mapping[str, int],
    *,
    is_start: bool,
) -> list[Place]:
    """Return the players of a board with signs from the one who played the last of these turns,
    after the end of a game from the first place on; none elsewhere."""
    if scene is None or not scene["signs"] or not turns:
        return []
    pieces = [piece for panel in scene["panels"] for piece in panel["pieces"]]
    states = {piece["owner"]: piece["state"] for piece in pieces}
    words = {"out": _("out"), "away": _("away")}
    shown = {side: words[state] for side, state in states.items() if state}
    game = view.game
    is_end = not game.is_active and not is_start and turns[-1].number == game.next_turn - 1
    ended = reached if is_end else {}
    checked = {piece["owner"] for piece in pieces if piece["at"] in scene["checked"]}
    played = {} if is_start else {turn.side: turn for turn in turns}
    seats = list(view.game.seats)
    first = next(i for i, seat in enumerate(seats) if seat.side == turns[-1].side)
    seats = seats[first:] + seats[:first]
    in_order = [seat for seat in seats if not states.get(seat.side)]
    places = []
    for seat in sorted(seats, key=lambda seat: bool(states.get(seat.side))):
        turn = played.get(seat.side)
        summary = view.game.presenter.turn_summary(turn.happenings, turn.notation) if turn else ""
        # The square it came from would not fit.
        last = re.sub(r"[a-l]\d+–?(?=.*\d)", "", summary.partition(",")[0], count=1)
        look = "now" if in_order[:1] == [seat] else "next" if in_order[1:2] == [seat] else ""
        place = wording.ordinal(ended[seat.side]) if seat.side in ended else ""
        about = shown.get(seat.side)
        if states.get(seat.side) == "out" and seat.side in reached:
            place = wording.ordinal(reached[seat.side])
            about = place
        places.append(
            Place(
                seat,
                view.names[seat.side],
                (AROUND.index(seat.side) - AROUND.index(below)) % len(AROUND),
                states.get(seat.side) or look,
                (place if is_end else about) or (_("check!") if seat.side in checked else last),
                place,
            )
        )
    return sorted(places, key=lambda one: ended.get(one.seat.side, 0))


def template_of(game: Game, part: str) -> Template:
    """Return the template of this part of the page: the rule set's own, its board's, or a plain
    one."""
    places = (game.ruleset, game.presenter.board, "plain")
    return select_template([f"games/{place}/{part}.html" for place in places if place])


@dataclass(frozen=True, slots=True)
class Line:
    """A turn as one line of a list."""

    number: int
    side: str
    name: str
    text: str
    played_at: datetime
    by: str = ""
    """How it came about, where that is reported and it was not played by hand."""
    acts: Sequence[str] = ()
    """What was done before it outside turns, where that is reported."""


def lines_of(view: PointOfView, turns: list[Turn]) -> list[Line]:
    """Return turns as lines of a list, the reader called *You*."""
    names, called = view.names, view.called
    summary_of = view.game.presenter.turn_summary
    return [
        Line(
            turn.number,
            turn.side,
            names[turn.side],
            summary_of(turn.happenings, turn.notation, called),
            turn.played_at,
        )
        for turn in turns
    ]
