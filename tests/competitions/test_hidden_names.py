"""What tells no one outside the names of the young: every place in which a game or a cup shows."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.competitions.models import Certificate
from games.models import Game, GameEvent
from notifications.calendar import write_calendar
from tests.competitions.cups import DAY, MINUTE, Cup, make_cup, people
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import play

pytestmark = pytest.mark.django_db


def young_cup(now: datetime) -> Cup:
    """Return a cup of three in Under 15 that is being played."""
    cup = make_cup(now, people(3, "young"), sections={"under-15": 4})
    cup.draw()
    return cup


def test_no_page_no_answer_and_no_file_names_them(client_of: Clients) -> None:
    real = timezone.now()
    cup = young_cup(real - 2 * DAY - 5 * MINUTE)
    row = cup.running()[0]
    game = play(Game.objects.get(pk=row.game_id), "e2e4", now=real).game
    names = [user.username for user in cup.players]
    stranger, visitor = client_of(*people(1, "q")), Client()
    api, ident = f"{API}/games/{game.pk}", cup.competition.pk
    section = f"{API}/competitions/{ident}/sections/under-15"
    places = [
        api, f"{api}/turns", f"{api}/events", f"{api}/export?format=json",
        f"{api}/export?format=text", f"{api}/export?format=pgn", f"{api}/board.svg",
        f"{api}/phrases", f"{API}/games?ruleset=any&limit=100", f"{API}/competitions/{ident}",
        f"{API}/competitions", section, f"{section}/matches/1.2", f"/games/{game.pk}/",
        f"/games/{game.pk}/history/",
        f"/competitions/{ident}/", f"/competitions/{ident}/under-15/matches/1.2/",
        "/competitions/", "/lobby/", "/games/",
    ]  # fmt: skip
    oembed = f"/oembed?url={settings.SITE_URL}"
    of_features = {
        "live": ["/live/", "/tv/"],
        "ratings": ["/leaderboards/"],
        "share": [
            f"/embed/games/{game.pk}", f"/embed/competitions/{ident}?section=under-15",
            f"{oembed}/competitions/{ident}/", f"{oembed}/games/{game.pk}/",
        ],
    }  # fmt: skip
    for feature, addresses in of_features.items():
        places += [] if feature in settings.WITHOUT else addresses

    for path in places:
        for client in (visitor, stranger):
            answer = client.get(path, HTTP_ACCEPT="*/*", follow=True)
            told = b"".join(answer) if answer.streaming else answer.content
            assert answer.status_code in (200, 401, 403, 404), (path, answer.status_code)
            assert not [name for name in names if name in told.decode()], path
    seen = [path for path in places if visitor.get(path, follow=True).status_code == 200]
    assert set(places) - set(seen) == {f"{api}/phrases"}, "that one is for the players alone"


def test_a_deleted_account_leaves_a_number_and_no_name_behind(client_of: Clients) -> None:
    cup = young_cup(timezone.now() - 3 * DAY)
    row = cup.running()[0]
    started = GameEvent.objects.get(game=row.game_id, type="game.started")
    gone = cup.entry(row.white).user

    delete_account(User.objects.get(pk=gone.pk), cup.now)
    cup.pass_to(cup.now + MINUTE)

    started.refresh_from_db()
    assert set(started.data["players"].values()) == {
        f"Player {row.match.upper}", f"Player {row.match.lower}",
    }  # fmt: skip
    shown = client_of().get(f"{API}/games/{row.game_id}").json()
    assert shown["players"]["white"]["username"] == f"Player {row.white}"
    seen = _section(client_of(), cup)
    (match,) = (m for one in seen["rounds"] for m in one["matches"] if m["winner"] and m["games"])
    seats = {seat["number"]: seat for seat in (match["upper"], match["lower"])}
    assert seats[row.white] == {"number": row.white, "player": None, "out": "withdrawal"}


def test_a_rematch_would_show_them(client_of: Clients) -> None:
    cup = young_cup(timezone.now() - 2 * DAY - 5 * MINUTE)
    row = cup.running()[0]
    cup.win(row, row.match.upper)
    winner = cup.entry(row.match.upper).user

    answer = client_of(winner).post(f"{API}/games/{row.game_id}/rematch")

    assert "hidden" in refused(answer, 409, "wrong_phase")["detail"]
    browser = Client()
    browser.force_login(winner)
    page = browser.get(f"/games/{row.game_id}/").content.decode()
    assert 'data-call="rematch"' not in page
    calendar = write_calendar(cup.entry(row.match.lower).user, cup.now).decode()
    assert winner.username not in calendar, "a calendar is often shared"


def test_a_certificate_of_a_deleted_account_can_still_be_checked() -> None:
    from games.features.competitions.papers import sum_of
    from games.features.competitions.services.certificates import print_name
    from games.features.competitions.steps.ending import fields_of

    cup = young_cup(timezone.now() - 3 * DAY)
    cup.play_out()
    winner = cup.section.entries.get(standing=1).user
    print_name(winner, cup.competition.pk, "under-15", "Ann Example", now=cup.now)

    delete_account(User.objects.get(pk=winner.pk), cup.now)

    paper = Certificate.objects.get(entry__user=winner)
    assert paper.name == ""
    assert paper.sha256 == sum_of(fields_of(paper))
    picture = Client().get(f"/api/v1/certificates/{paper.pk}.svg").content.decode()
    assert winner.username not in picture
    assert "Ann" not in picture


def test_a_certificate_does_not_name_its_holder_in_family_mode(client_of: Clients) -> None:
    cup = make_cup(timezone.now() - 3 * DAY, people(3, "open"))
    cup.draw()
    cup.play_out()
    winner = cup.section.entries.get(standing=1).user
    url = f"{API}/certificates/{Certificate.objects.get(entry__user=winner).pk}.svg"
    assert winner.username in client_of().get(url).content.decode()

    User.objects.filter(pk=winner.pk).update(is_family=True)

    assert winner.username not in client_of().get(url).content.decode()
    page = Client().get(url.removeprefix(API).removesuffix(".svg") + "/")
    assert page.status_code == 200
    assert winner.username not in page.content.decode()
    assert winner.username in client_of(winner).get(url).content.decode()


def _section(client: APIClient, cup: Cup) -> dict:
    return client.get(f"{API}/competitions/{cup.competition.pk}/sections/{cup.key}").json()
