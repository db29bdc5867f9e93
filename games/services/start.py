"""Starting a game between people who have agreed on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from games.clock.times import start_clock
from games.events import EventType, NewEvent
from games.live.clock import new_record, terms_of
from games.live.due import tell_referee
from games.live.services.seating import take_seats
from games.models import Challenge, Game, Player
from games.querysets import Seat
from games.rules import registry
from games.rules.contract import Phase, RuleSet, Timed
from games.seeds import draw_seed
from games.selectors import leaves_of
from games.shooting import NOTHING
from games.store.write import as_read, write_game

RANDOM: Final = Challenge.DRAWN


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
    """Seconds that come back to the reserve after each own turn."""
    has_leave: bool = False
    """Whether the clock of a player who has taken leave stands still."""
    is_public: bool = True
    """Whether the challenge stands in the lobby, and the game in lists of others."""
    live: Mapping[str, Any] | None = None
    """The complete terms of the clock of a live match; ``None`` by post."""

    @classmethod
    def of(cls, agreed: Challenge | Game) -> Self:
        """Return the terms of a challenge, or those under which a game is played."""
        side = agreed.side if isinstance(agreed, Challenge) else RANDOM
        return cls(
            agreed.ruleset,
            side,
            agreed.options,
            agreed.days_per_turn,
            agreed.rated,
            agreed.turn_s,
            agreed.reserve_s,
            agreed.gain_s,
            agreed.has_leave,
            agreed.is_public,
            terms_of(agreed),
        )


class Beginning(NamedTuple):
    """Where a game begins that goes on from another."""

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
    if terms.live is None:
        return rules.start(terms.options)
    assert isinstance(rules, Timed), "the terms of a live match were checked"
    return rules.start_live(terms.options, terms.live)


def _ratings(terms: Terms, user_ids: list[int]) -> Mapping[int, int]:
    """Return what the players of a rated game are rated, where that may be seen."""
    if not terms.rated:
        return {}
    find = import_string(settings.GAME_RATINGS)
    found: Mapping[int, int] = find(terms.ruleset, user_ids, is_live=terms.live is not None)
    return found


def start_game(
    terms: Terms,
    players: Mapping[str, User],
    *,
    now: datetime,
    competition: Mapping[str, Any] | None = None,
    shown_as: Mapping[str, str] | None = None,
    beginning: Beginning | None = None,
) -> Game:
    """Return a new game, its clock running; ``players`` has everybody by side.

    The caller holds these people (``hold_people``) in the transaction. Their order is that of
    the seats: the rule set's, whatever order they come in. ``competition`` says where the game
    belongs in one, and ``shown_as`` under what names sides play that are not to be known. A game
    that goes on from another has its ``beginning`` there.
    """
    aliases = shown_as or {}
    hosted = registry.find(terms.ruleset, beginning.version if beginning else None)
    rules, shooting = hosted.rules, NOTHING if hosted.shooting else None
    state = rules.load(beginning.state) if beginning else first_state(rules, terms)
    description = as_read(rules.describe(state))
    summary = rules.summary(description)
    is_arranged = summary.phase is Phase.FORMATION
    game = Game(
        ruleset=rules.key,
        rules_version=rules.version,
        options=dict(terms.options),
        days_per_turn=terms.days_per_turn,
        turn_s=terms.turn_s,
        reserve_s=terms.reserve_s,
        gain_s=terms.gain_s,
        has_leave=terms.has_leave,
        rated=terms.rated,
        is_public=terms.is_public,
        live=None if terms.live is None else new_record(terms.live, list(players)),
        competition=dict(competition) if competition else None,
        begins_with=_kept(beginning),
        status=Game.Status.FORMATION if is_arranged else Game.Status.PLAYING,
        state=rules.dump(state),
        description=description,
        created_at=now,
        updated_at=now,
    )
    awaited, reserve = summary.to_act, terms.reserve_s
    away = leaves_of([user.pk for user in players.values()], now) if terms.has_leave else {}
    ratings = _ratings(terms, [user.pk for user in players.values()])
    seated = [(side, players[side]) for side in rules.seats(terms.options)]
    game.seats = tuple(
        Seat(
            side,
            user.pk,
            aliases.get(side, user.username),
            side in awaited,
            user.is_bot,
            reserve,
            shooting,
            away.get(user.pk),
            ratings.get(user.pk),
            user.page.kit,
        )
        for side, user in seated
    )
    start_clock(game, awaited, now)
    draw_seed(game)
    game.save(force_insert=True)
    Player.objects.bulk_create(
        Player(
            game=game,
            user=user,
            side=side,
            shown_as=aliases.get(side),
            deadline=game.deadline if side in awaited else None,
            reserve_left=reserve,
            shooting=shooting,
            away=away.get(user.pk),
            rating=ratings.get(user.pk),
        )
        for side, user in seated
    )
    if terms.live is not None:
        take_seats(game)
        tell_referee(game)
    names = {seat.side: seat.username for seat in game.seats}
    started = NewEvent(
        EventType.GAME_STARTED, now, [user.pk for _, user in seated], {"players": names}
    )
    write_game(game, [started], now=now)
    return game
