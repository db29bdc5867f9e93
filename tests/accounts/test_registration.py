"""Making an account through the API."""

from __future__ import annotations

from functools import partial

import pytest
from allauth.account.models import EmailAddress

from accounts.models import OutgoingMail, User
from tests.at_once import at_once

URL = "/api/v1/accounts"
FORM = {"username": "Charlie", "email": "Charlie@example.org", "password": "correct horse battery"}


def pointers(response):
    assert response.status_code == 400, response.content
    assert response.json()["code"] == "invalid"
    return [error["pointer"] for error in response.json()["errors"]]


@pytest.mark.django_db
def test_a_new_account(api):
    response = api.post(URL, FORM)

    assert response.status_code == 201
    body = response.json()
    assert body["username"] == "Charlie"
    assert body["email"] == "charlie@example.org"
    assert body["email_verified"] is False
    assert body["time_zone"] == "UTC"
    assert body["is_bot"] is False
    assert body["created_at"].endswith("Z")
    assert "password" not in body
    assert response["Location"].endswith("/api/v1/players/Charlie")
    assert not response.cookies
    assert User.objects.get().check_password(FORM["password"])


@pytest.mark.django_db
def test_the_password_is_kept_as_argon2id(api, argon2):
    api.post(URL, FORM)
    assert User.objects.get().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.django_db
def test_a_verification_mail_is_on_its_way(api, settings):
    settings.SITE_URL = "https://eleven.example"
    settings.ALLOWED_HOSTS = ["*"]
    api.post(URL, FORM, HTTP_HOST="evil.example")
    mail = OutgoingMail.objects.get()
    assert mail.recipient == "charlie@example.org"
    assert "https://eleven.example/accounts/confirm-email/" in mail.text
    assert "evil" not in mail.text + mail.html
    assert "Charlie" in mail.html


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [
        "a",
        "x" * 31,
        "-ann",
        "ann-",
        "an n",
        "ann@home",
        "\u0430nn",  # a Cyrillic a
        "ann\u200b",
        "\uff41nn",
        "<b>",
        "admin",
        "Root",
        "deleted-x",
        "",
        None,
        7.5,
        ["ann"],
        {"a": 1},
    ],
)
def test_names_that_no_one_gets(api, name):
    assert pointers(api.post(URL, {**FORM, "username": name})) == ["#/username"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("taken", "wanted"),
    [
        ("alice", "Alice"),
        ("alice", "aIice"),
        ("Ian", "lan"),
        ("bob0", "bobo"),
        ("bob_by", "bob-by"),
        ("modern", "modem"),
        ("will", "wi1l"),
        ("vvim", "wim"),
    ],
)
def test_names_that_look_like_one_that_is_taken(api, taken, wanted):
    User.objects.create_user(taken)
    assert pointers(api.post(URL, {**FORM, "username": wanted})) == ["#/username"]


@pytest.mark.django_db
def test_a_small_i_is_no_l(api):
    User.objects.create_user("kim")
    assert api.post(URL, {**FORM, "username": "klm"}).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize(
    "password", ["short", "12345678901", "password", "charlie1", "", "x" * 257]
)
def test_passwords_that_are_too_weak_or_too_long(api, password):
    assert pointers(api.post(URL, {**FORM, "password": password}))[0] == "#/password"


@pytest.mark.django_db
@pytest.mark.parametrize("email", ["", "x", "a@b", "a@example.org\nBcc: b@example.org", "a b@c.de"])
def test_addresses_that_are_none(api, email):
    assert pointers(api.post(URL, {**FORM, "email": email})) == ["#/email"]


@pytest.mark.django_db
def test_an_address_that_has_an_account_is_not_distinguished(api, alice):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    known = api.post(URL, {**FORM, "email": alice.email})
    unknown = api.post(URL, {**FORM, "username": "dora", "email": "new@example.org"})

    assert known.status_code == unknown.status_code == 201
    assert known.json().keys() == unknown.json().keys()
    assert known.json()["email_verified"] is False


@pytest.mark.django_db
def test_what_is_not_asked_for_is_refused(api):
    extra = {"is_staff": True, "is_superuser": True, "is_bot": True, "id": 7, "email_verified": 1}
    errors = api.post(URL, {**FORM, **extra}).json()["errors"]
    assert {error["pointer"][2:] for error in errors} == set(extra)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_all_that_is_wrong_is_listed_together(api):
    sent = {"username": "x!", "email": "nobody", "password": "password", "mail": "a@example.org"}
    errors = api.post(URL, sent).json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [
        ("#/username", "malformed"),
        ("#/email", "malformed"),
        ("#/password", "too_common"),
        ("#/mail", "unknown_member"),
    ]


@pytest.mark.django_db
def test_each_reason_why_a_name_is_refused_has_its_code(api, alice):
    def code(name):
        (error,) = api.post(URL, {**FORM, "username": name}).json()["errors"]
        return error["code"]

    assert [code("alice"), code("admin"), code("x"), code("x_")] == [
        "taken",
        "reserved",
        "too_short",
        "malformed",
    ]


@pytest.mark.django_db(transaction=True)
def test_two_people_want_one_name_together(api):
    def ask(number):
        return api.post(URL, {**FORM, "email": f"c{number}@example.org"}).status_code

    answers = at_once(*[partial(ask, number) for number in range(4)])

    assert sorted(answers) == [201, 400, 400, 400]
    assert User.objects.count() == 1
