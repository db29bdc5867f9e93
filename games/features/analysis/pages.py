"""The page that says what decided a game, the card that leads to it, and how it is worked out."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count_of_address
from accounts.models import User
from accounts.page_limits import costs
from accounts.pages import me
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.kept_pages import kept_for_strangers
from games.api.explore_inputs import LONGEST_LINE
from games.api.views.explore import FOR_AN_HOUR, TURNS_AT_ONE
from games.features.analysis import looking, making, searching, season
from games.features.analysis.bars import bars
from games.features.analysis.drawing import Chart, chart
from games.features.analysis.figures import LEAST, PHASES, Figures, Mean, figures_of
from games.features.analysis.models import Analysis
from games.features.analysis.payloads import shot_of, strokes
from games.features.analysis.searching import Miss, misses_of_turns
from games.features.analysis.totals import Totals, TurnMarks, marks_of_turns, whole
from games.features.analysis.trying import worth_of
from games.features.analysis.turning import (
    PIECE,
    Happenings,
    headline_of_miss,
    headline_of_shot,
    hint_of,
    kind_of_miss,
)
from games.features.analysis.uci import NODES
from games.features.analysis.valuers import find_valuer
from games.features.analysis.wording import (
    Decided,
    Stroke,
    better_was_there,
    brief,
    chances_of_both,
    decided,
    name_of,
    name_of_part,
    sentence,
    signed,
    stroke_of,
)
from games.models import Game, Turn
from games.play.replay import states_before
from games.play.shooting import chances_of
from games.play.walking import LineTurn, may_begin_at
from games.refusals import Conflict, Unprocessable
from games.rules import registry
from games.rules.contract import POINT, WHOLE
from games.rules.standard.rule_set import STANDARD
from games.shown.head import Line, head_of, lines_of
from games.shown.kits import AWAY, HOME
from games.shown.point_of_view import PointOfView
from games.shown.wording import unseen_sentence
from games.store import selectors

MATE, LOSS = "mate", "loss"


@dataclass(frozen=True, slots=True)
class Row:
    """A turn in the table, as the side that is seen as the first reads it."""

    line: Line
    round: int
    before: int
    choice: int
    luck: int
    shot: str
    """How its shot came out, empty without one."""
    better: str
    """How much better another turn was, in words; empty where it was no matter."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A stroke of luck, or a turn in place of which a better one was there, or both."""

    turn: int
    said: Sequence[tuple[str, str]]
    """What happened as a headline, and in figures."""
    better: str = ""
    """The better turn in a sentence; empty for a stroke of luck alone."""
    hint: str = ""
    """How it begins, in a sentence."""
    hinted: str = ""
    """The square at which it begins."""
    right: str = ""
    """The actions of the better turn."""
    praise: str = ""
    """What is said once it is found."""
    next: int | None = None
    """The next turn in place of which a better one was there."""


