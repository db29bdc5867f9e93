"""The owner's view of an account: reading, changing, leaving."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework import serializers

from accounts import hooks
from accounts.models import PersonalToken, User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/api/v1/me"


def test_reading(alice, client_of):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    body = client_of(alice, "account:read").get(URL).json()
    assert body["username"] == "alice"
    assert body["email"] == "alice@example.org"
    assert body["email_verified"] is True


def test_no_one(api):
    assert api.get(URL).status_code == 401


def test_changing_the_time_zone(alice, client_of):
    response = client_of(alice).patch(URL, {"time_zone": "Europe/Vienna"})
    assert response.status_code == 200
    assert response.json()["time_zone"] == "Europe/Vienna"
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Vienna"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", None, "../../etc/passwd", "europe/vienna", 1])
def test_a_time_zone_that_is_none(alice, client_of, zone):
    response = client_of(alice).patch(URL, {"time_zone": zone})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "#/time_zone"


def test_what_no_one_may_change_about_themselves(alice, client_of):
    wish = {
        "is_staff": True,
        "is_superuser": True,
        "username": "root",
        "email": "x@example.org",
        "is_active": False,
        "id": 1,
    }
    errors = client_of(alice).patch(URL, wish).json()["errors"]
    assert {error["pointer"][2:] for error in errors} == set(wish)
    assert {error["code"] for error in errors} == {"unknown_member"}
    # It proves who asks; it is not what is asked for.
    client_of(alice).patch(URL, {"password": "x"})
    fresh = User.objects.get(pk=alice.pk)
    assert fresh.username == "alice"
    assert fresh.email == "alice@example.org"
    assert fresh.is_active
    assert not fresh.is_staff
    assert not fresh.is_superuser
    assert fresh.check_password(PASSWORD)


def test_reading_needs_its_scope_and_writing_another(alice, client_of):
    assert client_of(alice, "games:play").get(URL).status_code == 403
    assert client_of(alice, "account:read").patch(URL, {}).status_code == 403
    assert client_of(alice, "account:read").delete(URL).status_code == 403


def test_a_bot_may_change_its_mind_before_the_first_game(alice, client_of):
    client = client_of(alice)
    for is_bot in (True, False):
        wish = {"is_bot": is_bot, "password": PASSWORD}
        assert client.patch(URL, wish).json()["is_bot"] is is_bot


def test_a_token_alone_cannot_make_a_bot_of_a_person(alice, client_of):
    client = client_of(alice)
    response = client.patch(URL, {"is_bot": True})
    assert (response.status_code, response.json()["code"]) == (403, "password_required")
    response = client.patch(URL, {"is_bot": True, "password": "wrong"})
    assert response.json()["errors"][0]["pointer"] == "#/password"
    alice.refresh_from_db()
    assert not alice.is_bot
    # What is said and already so asks for nothing.
    assert client.patch(URL, {"is_bot": False}).status_code == 200


def test_on_the_page_the_session_is_enough(session):
    response = session.patch(URL, {"is_bot": True}, content_type="application/json")
    assert response.json()["is_bot"] is True


def has_played(user):
    return True


def test_a_bot_that_has_played_stays_one(alice, client_of, only):
    only(hooks.HAS_PLAYED, hooks.HAS_PLAYED.by(has_played))
    User.objects.filter(pk=alice.pk).update(is_bot=True)
    response = client_of(alice).patch(
        URL, {"is_bot": False, "password": PASSWORD, "time_zone": "Europe/Vienna"}
    )
    assert response.status_code == 409
    assert response.json()["code"] == "bot_flag_locked"
    alice.refresh_from_db()
    assert alice.is_bot
    assert alice.time_zone == "UTC"


def test_a_person_that_has_played_stays_one(alice, client_of, only):
    only(hooks.HAS_PLAYED, hooks.HAS_PLAYED.by(has_played))
    response = client_of(alice).patch(URL, {"is_bot": True, "password": PASSWORD})
    assert (response.status_code, response.json()["code"]) == (409, "already_played")
    alice.refresh_from_db()
    assert not alice.is_bot


class Colours:
    """A section as another app would contribute it."""

    class serializer_class(serializers.Serializer):
        shirt = serializers.ChoiceField(["red", "blue"])

    stored: dict[int, str] = {}

    def read(self, user):
        return {"shirt": self.stored.get(user.pk, "red")}

    def write(self, user, changes):
        self.stored[user.pk] = changes["shirt"]


colours = Colours()


def test_sections_of_other_apps(alice, client_of, only):
    only(hooks.SECTIONS, hooks.SECTIONS.by(colours, name="colours"))
    client = client_of(alice)
    assert client.get(URL).json()["colours"] == {"shirt": "red"}
    assert client.patch(URL, {"colours": {"shirt": "blue"}}).json()["colours"]["shirt"] == "blue"
    response = client.patch(URL, {"colours": {"shirt": "green"}})
    assert response.json()["errors"][0]["pointer"] == "#/colours/shirt"
    assert client.patch(URL, {"colours": None}).status_code == 400


left: list[int] = []


def leave(user, now):
    left.append(user.pk)


def test_leaving(alice, api, client_of, only):
    only(hooks.LEAVING, hooks.LEAVING.by(leave))
    left.clear()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    browser = Client()
    browser.force_login(alice)
    client = client_of(alice)

    response = client.delete(URL, {"password": PASSWORD})

    assert response.status_code == 204
    assert left == [alice.pk]
    gone = User.objects.get(pk=alice.pk)
    assert gone.username.startswith("deleted-")
    assert gone.email == ""
    assert gone.deleted_at
    assert not gone.is_active
    assert not EmailAddress.objects.exists()
    assert not PersonalToken.objects.exists()
    assert client.get(URL).status_code == 401
    assert browser.get(URL).status_code == 401
    form = {"username": "alice", "password": PASSWORD}
    assert api.post("/api/v1/auth/token", form).status_code == 401


def test_leaving_needs_the_password(alice, client_of):
    client = client_of(alice)
    response = client.delete(URL)
    assert (response.status_code, response.json()["code"]) == (403, "password_required")
    response = client.delete(URL, {"password": "wrong"})
    assert response.json()["errors"][0]["pointer"] == "#/password"
    assert User.objects.get().deleted_at is None


def test_leaving_from_a_page_where_the_password_was_just_given(alice):
    browser = Client()
    browser.force_login(alice)
    assert browser.delete(URL).status_code == 403
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert browser.delete(URL).status_code == 204
