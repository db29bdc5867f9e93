"""Competitions as plain JSON data, as the one who looks may see them."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import User
from config.backends.encryption import Unreadable, unseal
from config.http.times import utc
from games.features.competitions import shapes
from games.features.competitions.bracket import By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.field import Field
from games.features.competitions.models import (
    Certificate,
    Competition,
    Entry,
    MatchGame,
    Section,
    Shootout,
)
from games.features.competitions.selectors import Awaited, awaited_in
from games.features.competitions.services.access import knows_code, organises, sees_names
from games.features.competitions.steps.beginning import entrants_of
from games.features.competitions.steps.penalties import result_of

OUT = {Entry.Status.WITHDRAWN: "withdrawal", Entry.Status.PUT_OUT: "put_out"}


def round_name(number: int, rounds: int, *, is_uneven: bool) -> str:
    """Return what a round is called, counted from the final."""
    left = rounds - number
    if left == 0:
        return _("Final")
    if number == 1 and is_uneven:
        return _("Semi-final") if left == 1 else _("First round")
    if left == 1:
        return _("Semi-finals")
    if left == 2:
        return _("Quarter-finals")
    return _("Last {n}").format(n=2 ** (left + 1))


def name_of_round(number: int, field: Field) -> str:
    """Return what a round of a section is called."""
    if field.competition.is_league:
        return _("Round {n}").format(n=number)
    is_uneven = any(match.by == "bye" for match in field.bracket.of_round(1))
    return round_name(number, field.bracket.rounds, is_uneven=is_uneven)


def competition_payload(
    competition: Competition, base_url: str, viewer: User | None = None
) -> shapes.Competition:
    """Return a competition as lists and its own address show it.

    The code by which friends join is shown to ``viewer`` if they play or organise.
    """
    organiser = shown_organiser(competition)
    code = competition.code if knows_code(viewer, competition) else None
    return {
        "id": competition.pk,
        "url": f"{base_url}/competitions/{competition.pk}/",
        "kind": competition.kind,
        "name": competition.title,
        "text": competition.text,
        "ruleset": competition.ruleset,
        "options": competition.options,
        "days_per_turn": competition.days_per_turn,
        "turn_s": competition.turn_s,
        "reserve_s": competition.reserve_s,
        "has_leave": competition.has_leave,
        "season": competition.season,
        "previous": competition.previous_id,
        "following": following_of(competition),
        "goes_on": competition.goes_on if competition.is_league else None,
        "organiser": organiser.username if organiser is not None else None,
        "is_private": competition.is_private,
        "is_among_friends": competition.is_among_friends,
        "code": code,
        "join_url": f"{base_url}/c/{code}/" if code else None,
        "age_check": competition.age_check,
        "age_date": competition.age_date.isoformat(),
        "opens_at": utc(competition.opens_at),
        "closes_at": utc(competition.closes_at),
        "starts_at": utc(competition.starts_at),
        "round_days": competition.round_days,
        "third_place": competition.third_place,
        "certificates_for_all": competition.certificates_for_all,
        "plans": competition.plans,
        "has_rest": competition.has_rest,
        "prizes": competition.prizes,
        "sections": [
            {
                "section": section.key,
                "under": section.under,
                "cut_off": section.cut_off.isoformat() if section.cut_off else None,
                "status": section.status,
                "limit": section.limit,
            }
            for section in competition.sections.all()
        ],
        "created_at": utc(competition.created_at),
    }


def shown_organiser(competition: Competition) -> User | None:
    """Return who organises a competition, unless family mode hides them."""
    organiser = competition.organiser
    return None if organiser is not None and organiser.is_family else organiser


def following_of(competition: Competition) -> str | None:
    """Return the next season of a league; ``None`` until it is announced."""
    if not competition.is_league:
        return None
    later = Competition.objects.filter(previous=competition)
    return later.values_list("pk", flat=True).first()


class SectionView:
    """One section in the eyes of one person."""

    def __init__(self, section: Section, user: User | None) -> None:
        self.section = section
        self.competition = section.competition
        self.user = user
        self.sees_names = sees_names(user, section)
        self.organises = organises(user, section.competition)
        self.entries = list(section.entries.select_related("user"))
        self.by_number = {entry.number: entry for entry in self.entries if entry.number is not None}
        self.field = Field.of(section) if section.is_drawn else None

    def name_of(self, entry: Entry) -> str | None:
        """Return the name, or ``None`` where it is hidden or gone."""
        if entry.user.deleted_at is not None:
            return None
        if entry.user.is_family and (self.user is None or entry.user_id != self.user.pk):
            return None
        return entry.user.username if self.sees_names or entry.is_named else None

    def payload(self) -> shapes.Section:
        """Return the section as its own address shows it."""
        section, competition = self.section, self.competition
        drawn, others = entrants_of(section) if not section.is_drawn else ([], [])
        waiting = [entry for entry in self.entries if entry.status == Entry.Status.WAITING]
        entrants = section.size if section.size is not None else len(drawn)
        return {
            "section": section.key,
            "under": section.under,
            "cut_off": section.cut_off.isoformat() if section.cut_off else None,
            "status": section.status,
            "entrants": entrants,
            "limit": section.limit,
            "is_disputed": section.disputed_at is not None if self.organises else None,
            "waiting": len(waiting) if section.is_drawn else len(others),
            "days_per_turn": competition.days_per_turn,
            "round_days": competition.round_days,
            "third_place": competition.third_place,
            "commitment": section.commitment or None,
            "earlier_commitments": section.earlier_commitments,
            "seed": self.secret(),
            "draw": self._draw(),
            "entries": [self._entry(entry) for entry in self.entries],
            "rounds": self._rounds(),
            "standing": self._standing(),
        }

    @cached_property
    def waiting(self) -> set[int]:
        """The entries on the waiting list."""
        entered = [one for one in self.entries if one.status == Entry.Status.ENTERED]
        late = [one for one in self.entries if one.status == Entry.Status.WAITING]
        return {one.pk for one in [*entered[self.section.limit :], *late]}

    def secret(self) -> str | None:
        """Return the secret once the last lot was drawn; ``None`` where the key to it is lost."""
        if not self.section.is_over or not self.section.sealed_secret:
            return None
        if self.competition.is_league and self._are_lots_left():
            return None
        try:
            return unseal(bytes(self.section.sealed_secret)).hex()
        except Unreadable:
            return None

    def _are_lots_left(self) -> bool:
        """Return whether another division, which has the same secret, is not over yet."""
        return self.competition.sections.exclude(status__in=Section.OVER).exists()

    def _draw(self) -> shapes.Draw | None:
        if not self.section.is_drawn:
            return None
        numbers = self.section.drawn_numbers
        seeded = (self.section.size or 0) - len(numbers)
        return {"seeded": seeded, "numbers": numbers}

    def _entry(self, entry: Entry) -> shapes.Entry:
        shown = self.organises or (self.user is not None and entry.user_id == self.user.pk)
        return {
            "entry": entry.place,
            "number": entry.number,
            "player": self.name_of(entry),
            "status": "waiting" if entry.pk in self.waiting else entry.status,
            "age_seen": entry.age_seen_at is not None if shown else None,
            "reason": entry.out_because if shown and entry.out_because else None,
        }

    def _rounds(self) -> list[shapes.Round]:
        if self.field is None:
            return []
        bracket = self.field.bracket
        return [
            {
                "round": row.number,
                "name": name_of_round(row.number, self.field),
                "starts_at": utc(row.starts_at),
                "ends_at": utc(row.ends_at),
                "matches": [self.match(slot) for slot in bracket.of_round(row.number)],
            }
            for row in self.section.rounds.all()
        ]

    def match(self, slot: Slot) -> shapes.Match:
        """Return a match as the bracket shows it."""
        assert self.field is not None, "a match has been drawn"
        return {
            "match": slot.name,
            "upper": self._player(slot.upper),
            "lower": self._player(slot.lower),
            "winner": slot.winner or None,
            "by": slot.by,
            "games": [self._game(game) for game in self.field.games_of(slot)],
        }

    def _game(self, game: MatchGame) -> shapes.MatchGame:
        awaited = self.awaited.get(game.game_id)
        return {
            "game": game.game_id,
            "white": game.white,
            "result": game.result or None,
            "awaiting": awaited.numbers if awaited is not None else [],
            "deadline": utc(awaited.until) if awaited is not None else None,
        }

    @cached_property
    def awaited(self) -> dict[str, Awaited]:
        """Whom the running games wait for."""
        return awaited_in(self.section) if self.section.status == Section.Status.PLAYING else {}

    def _player(self, number: int | None) -> shapes.BracketPlace | None:
        """Return who is on a place; ``None`` for no one."""
        if number is None:
            return {"number": None, "player": None, "out": None}
        entry = self.by_number.get(number)
        if entry is None:
            return None
        out = OUT.get(Entry.Status(entry.status))
        return {"number": number, "player": self.name_of(entry), "out": out}

    def _standing(self) -> list[shapes.Standing]:
        standing: list[shapes.Standing] = [
            {"standing": place, "number": entry.number, "player": self.name_of(entry)}
            for entry in self.entries
            if (place := entry.standing) is not None
        ]
        return sorted(standing, key=lambda one: (one["standing"], one["number"] or 0))

    def match_alone(self, slot: Slot) -> shapes.OneMatch:
        """Return a match with how it was decided, as its own address shows it."""
        assert self.field is not None, "a match has been drawn"
        row = self.field.rows[slot.key]
        shootout = Shootout.objects.filter(match=row).first()
        is_theirs = self.organises or (
            self.user is not None and self.user.pk in self.field.people(slot)
        )
        # 8.5: the two of the match that someone was put out of, not of those won before it.
        reasons = [
            self.by_number[number].out_because
            for number in (slot.losers if slot.by is By.PUT_OUT else ())
            if self.by_number[number].out_because
        ]
        return {
            **self.match(slot),
            "started_at": utc(row.started_at),
            "decided_at": utc(row.decided_at),
            "counted": row.counted,
            "reason": " · ".join(reasons) if is_theirs and reasons else None,
            "shootout": self._shootout(slot, shootout) if shootout is not None else None,
        }

    def _shootout(self, slot: Slot, row: Shootout) -> shapes.Shootout:
        """Return penalties: what was handed in stays hidden until all is resolved."""
        black = slot.opponent_of(row.white)
        has_white = len(row.white_shots) + len(row.white_stands) > 0
        has_black = len(row.black_shots) + len(row.black_stands) > 0
        shown: shapes.Shootout = {
            "commitment": row.commitment,
            "earlier_commitments": row.earlier_commitments,
            "seed": None,
            "due_at": utc(row.due_at),
            "white": row.white,
            "handed_in": [
                number
                for number, has in ((row.white, has_white), (black, has_black))
                if has and number is not None
            ],
            "yours": self._own_hand(slot, row),
            "score": None,
            "shots": [],
        }
        if row.resolved_at is None:
            return shown
        went = result_of(row, self.section, slot.name)
        return {
            **shown,
            "seed": unseal(bytes(row.sealed_secret)).hex(),
            "score": {"white": went.score[0], "black": went.score[1]},
            "shots": [
                {
                    "number": shot.number,
                    "side": shot.side,
                    "target": shot.target,
                    "king": shot.king,
                    "chance": shot.chance,
                    "roll": shot.roll,
                    "is_goal": shot.is_goal,
                }
                for shot in went.shots
            ],
        }

    def _own_hand(self, slot: Slot, row: Shootout) -> shapes.ShootoutHand | None:
        mine = next(
            (n for n in slot.players if self.user and self.by_number[n].user_id == self.user.pk),
            None,
        )
        if mine is None:
            return None
        shots, stands = (
            (row.white_shots, row.white_stands)
            if mine == row.white
            else (row.black_shots, row.black_stands)
        )
        return {"shots": list(shots), "stands": list(stands)}


def certificate_payload(paper: Certificate) -> shapes.Certificate:
    """Return what anyone may check of a certificate: everything but the name (law 9.3)."""
    return {
        "id": paper.pk,
        "competition": paper.competition,
        "section": paper.section,
        "standing": paper.standing,
        "entrants": paper.entrants,
        "awarded_on": paper.awarded_on.isoformat(),
        "sha256": paper.sha256,
    }
