"""The notification settings of ``/me``."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES
from accounts.models import User
from accounts.services.tokens import create_token
from notifications.preferences import read_preferences

pytestmark = pytest.mark.django_db
URL = "/api/v1/me"


@pytest.fixture
def person():
    return User.objects.create_user("alice", "alice@example.org")


@pytest.fixture
def client(person):
    client = APIClient()
    client.default_format = "json"
    _, token = create_token(person, "test", ALL_SCOPES)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def test_the_defaults(client):
    wishes = client.get(URL).json()["notifications"]
    assert wishes["mail"]["turn"] == "at_once"
    assert wishes["push"]["game_over"] == "at_once"
    assert wishes["digest_hour"] == 8
    assert wishes["quiet_from"] is None


def test_choosing_some_keeps_the_others(client, person):
    client.patch(URL, {"notifications": {"mail": {"turn": "daily"}, "digest_hour": 19}})
    answer = client.patch(
        URL,
        {
            "notifications": {
                "mail": {"round_ended": "off"},
                "quiet_from": "22:00",
                "quiet_until": "07:30",
            }
        },
    )
    wishes = answer.json()["notifications"]
    assert wishes["mail"]["turn"] == "daily"
    assert wishes["mail"]["round_ended"] == "off"
    assert wishes["digest_hour"] == 19
    assert (wishes["quiet_from"], wishes["quiet_until"]) == ("22:00", "07:30")
    assert read_preferences(person).quiet is not None

    answer = client.patch(URL, {"notifications": {"quiet_from": None, "quiet_until": None}})
    assert answer.json()["notifications"]["quiet_from"] is None


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"mail": {"turn": "sometimes"}}, "#/notifications/mail/turn"),
        ({"push": {"turn": "daily"}}, "#/notifications/push/turn"),
        ({"mail": {"reminder": "daily"}}, "#/notifications/mail/reminder"),
        ({"digest_hour": 24}, "#/notifications/digest_hour"),
        ({"quiet_from": "22:00"}, "#/notifications/quiet_until"),
        ({"quiet_from": "22:00", "quiet_until": None}, "#/notifications/quiet_until"),
        ({"quiet_from": "late", "quiet_until": "early"}, "#/notifications/quiet_from"),
        ("loud", "#/notifications"),
        (None, "#/notifications"),
    ],
)
def test_wishes_that_make_no_sense(client, person, wish, pointer):
    response = client.patch(URL, {"notifications": wish, "time_zone": "Europe/Vienna"})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == pointer
    person.refresh_from_db()
    assert person.time_zone == "UTC", "nothing was changed"
