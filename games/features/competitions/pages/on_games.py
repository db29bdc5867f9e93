"""What pages and emails about a game say of the competition that it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _

from games.features.competitions.models import Match, MatchGame
from games.features.competitions.pages.bracket import match_title
from games.features.competitions.payloads import round_name
from games.pages.cards import BelongsTo
from games.shown.point_of_view import PointOfView


@dataclass(frozen=True, slots=True)
class Belonging:
    """The competition, and the match in it, for which a game is played.

    Its words are in the language of the moment: an email is written later than this is read.
    """

    match: Match
    rounds: int
    """How many the section has."""
    is_uneven: bool
    """Whether some have a bye in the first."""

    @property
    def path(self) -> str:
        """The page of the section."""
        section = self.match.section
        return f"/competitions/{section.competition_id}/{section.key}/"

    @property
    def name(self) -> str:
        return self.match.section.competition.title

    @property
    def round(self) -> str:
        """``Final``, ``Semi-finals``."""
        number = self.match.round
        if self.is_league:
            return _("Round {n}").format(n=number)
        if self.rounds_left == 0:
            return match_title(number, self.match.number, self.rounds, is_uneven=self.is_uneven)
        return round_name(number, self.rounds, is_uneven=self.is_uneven)

    @property
    def is_league(self) -> bool:
        return self.match.section.competition.is_league

    @property
    def rounds_left(self) -> int:
        """How many follow this one."""
        return self.rounds - self.match.round

    @property
    def is_for_third(self) -> bool:
        return self.rounds_left == 0 and not self.is_league and self.match.number > 1

    @property
    def is_final(self) -> bool:
        """Whether the cup is won by it."""
        return self.rounds_left == 0 and not self.is_league and not self.is_for_third

    @property
    def words(self) -> str:
        """Both in few words: ``alice's cup · Final``."""
        return f"{self.name} · {self.round}"

    def outcome(self, view: PointOfView) -> str:
        """Return what the end of the game means for the reader; empty where nothing is decided."""
        winner = view.game.winner
        if self.is_league or self.is_for_third or view.side is None or winner is None:
            return ""
        has_won = winner == view.side
        if self.rounds_left == 0:
            return _("You won the cup!") if has_won else _("You lost the final and came 2nd.")
        if not has_won:
            return _("You're out. Thank you for playing.")
        if self.rounds_left == 1:
            return _("You reached the final!")
        return _("You reached the next round!")


def belongings(games: Collection[str]) -> dict[str, Belonging]:
    """Return to what these games belong; those of no competition are left out."""
    byes = Match.objects.filter(section=OuterRef("match__section"), round=1, by="bye")
    rows = (
        MatchGame.objects.filter(game__in=games)
        .select_related("match__section__competition__organiser")
        .annotate(rounds=Max("match__section__rounds__number"), is_uneven=Exists(byes))
    )
    return {row.game_id: Belonging(row.match, row.rounds, row.is_uneven) for row in rows}


def on_cards(games: Collection[str]) -> Mapping[str, BelongsTo]:
    """Return what the cards of these games say."""
    return {
        game: BelongsTo(belonging.words, belonging.is_final, belonging.path)
        for game, belonging in belongings(games).items()
    }


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return where a game belongs; once it is over, that is shown instead of a rematch."""
    game = view.game
    found = belongings([game.pk]) if game.competition is not None else {}
    belonging = found.get(game.pk)
    if belonging is None:
        return {}
    return {
        "belongs_to": belonging,
        "outcome": belonging.outcome(view),
        "may_play_again": False,
        "stronger": None,
    }
