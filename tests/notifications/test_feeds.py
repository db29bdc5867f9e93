"""Feeds: games that ended for everyone, and the reader's own turns at a secret address."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from xml.etree import ElementTree

from accounts.models import User
from games.models import Game
from games.play.acts import do_act
from notifications import calendar

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(content: bytes) -> list[tuple[str, str, str]]:
    """Return title, link and summary of each entry."""
    feed = ElementTree.fromstring(content)
    return [
        (
            entry.findtext(f"{ATOM}title", ""),
            entry.find(f"{ATOM}link").attrib["href"],  # type: ignore[union-attr]
            entry.findtext(f"{ATOM}summary", ""),
        )
        for entry in feed.findall(f"{ATOM}entry")
    ]


def test_games_that_ended_are_a_feed_for_everyone(
    browse: Any, bob: User, game: Game, now: datetime
) -> None:
    reader = browse()
    assert entries(reader.get("/players/alice/games.atom").content) == []
    do_act(bob.pk, game.pk, "resign", now=now)

    answer = reader.get("/players/alice/games.atom")

    assert answer["Content-Type"].startswith("application/atom+xml")
    [(title, link, summary)] = entries(answer.content)
    assert "alice won" in title
    assert link.endswith(f"/games/{game.pk}/")
    assert f"/api/v1/games/{game.pk}/board.png" in summary
    assert reader.get("/players/no-one-here/games.atom").status_code == 404
    assert "/players/alice/games.atom" in reader.get("/players/alice/games/").content.decode()
    assert "games.atom" not in reader.get("/games/?status=finished").content.decode()


def test_a_private_game_is_in_no_feed(
    browse: Any, alice: User, bob: User, game: Game, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(is_public=False)
    do_act(bob.pk, game.pk, "resign", now=now)
    assert entries(browse(alice).get("/players/alice/games.atom").content) == []


def test_the_readers_turns_have_a_secret_address(
    browse: Any, alice: User, bob: User, game: Game
) -> None:
    address = calendar.feed_address_of(alice)
    path = "/" + address.partition("//")[2].partition("/")[2]

    [(title, link, _summary)] = entries(browse().get(path).content)

    assert title == "Your turn against bob"
    assert link.endswith(f"/games/{game.pk}/")
    other = "/" + calendar.feed_address_of(bob).partition("//")[2].partition("/")[2]
    assert entries(browse().get(other).content) == []
    assert address in browse(alice).get("/settings/calendar/").content.decode()
    assert browse().get("/calendar/1.1:forged.atom").status_code == 404
    calendar.renew_address(alice)
    assert browse().get(path).status_code == 404
