"""Starting a game between people who have agreed on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol, Self

from accounts.models import User
from config.features import Hook
from games.clock.by_post import ByPost
from games.clock.clocks import clock_of, kind_of
from games.clock.live import terms_of
from games.models import Challenge, Game, Player
from games.models.querysets import Seat
from games.models.running_clock import RunningClock
from games.play.seating import notify_referee, take_seats
from games.play.seeds import draw_seed
from games.play.shooting import NOTHING
from games.rules import registry
from games.rules.contract import Phase, RuleSet, Timed
from games.store import happened
from games.store.selectors import leaves_of
from games.store.write import as_read, write_game

RANDOM: Final = Challenge.DRAWN
ALIKE: Final = (
    "days_per_turn", "turn_s", "reserve_s", "gain_s", "has_leave", "has_rest", "rated", "is_public",
)  # fmt: skip
"""The terms that a challenge and its game both have a column for, under these names."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed on before a game. ``side`` is the challenger's, or ``random``."""

    ruleset: str = registry.DEFAULT
    side: str = RANDOM
    options: Mapping[str, Any] = field(default_factory=dict)
    days_per_turn: int = 1
    rated: bool = False
    turn_s: int | None = None
    """Seconds for a turn in place of the days, where these are no whole days."""
    reserve_s: int = 0
    """Seconds that each player may use beyond the turns, once in the whole game."""
    gain_s: int = 0
    """Seconds that come back to the time bank after each own turn."""
    has_leave: bool = False
    """Whether the clock of a player who has taken a vacation is paused."""
    has_rest: bool = False
    """Whether the clocks of players are paused on their rest days."""
    is_public: bool = True
    """Whether the challenge is in the lobby, and the game in lists of others."""
    live: Mapping[str, Any] | None = None
    """The complete terms of the clock of a live game; ``None`` by correspondence."""

    @classmethod
    def of(cls, agreed: Challenge | Game) -> Self:
        """Return the terms of a challenge, or those under which a game is played."""
        side = agreed.side if isinstance(agreed, Challenge) else RANDOM
        alike = {name: getattr(agreed, name) for name in ALIKE}
        return cls(agreed.ruleset, side, agreed.options, **alike, live=terms_of(agreed))

    def columns(self) -> dict[str, Any]:
        """Return what a challenge and its game keep alike, by column."""
        alike = {name: getattr(self, name) for name in ALIKE}
        return {"ruleset": self.ruleset, "options": dict(self.options), **alike}


class Beginning(NamedTuple):
    """Where a game begins that continues from another."""

    game: str
    """The other game."""
    turn: int
    """The turn that was due there."""
    version: int
    """Of the rules that it was played by."""
    state: str


def _kept(beginning: Beginning | None) -> dict[str, Any] | None:
    """Return what the game keeps of its beginning; the version it has itself."""
    if beginning is None:
        return None
    return {"game": beginning.game, "turn": beginning.turn, "state": beginning.state}


def first_state(rules: RuleSet[Any], terms: Terms) -> Any:
    """Return the state in which a game under these terms begins."""
    live = terms.live
    if live is None:
        return rules.start(terms.options)
    assert isinstance(rules, Timed), "the terms of a live match were checked"
    return rules.start_live(terms.options, live)


def _ratings(terms: Terms, user_ids: list[int]) -> Mapping[int, int]:
    """Return what the players of a rated game are rated, where that may be seen."""
    if not terms.rated:
        return {}
    return ratings_of(terms.ruleset, user_ids, pace=kind_of(terms).pace)


