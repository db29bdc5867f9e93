"""The history of one game: every turn has an address of its own, to share and to step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from accounts.page_limits import LONG, costs
from config.http.arrival import arrived_at
from games.models import Act, Game, Turn
from games.pages.game import are_all_of_two, is_unseen, seen_from, sentence_of, zone_of
from games.pages.listed import listed
from games.play import watching
from games.play.seeds import seeds_of
from games.refusals import NotFound
from games.rules.contract import RESIGN, Happening
from games.shown import scenes, wording
from games.shown.head import (
    Gone,
    Line,
    gone_of,
    head_of,
    home_side,
    lines_of,
    next_side,
    places_of,
    table_of,
    template_of,
)
from games.shown.minutes import minutes_of
from games.shown.payloads import turn_payload
from games.shown.point_of_view import PointOfView
from games.shown.scores import scores_around
from games.shown.settled import settled
from games.store import selectors
from games.store.outbox import EventType

MOST_STEPPED: Final = 300
"""Turns that the page steps through automatically. A board of squares takes a millisecond for each:
of a longer game every turn is a page of its own."""

PLAIN: Final = "games/plain/replay.html"

BY: Final[dict[str, Any]] = {
    Turn.By.PLAN: gettext_lazy("conditional move"),
    Turn.By.FALLBACK: gettext_lazy("conditional move"),
    Turn.By.PREMOVE: gettext_lazy("premove"),
}


@dataclass(slots=True)
class Round:
    """The turns of a round and, once it is over, how it ended."""

    number: int | None
    """``None`` in a game without rounds."""
    lines: list[Line] = field(default_factory=list)
    end: str = ""

    @property
    def last(self) -> int:
        return self.lines[-1].number


@costs(LONG)
@require_safe
@settled
def history(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a game as it was after one of its turns: ``?turn=``, 0 before the first; else before the
    first of a game that is over, and after the last of one that is not."""
    now = arrived_at(request)
    shown = watching.watch_game(game_id, now, request.user.pk)
    view = PointOfView(shown, request.user.pk)
    turns = list(selectors.turns_shown(shown))
    is_stepped, board = len(turns) <= MOST_STEPPED, template_of(shown, "replay")
    # Where the board is a picture, there is none of how the game began.
    least = 0 if is_stepped and board.origin.template_name != PLAIN else 1
    number = _asked(request, turns, least, is_over=not shown.is_active)
    here = turns[max(number, 1) - 1] if turns else None
    is_start = number == 0 or "start" in request.GET
    side = seen_from(request, view)
    scene = (
        scenes.scene_of_turn(shown, side, here, before=is_start) if here and is_stepped else None
    )
    scores = [view.score_words(score) for score in scores_around(shown, turns)]
    all_acts = list(selectors.acts_shown(shown))
    acts = _acts_before(view, all_acts)
    # After the last turn, as on a page without any.
    acts_after = [text for turn, said in acts.items() if turn > len(turns) for text in said]
    given_back, new_seeds = _given_back(request, shown, now), _new_seeds(request, shown, now)
    head = head_of(view, zone_of(request))
    has_pairs = are_all_of_two(view, turns) and not any(turn.taken_back for turn in turns)
    counts_moves = has_pairs and head["has_moves"]
    is_new = bool(turns) and is_unseen(request, view, turns[-1])
    keeps_secret = _keeps_secret(view, has_moves=head["has_moves"], is_new=is_new)
    reached = number if keeps_secret else len(turns)
    gone = gone_of(view, turns) if len(shown.seats) > 2 else []
    out = places_of(view, gone)
    table = table_of(view, scene, turns[:number] or turns[:1], side, out, is_start=number == 0)
    # The places of several are beside the board, where it has them.
    result = view.result_alone if table else view.result
    context = {
        "game": shown,
        "you": view.you,
        **head,
        "counts_moves": counts_moves,
        "count": (number + 1) // 2 if counts_moves else number,
        "count_last": (len(turns) + 1) // 2 if counts_moves else len(turns),
        "goals": scores[max(number, 1) - is_start] if here else view.score,
        "side": side,
        "turns": turns,
        "here": here,
        "number": number,
        "least": least,
        "is_start": is_start,
        "is_end": not shown.is_active and number == len(turns),
        "line": lines_of(view, [here])[0] if here else None,
        "acts": [] if is_start else acts.get(number, []),
        "sentence": sentence_of(view, here),
        "rounds": _rounds(view, turns, all_acts, acts),
        "has_pairs": has_pairs,
        "board": board,
        "time_line": template_of(shown, "time_line"),
        "scene": scene,
        "table": table,
        "stops": _stops(view, turns, reached, [] if gone else all_acts),
        "marks": _marks(view, turns, reached, gone, out),
        "reached": reached,
        "other_side": next_side(shown, side),
        "turned": f"&side={side}" if side != home_side(view) else "",
        "previous": max(number - 1, least),
        "next": min(number + 1, len(turns)),
        "acts_after": acts_after,
        "given_back": given_back,
        "new_seeds": new_seeds,
        "has_rows": bool(turns or acts_after or given_back or new_seeds),
        "result": "" if shown.is_active else result,
        "data": {
            "game": shown.pk,
            "turns": [turn_payload(turn, shown.presenter, view.called) for turn in turns],
            "has_rounds": view.summary.round is not None,
            "is_in_notation": bool(here and wording.in_notation(shown, here)),
            "side": side,
            "names": view.names,
            "out": out,
            "ranking": shown.ranking if len(shown.seats) > 2 and not shown.is_active else None,
            "minutes": minutes_of(shown),
            "scores": scores,
            "here": number,
            "keeps_secret": keeps_secret,
            "counts_moves": counts_moves,
            "has_moves": head["has_moves"],
            "scenes": scenes.scenes_of_turns(shown, side, turns) if is_stepped else [],
        },
    }
    return listed(render(request, "games/history.html", context), shown)