class Whole:
    """A finished analysis as the reader sees it."""

    def __init__(self, row: Analysis, view: PointOfView) -> None:
        assert row.totals is not None
        self.view, self.game = view, view.game
        self.has_dice = self.game.rules.has_chance
        self.totals = Totals.read(row.totals)
        self.first = self.game.seats[0].side
        self.turned = view.seats[0].side != self.first
        self.between = making.marks_of(row)
        self.marks = list(marks_of_turns(self.between))
        self.turns = list(selectors.turns_of(self.game.pk))
        movers = [int(turn.side != self.first) for turn in self.turns]
        self.missed = misses_of_turns(row, self.marks, movers)
        self.points = searching.turning_points(row, self.missed)

    def sum_up(self) -> Decided:
        """Return the sum in whole points."""
        one, other = (seat.called for seat in self.view.seats)
        return decided(
            self.totals,
            self.marks,
            [self._stroke(mark) for mark in strokes(self.marks)],
            (one, other),
            turned=self.turned,
            is_you=self.view.you is not None,
            has_dice=self.has_dice,
        )

    def chart(self) -> Chart:
        """Return what is drawn."""
        costly = self._costly()
        outcomes = [
            (
                self._outcome(turn) or (LOSS if turn.number in costly else ""),
                turn.side == self.first,
            )
            for turn in self.turns
        ]
        # In chess a round is a move, and needs no line.
        has_rounds = self.game.rules.has_arrangements
        numbers = {turn.round: turn.number for turn in reversed(self.turns) if has_rounds}
        return chart(
            self.totals.start,
            self.marks,
            outcomes,
            sorted(numbers.values()),
            turned=self.turned,
        )

    def largest(self) -> int:
        """Return the turn with which most changed, the first of those with which as much did."""
        one = max(self.marks, key=lambda mark: (abs(mark.after - mark.before), -mark.number))
        return one.number

    def rows(self) -> list[Row]:
        """Return the table."""
        lines = lines_of(self.view, self.turns)
        return [
            self._row(*of_turn)
            for of_turn in zip(self.marks, self.turns, self.missed, lines, strict=True)
        ]

    def turning_points(self) -> list[TurningPoint]:
        """Return the largest misses and strokes of luck, in the order of the game."""
        better = self._better_turns(self.points)
        found = {miss.turn: self._missed(miss, better[miss.turn]) for miss in self.points}
        for mark in strokes(self.marks):
            one = found.get(mark.number, TurningPoint(mark.number, ()))
            found[mark.number] = replace(one, said=(self._stroke_of_luck(mark), *one.said))
        return [found[turn] for turn in sorted(found)]

    def _row(self, mark: TurnMarks, turn: Turn, miss: Miss | None, line: Line) -> Row:
        sign = -1 if self.turned else 1
        outcome = self._outcome(turn)
        return Row(
            line=line,
            round=turn.round,
            before=self._seen(mark.before),
            choice=whole(sign * mark.change),
            luck=whole(sign * mark.luck),
            better=better_was_there(miss.missed) if miss else "",
            shot=_("checkmate") if outcome == MATE else name_of(outcome) if outcome else "",
        )

    def _costly(self) -> set[int]:
        """Return the turns in place of which a better one was there, and the one that cost most."""
        found = {miss.turn for miss in self.points}
        costs = [
            (mark.change if turn.side != self.first else -mark.change, turn.number)
            for mark, turn in zip(self.marks, self.turns, strict=True)
        ]
        cost, turn = max(costs, default=(0, 0))
        return found | {turn} if cost >= searching.MISSED else found

    def _outcome(self, turn: Turn) -> str:
        shot = shot_of(turn, self.game)
        if shot is not None:
            return shot["outcome"]
        return MATE if turn.notation.endswith("#") else ""

    def _stroke(self, mark: TurnMarks) -> Stroke:
        turn = self.turns[mark.number - 1]
        chances = chances_of(self.game, turn) or {}
        recorded = turn.actions[-1].partition("=")[2]
        outcome = recorded.partition("@")[0]
        return stroke_of(mark, outcome, chances.get(recorded, 0), turned=self.turned)

    def better_turn(self, number: int) -> TurningPoint | None:
        """Return what was better than the turn of this number, if that was a turning point."""
        for one in self.points:
            if one.turn == number:
                found = self._missed(one, self._better_turns([one])[number])
                later = (other.turn for other in self.points if other.turn > number)
                return replace(
                    found,
                    right=" ".join(one.actions),
                    praise=self._praise(one),
                    next=next(later, None),
                )
        return None

    def _seen(self, mark: int) -> int:
        return seen(self.view, mark)

    def _praise(self, miss: Miss) -> str:
        """Return what to say to a reader who finds a better turn."""
        best, played = self._seen(miss.best), self._seen(self.marks[miss.turn - 1].played)
        if self.view.you:
            praise = _("Yes, that's the better turn. Your chance: {best}%, not {played}%.")
        else:
            praise = _("Yes, that's the better turn. Chance of {name}: {best}%, not {played}%.")
        return praise.format(name=self.view.seats[0].called, best=best, played=played)

    def _better_turns(self, points: Sequence[Miss]) -> dict[int, Happenings]:
        """Return what happens in better turns, by the numbers of those that were played.

        Nothing where the position of a turn isn't at hand.
        """
        near = {one.turn for one in points if may_begin_at(self.game, one.turn)}
        states = states_before(self.game, near)
        return {
            one.turn: foreseen(
                self.game, states[one.turn], self.turns[one.turn - 1].side, one.actions
            )
            if one.turn in near
            else ()
            for one in points
        }

    def _missed(self, miss: Miss, better: Happenings) -> TurningPoint:
        turn = self.turns[miss.turn - 1]
        played = self.marks[miss.turn - 1].played
        best, played = self._seen(miss.best), self._seen(played)
        if self.view.you:
            figures = _("Your chance as played: {played}%. With the better turn: {best}%")
        else:
            figures = _("Chance of {name} as played: {played}%. With the better turn: {best}%")
        figures = figures.format(name=self.view.seats[0].called, best=best, played=played)
        kind = kind_of_miss(better, turn.happenings) if better else PIECE
        said = (headline_of_miss(kind, self._called(turn.side)), figures)
        if not better:
            return TurningPoint(miss.turn, (said,), " ".join(miss.actions))
        words = in_words(self.game, better)
        return TurningPoint(miss.turn, (said,), words, *hint_of(better))

    def _called(self, side: str) -> str:
        """Return a player's name, empty for the reader's."""
        return "" if side == self.view.side else self.view.usernames[side]

    def _stroke_of_luck(self, mark: TurnMarks) -> tuple[str, str]:
        turn, stroke = self.turns[mark.number - 1], self._stroke(mark)
        gainer = self._called(self.view.seats[stroke.points < 0].side)
        keeper = next(seat.side for seat in self.view.seats if seat.side != turn.side)
        headline = headline_of_shot(
            stroke.outcome,
            stroke.per_cent,
            self._called(turn.side),
            self._called(keeper),
            gainer,
        )
        if self.view.you:
            figures = _("Odds: {chance}%. Your chance: {points}%")
        else:
            figures = _("Odds: {chance}%. Chance of {name}: {points}%")
        return headline, figures.format(
            chance=stroke.per_cent, name=self.view.seats[0].called, points=signed(stroke.points)
        )


