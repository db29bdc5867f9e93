"""Guessing passwords is slow, and it locks no one out."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limited")]
API, PAGE = "/api/v1/auth/token", "/accounts/login/"


@pytest.fixture(autouse=True)
def _few(settings):
    settings.LIMITS = {**settings.LIMITS, "login_account": (3, 900), "login_known": (3, 900)}


def ask(api, password, address="10.0.0.1", login="alice"):
    form = {"username": login, "password": password}
    return api.post(API, form, REMOTE_ADDR=address).status_code


def enter(client, password, address="10.0.0.1", login="alice"):
    form = {"login": login, "password": password}
    return client.post(PAGE, form, REMOTE_ADDR=address).status_code == 302


def test_after_some_failures_even_the_right_password_waits(api, alice):
    assert [ask(api, "wrong") for _ in range(4)] == [401, 401, 401, 429]
    assert ask(api, PASSWORD) == 429


def test_the_refusal_names_the_limit_that_refuses(api, alice):
    for _ in range(4):
        refused = api.post(API, {"username": "alice", "password": "wrong"})
    assert refused.status_code == 429
    assert '"login_account";r=0;' in refused["RateLimit"]
    assert '"login_account";q=3;w=900' in refused["RateLimit-Policy"]


def test_name_and_address_of_mail_are_one_account(api, alice):
    logins = ["alice", "ALICE", "alice@example.org", "alice"]
    assert [ask(api, "wrong", login=login) for login in logins] == [401, 401, 401, 429]


def test_an_unknown_name_is_treated_alike(api):
    assert [ask(api, "wrong", login="nobody") for _ in range(4)] == [401, 401, 401, 429]


def test_many_addresses_do_not_help(api, alice):
    codes = [ask(api, "wrong", f"10.0.0.{n}") for n in range(4)]
    assert codes == [401, 401, 401, 429]


def test_one_address_may_not_try_many_names(api, settings):
    settings.LIMITS = {**settings.LIMITS, "login_address": (3, 600)}
    codes = [ask(api, "wrong", login=f"name{n}") for n in range(4)]
    assert codes == [401, 401, 401, 429]


def test_right_passwords_cost_nothing(api, alice):
    assert [ask(api, PASSWORD) for _ in range(6)] == [201] * 6


def test_strangers_do_not_lock_the_owner_out_of_a_known_address(api, alice):
    assert ask(api, PASSWORD, "10.9.9.9") == 201
    for n in range(5):
        ask(api, "wrong", f"10.0.0.{n}")
    assert ask(api, PASSWORD, "10.0.0.200") == 429
    assert ask(api, PASSWORD, "10.9.9.9") == 201


def test_strangers_do_not_lock_the_owner_out_of_a_known_browser(api, alice):
    browser = Client()
    assert enter(browser, PASSWORD, "10.9.9.9")
    browser.post("/accounts/logout/")
    for n in range(5):
        ask(api, "wrong", f"10.0.0.{n}")
    assert not enter(Client(), PASSWORD, "10.5.5.5")
    assert enter(browser, PASSWORD, "10.5.5.5")


def test_the_cookie_of_a_browser_helps_with_its_own_account_only(api, alice, bob):
    browser = Client()
    assert enter(browser, PASSWORD, "10.9.9.9", login="bob")
    browser.post("/accounts/logout/")
    for n in range(5):
        ask(api, "wrong", f"10.0.0.{n}")
    assert not enter(browser, PASSWORD, "10.5.5.5")


def test_a_known_address_may_not_guess_without_end_either(api, alice):
    assert ask(api, PASSWORD) == 201
    assert [ask(api, "wrong") for _ in range(4)] == [401, 401, 401, 429]


def test_the_page_and_the_api_count_together(api, alice):
    browser = Client()
    assert not enter(browser, "wrong")
    assert [ask(api, "wrong") for _ in range(3)] == [401, 401, 429]


def test_deleting_an_account_is_no_way_to_guess(alice, client_of):
    client = client_of(alice)
    codes = [client.delete("/api/v1/me", {"password": "wrong"}).status_code for _ in range(4)]
    assert codes == [400, 400, 400, 429]


def test_without_redis_wrong_passwords_are_counted_all_the_same(api, alice, without_redis):
    assert ask(api, PASSWORD) == 201, "a right one costs nothing"
    assert [ask(api, "wrong") for _ in range(4)] == [401, 401, 401, 429]
    assert ask(api, PASSWORD) == 429
