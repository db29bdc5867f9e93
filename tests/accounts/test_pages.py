"""The library's pages as they are set up here: the ways in, and what closes behind."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import OutgoingMail, User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "staple battery horse"


def link(pattern: str) -> str:
    """Return the path of a link in the newest mail."""
    text = OutgoingMail.objects.latest("id").text
    return re.findall(rf"https?://[^/\s]+({pattern}\S+)", text)[0]


def log_in(client, login="alice", password=PASSWORD, **extra):
    return client.post("/accounts/login/", {"login": login, "password": password, **extra})


@pytest.fixture
def verified(alice):
    return EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)


def test_signing_up_and_verifying(client):
    form = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
    response = client.post("/accounts/signup/", form)
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert client.get("/api/v1/me").json()["username"] == "Dora"

    path = link("/accounts/confirm-email/")
    assert client.get(path).status_code == 200
    assert client.get("/api/v1/me").json()["email_verified"] is False, "looking is not pressing"
    assert client.post(path).status_code == 302
    assert client.get("/api/v1/me").json()["email_verified"] is True


def test_a_form_with_errors_says_so_in_its_title_and_begins_at_the_first(client, alice):
    form = {"username": "Dora", "email": "no address", "password1": "x"}
    page = client.post("/accounts/signup/", form).content.decode()
    assert "<title>Error: Create account" in page
    first = page.partition(" autofocus")[0].rpartition("<")[2]
    assert 'name="email"' in first
    assert "<title>Create account" in (fresh := client.get("/accounts/signup/").content.decode())
    assert "autofocus" not in fresh

    page = log_in(client, password="wrong").content.decode()
    assert "<title>Error: Log in" in page
    assert '<div class="note warn" role="alert" tabindex="-1" autofocus>' in page
    client.force_login(alice)
    page = client.post(
        "/new/",
        {"against": "friend", "goals_to_win": "2", "opponent": "nemo nemo", "side": "random"},
    ).content.decode()
    assert "<title>Error: New game" in page
    assert 'name="opponent"' in page.partition(" autofocus")[0].rpartition("<")[2]


@pytest.mark.parametrize("name", ["admin", "a\u0430", "aIice", "ALICE", "-x-"])
def test_signing_up_with_a_name_that_no_one_gets(client, alice, name):
    form = {"username": name, "email": "dora@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 200
    assert User.objects.count() == 1


def test_signing_up_does_not_reveal_which_addresses_have_accounts(verified):
    answers = []
    for name, email in [("dora", "alice@example.org"), ("emil", "new@example.org")]:
        form = {"username": name, "email": email, "password1": PASSWORD}
        response = Client().post("/accounts/signup/", form)
        answers.append((response.status_code, response["Location"]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@example.org"])
def test_logging_in_by_name_or_address(client, alice, login):
    assert log_in(client, login)["Location"] == "/"
    assert client.get("/api/v1/me").json()["username"] == "alice"


def test_an_address_that_someone_else_claims_leads_to_its_owner(client, verified, bob):
    EmailAddress.objects.create(user=bob, email="alice@example.org", verified=False)
    log_in(client, "alice@example.org")
    assert client.get("/api/v1/me").json()["username"] == "alice"


def test_the_session_is_a_new_one_after_logging_in(client, alice):
    client.get("/accounts/login/")
    client.session["planted"] = True
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    log_in(client)
    assert client.session.session_key != before
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"


def test_logging_out_ends_the_session(client, alice):
    log_in(client)
    old = client.cookies["sessionid"].value
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/api/v1/me").status_code == 200, "a link elsewhere must not log anybody out"
    client.post("/accounts/logout/")
    client.cookies["sessionid"] = old
    assert client.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize(
    ("target", "leads"),
    [
        ("/games/abc/", "/games/abc/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:evil.example", "/"),
        ("https:///evil.example", "/"),
        ("/\t/evil.example", "/"),
    ],
)
def test_where_next_may_lead(client, alice, target, leads):
    assert log_in(client, next=target)["Location"] == leads


def test_a_new_password_by_mail(client, alice, verified, client_of):
    program = client_of(alice)
    other = Client()
    log_in(other)

    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    path = link("/accounts/password/reset/key/")
    page = client.get(path, follow=True)
    done = client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})

    assert done.status_code == 302
    assert log_in(Client(), password=PASSWORD).status_code == 200
    assert log_in(Client(), password=NEW).status_code == 302
    assert other.get("/api/v1/me").status_code == 401, "all sessions end"
    assert program.get("/api/v1/me").status_code == 401, "and all tokens"
    again = client.get(path, follow=True)
    assert "password1" not in again.content.decode(), "the link works once"


def test_one_mail_lists_all_accounts_of_an_address(client, alice):
    for number in range(3):
        User.objects.create_user(f"also-alice-{number}", "alice@example.org")

    client.post("/accounts/password/reset/", {"email": "Alice@example.org"})

    mail = OutgoingMail.objects.get()
    assert mail.text.count("/accounts/password/reset/key/") == 4
    assert all(f"also-alice-{number}\n" in mail.text for number in range(3))


def test_an_address_gets_few_mails_about_new_passwords(client, verified, settings):
    settings.LIMITS_ON, settings.LIMITS = True, {**settings.LIMITS, "reset": (2, 3600)}
    cache.clear()

    answers = [
        client.post("/accounts/password/reset/", {"email": email})["Location"]
        for email in ("alice@example.org", "ALICE@example.org", "alice@example.org")
    ]

    assert OutgoingMail.objects.count() == 2
    assert len(set(answers)) == 1


def test_asking_for_a_new_password_reveals_nothing(client, verified):
    answers = []
    for email in ("alice@example.org", "nobody@example.org"):
        response = client.post("/accounts/password/reset/", {"email": email})
        answers.append((response.status_code, response["Location"]))
    assert answers[0] == answers[1]
    assert OutgoingMail.objects.count() == 1


def test_the_link_leads_to_our_site_under_any_host_header(client, verified, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://eleven.example"
    form = {"email": "alice@example.org"}
    client.post("/accounts/password/reset/", form, HTTP_HOST="evil.example")
    mail = OutgoingMail.objects.get()
    assert "https://eleven.example/accounts/password/reset/key/" in mail.text
    assert "evil" not in mail.text + mail.html


def test_changing_the_password_keeps_this_session_only(client, alice, verified):
    other = Client()
    log_in(client)
    log_in(other)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post("/accounts/password/change/", form)
    assert client.get("/api/v1/me").status_code == 200
    assert other.get("/api/v1/me").status_code == 401
    assert "Your password was changed" in OutgoingMail.objects.latest("id").subject


def test_a_new_address_waits_until_it_is_verified(client, alice, verified):
    log_in(client)
    response = client.post("/accounts/email/", {"email": "a2@example.org", "action_add": ""})
    assert response["Location"].startswith("/accounts/reauthenticate/"), "the password first"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "a2@example.org", "action_add": ""})
    assert client.get("/api/v1/me").json()["email"] == "alice@example.org"

    client.post(link("/accounts/confirm-email/"))
    me = client.get("/api/v1/me").json()
    assert (me["email"], me["email_verified"]) == ("a2@example.org", True)
    warning = OutgoingMail.objects.filter(recipient="alice@example.org").latest("id")
    assert "changed from alice@example.org to a2@example.org" in warning.text


def test_forms_need_the_csrf_token(alice):
    client = Client(enforce_csrf_checks=True)
    assert log_in(client).status_code == 403