def seen(view: PointOfView, mark: int) -> int:
    """Return a mark as a whole chance of the side that is seen as the first."""
    return whole(mark if view.seats[0].side == view.game.seats[0].side else WHOLE - mark)


def foreseen(game: Game, state: Any, side: str, actions: Sequence[str]) -> Happenings:
    """Return what happens in a turn that wasn't played; a shot of it comes out somehow."""
    outcome = next(iter(game.rules.outcomes(state, actions)), None)
    return game.rules.foresee(state, side, actions, outcome).happenings


def in_words(game: Game, happenings: Happenings) -> str:
    """Return a turn that wasn't played in a sentence, without how a shot of it would have ended."""
    said = unseen_sentence(game.presenter, happenings)
    return said[:1].upper() + said[1:]


@costs(5)
@require_safe
def analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show what decided a game."""
    now = arrived_at(request)
    try:
        game = looking.find_over(game_id, now, request.user.pk)
        looking.check_possible(game)
    except (Conflict, Unprocessable) as refusal:
        return render(request, "analysis/none.html", {"game_id": game_id, "why": refusal.detail})
    view = PointOfView(game, request.user.pk)
    row = making.analysis_of(game) or making.coming(game, now)
    if row is None or row.status not in Analysis.THERE:
        return _show_waiting(request, view, row)
    whole_one = Whole(row, view)
    found = whole_one.sum_up()
    sides = [seat.called for seat in view.seats]
    head = _head(view)
    # Where no score shows shirts, the colours are those of the two who have chosen none.
    kits = head["kits"] if head["goals"] else dict(zip(head["kits"], (HOME, AWAY), strict=True))
    context: dict[str, Any] = {
        **head,
        "mine": kits[view.seats[0].side],
        "theirs": kits[view.seats[1].side],
        "sentence": sentence(found),
        "bars": bars(whole_one.totals, turned=whole_one.turned, has_dice=whole_one.has_dice),
        "has_dice": whole_one.has_dice,
        "result": found.result,
        "winner": view.usernames.get(game.winner or "", ""),
        "is_yours": view.you is not None and view.side == game.winner,
        "chart": whole_one.chart(),
        "top": _("You") if view.you else sides[0],
        "bottom": sides[1],
        "side": view.seats[0].side,
        "rows": whole_one.rows(),
        "shown": whole_one.largest(),
        "turning_points": whole_one.turning_points(),
        "value": row.value_version,
        "status": row.status,
    }
    return render(request, "analysis/analysis.html", context)


@costs(5)
@require_safe
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the table of all turns as CSV, seen by the first side."""
    game = looking.find_over(game_id, arrived_at(request), request.user.pk)
    looking.check_possible(game)
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        raise looking.none_of("not_asked")
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game.pk}-analysis.csv"'
    lines = csv.writer(response)
    lines.writerow(["turn", "round", "side", "notation", "before", "played", "after"])
    for mark, turn in zip(
        marks_of_turns(making.marks_of(row)), selectors.turns_of(game.pk), strict=True
    ):
        marks = (f"{one / POINT:.2f}" for one in (mark.before, mark.played, mark.after))
        lines.writerow([mark.number, turn.round, turn.side, turn.notation, *marks])
    return response


