"""One line of a list of games or challenges, ready for a template."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from config.features import Hook
from games.models import Challenge, Game, Turn
from games.models.faces import name_of
from games.pages.notes import Note
from games.play.challenge.filters import Candidate, misfit
from games.play.start import RANDOM
from games.play.watching import as_seen_by
from games.rules import registry
from games.rules.contract import SHOT
from games.shown import wording
from games.shown.point_of_view import PointOfView
from games.shown.scores import Score, scores_around
from games.store import selectors
from games.store.game_lists import Wanted, find_games


class BelongsTo(NamedTuple):
    """The match of a competition for which a game is played."""

    words: str
    """Both in few words: ``alice's cup · Final``."""
    is_final: bool
    path: str

    @property
    def cup(self) -> str:
        return self.words.rpartition(" · ")[0]

    @property
    def stage(self) -> str:
        """The round alone: ``Final``."""
        return self.words.rpartition(" · ")[2]


BELONGING: Final[Hook[Callable[[Collection[str]], Mapping[str, BelongsTo]]]] = Hook()
"""Returns for which match of a competition games are played, by their ids."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as one person, or an onlooker, sees it in a list."""

    url: str
    sketch: SafeString
    first: str
    """Whose goals are first in the score; empty without one."""
    title: str
    """Against whom; for an onlooker both names, or the second where a score shows the first."""
    score: str
    """Empty where the result shows it."""
    where: str
    """Round and possession, or how the game ended."""
    played: str
    """What was played and when, once it is over: ``Chess Eleven · 3 December``."""
    deadline: datetime | None
    left: str
    is_short: bool
    word: str
    """What to do: *Play*, *Arrange*; empty where nothing is to be done."""
    act: str = ""
    """The same in full, on the card of the next game."""
    game: str = ""
    """What is played: ``Chess Eleven``."""
    ruleset: str = ""
    """Its key, by which the page knows the shape of its board."""
    until: str = ""
    """Until when the reader is to play, as emails say it: ``by Tue 18:40``."""
    picture: str = ""
    """The whole board with the last turn; empty while the players line up."""
    happened: str = ""
    """The last turn, on the card of the next game: ``bob: knight takes the pawn on e5.``"""
    belongs_to: BelongsTo | None = None

    @property
    def below(self) -> str:
        """What the card of the next game says last: ``Chess Eleven · by Tue 18:40``."""
        # The name of another game is said where the round of Chess Eleven is.
        game = self.game if self.score else ""
        if self.belongs_to:
            # A final is said above, to be seen.
            game = "" if self.belongs_to.is_final else self.belongs_to.words
        return " · ".join(filter(None, (game, self.until)))


def belonging_of(games: Iterable[Game]) -> dict[str, BelongsTo]:
    """Return the matches of those games that are played in competitions, by the games' ids."""
    asked = [game.pk for game in games if game.competition is not None]
    found = [ask(asked) for ask in BELONGING] if asked else []
    return {game_id: match for each in found for game_id, match in each.items()}


class Unseen(NamedTuple):
    """A shot or a mate of the other side whose scene the reader's device has not shown yet."""

    turn: Turn
    score: Score | None
    """The score before it."""

    @property
    def words(self) -> str:
        """That something happened, and not what came of it."""
        if any(event["type"] == SHOT for event in self.turn.happenings):
            return _("A shot was taken. See what became of it.")
        return _("Your king was attacked. See what became of it.")


def turns_seen(request: HttpRequest) -> dict[str, int]:
    """Return up to which turn the reader's device has shown games, by their ids.

    Its pages say so by a cookie; a device that has shown many games has forgotten the oldest.
    """
    said = re.findall(r"\b(\w{8})\.(\d{1,6})\b", request.COOKIES.get("shown", ""), re.ASCII)
    return {game_id: int(number) for game_id, number in said}


def unseen_in(games: Iterable[Game], reader_id: int, seen: Mapping[str, int]) -> dict[str, Unseen]:
    """Return of those of the reader's games in which goals count what was ``seen`` by no page yet,
    by the games' ids; the first of several."""
    behind = {
        game.pk: game
        for game in games
        if seen.get(game.pk, game.next_turn) < game.next_turn - 1 and game.summary.score is not None
    }
    if not behind:
        return {}
    turns = Turn.objects.filter(taken_back=False, number__gt=min(seen[one] for one in behind))
    found = {}
    for game_id, played in selectors.by_game(turns.order_by("number"), [*behind]).items():
        game = behind[game_id]
        side = PointOfView(game, reader_id).side
        for turn in played:
            if turn.number > seen[game_id] and turn.side != side and _has_scene(turn):
                found[game_id] = Unseen(turn, scores_around(game, [turn])[0])
                break
    return found


