"""One line of a list of games or challenges, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe

from games import wording
from games.models import Challenge, Game
from games.rules import registry


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as one person, or an onlooker, sees it in a list."""

    url: str
    sketch: SafeString
    title: str
    """Against whom; for an onlooker both names."""
    score: str
    where: str
    """Round and possession, or how the game ended."""
    deadline: datetime | None
    left: str
    is_short: bool
    word: str
    """What to do: *Play*, *Arrange*; empty where nothing is to be done."""


def game_card(game: Game, user_id: int | None, now: datetime) -> GameCard:
    """Return the card of a game that came with its seats."""
    rules = registry.get(game.ruleset)
    you, others = names = wording.names_for(game, user_id)
    side = you.side if you else None
    is_yours = you is not None and you.is_awaited and game.is_active
    if not game.is_active:
        where, left = wording.result(game, user_id), ""
    elif is_yours:
        where = rules.brief(game.description, side)
        left = f"{wording.short_time_left(game.deadline, now)} left" if game.deadline else ""
    else:
        where = rules.brief(game.description, side)
        left = wording.their_turn(game, user_id, now)
    word = ""
    if is_yours:
        word = "Arrange" if game.status == Game.Status.FORMATION else "Play"
    return GameCard(
        url=f"/games/{game.pk}/",
        # The rule set's own drawing: it holds nothing that anybody typed.
        sketch=mark_safe(rules.sketch(game.description, side)),
        title=names.other if you else " – ".join(seat.username for seat in others),
        score=wording.score(game, side),
        where=where,
        deadline=game.deadline,
        left=left,
        is_short=is_yours and wording.is_time_short(game, now),
        word=word,
    )


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge as its receiver, its sender or a visitor of the lobby sees it."""

    url: str
    title: str
    terms: str
    side: str
    """The side that the reader would play: ``white``, ``black`` or ``random``."""
    expires_at: datetime
    left: str
    word: str


def challenge_card(challenge: Challenge, user_id: int | None, now: datetime) -> ChallengeCard:
    """Return the card of a challenge that came with its people."""
    is_mine = challenge.challenger_id == user_id
    if not is_mine:
        title, word = f"{challenge.challenger.username} challenges you", "Answer"
        if challenge.opponent_id is None:
            title, word = challenge.challenger.username, "Look"
    else:
        opponent = challenge.opponent
        title, word = (f"To {opponent.username}" if opponent else "To anybody"), ""
    return ChallengeCard(
        url=f"/challenges/{challenge.pk}/",
        title=title,
        terms=terms_of(challenge),
        side=challenge.side if is_mine else _other_side(challenge),
        expires_at=challenge.expires_at,
        left=f"open for {wording.short_time_left(challenge.expires_at, now)}",
        word=word,
    )


def terms_of(challenge: Challenge) -> str:
    """Return what is proposed in few words."""
    goals = challenge.options.get("goals_to_win")
    parts = [wording.goals(goals)] if goals else []
    return " · ".join([*parts, wording.pace(challenge.days_per_turn)])


def _other_side(challenge: Challenge) -> str:
    sides = registry.get(challenge.ruleset).sides
    others = [side for side in sides if side != challenge.side]
    return others[0] if len(others) == 1 else "random"
