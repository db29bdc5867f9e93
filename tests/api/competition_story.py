"""A cup and a league, played over HTTP after their days have passed: the examples of competitions.

``tests/api/test_examples.py`` compares and records them.
"""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from django.utils import timezone

from accounts.models import User
from config.backends.encryption import seal
from games.features.competitions.draw import Lots, draw_numbers
from games.features.competitions.league.table import LOTS
from tests.api.recording import GAME, Recording, get, post
from tests.competitions.cups import DAY, MINUTE, Cup, make_cup
from tests.competitions.leagues import make_league

_CUP: Final = "K7bX2mQa"
_LEAGUE: Final = "L4gueXy9"
_CERTIFICATE: Final = "c3RtQ8wZ"
_OTHER_GAME: Final = "b2Lm77Tz"
_NAMES: Final = ("alice", "bob", "charlie")
_TERMS: Final[dict[str, Any]] = {
    "name": "Spring Cup",
    "text": "For everyone in the club.",
    "sections": {"under-18": 16},
    "prizes": [{"section": "under-18", "standing": 1, "text": "A chess book"}],
}


class CompetitionStory(Recording):
    """What players and onlookers are answered about a cup of three and a league of three."""

    def played(self) -> dict[str, dict[str, Any]]:
        """Play both and return the examples."""
        self.players = dict(zip(_NAMES, (self.alice, self.bob, self.charlie), strict=True))
        self._cup()
        self._league()
        return {"games/features/competitions": dict(sorted(self.shown.items()))}

    def _cup(self) -> None:
        cup = make_cup(timezone.now() - 2 * DAY - 2 * MINUTE, self._people(), **_TERMS)
        self.ids[cup.competition.pk] = _CUP
        choose_secret(cup)
        cup.draw()
        path = f"competitions/{cup.competition.pk}"
        section = f"{path}/sections/under-18"
        (drawn,) = cup.running()
        self.ids[drawn.game_id] = GAME
        cup.draw_game(drawn)
        cup.pass_to(timezone.now())
        (second,) = cup.running()
        self.ids[second.game_id] = _OTHER_GAME
        self.show("competition", get(self.bob, path))
        self.show("section", get(self.bob, section))
        self.show("match", get(self.bob, f"{section}/matches/1.2"))
        self.show("changes", get(self.bob, f"{path}/events"))
        for match in ("1.2", "2.1"):
            self._resign(match, cup)
        winner = get(self.bob, section).json()["standing"][0]["player"]
        paper = post(self.players[winner], f"{section}/certificate", {"name": "Ann Example"})
        self.ids[paper.json()["id"]] = _CERTIFICATE
        self.show("certificate", paper)

    def _resign(self, match: str, cup: Cup) -> None:
        """Let the lower place give up the game of a match that is on, and what follows happen."""
        (row,) = [one for one in cup.running() if one.match.name == match]
        loser = cup.entry(row.match.lower).user.username
        given = post(self.players[loser], f"games/{row.game_id}/acts", {"name": "resign"})
        assert given.status_code == 200, given.content
        cup.pass_to(timezone.now())

    def _league(self) -> None:
        league = make_league(timezone.now() - 2 * DAY - 3 * MINUTE, self._people())
        self.ids[league.competition.pk] = _LEAGUE
        choose_secret(league)
        league.begin()
        first = min(row.match.name for row in league.running())
        self._resign(first, league)
        self.show("tables", get(self.bob, f"competitions/{league.competition.pk}/table"))

    def _people(self) -> list[User]:
        return list(User.objects.filter(username__in=_NAMES).order_by("username"))


def choose_secret(cup: Cup) -> None:
    """Give the section a secret by which the draw is always the same: its id takes part in it."""
    section = cup.section
    for number in count():
        secret = number.to_bytes(32)
        lots = Lots(secret, f"{section.competition_id}:{section.key}")
        whites = {lots(f"white:{match}", 2) for match in ("1.2", "2.1")}
        # Those who are level in a table.
        places = [lots(f"table:{place}", LOTS) for place in (2, 3, 1)]
        is_wanted = whites == {0} and places == sorted(places)
        if is_wanted and draw_numbers([1, 2, 3], lots) == [3, 1, 2]:
            break
    section.sealed_secret, section.commitment = seal(secret), lots.commitment
    section.save(update_fields=["sealed_secret", "commitment"])