def ends_unseen(ids: Collection[str], reader_id: int, seen: Mapping[str, int]) -> dict[str, Note]:
    """Return what leads to the games of these whose end the reader has not seen, by their ids."""
    games = {game.pk: game for game in find_games(Wanted(ids=tuple(ids), viewer=reader_id))}
    unseen = unseen_in(games.values(), reader_id, seen)
    return {one: note_of_end(games[one], unseen[one], reader_id) for one in ids if one in unseen}


def note_of_end(game: Game, unseen: Unseen, reader_id: int) -> Note:
    """Return what leads to the end of a game that the reader has not seen; it tells nothing."""
    mover = next(seat for seat in game.seats if seat.side == unseen.turn.side)
    if any(event["type"] == SHOT for event in unseen.turn.happenings):
        words = _("{name} took a shot. See how it ended.")
    else:
        words = _("{name} attacked your king. See how it ended.")
    return Note(words.format(name=wording.marked(mover)), f"/games/{game.pk}/")


def _has_scene(turn: Turn) -> bool:
    """Return whether a turn is shown as a scene: one with a shot, or a mate."""
    return any(event["type"] in (SHOT, "checkmate") for event in turn.happenings)


def game_card(
    game: Game,
    reader_id: int | None,
    now: datetime,
    *,
    of: int | None = None,
    zone: tzinfo = UTC,
    belongs_to: BelongsTo | None = None,
    unseen: Unseen | None = None,
) -> GameCard:
    """Return the card of a game that came with its seats.

    It is seen from the seat of the reader, else of the person whose list it is in. With what the
    reader has ``unseen`` it shows the game as it was before that.
    """
    game = as_seen_by(game, reader_id)
    presenter = game.presenter
    reader = PointOfView(game, reader_id)
    seen = reader if reader.you else PointOfView(game, of)
    word = played = ""
    if reader.is_awaited:
        word = _("Formation") if reader.is_formation else _("Play")
    if not game.is_active:
        score, where, left = "", reader.own_result, ""
        ended = game.finished_at
        played = f"{game.rules.name} · {wording.day(ended, now, zone)}" if ended else ""
    else:
        score, where = seen.score, presenter.situation(game.description, seen.side)
        left = " · ".join(filter(None, (reader.their_turn(now), reader.away(now, zone))))
        if word and game.deadline:
            left = wording.clock_left(game, now, is_short=True)
        if reader.is_live:
            # No minutes: by the time they are read they are wrong.
            left = _("live now")
    act, sketched = _("Play your turn"), game.description
    if reader.is_formation:
        act = _("Choose your formation")
    if unseen:
        where = unseen.words
        word, act = word and _("View"), _("Watch the turn")
        score = score and seen.score_words(unseen.score)
        sketched = {**sketched, "position": unseen.turn.position_before}
    # The pitch is known at a glance; boards of squares are distinguished by name.
    if game.is_active and game.ruleset != registry.DEFAULT:
        where = f"{game.rules.name} · {where}"
    # A result names who won: beside it an onlooker reads both names.
    named = seen if game.is_active else reader
    first, others = "", named.others
    if score:
        leading, *rest = seen.seats
        first = _("You") if leading == reader.you else wording.marked(leading)
        others = tuple(rest)
    return GameCard(
        url=f"/games/{game.pk}/",
        # The rule set's own drawing: it holds nothing that anyone typed.
        sketch=mark_safe(presenter.thumbnail(sketched, seen.side)),
        first=first,
        title=_titled([wording.marked(other) for other in others], is_player=named.you is not None),
        score=score,
        where=where,
        played=played,
        deadline=game.deadline,
        left=left,
        is_short=bool(word) and not reader.is_live and wording.is_time_short(game, now),
        word=word,
        act=act,
        game=game.rules.name,
        ruleset=game.ruleset,
        until=_until(game, now, zone) if word and not reader.is_live else "",
        picture=_picture_of(game, seen.side)
        if game.status == Game.Status.PLAYING and not unseen
        else "",
        belongs_to=belongs_to,
    )


def happened(game: Game, reader_id: int) -> str:
    """Return who played the last turn and how, without what came of a shot: that is yet to be seen.

    Empty where the reader played it, before the first turn, and while the players line up.
    """
    last = selectors.standing_turns(game).last() if game.status == Game.Status.PLAYING else None
    if last is None or last.round != (game.summary.round or last.round):
        return ""
    mover = next(seat for seat in game.seats if seat.side == last.side)
    if mover.user_id == reader_id:
        return ""
    said = wording.in_notation(game, last) or wording.unseen_sentence(
        game.presenter, last.happenings, last.position_before, PointOfView(game, reader_id).called
    )
    return f"{wording.marked(mover)}: {said}"


