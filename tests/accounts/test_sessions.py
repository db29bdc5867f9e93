"""Where someone is logged in, see your devices and log out."""

from __future__ import annotations

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import tasks
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/settings/sessions/"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"


def browser_of(name: str, agent: str = "") -> Client:
    browser = Client(headers={"User-Agent": agent})
    browser.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return browser


def is_in(browser: Client) -> bool:
    return browser.get(URL).status_code == 200


def test_one_is_logged_out(alice, bob):
    here, phone, bobs = browser_of("alice"), browser_of("alice", PHONE), browser_of("bob")
    page = here.get(URL).content.decode()
    assert "Chrome on Android" in page
    assert page.count("(this device)") == 1
    [path] = re.findall(rf'action="({URL}\d+/end/)"', page)

    bobs.post(path)
    assert is_in(phone)

    here.post(path)
    assert [is_in(one) for one in (here, phone, bobs)] == [True, False, True]


def test_all_others_are_logged_out(alice, bob):
    here, phone, tablet = (browser_of("alice") for _ in range(3))
    bobs = browser_of("bob")
    here.post(URL + "others/end/")
    assert [is_in(one) for one in (here, phone, tablet, bobs)] == [True, False, False, True]


def test_a_new_password_ends_the_others_and_the_list_shows_it(alice):
    here, other = browser_of("alice"), browser_of("alice", PHONE)
    new = "eleven quiet bishops"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    here.post("/accounts/password/change/", form)
    assert not is_in(other)
    assert "Android" not in here.get(URL).content.decode()


def test_what_has_ended_is_forgotten(alice):
    browser_of("alice")
    Session.objects.all().delete()
    tasks.forget_dead_tokens()
    assert not UserSession.objects.exists()


def test_no_one_is_asked_to_log_in_first(client):
    assert client.get(URL)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    ("address", "kept"),
    [("2001:db8::17", "2001:db8::"), ("", "0.0.0.0"), ("203.0.113.9", "203.0.113.9")],
    ids=["IPv6", "Unix socket", "IPv4"],
)
def test_one_logs_in_from_any_kind_of_address(alice, address, kept):
    form = {"login": "alice", "password": PASSWORD}

    assert Client().post("/accounts/login/", form, REMOTE_ADDR=address).status_code == 302

    assert UserSession.objects.get().ip == kept
