"""Competitions as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypedDict

from config.http.shape_notes import (
    Bounds,
    Count,
    Day,
    Positive,
    Time,
    between,
    like,
    open_words,
    words,
)
from games.features.competitions import examples
from games.features.competitions.bracket import By
from games.features.competitions.field import FORMATS
from games.features.competitions.league.divisions import Move
from games.features.competitions.models import Competition as StoredCompetition
from games.features.competitions.models import Section as StoredSection
from games.features.competitions.shootout import TARGETS

STATUSES = StoredSection.Status.values
KINDS = StoredCompetition.Kind.values
WAYS = [by.value for by in By]
SECTION_WORDS = "`open`, `under-18` or `under-15`; in a league `division-1` and so on."
ENTRY_STATUSES = ["asked", "entered", "waiting", "playing", "left_out", "withdrawn", "put_out"]
MOVES = [move.value for move in Move]
GAME_RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
OUT_BY = ["withdrawal", "put_out"]
GOAL_FILES = list(TARGETS)
CUP_GAMES = sorted(FORMATS)
AGE_CHECKS = StoredCompetition.AgeCheck.values
WON, DRAWN, LOST = "won", "drawn", "lost"
RESULTS: Final = (WON, DRAWN, LOST)
"""What a match that is over was for a player."""


class Prize(TypedDict):
    """A prize."""

    section: str
    standing: Positive
    text: str


class SectionLine(TypedDict):
    """A section as the competition lists it."""

    section: Annotated[str, SECTION_WORDS]
    under: int | None
    cut_off: Annotated[Day | None, "Born on it or later."]
    status: Annotated[str, words(STATUSES)]
    limit: Annotated[int, between(2, 128)]


@like(examples.COMPETITION)
class Competition(TypedDict):
    """A competition as it was announced."""

    id: str
    url: str
    kind: Annotated[str, words(KINDS)]
    name: str
    text: str
    ruleset: Annotated[str, words(CUP_GAMES)]
    options: dict[str, Any]
    days_per_turn: Annotated[int, between(1, 3)]
    turn_s: Annotated[int | None, "Seconds for a turn in place of the days; null: the days count."]
    reserve_s: Annotated[Count, "Seconds beyond the turns."]
    has_leave: Annotated[bool, "Whether vacation pauses clocks."]
    season: Annotated[Positive | None, "Which season of a league; null for a cup."]
    previous: Annotated[str | None, "The season before this one."]
    following: Annotated[str | None, "The next season, from ten days before it begins."]
    goes_on: Annotated[bool | None, "Whether another season follows; null for a cup."]
    organiser: Annotated[str | None, "null: operators look after it."]
    is_private: Annotated[bool, "In no list; the link is enough."]
    is_among_friends: Annotated[
        bool, "Joined by a link and started by hand. `closes_at` is when it expires."
    ]
    code: Annotated[str | None, "The end of that link, to those who play or organise."]
    join_url: Annotated[str | None, "The link to share."]
    age_check: Annotated[str, words(AGE_CHECKS)]
    age_date: Day
    opens_at: Time
    closes_at: Annotated[Time, "When entries close and the draw is made."]
    starts_at: Time
    round_days: Annotated[int, between(14, 120)]
    third_place: bool
    certificates_for_all: bool
    plans: Annotated[bool, "Whether players may prepare answers."]
    has_rest: Annotated[bool, "Whether rest days pause clocks."]
    prizes: list[Prize]
    sections: list[SectionLine]
    created_at: Time


class SectionRevision(TypedDict):
    """How far a section has come."""

    section: Annotated[str, SECTION_WORDS]
    status: Annotated[str, words(STATUSES)]
    revision: Annotated[Count, "Grows with every change. Read the sections where it is new to you."]


@like(examples.CHANGED)
class CompetitionChanged(TypedDict):
    """A competition has changed."""

    type: Annotated[str, open_words(["competition.changed"])]
    number: Annotated[Count, "Grows, with gaps; resume with `?after=`."]
    competition: str
    sections: list[SectionRevision]


@like(examples.CHANGES)
class CompetitionChanges(TypedDict):
    """The newest change of a competition, if there is one after the number asked for."""

    next: str | None
    previous: str | None
    latest: Annotated[Count, "The number of the newest change."]
    results: list[CompetitionChanged]


class BracketPlace(TypedDict):
    """The player on a place of the bracket."""

    number: Annotated[Positive | None, "null: not known yet"]
    player: Annotated[
        str | None, "null with a number: the section hides it, or the account is gone."
    ]
    out: Annotated[str | None, words(OUT_BY)]


class MatchGame(TypedDict):
    """A game of a match."""

    game: str
    white: Annotated[Positive, "The number of the player with White."]
    result: Annotated[str | None, words(GAME_RESULTS), "`*`: aborted by a no-show."]
    awaiting: Annotated[list[Positive], "The numbers of those whom a running game waits for."]
    deadline: Annotated[Time | None, "Until when it waits; null where no clock runs."]


class Match(TypedDict):
    """A match as the bracket shows it."""

    match: Annotated[str, "Round and pairing, as `2.1`."]
    upper: Annotated[BracketPlace | None, "null: no one"]
    lower: Annotated[BracketPlace | None, "null: no one"]
    winner: Positive | None
    by: Annotated[str | None, words(WAYS)]
    games: list[MatchGame]


class Round(TypedDict):
    """A round and its last day."""

    round: Positive
    name: str
    starts_at: Time
    ends_at: Time
    matches: list[Match]


@like(examples.ENTRY)
class Entry(TypedDict):
    """An entry as the reader may see it."""

    entry: Annotated[Positive, "Its place in the order of entries."]
    number: Positive | None
    player: str | None
    status: Annotated[str, words(ENTRY_STATUSES)]
    age_seen: Annotated[bool | None, "null for whom it does not concern."]
    reason: Annotated[str | None, "Why the player was put out."]


class Standing(TypedDict):
    """The final place of a player."""

    standing: Positive
    number: Positive | None
    player: str | None


class Draw(TypedDict):
    """Data to draw again."""

    seeded: Annotated[Count, "How many have the first numbers."]
    numbers: Annotated[
        list[Positive], "The number of each entrant drawn by lot, in the order of their entries."
    ]


class EarlierCommitment(TypedDict):
    """A commitment that an operator has replaced, before anything was drawn from its secret."""

    commitment: str
    until: Time


@like(examples.SECTION)
class Section(TypedDict):
    """A section as the reader may see it."""

    section: Annotated[str, SECTION_WORDS]
    under: int | None
    cut_off: Day | None
    status: Annotated[str, words(STATUSES)]
    entrants: Count
    limit: Annotated[int, between(2, 128)]
    is_disputed: Annotated[
        bool | None,
        "Whether a dispute keeps what was confirmed about ages; for the organiser alone.",
    ]
    waiting: Count
    days_per_turn: Annotated[int, between(1, 3)]
    round_days: Annotated[int, between(14, 120)]
    third_place: bool
    commitment: Annotated[str | None, "The SHA-256 of the secret; null until entries open."]
    earlier_commitments: list[EarlierCommitment]
    seed: Annotated[str | None, "The secret, once all is drawn."]
    draw: Draw | None
    entries: list[Entry]
    rounds: list[Round]
    standing: list[Standing]


class TableResult(TypedDict):
    """What a player has against another of the same table."""

    against: Annotated[Positive, "The other's number."]
    match: Annotated[str, "Round and pairing, as `2.1`."]
    result: Annotated[str | None, words(RESULTS), "For the player of the row; null: not over."]
    goals: Annotated[
        list[Count] | None,
        Bounds(options={"min_length": 2, "max_length": 2}),
        "The player's own and the other's; null where there are none.",
    ]


class TablePlayer(TypedDict):
    number: Positive
    player: Annotated[str | None, "null: the account is gone."]
    out: Annotated[str | None, words(OUT_BY)]


class TableRow(TablePlayer):
    """A player's line in the table of a division."""

    place: Annotated[Positive | None, "null: out before half was decided, all is struck."]
    played: Count
    won: Count
    drawn: Count
    lost: Count
    goals_for: Count
    goals_against: Count
    points: Count
    expected_difference: Annotated[float, "Of expected goals."]
    lost_by_time: Annotated[Count, "Two of them lead down."]
    best: Annotated[Positive | None, "The best place that can still be reached."]
    worst: Positive | None
    move: Annotated[str | None, words(MOVES), "Where the place leads if it stays as it is."]
    results: Annotated[
        list[TableResult],
        "Against each of the others, in the order of the table; none where struck.",
    ]


