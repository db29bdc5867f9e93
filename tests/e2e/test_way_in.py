"""From a link to the first game: registration, the mail, log-in, a challenge accepted."""

from __future__ import annotations

import re
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.utils import timezone
from playwright.sync_api import expect

from accounts.mail import send_due
from accounts.models import User
from accounts.selectors import mail_address
from games.models import Game
from games.play.challenge.challenges import Terms, make_challenge
from tests.e2e.browser import assert_in_order
from tests.e2e.conftest import OpenPage

PASSWORD = "seventeen blue goals"


@pytest.fixture
def mail_folder(tmp_path: Path, settings: LazySettings) -> Path:
    """Where the mails of this test are kept as files."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    return tmp_path


def link_in_the_mail(folder: Path) -> str:
    """Send what waits, as the worker does, and return the path of the link in the only mail."""
    send_due(timezone.now())
    (file,) = folder.iterdir()
    mail = message_from_bytes(file.read_bytes(), policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    file.unlink()
    found = re.search(r"https?://[^/\s]+(/\S+)", text)
    assert found, text
    return found[1]


@pytest.mark.long
def test_a_newcomer_follows_a_shared_link_into_a_game(
    open_page: OpenPage, alice: User, now: datetime, mail_folder: Path
) -> None:
    challenge = make_challenge(alice, None, Terms(side="white"), now=now)
    page = open_page(f"/challenges/{challenge.pk}/")

    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill("bob")
    page.get_by_label("Email").fill("bob@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()

    # Playing does not wait for the mail: back at the challenge, logged in.
    expect(page.get_by_role("heading", level=1)).to_have_text("alice challenges you")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/games/*/")
    assert {seat.username for seat in Game.objects.get().seats} == {"alice", "bob"}

    bob = User.objects.get(username="bob")
    assert mail_address(bob) is None
    page.goto(link_in_the_mail(mail_folder))
    assert_in_order(page, "confirm-address")
    page.get_by_role("button", name="Yes, it's mine").click()
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    assert mail_address(bob) == "bob@example.org"


def test_a_password_can_be_read_while_it_is_typed(open_page: OpenPage) -> None:
    page = open_page("/accounts/signup/")
    field = page.get_by_label("Password", exact=True)
    expect(page.locator("#id_password1_helptext")).to_have_text(
        "At least 8 characters. Avoid your name and common passwords."
    )
    field.fill(PASSWORD)

    page.get_by_role("button", name="Show: Password").click()
    expect(field).to_have_attribute("type", "text")
    assert_in_order(page, "password-shown")
    page.get_by_role("button", name="Hide: Password").click()

    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_value(PASSWORD)


def test_logging_out_and_in_again_comes_back(open_page: OpenPage, alice: User) -> None:
    page = open_page("/me/", user=alice)
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()

    page.goto("/people/")
    page.get_by_label("Username or email").fill("alice")
    page.get_by_label("Password", exact=True).fill("wrong horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_in_order(page, "login-refused")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Friends")


def test_a_mail_about_a_formation_leads_through_the_log_in(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/?from=mail")
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Username or email").fill("alice")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Log in").click()

    expect(page.locator("#prompt")).to_have_text("Choose your formation.")
    expect(page.get_by_role("button", name="Substitute")).to_be_visible()


def test_a_forgotten_password_is_replaced_by_mail(
    open_page: OpenPage, alice: User, mail_folder: Path
) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    page = open_page("/accounts/login/")

    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill(alice.email)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    page.goto(link_in_the_mail(mail_folder))
    assert_in_order(page, "new-password")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Save password").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Password saved")
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


@pytest.mark.long
def test_the_pages_about_an_account_are_in_order(open_page: OpenPage, alice: User) -> None:
    page = open_page(user=alice)

    for name, path in (
        ("account-email", "/accounts/email/"),
        ("account-password", "/accounts/password/change/"),
        ("account-logout", "/accounts/logout/"),
        ("account-apps", "/settings/apps/"),
        ("account-token", "/settings/tokens/new/"),
        ("account-leave", "/settings/delete/"),
        ("developer-apps", "/developers/apps/"),
        ("developer-app", "/developers/apps/new/"),
    ):
        page.goto(path)
        assert_in_order(page, name)
