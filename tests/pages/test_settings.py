"""Settings and leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import time

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Game
from games.shown.kits import KITS
from notifications.pages.forms import SECTIONS
from notifications.preferences import read_preferences
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind
from tests.markup import tight

Browse = Callable[..., Client]
SCRIPT = {"Accept": "application/json"}


def as_stored(user: User, section: str, **changes: str) -> dict[str, object]:
    """Return what the browser would send for a section, with changes."""
    stored = SECTIONS[section].read(user, read_preferences(user))
    return {**{k: v for k, v in stored.items() if v is not False}, **changes}


def test_settings_are_for_those_who_are_logged_in(browse: Browse) -> None:
    assert browse().get("/settings/").headers["Location"] == "/accounts/login/?next=/settings/"
    assert browse().post("/settings/save/pages/").status_code == 302


def test_the_note_speaks_the_language_just_chosen(browse: Browse, alice: User) -> None:
    client = browse(alice)
    client.post("/settings/save/language/", {"language": "de"})

    page = client.get("/settings/language/")
    assert [str(one) for one in page.context["messages"]] == ["Gespeichert."]


def test_each_kind_of_news_can_be_chosen_by_channel(browse: Browse, alice: User) -> None:
    sent = as_stored(alice, "telling", **{"mail-turn": "daily", "push-reminder": "off"})

    assert browse(alice).post("/settings/save/telling/", sent).status_code == 302

    wishes = read_preferences(alice)
    assert wishes.way(Channel.MAIL, find_kind("turn")) == Timing.DAILY
    assert wishes.way(Channel.PUSH, find_kind("reminder")) == Timing.OFF
    assert wishes.way(Channel.MAIL, find_kind("reminder")) == Timing.AT_ONCE


def test_how_much_is_notified_is_one_choice(browse: Browse, alice: User) -> None:
    client = browse(alice)
    assert client.get("/settings/").context["measure"].initial == {"measure": "all"}

    client.post("/settings/save/measure/", {"measure": "awaited"})

    wishes = read_preferences(alice)
    for channel in Channel:
        assert wishes.way(channel, find_kind("turn")) == Timing.AT_ONCE
        assert wishes.way(channel, find_kind("game_over")) == Timing.OFF
    page = client.get("/settings/")
    assert page.context["measure"].initial == {"measure": "awaited"}
    assert "<details><summary" in tight(page.content.decode())
    client.post("/settings/save/telling/", as_stored(alice, "telling", **{"mail-turn": "daily"}))
    own = client.get("/settings/")
    assert own.context["measure"].initial == {}
    assert "You've chosen each notification." in own.content.decode()
    assert client.post("/settings/save/measure/", {"measure": "more"}).status_code == 422


def test_quiet_hours_and_the_hour_of_the_daily_mail(browse: Browse, alice: User) -> None:
    client = browse(alice)
    chosen = {"quiet_from": "23:30", "quiet_until": "06:15", "digest_hour": "18"}

    client.post("/settings/save/times/", as_stored(alice, "times", is_quiet="on", **chosen))
    assert read_preferences(alice).quiet == (time(23, 30), time(6, 15))
    assert read_preferences(alice).digest_hour == 18

    client.post("/settings/save/times/", as_stored(alice, "times", is_quiet="", **chosen))
    assert read_preferences(alice).quiet is None


def test_the_time_zone_sets_the_clock_of_the_page(browse: Browse, alice: User) -> None:
    client = browse(alice)

    client.post("/settings/save/zone/", {"time_zone": "Asia/Kolkata"})

    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Kolkata"
    assert str(client.get("/settings/time/").context["clock"].tzinfo) == "Asia/Kolkata"


def test_high_contrast_shows_on_every_page(browse: Browse, alice: User) -> None:
    client = browse(alice)
    assert "data-contrast" not in client.get("/learn/eleven/read/").content.decode()

    client.post("/settings/save/pages/", {"high_contrast": "on"})

    alice.refresh_from_db()
    assert alice.page.high_contrast
    assert not alice.page.confirm
    assert 'data-contrast="more"' in client.get("/learn/eleven/read/").content.decode()


def test_script_gets_no_page_back(browse: Browse, alice: User) -> None:
    answer = browse(alice).post("/settings/save/pages/", {"vibrate": "on"}, headers=SCRIPT)

    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize(
    ("section", "sent"),
    [
        ("telling", {"mail-turn": "never"}),
        ("times", {"digest_hour": "24", "quiet_from": "25:00", "quiet_until": "x"}),
        ("zone", {"time_zone": "Moon/Base"}),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    browse: Browse, alice: User, section: str, sent: dict[str, str]
) -> None:
    client = browse(alice)

    assert client.post(f"/settings/save/{section}/", sent, headers=SCRIPT).status_code == 422
    assert client.post(f"/settings/save/{section}/", sent).status_code == 422
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


def test_each_line_of_me_leads_to_a_page_of_that_name(browse: Browse, alice: User) -> None:
    client = browse(alice)
    rows = [*client.get("/me/").context["kept"], *client.get("/me/").context["groups"]]
    assert len(rows) > 8

    for row in rows:
        page = tight(client.get(row.path.partition("#")[0]).content.decode())
        titles = re.findall(r"<h1[^>]*>(.*?)</h1>", page)
        if row.path.startswith(("/settings/", "/people/")):
            assert titles == [row.name]
        if not row.path.startswith(("/competitions/",)):
            assert '<a class="bell" href="/me/"' in page, row.path


def test_a_section_is_saved_to_its_own_page(browse: Browse, alice: User) -> None:
    client = browse(alice)

    saved = client.post("/settings/save/pages/", as_stored(alice, "pages"))
    refused = client.post("/settings/save/zone/", {"time_zone": "Moon/Base"})

    assert saved.headers["Location"] == "/settings/playing/"
    assert "<h1>Time zone and rest days</h1>" in tight(refused.content.decode())


def test_there_is_no_other_section(browse: Browse, alice: User) -> None:
    assert browse(alice).post("/settings/save/secrets/", {}).status_code == 404


def test_leaving_takes_the_password(browse: Browse, alice: User, game: Game) -> None:
    client = browse(alice)

    assert client.post("/settings/delete/", {"password": "wrong"}).status_code == 422
    alice.refresh_from_db()
    assert alice.deleted_at is None

    answer = client.post("/settings/delete/", {"password": "correct horse battery"}, follow=True)
    alice.refresh_from_db()
    assert alice.deleted_at is not None
    assert "Your account is deleted" in answer.content.decode()


def test_the_page_asks_little_of_the_database(
    browse: Browse, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = browse(alice)

    # Session, person, their wishes, the devices, the mail address, the count in the header.
    with django_assert_num_queries(7):
        client.get("/settings/")


def test_a_kit_can_be_chosen_and_is_kept(browse: Browse, alice: User) -> None:
    client = browse(alice)
    page = client.get("/settings/playing/").content.decode()
    assert page.count('class="shirt"') == len(KITS)

    client.post("/settings/save/pages/", {"kit": "sash", "confirm": "on"})
    refused = client.post("/settings/save/pages/", {"kit": "fishnet"})

    alice.refresh_from_db()
    assert alice.page.kit == "sash"
    assert alice.page.confirm
    assert refused.status_code == 400 or "fishnet" not in str(alice.page)


def test_each_choice_of_notifications_is_named_in_german(client: Client, alice: User) -> None:
    client.force_login(alice)

    text = client.get("/settings/", headers={"Accept-Language": "de"}).content.decode()

    # Django has a German "None" of its own, a dash.
    assert "Keine Benachrichtigungen" in text