class Division(TypedDict):
    """A division and its table."""

    section: Annotated[str, "Its key, as `division-1`."]
    name: str
    status: Annotated[str, words(STATUSES)]
    rows: list[TableRow]


@like(examples.TABLES)
class Tables(TypedDict):
    """The tables of a season of a league, the top division first."""

    competition: str
    season: Positive
    divisions: list[Division]


class ShootoutHand(TypedDict):
    """One side's decisions for a shoot-out."""

    shots: list[Annotated[str, words(GOAL_FILES)]]
    stands: list[Annotated[str, words(GOAL_FILES)]]


class Penalty(TypedDict):
    """A penalty."""

    number: Positive
    side: str
    target: Annotated[str, words(GOAL_FILES)]
    king: Annotated[str, words(GOAL_FILES)]
    chance: Annotated[int, between(0, 100)]
    roll: Annotated[int, between(0, 99)]
    is_goal: bool


class ShootoutScore(TypedDict):
    """Goals of a shoot-out."""

    white: Count
    black: Count


class Shootout(TypedDict):
    """A shoot-out; what was handed in stays hidden until all is resolved."""

    commitment: str
    earlier_commitments: list[EarlierCommitment]
    seed: str | None
    due_at: Time
    white: Annotated[Positive, "The number of the player who shoots first."]
    handed_in: list[Positive]
    yours: ShootoutHand | None
    score: ShootoutScore | None
    shots: list[Penalty]


@like(examples.MATCH)
class OneMatch(Match):
    """A match with its games and how it was decided."""

    started_at: Time | None
    decided_at: Time | None
    counted: Annotated[
        dict[str, Any] | None, "The count of the last day: `count` and `seconds` by number."
    ]
    reason: Annotated[str | None, "Why a player was put out, to those whom it concerns."]
    shootout: Shootout | None


@like(examples.CERTIFICATE)
class Certificate(TypedDict):
    """The public part of a certificate."""

    id: str
    competition: str
    section: str
    standing: Positive
    entrants: Count
    awarded_on: Day
    sha256: str