@dataclass(frozen=True, slots=True)
class Stop:
    """A turn on the time line."""

    turn: Turn
    across: str
    """How far from the left, in per cent."""
    is_ahead: bool
    """Whether it was played after the turn that is shown, and the reader may not know it yet."""
    who: str
    """Who played it."""
    round_begins: str = ""
    """Where a round begins before it, in per cent."""
    resigned: str = ""
    """Who resigned before it, or after the last, in words."""
    resigned_at: str = ""
    """Where on the line, in per cent."""


def _stops(view: PointOfView, turns: list[Turn], reached: int, acts: Sequence[Act]) -> list[Stop]:
    """Return the turns where they are on the time line, which begins before the first."""
    resigned: dict[int, str] = {}
    for act in acts:
        if act.name == RESIGN:
            others = resigned.get(act.turn)
            resigned[act.turn] = ", ".join(filter(None, (others, view.act_words(act))))
    each = 100 / max(len(turns), 1)
    stops, before = [], turns[0] if turns else None
    for place, turn in enumerate(turns, 1):
        is_new = (
            before is not None and turn.round != before.round and view.summary.round is not None
        )
        begins = f"{(place - 0.5) * each:.2f}" if is_new else ""
        gone = resigned.get(turn.number, "")
        after = resigned.get(turn.number + 1, "") if place == len(turns) else ""
        stops.append(
            Stop(
                turn,
                f"{place * each:.2f}",
                turn.number > reached,
                view.usernames[turn.side],
                begins,
                gone or after,
                f"{(place - (0.5 if gone else 0)) * each:.2f}",
            )
        )
        before = turn
    return stops


@dataclass(frozen=True, slots=True)
class Mark:
    """Players of several who went out at one moment, on the time line."""

    turn: int
    across: str
    """How far from the left, in per cent."""
    side: str
    """Whose sign it has."""
    label: str
    """That they went out, and their places, where the mark before leaves room for it."""
    words: str
    is_ahead: bool


LEAST_APART: Final = 20.0
"""Per cent of the time line that a mark with its label takes on a phone."""


def _marks(
    view: PointOfView,
    turns: list[Turn],
    reached: int,
    gone: Sequence[Gone],
    places: Mapping[str, int],
) -> list[Mark]:
    """Return who went out, where that was on the time line."""
    at = {turn.number: index for index, turn in enumerate(turns, 1)}
    marks, before = [], 0.0
    moments = groupby(gone, key=lambda one: (one.turn, one.is_before))
    for (number, is_before), together in moments:
        out = list(together)
        last = at.get(number)
        place = len(turns) if last is None else last - 0.5 * is_before
        across = 100 * place / max(len(turns), 1)
        ranks = sorted(places[one.side] for one in out if one.side in places)
        has_room = ranks and across - before >= LEAST_APART
        marks.append(
            Mark(
                number if last else len(turns),
                f"{across:.2f}",
                out[0].side,
                _("out: {places}").format(places=_from_to(ranks)) if has_room else "",
                "; ".join(f"{view.names[one.side]}: {one.how}" for one in out),
                (number if last else len(turns)) > reached,
            )
        )
        before = across
    return marks


def _from_to(ranks: Sequence[int]) -> str:
    """Return places as ``4th`` or ``2nd–4th``: those of who went out together are in a row."""
    return "–".join(wording.ordinal(rank) for rank in sorted({ranks[0], ranks[-1]}))


