"""A bracket as a page shows it: a list that reads aloud, and columns where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.features.competitions.bracket import NO_ONE, By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.league.table import is_drawn
from games.features.competitions.models import Round
from games.features.competitions.pages.players import shirt_of
from games.features.competitions.payloads import SectionView, name_of_round
from games.features.competitions.wording import RESIGNED, by_words, league_by_words
from games.features.competitions.wording import called as name_of_player
from games.models import Game
from games.rules import registry
from games.shown import wording


@dataclass(frozen=True, slots=True)
class Side:
    """One place of a match."""

    name: str
    is_known: bool
    is_winner: bool
    is_me: bool
    colour: str
    """The side in the game that runs, or else in the last one; empty before the first."""
    score: str
    out: str
    shirt: str
    """Its drawing; empty for no one, and where names are hidden."""


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match with all that is said about it."""

    match: str
    title: str
    sides: tuple[Side, Side]
    by: str
    """How it was decided, as the end of a sentence; empty while it is not."""
    ended: str
    """The same as a line of its own: ``Full time``, ``By resignation``."""
    game: str
    """The game that is running."""
    waits: str
    """Whom it waits for, and until when: a sentence."""
    left: str
    """The same in few words: ``Your turn, 17 h left``."""
    is_mine: bool
    is_bye: bool
    following: MatchCard | None = None
    """The match that this one and the one above lead to, beside the lower of the two."""


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round: its name, its last day, its matches with your own first on a phone."""

    number: int
    name: str
    last_day: str
    """Empty once all of it is played."""
    matches: list[MatchCard]
    is_shown_first: bool
    state: str
    """How far it is: ``2 of 4 played``, or from when."""


def match_title(number: int, place: int, rounds: int, *, is_uneven: bool) -> str:
    """Return what a match is called: ``Semi-final 1``."""
    left = rounds - number
    if left == 0:
        return _("Final") if place == 1 else _("Match for third place")
    if number == 1 and is_uneven:
        # Of three players two play one semi-final, and the third waits in the final.
        return _("Semi-final") if left == 1 else _("First round, match {n}").format(n=place)
    if left == 1:
        return _("Semi-final {n}").format(n=place)
    if left == 2:
        return _("Quarter-final {n}").format(n=place)
    return _("Last {n}, match {match}").format(n=2 ** (left + 1), match=place)


class BracketPage:
    """The bracket of a section in the eyes of one reader.

    ``now`` is left out where the present state is not shown.
    """

    def __init__(self, view: SectionView, now: datetime | None = None, where: tzinfo = UTC) -> None:
        self.view = view
        self.now, self.where = now, where
        assert view.field is not None, "the section has been drawn"
        self.field = view.field
        self.bracket = view.field.bracket
        self.is_uneven = any(match.by == "bye" for match in self.bracket.of_round(1))
        me = view.user.pk if view.user is not None else None
        self.mine = next((n for n, e in view.by_number.items() if e.user_id == me), None)

    def rounds(self) -> list[RoundCard]:
        """Return every round; one of them is shown first where there is room for one."""
        own = self.bracket.match_of(self.mine) if self.mine else None
        open_ones = [slot.round for slot in self.bracket if not slot.is_over]
        first = own.round if own else min(open_ones, default=self.bracket.rounds)
        return [
            RoundCard(
                row.number,
                name_of_round(row.number, self.field),
                self._last_day(row),
                self._cards(row.number),
                row.number == first,
                self._state(row),
            )
            for row in self.view.section.rounds.all()
        ]

    def _last_day(self, row: Round) -> str:
        if all(slot.is_over for slot in self.bracket.of_round(row.number)):
            return ""
        return date_format(row.ends_at.astimezone(self.where).date(), "DATE_FORMAT")

    def _cards(self, number: int) -> list[MatchCard]:
        """Return the matches of a round, every second one with the match that follows."""
        slots = self.bracket.of_round(number)
        cards = [self.card(slot) for slot in slots]
        if self.field.competition.is_league or number >= self.bracket.rounds:
            return cards
        return [
            replace(card, following=self.card(self.bracket.matches[number + 1, slot.number // 2]))
            if slot.number % 2 == 0
            else card
            for card, slot in zip(cards, slots, strict=True)
        ]

    def _state(self, row: Round) -> str:
        slots = [slot for slot in self.bracket.of_round(row.number) if slot.by is not By.BYE]
        over = sum(slot.is_over for slot in slots)
        if any(slot.is_complete for slot in slots):
            return _("{n} of {all} played").format(n=over, all=len(slots))
        # Translators: a date as letters of Django's filter date, as short as can be
        day = date_format(row.ends_at.astimezone(self.where).date(), _("j M"))
        return _("until {day}").format(day=day)

    def title_of(self, slot: Slot) -> str:
        """Return what a match is called."""
        if self.field.competition.is_league:
            return _("Round {n}, match {match}").format(n=slot.round, match=slot.number)
        # A bye is no match: it isn't counted.
        before = self.bracket.of_round(slot.round)[: slot.number - 1]
        place = slot.number - sum(one.by is By.BYE for one in before)
        return match_title(slot.round, place, self.bracket.rounds, is_uneven=self.is_uneven)

    def card(self, slot: Slot) -> MatchCard:
        """Return a match as it is shown."""
        running = self.field.running_game(slot)
        by = self._by(slot)
        return MatchCard(
            slot.name,
            self.title_of(slot),
            (self._side(slot, slot.upper, 0), self._side(slot, slot.lower, 1)),
            by,
            _("Full time") if self.how(slot) == By.GAME else by[:1].upper() + by[1:],
            running.game_id if running is not None else "",
            self._waits(running.game_id) if running is not None else "",
            self._left(running.game_id) if running is not None else "",
            self.mine is not None and self.mine in slot.players,
            slot.by is By.BYE,
        )

    def _waits(self, game_id: str) -> str:
        awaited = self.view.awaited.get(game_id) if self.now is not None else None
        if awaited is None or self.now is None:
            return ""
        names = [
            pgettext("whom a game waits for", "you") if number == self.mine else self.called(number)
            for number in awaited.numbers
        ]
        return _("waiting for {names}, until {when}").format(
            names=wording.joined(names),
            when=wording.zoned_moment(awaited.until, self.now, self.where),
        )

    def _left(self, game_id: str) -> str:
        awaited = self.view.awaited.get(game_id) if self.now is not None else None
        if awaited is None or self.now is None:
            return ""
        left = wording.short_time_left(awaited.until, self.now)
        if self.mine in awaited.numbers:
            return _("Your turn, {left} left").format(left=left)
        names = [self.called(number) for number in awaited.numbers]
        has = ngettext("{names} has {left}", "{names} have {left}", len(names))
        return has.format(names=wording.joined(names), left=left)

    def _colour(self, slot: Slot, number: int) -> str:
        games = self.field.games_of(slot)
        return self.field.side_of(games[-1], number) if games else ""

    def _by(self, slot: Slot) -> str:
        if self.field.competition.is_league:
            return league_by_words(self.how(slot), is_drawn=is_drawn(slot))
        return by_words(self.how(slot))

    def how(self, slot: Slot) -> str | None:
        """Return how a match was decided; a game that was resigned apart from one played out."""
        games = self.field.games_of(slot) if slot.by is By.GAME else ()
        return RESIGNED if games and games[-1].game_id in self._resigned else slot.by

    @cached_property
    def _resigned(self) -> set[str]:
        """The games that a player resigned."""
        ids = [row.game_id for rows in self.field.games.values() for row in rows]
        return set(Game.objects.filter(pk__in=ids, reason=RESIGNED).values_list("pk", flat=True))

    def _side(self, slot: Slot, number: int | None, place: int) -> Side:
        entry = self.view.by_number.get(number or 0)
        out = ""
        if entry is not None and entry.status in ("withdrawn", "put_out"):
            out = _("withdrawn") if entry.status == "withdrawn" else _("disqualified")
        return Side(
            self.name_of(slot, number, place),
            bool(number),
            bool(number) and slot.winner == number,
            number is not None and number == self.mine,
            self._colour(slot, number) if number else "",
            " ".join(self._scores(slot, number)) if number else "",
            out,
            shirt_of(entry) if entry is not None and self.view.name_of(entry) else "",
        )

    def name_of(self, slot: Slot, number: int | None, place: int) -> str:
        """Return a name, a number where names are hidden, or the match whose winner it is."""
        if number == NO_ONE:
            return _("no one") if slot.round > 1 else _("bye")
        if number is None:
            return self._coming(slot, place)
        return self.called(number)

    def called(self, number: int) -> str:
        """Return what the player of a number is called; the number where names are hidden."""
        entry = self.view.by_number.get(number)
        name = name_of_player(entry) if entry is not None and self.view.name_of(entry) else None
        return name or _("Player {n}").format(n=number)

    @cached_property
    def _goals(self) -> dict[str, Mapping[str, int]]:
        """The goals of each game of a rule set that counts some, by the game's id."""
        if registry.find(self.field.competition.ruleset).shooting is None:
            return {}
        ids = [row.game_id for rows in self.field.games.values() for row in rows]
        games = Game.objects.with_seats().filter(pk__in=ids)
        return {game.pk: game.summary.score for game in games if game.summary.score is not None}

    def feeder_of(self, slot: Slot, place: int) -> Slot:
        """Return the match that decides who comes to a place of a match after the first round."""
        number = place + 1 if self._is_third(slot) else 2 * slot.number - 1 + place
        return self.bracket.matches[slot.round - 1, number]

    def _is_third(self, slot: Slot) -> bool:
        return slot.round == self.bracket.rounds and slot.number == 2

    def _coming(self, slot: Slot, place: int) -> str:
        is_third, feeder = self._is_third(slot), self.feeder_of(slot, place)
        if all(feeder.players) and len(feeder.players) == 2 and not is_third:
            upper, lower = (self.called(number) for number in feeder.players)
            return _("{name} or {other}").format(name=upper, other=lower)
        words = _("Loser of {match}") if is_third else _("Winner of {match}")
        return words.format(match=self.title_of(feeder))

    def _scores(self, slot: Slot, number: int) -> Iterator[str]:
        """Yield what a player got in each game that is over; goals in a league that has some."""
        score = self.field.rows[slot.key].score
        if score is not None:
            yield str(score["goals"][0 if number == slot.upper else 1])
            return
        rows = self.field.games_of(slot)
        goals = self._goals.get(rows[-1].game_id) if rows else None
        if goals is not None:
            yield str(goals[self.field.side_of(rows[-1], number)])
            return
        for game in self.field.games_of(slot):
            if game.result == "1/2-1/2":
                yield "½"
            elif game.result in ("1-0", "0-1"):
                yield "1" if self.field.winner_of(slot, game) == number else "0"
