"""A section at work: its row locked, its bracket, its players and its lots at hand."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from config.backends.encryption import seal, unseal
from games.features.competitions.bracket import Bracket, By, Key
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.draw import Lots
from games.features.competitions.league.schedule import Schedule
from games.features.competitions.league.table import Score, Table
from games.features.competitions.models import Competition, Entry, Match, MatchGame, Section
from games.features.competitions.series import Format, Played
from games.store.outbox import NewEvent

FORMATS: Final[Mapping[str, Format]] = {
    "eleven": Format.SHOOTOUT,
    "future": Format.THREE_GAMES,
    "standard": Format.THREE_GAMES,
}
"""The games of which cups are played, and how their matches are decided."""

RESULTS: Final = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}
NO_RESULT: Final = "*"
"""The result of a game that a no-show ended."""

_LEFT: Final = {Entry.Status.WITHDRAWN: By.WITHDRAWAL, Entry.Status.PUT_OUT: By.PUT_OUT}


def lock_section(section_id: int) -> Section:
    """Return the section, locked until the transaction ends: so each step is taken once.

    Locks come in one order: sections, then people, games and inboxes.
    """
    rows = Section.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("competition").get(pk=section_id)


def draw_secret(section: Section) -> None:
    """Give a section its secret and show its sum; the columns are set, not saved."""
    secret = secrets.token_bytes(32)
    section.sealed_secret = seal(secret)
    section.commitment = Lots(secret, "").commitment


def lots_of(section: Section) -> Lots:
    """Return the lots of a section whose entries have opened."""
    prefix = f"{section.competition_id}:{section.key}"
    return Lots(unseal(bytes(section.sealed_secret)), prefix)


def label_of(entry: Entry, section: Section) -> str | None:
    """Return what is in the place of a name in a game, or ``None`` where it is shown."""
    if not section.hides_names or entry.is_named:
        return None
    return f"Player {entry.number}"


@dataclass
class Field:
    """A section that has been drawn."""

    section: Section
    competition: Competition
    bracket: Bracket | Schedule
    rows: dict[Key, Match]
    entries: dict[int, Entry]
    """Who has a number, by it."""
    games: dict[int, list[MatchGame]]
    """The games of each match by its row, void ones left out."""

    @classmethod
    def of(cls, section: Section) -> Field:
        """Return the section as it is in the database."""
        matches = section.matches.select_related("shootout")
        rows = {(row.round, row.number): row for row in matches}
        entries = section.entries.select_related("user").filter(number__isnull=False)
        by_number = {entry.number: entry for entry in entries if entry.number is not None}
        slots = {key: _slot(row) for key, row in rows.items()}
        left = [entry for entry in by_number.values() if entry.status in _LEFT]
        # In the order in which they left: in a league that decides whose results stand.
        left.sort(key=lambda entry: (entry.out_at or section.drawn_at, entry.place))
        gone = {entry.number or 0: _LEFT[Entry.Status(entry.status)] for entry in left}
        size, last = section.size or 0, max((number for number, _ in rows), default=0)
        bracket: Bracket | Schedule
        if section.competition.is_league:
            bracket = Schedule(size, slots, gone)
        else:
            bracket = Bracket(size, slots, gone, third_place=(last, 2) in rows)
        games: dict[int, list[MatchGame]] = {row.pk: [] for row in rows.values()}
        played = MatchGame.objects.filter(match__section=section).exclude(result=MatchGame.VOID)
        for game in played.order_by("match", "role"):
            games[game.match_id].append(game)
        return cls(section, section.competition, bracket, rows, by_number, games)

    @property
    def lots(self) -> Lots:
        return lots_of(self.section)

    @property
    def format(self) -> Format:
        return Format.ONE_GAME if self.competition.is_league else FORMATS[self.competition.ruleset]

    def table(self) -> Table:
        """Return the table of a division of a league."""
        assert isinstance(self.bracket, Schedule), "a cup has no table"
        scores = {
            key: Score(tuple(row.score["goals"]), tuple(row.score["expected"]))
            for key, row in self.rows.items()
            if row.score is not None
        }
        return Table.of(self.bracket, scores, self.lots)

    def games_of(self, slot: Slot) -> list[MatchGame]:
        """Return the games of a match in their order."""
        return self.games[self.rows[slot.key].pk]

    def running_game(self, slot: Slot) -> MatchGame | None:
        """Return the game of a match whose result is not noted yet."""
        return next((game for game in self.games_of(slot) if not game.result), None)

    def played(self, slot: Slot) -> list[Played]:
        """Return the games of a match that are over, as the laws read them."""
        return [
            Played(game.white, self.winner_of(slot, game))
            for game in self.games_of(slot)
            if game.result in RESULTS.values()
        ]

    def winner_of(self, slot: Slot, game: MatchGame) -> int | None:
        """Return the number of who won a game that is over; ``None`` for a draw."""
        black = slot.opponent_of(game.white)
        return {"1-0": game.white, "0-1": black}.get(game.result)

    def whites(self) -> Counter[int]:
        """Return how often each player has had White in this section."""
        return Counter(game.white for games in self.games.values() for game in games)

    def side_of(self, game: MatchGame, number: int) -> str:
        """Return the side that a player has in a game."""
        return "white" if game.white == number else "black"

    def save_bracket(self, now: datetime) -> None:
        """Write every match that has changed since it was read."""
        for key, slot in self.bracket.matches.items():
            row = self.rows[key]
            fresh = (slot.upper, slot.lower, slot.winner, slot.by or "")
            if fresh == (row.upper, row.lower, row.winner, row.by):
                continue
            row.upper, row.lower, row.winner, row.by = fresh
            if row.by and row.decided_at is None:
                row.decided_at = now
            row.save(
                update_fields=["upper", "lower", "winner", "by", "decided_at", "counted", "score"]
            )

    def people(self, slot: Slot) -> list[int]:
        """Return the accounts of the players of a match."""
        return [self.entries[number].user_id for number in slot.players]

    def event(self, event: NewEvent) -> NewEvent:
        """Return an event with what all say about this section."""
        return event_of(self.section, event)


def event_of(section: Section, event: NewEvent) -> NewEvent:
    """Return an event with what all say about a section."""
    competition = section.competition
    about = {
        "name": competition.name,
        "section": section.key,
        "ruleset": competition.ruleset,
    }
    return replace(event, data={**about, **event.data})


def _slot(row: Match) -> Slot:
    by = By(row.by) if row.by else None
    return Slot(row.round, row.number, row.upper, row.lower, row.winner, by)