def _until(game: Game, now: datetime, zone: tzinfo) -> str:
    """Return until when the clock that runs allows a turn; empty where none runs."""
    ends_at = wording.turn_ends_at(game, now)
    return _("by {when}").format(when=wording.weekday(ends_at, zone)) if ends_at else ""


def _picture_of(game: Game, side: str | None) -> str:
    asked = f"?side={side}" if side else ""
    # The revision makes a page that is drawn again ask for a new picture.
    return f"/api/v1/games/{game.pk}/board.svg{asked}#{game.revision}"


def _titled(names: list[str], *, is_player: bool) -> str:
    """Return against whom a player plays, or who plays."""
    return wording.joined(names) if is_player else " – ".join(names)


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """A challenge as its receiver, its sender or a visitor of the lobby sees it."""

    url: str
    title: str
    game: str
    """What is to be played: ``Chess Eleven``."""
    terms: str
    side: str
    """The side that the reader would play: ``white``, ``black`` or ``random``; empty at a table."""
    plays: str
    """The same in words; of a table, who is there."""
    expires_at: datetime
    left: str
    word: str
    is_asked: bool
    """Whether an answer of the reader is waited for."""
    misfit: str = ""
    """Why the reader may not accept; empty for one who may."""

    @property
    def what(self) -> str:
        """The game and its terms."""
        return f"{self.game} · {self.terms}"


def challenge_card(
    challenge: Challenge,
    user_id: int | None,
    now: datetime,
    reader: Candidate | None = None,
    *,
    zone: tzinfo = UTC,
) -> ChallengeCard:
    """Return the card of a challenge that came with its people; ``reader`` may fit or not."""
    is_mine = challenge.challenger_id == user_id
    is_asked = not is_mine and _is_asked(challenge, user_id)
    why = misfit(challenge, reader) if reader and not is_asked else None
    word = "" if is_mine or why else _("Answer") if is_asked else _("View")
    side = challenge.side if is_mine else _other_side(challenge)
    plays = _("you play {side}").format(side=wording.side_name(side))
    if side == RANDOM:
        plays = _seat_words(challenge) if challenge.is_for_several else wording.side_played(side)
    return ChallengeCard(
        url=f"/challenges/{challenge.pk}/",
        title=_challenge_title(challenge, is_mine=is_mine),
        game=registry.get(challenge.ruleset).name,
        terms=terms_of(challenge, zone),
        side="" if challenge.is_for_several else side,
        plays=plays,
        expires_at=challenge.expires_at,
        left=_("open for {time}").format(time=wording.time_open(challenge.expires_at, now)),
        word=word,
        is_asked=is_asked,
        misfit=why.detail if why else "",
    )


def _challenge_title(challenge: Challenge, *, is_mine: bool) -> str:
    """Return from whom a challenge comes, or to whom the reader sent it."""
    if not is_mine:
        name = name_of(challenge.challenger)
        if challenge.opponent_id is None:
            return name
        if challenge.goes_on_from_id is not None:
            return _("{username} offers to continue your game").format(username=name)
        if challenge.rematch_of_id is not None:
            return _("{username} offers a rematch").format(username=name)
        return _("{username} challenges you").format(username=name)
    if challenge.opponent is not None:
        return _("To {username}").format(username=name_of(challenge.opponent))
    if not challenge.is_for_several:
        return _("Your open challenge")
    named = [name_of(seat.user) for seat in challenge.invitations.all() if seat.user is not None]
    if challenge.seats_free:
        named.append(_("anyone"))
    return _("To {username}").format(username=wording.joined(named))


def _is_asked(challenge: Challenge, user_id: int | None) -> bool:
    """Return whether someone was asked by name and has not answered."""
    if not challenge.is_for_several:
        return challenge.opponent_id is not None
    seats = challenge.invitations.all()
    return any(seat.user_id == user_id for seat in seats if seat.user and not seat.accepted_at)


def _seat_words(challenge: Challenge) -> str:
    """Return how many are there: ``2 of 4 are there``."""
    seats = challenge.invitations.all()
    taken = 1 + sum(seat.accepted_at is not None for seat in seats)
    return _("{taken} of {all} players here").format(taken=taken, all=len(seats) + 1)


def terms_of(challenge: Challenge, zone: tzinfo = UTC) -> str:
    """Return what is proposed in few words."""
    parts = wording.terms(challenge.ruleset, challenge.terms, zone)
    return " · ".join([*parts, wording.pace(challenge)])


def _other_side(challenge: Challenge) -> str:
    sides = registry.get(challenge.ruleset).seats(challenge.options)
    others = [side for side in sides if side != challenge.side]
    return others[0] if len(others) == 1 else RANDOM