def _keeps_secret(view: PointOfView, *, has_moves: bool, is_new: bool) -> bool:
    """Return whether the page of a game that is over shows what came of a turn only once it was
    seen: to an onlooker where there are goals or several players, to a player whose page of the
    game has still to show the last turn."""
    if view.game.is_active:
        return False
    return is_new if view.you else not has_moves


def _asked(request: HttpRequest, turns: list[Turn], least: int, *, is_over: bool) -> int:
    """Return the number of the turn to show, 0 for the start; raises ``NotFound``."""
    if not turns:
        return 0
    text = request.GET.get("turn")
    if text is None:
        return least if is_over else len(turns)
    found = [turn.number for turn in turns if str(turn.number) == text]
    if not found and text != "0":
        raise NotFound(_("This turn doesn't exist."))
    number = found[0] if found else 0
    return least if number == 0 or (number == 1 and "start" in request.GET) else number


def _acts_before(view: PointOfView, acts: Sequence[Act]) -> dict[int, list[str]]:
    """Return what was done before each turn, except what ended a game of two: its result shows
    that."""
    game = view.game
    is_end = bool(acts) and not game.is_active and acts[-1].turn == game.next_turn
    if is_end and len(game.seats) == 2 and not view.brought_words(acts[-1]):
        acts = acts[:-1]
    said: dict[int, list[str]] = {}
    for act in acts:
        said.setdefault(act.turn, []).append(view.act_words(act))
    return said


def _given_back(request: HttpRequest, game: Game, now: datetime) -> list[str]:
    """Return what was added to the clocks of the game, for both players to see."""
    zone = zone_of(request)
    extensions = selectors.game_events_of(game.pk, EventType.DEADLINE_EXTENDED)
    return [wording.given_back(event.data, now, zone) for event in extensions]


def _new_seeds(request: HttpRequest, game: Game, now: datetime) -> list[str]:
    """Return when the game got another seed for its rolls, because a backup was restored."""
    zone = zone_of(request)
    times = [seed.replaced_at for seed in seeds_of(game) if seed.replaced_at]
    return [wording.new_seed(datetime.fromisoformat(at), now, zone) for at in times]


def _rounds(
    view: PointOfView, turns: list[Turn], acts: Sequence[Act], said: Mapping[int, list[str]]
) -> list[Round]:
    """Return the turns by rounds; a round that has ended says how."""
    has_rounds = view.summary.round is not None
    rounds = []
    for number, group in groupby(turns, key=lambda turn: turn.round if has_rounds else None):
        played = list(group)
        last = played[-1]
        if not has_rounds:
            ends = []
        elif last.position_after is None:
            ends = [one for one in last.happenings if one["type"] == "round_ended"]
        else:
            ends = _ends_by_acts(view, acts, last.number + 1)
        end = " ".join(_end_words(view, one) for one in ends)
        lines = [replace(line, acts=said.get(line.number, ())) for line in _with_how(view, played)]
        rounds.append(Round(number, lines, end))
    return rounds


def _end_words(view: PointOfView, happening: Happening) -> str:
    """Return what ended a round, and the score with the players called as in the list."""
    narrate, names, you = view.game.presenter.narrate, view.usernames, view.you
    score = happening.get("score")
    # What else counts the goals, as half-time, has no sentence without them.
    if you is None or score is None or happening["type"] != "round_ended":
        return " ".join(narrate([happening], names))
    called = names | {you.side: pgettext("for whom or by whom a goal is", "you")}
    said = narrate([{key: happening[key] for key in happening if key != "score"}], called)
    first, second = (view.names[seat.side] for seat in view.seats)
    return f"{' '.join(said)} {first} {view.score_words(score)} {second}."


def _ends_by_acts(view: PointOfView, acts: Sequence[Act], number: int) -> list[Happening]:
    """Return how a round ended without a turn, as by a check that was not answered in time; how the
    game ended is said elsewhere."""
    found: list[Happening] = []
    for act in acts:
        is_last = act is acts[-1] and not view.game.is_active
        if act.turn == number and (is_last or act.position_after is None):
            found += [one for one in act.happenings if one["type"] != "game_over"]
    return found


def _with_how(view: PointOfView, turns: list[Turn]) -> list[Line]:
    """Return turns as lines that say what was prepared: to its own player immediately, to others
    after the game.
    """
    is_over = not view.game.is_active
    labels = [BY.get(turn.by, "") if is_over or turn.side == view.side else "" for turn in turns]
    labels = [
        _("taken back") if turn.taken_back else by for turn, by in zip(turns, labels, strict=True)
    ]
    return [
        replace(line, by=str(by)) for line, by in zip(lines_of(view, turns), labels, strict=True)
    ]
