"""A game as one person sees it: who the others are, whose turn it is, and how it ended.

Pages, lists, emails, pushes and the calendar ask a ``PointOfView`` and work out nothing of this
themselves. The reader is called *You* and comes first; an onlooker has no seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from config.features import Hook
from games.clock import standstill
from games.clock.clocks import clock_of
from games.clock.times import away_until, rest_days_ahead, rests_until
from games.models import Act, Game
from games.models.querysets import Seat
from games.rules.contract import (
    ABORT,
    ADJUDICATE,
    ADJUDICATE_DRAW,
    AGREE_DRAW,
    CALL_OFF,
    CLAIM,
    RESIGN,
    TIME_OUT,
    Outcome,
    Reason,
    Summary,
)
from games.rules.text import score_text
from games.shown import wording
from games.shown.wording import joined
from games.store import selectors

ACT_WORDS: Final[Hook[Callable[[PointOfView, Act], str]]] = Hook()
"""Returns an act of a feature in words; empty for any other."""


@dataclass(frozen=True)
class PointOfView:
    """One game and who looks at it; ``user_id`` is ``None`` for a visitor."""

    game: Game
    user_id: int | None

    # --- who is who -----------------------------------------------------------------------

    @cached_property
    def you(self) -> Seat | None:
        """The reader's seat; ``None`` for an onlooker."""
        return next((seat for seat in self.game.seats if seat.user_id == self.user_id), None)

    @property
    def side(self) -> str | None:
        """The side that the reader plays."""
        return self.you.side if self.you else None

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """Everyone else's seats, in the order of play."""
        return tuple(seat for seat in self.game.seats if seat != self.you)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, the reader's first."""
        return (self.you, *self.others) if self.you else self.others

    @property
    def opponents(self) -> str:
        """The others by name, as a sentence lists them; for an onlooker everyone."""
        return joined([seat.called for seat in self.others])

    @property
    def usernames(self) -> dict[str, str]:
        """What each side's player is called: house bots by the names of their faces."""
        return {seat.side: seat.called for seat in self.game.seats}

    @property
    def names(self) -> dict[str, str]:
        """What each side's player is called: the reader *You*, the others by name."""
        return self.usernames | ({self.you.side: _("You")} if self.you else {})

    @property
    def called(self) -> dict[str, str]:
        """The same for a sentence about a turn, in which the reader's is empty."""
        return self.usernames | ({self.you.side: ""} if self.you else {})

    # --- what the game wants --------------------------------------------------------------

    @cached_property
    def summary(self) -> Summary:
        """How the game is."""
        return self.game.summary

    @property
    def is_formation(self) -> bool:
        """Whether formations are chosen, not turns played."""
        return self.game.status == Game.Status.FORMATION

    @property
    def is_live(self) -> bool:
        """Whether it has a live clock."""
        return clock_of(self.game).is_live

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for the reader."""
        return self.you is not None and self.you.is_awaited and self.game.is_active

    @property
    def is_out(self) -> bool:
        """Whether the reader plays no more, though the game may continue."""
        return self.you is not None and self.summary.is_out(self.you.side)

    def may(self, act: str) -> bool:
        """Return whether the reader may do this now."""
        return self.you is not None and self.summary.may(self.you.side, act)

    @property
    def awaited_others(self) -> list[str]:
        """The others for whom the game waits, by name."""
        return [seat.called for seat in self.others if seat.is_awaited]

    @property
    def holders(self) -> str:
        """For whom else the game waits, as a sentence begins: ``bob has``; empty if for no one."""
        names = self.awaited_others
        if self.game.deadline is None or not names:
            return ""
        return ngettext("{names} has", "{names} have", len(names)).format(names=joined(names))

    @property
    def waits_for_robots(self) -> bool:
        """Whether all others for whom the game waits are bots, which answer within seconds."""
        awaited = [seat for seat in self.others if seat.is_awaited]
        return bool(awaited) and all(seat.is_bot for seat in awaited)

    def their_turn(self, now: datetime) -> str:
        """Return for whom else the game waits: ``bob has 14 h``; empty if for no one."""
        if self.game.deadline is None or not self.holders:
            return ""
        if self.waits_for_robots:
            return self._thinking
        return wording.clock_left(self.game, now, holders=self.holders, is_short=True)

    @property
    def _thinking(self) -> str:
        names = self.awaited_others
        thinking = ngettext("{names} is thinking", "{names} are thinking", len(names))
        return thinking.format(names=joined(names))

    def away(self, now: datetime, zone: tzinfo) -> str:
        """Return who is on vacation, and whether all clocks are paused, as sentences; empty if
        neither."""
        text = []
        if standstill.is_on() and self.game.is_active:
            text.append(_("All clocks are paused while we add lost time back."))
        for seat in self.game.seats:
            until = away_until(self.game, seat, now) if self.game.is_active else None
            if until is None:
                continue
            day = wording.day(until, now, zone)
            if seat == self.you:
                text.append(_("You're away until {day}.").format(day=day))
            else:
                text.append(_("{name} is away until {day}.").format(name=seat.called, day=day))
        return " ".join([*text, *self._resting(now, zone)])

    def _resting(self, now: datetime, zone: tzinfo) -> list[str]:
        """Return whose clock is paused by a rest day, as sentences."""
        text = []
        for seat in self.game.seats:
            until = rests_until(self.game, seat, now) if seat.is_awaited else None
            if until is None or not self.game.is_active:
                continue
            when = wording.moment(until, now, zone)
            if seat == self.you:
                text.append(_("It's your rest day. Your clock runs from {when}.").format(when=when))
            else:
                text.append(
                    _("{name} has a rest day. Their clock runs from {when}.").format(
                        name=seat.called, when=when
                    )
                )
        return text

    def rest_days(self, now: datetime) -> str:
        """Return on which weekdays those for whom the game waits rest before the deadline.

        Sentences such as ``bob rests on Sundays.``; empty where no one does.
        """
        text = []
        for seat in self.game.seats:
            if not seat.is_awaited:
                continue
            days = wording.weekdays(rest_days_ahead(self.game, seat, now))
            if days and seat == self.you:
                text.append(_("Your clock is paused on {days}.").format(days=days))
            elif days:
                text.append(_("{name} rests on {days}.").format(name=seat.called, days=days))
        return " ".join(text)

    @property
    def waiting(self) -> str:
        """The sentence of a reader who has nothing to do: ``It's bob's turn.``

        It names no time: the head of the page does.
        """
        text = _("It's {name}'s turn.").format(name=joined(self.awaited_others))
        if self.waits_for_robots:
            text = f"{self._thinking}."
        return " ".join([_("You're out."), text]) if self.is_out else text

    # --- titles and score -----------------------------------------------------------------

    @property
    def score(self) -> str:
        """The score as ``1–0``, the reader's first; empty if none is kept."""
        return self.score_from(self.side)

    def score_from(self, first: str | None) -> str:
        """Return the score with the side ``first`` before the others; empty if none is kept."""
        return self._joined_score(self.summary.score, first)

    def score_words(self, points: Mapping[str, int] | None) -> str:
        """Return how the game stood once, the reader's goals first; empty if none is kept."""
        return self._joined_score(points, self.side)

    def _joined_score(self, points: Mapping[str, int] | None, first: str | None) -> str:
        if points is None:
            return ""
        # In the order of the seats: the database keeps no order within a description.
        sides = sorted((seat.side for seat in self.game.seats), key=lambda side: side != first)
        return score_text(*(points[side] for side in sides))

    @property
    def headline(self) -> str:
        """Who plays and the score: ``You 1–0 bob``, ``You – bob – carol``."""
        called, score = self.names, self.score
        names = [called[seat.side] for seat in self.seats]
        if score and len(names) == 2:
            return f"{names[0]} {score} {names[1]}"
        return " – ".join(names) + (f" {score}" if score else "")

    @property
    def page_title(self) -> str:
        """What the tab says: ``Your turn against bob``, ``Waiting for bob``."""
        if not self.game.is_active:
            return _("{game}, over").format(game=self.headline)
        if self.you is None or self.is_out:
            return self.headline
        return self.titles[0 if self.you.is_awaited else 1]

    @property
    def titles(self) -> tuple[str, str]:
        """The titles of a player's tab: while the player has to act, and while not."""
        wanted = (
            _("Your formation against {names}")
            if self.is_formation
            else _("Your turn against {names}")
        )
        return (
            wanted.format(names=self.opponents),
            _("Waiting for {names}").format(names=joined(self.awaited_others) or self.opponents),
        )

    # --- what was done, and how it ended --------------------------------------------------

    def act_words(self, act: Act) -> str:
        """Return what was done outside a turn: ``charlie resigned``."""
        if brought := self.brought_words(act):
            return brought
        presenter, name = self.game.presenter, self.names[act.side]
        if act.name in _ACTS:
            return _(_ACTS[act.name]).format(name=name)
        text = presenter.narrate(act.happenings, self.usernames)
        words = presenter.acts.get(act.name)
        return " ".join(text) or f"{name}: {_(words.label) if words else act.name}"

    def brought_words(self, act: Act) -> str:
        """Return what a feature says of an act that is its own; empty for any other."""
        return next((text for words in ACT_WORDS if (text := words(self, act))), "")

    @property
    def reason(self) -> Reason:
        """How the end of the game is reported, as its rule set shows it."""
        reason = self.game.reason
        return self.game.presenter.reasons.get(reason) or Reason(f" ({reason.replace('_', ' ')})")

    @cached_property
    def outcome(self) -> Outcome:
        """How the finished game ended: the reason and who is placed where."""
        ranking = self.game.ranking or ()
        return Outcome(self.game.reason, tuple(tuple(sides) for sides in ranking))

    @property
    def losers(self) -> Collection[str]:
        """The sides that lost by the way the game ended: those placed next to the winner."""
        ranking = self.outcome.ranking
        if len(ranking) > 1:
            return ranking[1]
        return tuple(seat.side for seat in self.game.seats if seat.side != self.game.winner)

    @property
    def place(self) -> str:
        """The reader's place in a finished game, in words: ``2nd``."""
        behind_all = len(self.game.seats) + 1
        return wording.ordinal(self.outcome.places.get(self.side or "", behind_all))

    @property
    def result(self) -> str:
        """How the game ended, in a line: ``You won 2–1``, ``bob won: you resigned (0–1)``."""
        return self._result(is_lost=False)

    @property
    def result_alone(self) -> str:
        """The same without the reader's place among several."""
        return self._result(is_lost=False, has_place=False)

    @property
    def own_result(self) -> str:
        """The same in a list beside the other's name: ``You won 2–1``, ``You lost 0–1``."""
        is_lost = self.you is not None and len(self.game.seats) == 2
        return self._result(is_lost=is_lost and self.side != self.game.winner)

    def _result(self, *, is_lost: bool, has_place: bool = True) -> str:
        """Return how the game ended; a defeat is the reader's own where it ``is_lost``."""
        game = self.game
        if game.status == Game.Status.ABORTED:
            return _("Aborted: no result")
        if game.winner is None:
            return " ".join(f"{self._draw} {self.score}".split()) + _(self.reason.brief)
        loser = ", ".join(
            pgettext("who lost by it", "you") if seat == self.you else seat.called
            for seat in game.seats
            if seat.side in self.losers
        )
        is_mine = self.side == game.winner
        score = self.score_from(self.side if is_lost else game.winner)
        if score and self.reason.is_by_score:
            won = _("You won {score}") if is_mine else _("{name} won {score}")
            won = _("You lost {score}") if is_lost else won
        else:
            won = _("You won") if is_mine else _("{name} won")
            won = _("You lost") if is_lost else won
        won = won.format(name=self.usernames[game.winner], score=score)
        brief = self.reason.brief
        if [*self.losers] == [self.side]:
            brief = self.reason.brief_lost or brief
        brief = _(brief).format(loser=loser)
        if has_place and self.you is not None and len(game.seats) > 2 and not is_mine:
            number = len(game.seats)
            brief += _("; you came {place} of {number}").format(place=self.place, number=number)
        return f"{won}{brief}" + (f" ({score})" if score and not self.reason.is_by_score else "")

    @property
    def _draw(self) -> str:
        """``Draw``; among some of several players, between whom."""
        first = self.outcome.ranking[0] if self.outcome.ranking else ()
        if len(first) in (0, len(self.game.seats)):
            return _("Draw")
        names = dict(self.usernames)
        if self.you:
            names[self.you.side] = pgettext("a draw between others and", "you")
        return _("Draw between {names}").format(names=joined([names[side] for side in first]))

    @property
    def result_title(self) -> str:
        """How the game ended for the reader, as a title: ``You won against bob``."""
        game, number = self.game, len(self.game.seats)
        first = self.outcome.ranking[0] if self.outcome.ranking else ()
        if game.status == Game.Status.ABORTED:
            title = _("The game against {opponent} has no result")
        elif number > 2 and self.side not in first:
            title = _("You came {place} of {number} against {opponent}")
        elif game.winner is None:
            title = _("Draw against {opponent}")
        elif game.winner == self.side:
            title = _("You won against {opponent}")
        else:
            title = _("You lost against {opponent}")
        return title.format(opponent=self.opponents, place=self.place, number=number)

    @property
    def how_it_ended(self) -> str:
        """What ended the game, as a sentence to the reader: ``bob resigned.``, ``You won 2–1.``"""
        game, reason, called = self.game, self.reason, self.usernames
        if reason.is_by_score:
            return f"{self.result}."
        is_aborted = game.status == Game.Status.ABORTED
        lost_by = self._late if is_aborted else self.losers
        text = reason.text
        if is_aborted and not lost_by and "{loser}" in text:
            # Live no side is named by the rules: either may have, and the clock is no one's fault.
            act = selectors.acts_shown(game).last()
            if act is None:
                return _("The game was aborted and has no result.")
            if act.name == ABORT:
                words = _("{name} aborted the game early, so no one lost.")
                if act.side == self.side:
                    words = _("You aborted the game early, so no one lost.")
                return words.format(name=called[act.side])
            lost_by = (act.side,)
        if self.side == game.winner:
            text = reason.won or text
        elif self.side in lost_by:
            text = reason.lost or text
        if not text:
            return _("Ended by {reason}.").format(reason=game.reason.replace("_", " "))
        return _(text).format(
            winner=called.get(game.winner or "", self.opponents),
            loser=joined([called[side] for side in called if side in lost_by]),
        )

    @property
    def _late(self) -> Collection[str]:
        """The sides whose missed deadline ended the game."""
        return self.game.rules.forfeited_by(self.game.rules.load(self.game.state))


_ACTS = {
    RESIGN: gettext_noop("{name} resigned"),
    TIME_OUT: gettext_noop("{name} missed the deadline"),
    AGREE_DRAW: gettext_noop("{name} agreed to the draw"),
    CLAIM: gettext_noop("{name} claimed the result"),
    ADJUDICATE: gettext_noop("the competition gave the game to {name}"),
    ADJUDICATE_DRAW: gettext_noop("the competition ended the game as a draw"),
    CALL_OFF: gettext_noop("the game was aborted"),
    Act.HAND_OVER: gettext_noop("{name} replaced a player"),
    Act.TAKE_BACK: gettext_noop("the last turn was taken back, and {name} agreed"),
}
