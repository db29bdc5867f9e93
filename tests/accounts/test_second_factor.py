"""A second factor: set up, asked for, not guessed; and what is shut without one."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts.models import OutgoingMail, PersonalToken, User
from accounts.services.deletion import delete_account
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
FACTOR = "/accounts/2fa/"
TOKEN = "/api/v1/auth/token"


def code_of(secret: str, steps: int = 0) -> str:
    counter = int(timezone.now().timestamp()) // 30 + steps
    return format_hotp_value(hotp_value(secret, counter))


def log_in(browser: Client, name: str = "alice", **extra):
    form = {"login": name, "password": PASSWORD, **extra}
    return browser.post("/accounts/login/", form)


def set_up(browser: Client) -> tuple[str, list[str]]:
    """Switch an app on by the pages; return its secret and the recovery codes."""
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = browser.get(FACTOR + "totp/activate/").content.decode()
    assert "<svg" in page
    assert "data:image" not in page
    [secret] = re.findall(r'id="secret"[^>]*value="([A-Z2-7]+)"', page)
    # The code of the last half minute, for tests use that of this one. Another may begin meanwhile.
    for _ in range(2):
        answer = browser.post(FACTOR + "totp/activate/", {"code": code_of(secret, -1)})
        if answer.status_code == 302:
            break
    assert answer["Location"] == FACTOR + "recovery-codes/"
    codes = re.findall(r"<li>(\d{8})</li>", browser.get(answer["Location"]).content.decode())
    assert len(codes) == 10
    return secret, codes


@pytest.fixture
def factor(session: Client) -> tuple[str, list[str]]:
    return set_up(session)


def test_resealed_it_needs_the_old_key_no_longer(factor, settings):
    secret, codes = factor
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, long enough to be one"

    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []

    for code in (code_of(secret), codes[3]):
        browser = Client()
        log_in(browser)
        answer = browser.post(FACTOR + "authenticate/", {"code": code})
        assert answer.status_code == 302
        assert browser.get("/settings/").status_code == 200


def test_the_password_alone_opens_nothing(factor, alice):
    secret, _ = factor
    browser = Client()

    assert log_in(browser)["Location"].startswith(FACTOR + "authenticate/")
    assert browser.get("/settings/").status_code == 302
    page = browser.get(FACTOR + "authenticate/").content.decode()
    assert "Two-factor" in page
    wrong = browser.post(FACTOR + "authenticate/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()

    right = browser.post(FACTOR + "authenticate/", {"code": code_of(secret)})

    assert right["Location"] == "/"
    assert browser.get("/settings/").status_code == 200


def test_a_recovery_code_works_once(factor):
    _, codes = factor
    for expected in (302, 200):
        browser = Client()
        log_in(browser)
        answer = browser.post(FACTOR + "authenticate/", {"code": codes[0]})
        assert answer.status_code == expected


def test_it_can_be_switched_off_again_and_a_mail_reports_each(
    session, alice, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        set_up(session)
        session.post(FACTOR + "totp/deactivate/")
    assert not Authenticator.objects.exists()
    told = {mail.subject: mail.text for mail in OutgoingMail.objects.all()}
    assert set(told) == {"Two-factor authentication is on", "App codes are off"}
    assert all("Wasn't it you?" in text for text in told.values())


def test_nothing_kept_makes_codes(factor):
    secret, codes = factor
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in kept
    assert not any(code in kept for code in codes)


def test_codes_are_not_guessed(limited, settings, factor):
    settings.LIMITS = {**settings.LIMITS, "second_factor": (3, 900)}
    secret, _ = factor
    browser = Client()
    log_in(browser)
    for _ in range(3):
        browser.post(FACTOR + "authenticate/", {"code": "000000"})
    answer = browser.post(FACTOR + "authenticate/", {"code": code_of(secret)})
    assert "Too many wrong codes" in answer.content.decode()


def test_without_redis_codes_are_not_guessed_either(api, settings, factor, without_redis):
    settings.LIMITS = {**settings.LIMITS, "second_factor": (3, 900)}
    settings.LIMITS_ON = True
    secret, _ = factor
    form = {"username": "alice", "password": PASSWORD}

    for _ in range(3):
        api.post(TOKEN, {**form, "code": "000000"})

    assert api.post(TOKEN, {**form, "code": code_of(secret)}).status_code == 400
    assert not PersonalToken.objects.exists()


def test_a_token_by_password_wants_the_code_too(api, factor, alice):
    secret, codes = factor
    form = {"username": "alice", "password": PASSWORD}
    response = api.post(TOKEN, form)
    assert (response.status_code, response.json()["code"]) == (401, "second_factor_required")
    wrong = api.post(TOKEN, {**form, "code": "000000"})
    assert wrong.json()["errors"][0]["code"] == "wrong_code"
    assert not PersonalToken.objects.exists()

    assert api.post(TOKEN, {**form, "code": code_of(secret)}).status_code == 201
    again = api.post(TOKEN, {**form, "code": code_of(secret)})
    assert again.status_code == 400, "a code works once"
    assert api.post(TOKEN, {**form, "code": codes[3]}).status_code == 201


def test_who_has_none_is_not_asked(api, alice):
    assert api.post(TOKEN, {"username": "alice", "password": PASSWORD}).status_code == 201


def test_a_new_password_by_mail_leaves_it_in_place(factor, alice):
    alice.set_password("eleven quiet bishops")
    alice.save()
    browser = Client()
    answer = log_in(browser, password="eleven quiet bishops")
    assert answer["Location"].startswith(FACTOR + "authenticate/")


def test_leaving_takes_it_along(factor, alice):
    delete_account(alice, timezone.now())
    assert not Authenticator.objects.exists()


@pytest.fixture
def strict(settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


@pytest.fixture
def operator(db) -> User:
    return User.objects.create_superuser("operator", "op@example.org", PASSWORD)


def paths() -> list[str]:
    """Return every address of the operators that needs no number."""
    found = ["/operator/"]
    for pattern in get_resolver().url_patterns:
        if str(pattern.pattern) == "admin/":
            found += ["/admin/" + str(one.pattern) for one in pattern.url_patterns]
    plain = [re.sub(r"\\Z|\^|\$", "", path) for path in found]
    open_to_all = ("/admin/login/", "/admin/logout/")
    return [path for path in plain if not re.search(r"[<(]", path) and path not in open_to_all]


def test_operators_see_nothing_without_one(strict, operator):
    browser = Client()
    log_in(browser, "operator")
    assert len(paths()) > 3
    for path in [*paths(), "/operator/mail/", "/admin/accounts/user/"]:
        assert browser.get(path)["Location"] == FACTOR, path


def test_operators_see_everything_with_one(strict, operator):
    browser = Client()
    log_in(browser, "operator")
    _, codes = set_up(browser)
    # The session has shown a password alone until the factor is shown once.
    way = browser.get("/admin/")["Location"]
    assert way.startswith(FACTOR + "reauthenticate/?next=%2Fadmin%2F")
    assert browser.post(way, {"code": codes[0]})["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/operator/").status_code == 200

    other = Client()
    log_in(other, "operator")
    other.post(FACTOR + "authenticate/", {"code": codes[1]})
    assert other.get("/operator/").status_code == 200


def test_players_need_none(strict, session):
    assert session.get("/settings/").status_code == 200
    assert session.get("/admin/")["Location"].startswith("/admin/login/")


def test_the_operator_may_switch_it_off(operator):
    browser = Client()
    log_in(browser, "operator")
    assert browser.get("/operator/").status_code == 200


def test_an_operator_helps_who_lost_it_but_no_other_operator(operator, factor, alice):
    second = User.objects.create_superuser("second", "s@example.org", PASSWORD)
    Authenticator.objects.create(user=second, type="totp", data={"secret": "x"})
    browser = Client()
    browser.force_login(operator)
    form = {"action": "forget_second_factor", "_selected_action": [alice.pk, second.pk]}
    browser.post("/admin/accounts/user/", form)
    assert [row.user for row in Authenticator.objects.all()] == [second]


@pytest.mark.parametrize(
    "path", ["", "totp/activate/", "webauthn/add/", "recovery-codes/generate/", "webauthn/"]
)
def test_its_pages_are_ours(factor, session, path):
    page = session.get(FACTOR + path, follow=True)
    assert page.status_code == 200
    assert "script-src 'self';" in page["Content-Security-Policy"]
    text = page.content.decode()
    assert "Chess Eleven" in text
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag, tag
