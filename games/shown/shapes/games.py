"""A game of any rules, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from config.http.schema_fields import OneOf
from config.http.shape_notes import Count, Positive, Time, base, between, like, other_than, words
from games.models.shapes import LiveClock
from games.rules import registry
from games.rules.chess_eleven.described import ElevenDescription
from games.rules.contract.described import BoardDescription
from games.rules.family.described import FamilyDescription
from games.shown import examples
from games.shown.shapes.scenes import AskedScene
from games.shown.shapes.times import Clock, Paused, Weekday
from games.shown.shapes.values import Side
from games.store.shapes import GAME_STATUSES, RESULT_REASONS

DUELS: Final = ["standard", "future"]
FAMILY: Final = "family"
DESCRIBED: Final = [registry.DEFAULT, *DUELS, FAMILY]
"""The rule sets whose games have a shape of their own."""


class Person(TypedDict):
    """A player by name."""

    username: str
    is_bot: bool


class SeatedPerson(Person):
    """A player of a game."""

    kit: Annotated[
        str,
        "The kit worn in this game, without clashes: `hoops`, `stripes`, `sash` or `halves`; "
        "more may come.",
    ]
    rating: NotRequired[
        Annotated[
            Count, "In a rated game: what they were rated when it began, unless they hide it."
        ]
    ]
    rest_days: NotRequired[
        Annotated[
            list[Weekday], "In a running game with `rest`: their rest days of this week, if any."
        ]
    ]


class PersonBySide(TypedDict):
    """Both players."""

    white: SeatedPerson
    black: SeatedPerson


class CommonResult(TypedDict):
    """How a game of any rules ended."""

    ranking: Annotated[
        list[list[str]], "The sides on each place, best first; empty for a game without result."
    ]
    points: Annotated[
        Mapping[str, float],
        "By side: one for each side placed behind, a half for each on the same place.",
    ]


class Result(CommonResult):
    """How a game ended."""

    winner: Side | None
    reason: Annotated[str, words(RESULT_REASONS)]


class OtherResult(CommonResult):
    """How a game ended."""

    winner: Annotated[str | None, "null where several share the first place."]
    reason: Annotated[str, "One of the `reasons` of `GET /rulesets`."]


class Seed(TypedDict):
    commitment: Annotated[str, "SHA-256 (hex) of the seed."]
    seed: Annotated[str | None, "The seed (hex), at the end."]
    salts: Annotated[dict[str, str | None], "By side: what it added to the seed; null if nothing."]
    first_shot: Annotated[Count, "The first shot of the game that this seed decides."]


class EarlierSeed(Seed):
    """A seed that another one followed, because a backup was restored."""

    replaced_at: Time


class Fairness(Seed):
    """The commitment to the rolls, what the sides added, and the seed when the game is over."""

    scheme: Annotated[Positive, "The formula of the rolls: 1 the seed alone, 2 with salts."]
    takes_salts: Annotated[bool, "Whether a side that has added no salt may still do so."]
    earlier: list[EarlierSeed]


class CompetitionPlace(TypedDict):
    """Where a game belongs in a competition."""

    id: Annotated[str, "The competition."]
    section: str
    match: Annotated[str, "Round and pairing, as `2.1`."]
    plans: NotRequired[Annotated[bool, "`false` where none are allowed."]]


class RatingChangeOfSide(TypedDict):
    """What a game did to one side's rating."""

    before: float
    after: float
    deviation: Annotated[float, "After the game."]


class RatingChange(TypedDict):
    """What a rated game did to the ratings."""

    because: Annotated[
        str,
        "`result`, `timeout` or `early_resignation` where it counted; else why not:"
        " `aborted`, `not_played`, `short_draw`, `vanished`, `bots`, `given_back`, `void`.",
    ]
    sides: Annotated[
        dict[str, RatingChangeOfSide],
        "By side. House bots never change, and players who hide ratings are left out.",
    ]


@base
class CommonGame(AskedScene):
    """Members of every game, regardless of its rules."""

    id: str
    url: str
    status: Annotated[str, words(GAME_STATUSES)]
    options: Annotated[dict[str, Any], "The agreed options: see `GET /rulesets`."]
    days_per_turn: Annotated[int, between(1, 14)]
    clock: Clock
    live: Annotated[LiveClock | None, "The clock of a live game; null for correspondence."]
    reserve_left: Annotated[
        dict[str, Count], "By side: seconds in the time bank when its clock last stopped."
    ]
    rated: bool
    public: Annotated[bool, "Whether lists name it to others than its players."]
    xg: Annotated[
        dict[str, Annotated[float, between(0)]] | None,
        "By side: the goals to be expected of its shots so far, the sum of their chances."
        " null in games without shots at goal, and in those of long ago.",
    ]
    competition: Annotated[
        CompetitionPlace | None, "Where it belongs in a competition; null for most games."
    ]
    rating_change: Annotated[
        RatingChange | None, "Null until a rated game that is over has been counted."
    ]
    continued_from: Annotated[
        str | None, "The game lost on time in whose last position it began, or null."
    ]
    turn: Annotated[Positive, "The number of the next turn, from 1."]
    acts: Annotated[
        dict[str, list[str]], "Each side's possible acts now, besides turns. Send them to `/acts`."
    ]
    out: Annotated[list[str], "The sides that play no more."]
    main_until: Annotated[Time | None, "When the time of the turn is up and the time bank starts."]
    deadline: Time | None
    paused: Annotated[Paused | None, "The sides whose clock is paused; null while the time runs."]
    server_time: NotRequired[Annotated[Time, "Our clock; in the answer of `GET /games/{id}`."]]
    draw_votes: Annotated[list[str], "The sides that agree to the draw on offer."]
    fairness: Fairness
    created_at: Time
    updated_at: Time
    finished_at: Time | None


@like(examples.PLAYING)
class Game(CommonGame, ElevenDescription):
    """A game of Chess Eleven."""

    ruleset: Literal["eleven"]
    players: PersonBySide
    awaiting: list[Side]
    draw_offered_by: Side | None
    result: Result | None


@base
class CommonOtherGame(CommonGame):
    """Members of every game other than Chess Eleven."""

    players: Annotated[dict[str, SeatedPerson], "By side."]
    awaiting: list[str]
    draw_offered_by: str | None
    result: OtherResult | None


class OtherGame(CommonOtherGame):
    """A game by rules that were added later. It may have more members than described here."""

    ruleset: Annotated[str, other_than(DESCRIBED)]


class DuelGame(CommonOtherGame, BoardDescription):
    """A game of chess or of Future Chess."""

    ruleset: Annotated[str, words(DUELS)]


class FamilyGame(CommonOtherGame, FamilyDescription):
    """A game of Fun Family Chess, with two to four sides."""

    ruleset: Literal["family"]


AnyGame = Annotated[
    Game | DuelGame | FamilyGame | OtherGame,
    OneOf("AnyGame", description="A game; `ruleset` decides its shape.", example=examples.PLAYING),
]
AnyOtherGame = Annotated[
    DuelGame | FamilyGame | OtherGame,
    OneOf("AnyOtherGame", description="A game other than Chess Eleven."),
]