def start_game(
    terms: Terms,
    players: Mapping[str, User],
    *,
    now: datetime,
    competition: Mapping[str, Any] | None = None,
    shown_as: Mapping[str, str] | None = None,
    beginning: Beginning | None = None,
) -> Game:
    """Return a new game, its clock running; ``players`` has everyone by side.

    The caller holds these people (``hold_people``) in the transaction. Their order is that of the
    seats: the rule set's, any order. ``competition`` says where the game belongs in one, and
    ``shown_as`` under what names sides play that are not to be known. A game that continues from
    another has its ``beginning`` there.
    """
    hosted = registry.find(terms.ruleset, beginning.version if beginning else None)
    rules = hosted.rules
    state = rules.load(beginning.state) if beginning else first_state(rules, terms)
    game = _new_game(rules, state, terms, players, now)
    if User.objects.filter(pk__in=[one.pk for one in players.values()], is_family=True).exists():
        game.is_public = False
    game.competition = dict(competition) if competition else None
    game.begins_with = _kept(beginning)
    game.seats = _seats(game, terms, players, shown_as or {}, hosted, now)
    clock_of(game).start(game.summary.to_act, now)
    draw_seed(game)
    game.save(force_insert=True)
    _write_players(game, shown_as or {})
    if kind_of(terms).is_live:
        take_seats(game)
        notify_referee(game)
    names = {seat.side: seat.username for seat in game.seats}
    everyone = [seat.user_id for seat in game.seats]
    started = happened.GAME_STARTED(now, everyone, {"players": names})
    write_game(game, [started], now=now)
    return game


def _new_game(
    rules: RuleSet[Any], state: Any, terms: Terms, players: Mapping[str, User], now: datetime
) -> Game:
    """Return a game in the state in which it begins; no one has sat down yet."""
    description = as_read(rules.describe(state))
    is_arranged = rules.summary(description).phase is Phase.FORMATION
    return Game(
        **terms.columns(),
        rules_version=rules.version,
        live=terms.live and RunningClock.new(terms.live, list(players)).to_json(),
        status=Game.Status.FORMATION if is_arranged else Game.Status.PLAYING,
        state=rules.dump(state),
        description=description,
        created_at=now,
        updated_at=now,
    )


def _seats(
    game: Game,
    terms: Terms,
    players: Mapping[str, User],
    aliases: Mapping[str, str],
    hosted: registry.Hosted,
    now: datetime,
) -> tuple[Seat, ...]:
    """Return who sits where, in the order of the rule set."""
    people = [user.pk for user in players.values()]
    away = leaves_of(people, now) if terms.has_leave else {}
    ratings, to_act = _ratings(terms, people), game.summary.to_act
    return tuple(
        Seat(
            side,
            user.pk,
            aliases.get(side, user.username),
            side in to_act,
            user.is_bot,
            terms.reserve_s,
            NOTHING if hosted.shooting else None,
            away.get(user.pk),
            ratings.get(user.pk),
            user.page.kit if side not in aliases else None,
            user.rest_days,
        )
        for side, user in ((side, players[side]) for side in hosted.rules.seats(terms.options))
    )


def _write_players(game: Game, aliases: Mapping[str, str]) -> None:
    Player.objects.bulk_create(
        Player(
            game=game,
            user_id=seat.user_id,
            side=seat.side,
            shown_as=aliases.get(seat.side),
            deadline=game.deadline if seat.is_awaited else None,
            reserve_left=seat.reserve_left,
            shooting=seat.shooting,
            away=seat.away,
            rating=seat.rating,
        )
        for seat in game.seats
    )


class Ratings(Protocol):
    """Says what people are rated in a game, where that may be seen."""

    def __call__(
        self, ruleset: str, user_ids: Sequence[int], *, pace: str = ByPost.pace
    ) -> Mapping[int, int]: ...


RATINGS: Final[Hook[Ratings]] = Hook()


def ratings_of(
    ruleset: str, user_ids: Sequence[int], *, pace: str = ByPost.pace
) -> Mapping[int, int]:
    """Return by their ids what these people are rated, those who are; live or by correspondence."""
    found: dict[int, int] = {}
    for ratings in RATINGS:
        found |= ratings(ruleset, user_ids, pace=pace)
    return found