@costs(5)
@require_safe
def worth(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return what a line is worth that is tried on the analysis board, as data for its script.

    It begins before the turn ``?turn=``. Each ``line`` is a turn as it would be sent, and behind
    its ``=`` how a shot of it ends.
    """
    turn, said = request.GET.get("turn", ""), request.GET.getlist("line")
    if not (turn.isdecimal() and len(turn) < 9 and len(said) <= LONGEST_LINE):
        raise Http404
    game = looking.find_over(game_id, arrived_at(request), request.user.pk)
    looking.check_possible(game)
    count_of_address(request, "explore", times=1 + min(int(turn), game.next_turn) // TURNS_AT_ONE)
    parts = [one.partition("=") for one in said]
    line = [LineTurn(actions.split(), outcome or None) for actions, _equals, outcome in parts]
    found = worth_of(game, int(turn), line)
    view = PointOfView(game, request.user.pk)
    chance = seen(view, found.mark)
    you = _("You") if view.you else view.seats[0].called
    praise = ""
    if found.is_as_good:
        praise = _("That's just as good. {chances}.").format(
            chances=chances_of_both(you, view.seats[1].called, seen(view, found.played))
        )
    answer = {
        "chance": chance,
        "chances": chances_of_both(you, view.seats[1].called, chance),
        "praise": praise,
    }
    return JsonResponse(answer, headers={"Cache-Control": FOR_AN_HOUR})


@require_POST
def ask(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask for better turns, or for the analysis of an older game, and show its page."""
    now = arrived_at(request)
    game = looking.find_over(game_id, now, request.user.pk)
    if isinstance(request.user, User):
        looking.ask(game, request.user.pk, now)
    return redirect(reverse("analysis", args=[game.pk]))


@require_safe
@kept_for_strangers
def meaning(request: HttpRequest) -> HttpResponse:
    """Show how the chances are worked out, how well they hold, and what they do not know."""
    valuer = registry.find(registry.DEFAULT).valuer
    assert valuer is not None
    found = valuer.report
    rows = [
        {
            "from": 10 * place,
            "to": 10 * (place + 1),
            "turns": one["turns"],
            "off": one["off"],
            "error": one["error"],
        }
        for place, one in enumerate(found["bins"])
        if one["turns"]
    ]
    context = {
        "report": found,
        "bins": rows,
        "value": valuer.version,
        "season": season.figures(),
        "games": sum(season.figures()["games"].values()),
        "day": date.fromisoformat(season.figures()["day"]),
        "dice": season.dice(),
        "turns": season.turns(),
        "leads": season.leads(),
        "has_chess": find_valuer(STANDARD.key) is not None,
        "nodes": NODES,
    }
    return render(request, "analysis/meaning.html", context)


@login_required
@never_cache
@costs(5)
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show what the reader's analysed games have in common."""
    reader = reader_of(request).pk
    found = {ruleset: figures_of(reader, ruleset) for ruleset in PHASES}
    games = [
        (registry.get(ruleset).name, figures, _parts_of(figures))
        for ruleset, figures in found.items()
        if figures.games or ruleset == registry.DEFAULT
    ]
    return render(request, "analysis/mine.html", {"games": games, "least": LEAST})


def _parts_of(figures: Figures) -> list[tuple[str, list[tuple[str, Mean]]]]:
    """Return the tables of figures of a kind, each with its title."""
    parts = [
        (_("Your turns, by how they began"), figures.phases),
        (_("Your turns in rated games, by opponent"), figures.opponents),
    ]
    return [
        (title, [(name_of_part(part), mean) for part, mean in found.items()])
        for title, found in parts
        if found
    ]


def row_of_me(user: User, now: datetime) -> me.Row:
    """Return the line that leads there."""
    return me.Row("chart", _("Turns and dice"), "/me/analysis/", _("Over your last games"))


def better_turn(game: Game, number: int, reader: int | None) -> TurningPoint | None:
    """Return what was better than a turn of a finished game, if that was a turning point."""
    if game.is_active or making.why_not(game) is not None:
        return None
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        return None
    return Whole(row, PointOfView(game, reader)).better_turn(number)


def card(view: PointOfView) -> Mapping[str, Any]:
    """Return what the page of a finished game shows: what decided it, in a line."""
    game = view.game
    if game.is_active or making.why_not(game) is not None or looking.continues(game):
        return {}
    if not game.is_public and view.you is None:
        return {}
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        waiting = _("Turns, dice and formations") if game.rules.has_chance else _("Turn by turn")
        return {"decided": {"brief": waiting, "chart": None}}
    whole_one = Whole(row, view)
    return {"decided": {"brief": brief(whole_one.sum_up()), "chart": whole_one.chart()}}


def _head(view: PointOfView) -> dict[str, Any]:
    return {"game": view.game, "you": view.you, **head_of(view)}


def _show_waiting(request: HttpRequest, view: PointOfView, row: Analysis | None) -> HttpResponse:
    context = {
        **_head(view),
        "is_asked": row is not None,
        "has_failed": row is not None and row.status == Analysis.Status.FAILED,
    }
    return render(request, "analysis/waiting.html", context)
