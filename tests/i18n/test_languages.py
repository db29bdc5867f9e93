"""Which language pages, answers and mails are in, and the headers that say so."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import OutgoingMail, User
from config.languages.spoken import spoken_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db):
    return User.objects.create_user("anna", "anna@example.org", "corner-flag-24", language="de")


def test_a_visitor_reads_the_language_that_the_browser_asks_for():
    answer = Client().get("/accounts/login/", headers={"accept-language": "de-AT,de;q=0.9"})
    assert '<html lang="de"' in answer.content.decode()
    assert answer.headers["Content-Language"] == "de"
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("wanted", ["", "fr", "*", "x" * 3000, "en-GB,de;q=0.1", "\xe9"])
def test_a_player_who_asks_for_no_language_of_ours_reads_english(wanted):
    answer = Client().get("/accounts/login/", headers={"accept-language": wanted})
    assert '<html lang="en"' in answer.content.decode()


def test_the_account_knows_better_than_the_browser(anna):
    client = Client(headers={"accept-language": "en"})
    client.force_login(anna)
    assert client.get("/settings/").headers["Content-Language"] == "de"
    User.objects.update(language="")
    assert client.get("/settings/").headers["Content-Language"] == "en"


def test_a_request_inherits_nothing_from_the_one_before(anna):
    client = Client()
    client.force_login(anna)
    client.get("/settings/")
    assert Client().get("/accounts/login/").headers["Content-Language"] == "en"


def test_calls_are_answered_as_accept_language_asks(anna):
    client = Client()
    client.force_login(anna)
    answer = client.get("/api/v1/games/nothing", headers={"accept-language": "de"})
    assert answer.headers["Content-Language"] == "de"
    assert answer.json()["code"] == "not_found"
    assert "Accept-Language" in answer.headers["Vary"]
    assert client.get("/api/v1/games/nothing").headers["Content-Language"] == "en"


def test_what_goes_out_is_said_in_the_receivers_language(anna):
    bob = User(username="bob")
    with translation.override("de"), spoken_to(bob):
        assert translation.get_language() == "en"
    with translation.override("en"), spoken_to(anna):
        assert translation.get_language() == "de"
    with spoken_to(User(username="carl", language="tlh")):
        assert translation.get_language() == "en"


def test_choosing_a_language_on_the_page_and_over_the_api(anna):
    client = Client()
    client.force_login(anna)
    assert (
        client.post(reverse("save_settings", args=["language"]), {"language": ""}).status_code
        == 302
    )
    anna.refresh_from_db()
    assert anna.language == ""
    assert (
        client.post(reverse("save_settings", args=["language"]), {"language": "tlh"}).status_code
        == 422
    )


def test_a_new_account_keeps_the_language_it_was_made_in():
    cache.clear()
    sent = {"username": "berta", "email": "berta@example.org", "password": "corner-flag-24"}
    answer = Client(headers={"accept-language": "de"}).post(
        "/api/v1/accounts", sent, content_type="application/json"
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["language"] == "de"
    assert 'lang="de"' in OutgoingMail.objects.get().html
