"""A finished analysis as the reader sees it: the sum, the chart, the turns, the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.features.analysis import making, searching
from games.features.analysis.drawing import Chart, chart
from games.features.analysis.models import Analysis
from games.features.analysis.payloads import shot_of, strokes
from games.features.analysis.searching import Miss, misses_of_turns
from games.features.analysis.totals import Totals, TurnMarks, marks_of_turns, whole
from games.features.analysis.turning import (
    PIECE,
    Happenings,
    headline_of_miss,
    headline_of_shot,
    hint_of,
    kind_of_miss,
)
from games.features.analysis.wording import (
    Decided,
    Stroke,
    better_was_there,
    decided,
    name_of,
    signed,
    stroke_of,
)
from games.models import Game, Turn
from games.play.replay import states_before
from games.play.shooting import chances_of
from games.play.walking import may_begin_at
from games.rules.contract import WHOLE
from games.shown.head import Line, lines_of
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
        """Return the largest misses and strokes of luck, and all turns that the chart marks as
        costly, in the order of the game."""
        better = self._better_turns(self.points)
        found = {turn: self._cost(turn) for turn in self._costly()}
        found |= {miss.turn: self._missed(miss, better[miss.turn]) for miss in self.points}
        for mark in strokes(self.marks):
            one = found.get(mark.number, TurningPoint(mark.number, ()))
            found[mark.number] = replace(one, said=(self._stroke_of_luck(mark), *one.said))
        return [found[turn] for turn in sorted(found)]

    def _row(self, mark: TurnMarks, turn: Turn, miss: Miss | None, line: Line) -> Row:
        before, played, after = map(self._seen, (mark.before, mark.played, mark.after))
        outcome = self._outcome(turn)
        return Row(
            line=line,
            round=turn.round,
            before=before,
            choice=played - before,
            luck=after - played,
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
            figures = _("Your chance to win as played: {played}%. With the better turn: {best}%")
        else:
            figures = _(
                "{name}'s chance to win as played: {played}%. With the better turn: {best}%"
            )
        figures = figures.format(name=self.view.seats[0].called, best=best, played=played)
        kind = kind_of_miss(better, turn.happenings) if better else PIECE
        said = (headline_of_miss(kind, self._called(turn.side)), figures)
        if not better:
            return TurningPoint(miss.turn, (said,), " ".join(miss.actions))
        words = in_words(self.game, better)
        return TurningPoint(miss.turn, (said,), words, *hint_of(better))

    def _cost(self, number: int) -> TurningPoint:
        """Return the turn that cost most, where no better one is known."""
        mark, name = self.marks[number - 1], self._called(self.turns[number - 1].side)
        headline = _("{name} lost the most here") if name else _("You lost the most here")
        if self.view.you:
            figures = _("Your chance to win: {before}% before it, {after}% after it")
        else:
            figures = _("{first}'s chance to win: {before}% before it, {after}% after it")
        figures = figures.format(
            first=self.view.seats[0].called,
            before=self._seen(mark.before),
            after=self._seen(mark.played),
        )
        return TurningPoint(number, ((headline.format(name=name), figures),))

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
            figures = _("Odds of {outcome}: {chance}%. Your chance to win: {points}%")
        else:
            figures = _("Odds of {outcome}: {chance}%. {name}'s chance to win: {points}%")
        return headline, figures.format(
            outcome=name_of(stroke.outcome),
            chance=stroke.per_cent,
            name=self.view.seats[0].called,
            points=signed(stroke.points),
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
