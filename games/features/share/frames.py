"""The pictures that a clip is made of: the board before its turns, and action by action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.features.share.stretch import Stretch, address_of, headline_of
from games.models import Game, Turn
from games.rules import registry
from games.rules.contract import Collage, Side
from games.rules.errors import RulesError

MOST_FRAMES: Final = 12
_STEP_MS, _HANG_MS, _TURN_MS, _END_MS = 450, 900, 900, 3200


@dataclass(slots=True)
class Frame:
    """One picture: the board, what is written under it, and for how long it is shown."""

    headline: str
    caption: str
    ms: int
    turn: Turn
    played: int
    """How many actions of the turn have been played."""
    is_end: bool = False
    """Whether the turn is over."""
    word: str = ""
    """What is written large over the board: ``GOAL``."""

    @property
    def is_shot(self) -> bool:
        """Whether a ball is in the air, and no one knows yet what comes of it."""
        return not self.is_end and "=" in self.turn.actions[self.played - 1]


def frames_of(game: Game, stretch: Stretch) -> list[Frame]:
    """Return the frames, at most twelve: the oldest single actions are left out first."""
    first = stretch.turns[0]
    # The board as the turn before left it.
    caption = _("Turn {number}").format(number=first.number - 1) if first.number > 1 else _("Start")
    start = Frame(headline_of(game, stretch.scores[0]), caption, _TURN_MS, first, 0)
    frames = [start]
    for place, turn in enumerate(stretch.turns):
        before, after = (headline_of(game, score) for score in stretch.scores[place : place + 2])
        hangs = "=" in turn.actions[-1] if turn.actions else False
        for played in range(1, len(turn.actions) + hangs):
            frames.append(Frame(before, _caption(game, turn, 0), _STEP_MS, turn, played))
            if frames[-1].is_shot:
                frames[-1].ms = _HANG_MS
        whole = len(turn.actions)
        end = Frame(after, _caption(game, turn, whole), _TURN_MS, turn, whole, is_end=True)
        end.word = word_of(game, turn)
        frames.append(end)
    frames[-1].ms, frames[-1].caption = _END_MS, address_of(game)
    return _thinned(frames)


def word_of(game: Game, turn: Turn) -> str:
    """Return what a turn that scored is called in large letters; empty for any other."""
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    figures = shooting.figures(turn.happenings) if shooting else {}
    if "mates" in figures:
        return pgettext("in large letters", "MATE")
    return pgettext("in large letters", "GOAL") if "goals" in figures else ""


def _thinned(frames: list[Frame]) -> list[Frame]:
    """Return no more than a clip may hold; a shot in the air goes last."""
    dispensable = [frame for frame in frames if not frame.is_end and frame.played]
    dispensable.sort(key=lambda frame: (frame.is_shot, frame.turn.number, frame.played))
    for frame in dispensable[: max(len(frames) - MOST_FRAMES, 0)]:
        frames.remove(frame)
    return frames


def _caption(game: Game, turn: Turn, played: int) -> str:
    """Return the line under the score: the turn, and what it came to once it was played."""
    number = _("Turn {number}").format(number=turn.number)
    summary = game.presenter.turn_summary(turn.happenings, turn.notation)
    return f"{number}: {summary}" if played else number


def draw(game: Game, frame: Frame, side: Side | None) -> Collage:
    """Return the board of a frame."""
    turn = frame.turn
    if frame.is_end:
        position, actions = turn.position_after or turn.position_before, turn.actions
    else:
        # What a shot comes to is not reported before it is seen.
        actions = [action.partition("=")[0] for action in turn.actions[: frame.played]]
        position = _position_after(game, turn, actions)
    return game.presenter.layers(
        game.rules.load(game.state),
        position=position,
        side=side,
        last=actions,
        before=turn.position_before,
    )


def _position_after(game: Game, turn: Turn, actions: Sequence[str]) -> str:
    """Return the position in the middle of a turn; the one before it where the rules show none."""
    explorer = registry.explorer(game.ruleset)
    if explorer is None or not actions:
        return turn.position_before
    try:
        return explorer.choices(explorer.read(turn.position_before), actions)["position"]
    except RulesError:
        # Positions of games under older laws may read differently now.
        return turn.position_before
