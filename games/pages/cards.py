"""One line of a list of games or challenges, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import wording
from games.models import Challenge, Game
from games.point_of_view import PointOfView
from games.querysets import Seat
from games.rules import registry
from games.services.start import RANDOM


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as one person, or an onlooker, sees it in a list."""

    url: str
    sketch: SafeString
    title: str
    """Against whom; for an onlooker both names."""
    score: str
    """Empty where the result tells it."""
    where: str
    """Round and possession, or how the game ended."""
    deadline: datetime | None
    left: str
    is_short: bool
    word: str
    """What to do: *Play*, *Arrange*; empty where nothing is to be done."""


def game_card(
    game: Game, reader_id: int | None, now: datetime, *, of: int | None = None
) -> GameCard:
    """Return the card of a game that came with its seats.

    It is seen from the seat of the reader, or of the person whose list it stands in.
    """
    presenter = game.presenter
    reader, seen = PointOfView(game, reader_id), PointOfView(game, of or reader_id)
    word = ""
    if reader.is_awaited:
        word = _("Arrange") if reader.is_formation else _("Play")
    if not game.is_active:
        score, where, left = "", reader.result, ""
    else:
        score, where = seen.score, presenter.situation(game.description, seen.side)
        left = reader.their_turn(now)
        if word and game.deadline:
            left = wording.clock_left(game, now, is_short=True)
    return GameCard(
        url=f"/games/{game.pk}/",
        # The rule set's own drawing: it holds nothing that anybody typed.
        sketch=mark_safe(presenter.thumbnail(game.description, seen.side)),
        title=_titled([_called(other) for other in seen.others], is_player=seen.you is not None),
        score=score,
        where=where,
        deadline=game.deadline,
        left=left,
        is_short=bool(word) and wording.is_time_short(game, now),
        word=word,
    )


def _titled(names: list[str], *, is_player: bool) -> str:
    """Return against whom a player plays, or who plays."""
    return wording.joined(names) if is_player else " – ".join(names)


def _called(seat: Seat) -> str:
    return _("{name} (robot)").format(name=seat.username) if seat.is_bot else seat.username


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge as its receiver, its sender or a visitor of the lobby sees it."""

    url: str
    title: str
    terms: str
    side: str
    """The side that the reader would play: ``white``, ``black`` or ``random``."""
    plays: str
    """The same in words."""
    expires_at: datetime
    left: str
    word: str
    is_asked: bool
    """Whether an answer of the reader is waited for."""


def challenge_card(challenge: Challenge, user_id: int | None, now: datetime) -> ChallengeCard:
    """Return the card of a challenge that came with its people."""
    is_mine = challenge.challenger_id == user_id
    side = challenge.side if is_mine else _other_side(challenge)
    if not is_mine:
        title, word = (
            _("{username} challenges you").format(username=challenge.challenger.username),
            _("Answer"),
        )
        if challenge.opponent_id is None:
            title, word = challenge.challenger.username, _("Look")
    else:
        opponent = challenge.opponent
        title, word = (
            (
                _("To {username}").format(username=opponent.username)
                if opponent
                else _("Yours, to anybody")
            ),
            "",
        )
    return ChallengeCard(
        url=f"/challenges/{challenge.pk}/",
        title=title,
        terms=terms_of(challenge),
        side=side,
        plays=_("you play {side}").format(side=wording.side_played(side)),
        expires_at=challenge.expires_at,
        left=_("open {time}").format(time=wording.short_time_left(challenge.expires_at, now)),
        word=word,
        is_asked=not is_mine and challenge.opponent_id is not None,
    )


def terms_of(challenge: Challenge) -> str:
    """Return what is proposed in few words."""
    parts = wording.terms(challenge.ruleset, challenge.options)
    return " · ".join([*parts, wording.pace(challenge)])


def _other_side(challenge: Challenge) -> str:
    sides = registry.get(challenge.ruleset).seats(challenge.options)
    others = [side for side in sides if side != challenge.side]
    return others[0] if len(others) == 1 else RANDOM
