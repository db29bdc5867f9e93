"""A request with an Idempotency-Key is done once, however often and however close it comes."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import idempotency
from accounts.models import IdempotentRequest, PersonalToken
from tests.accounts import urls
from tests.patience import stretched

pytestmark = pytest.mark.urls("tests.accounts.urls")
URL = "/api/v1/tokens"


def made(name: str) -> int:
    return PersonalToken.objects.filter(name=name).count()


def post(client, name, key="key-1", **extra):
    headers = {name: extra.pop(name) for name in list(extra) if name.startswith("HTTP_")}
    body = {"name": name, **extra}
    return client.post(URL, body, format="json", HTTP_IDEMPOTENCY_KEY=key, **headers)


@pytest.mark.django_db
def test_a_repeat_gets_the_first_answer_byte_for_byte(alice, client_of):
    client = client_of(alice)
    first = post(client, "a")
    again = post(client, "a")

    assert first.status_code == again.status_code == 201
    assert again.content == first.content
    assert again["Content-Type"] == first["Content-Type"]
    assert again["Location"] == first["Location"]
    assert again["Idempotency-Replayed"] == "true"
    assert made("a") == 1


@pytest.mark.django_db
def test_the_page_may_send_a_key_with_its_session(alice):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(alice)
    token = "a" * 32
    client.cookies[settings.CSRF_COOKIE_NAME] = token

    first = post(client, "a", HTTP_X_CSRFTOKEN=token)
    again = post(client, "a", HTTP_X_CSRFTOKEN=token)

    assert first.status_code == again.status_code == 201
    assert made("a") == 1
    assert post(client, "b").json()["code"] == "csrf_failed"


@pytest.mark.django_db
def test_another_key_is_another_request(alice, client_of):
    client = client_of(alice)
    assert post(client, "a", "1").content != post(client, "a", "2").content
    assert made("a") == 2


@pytest.mark.django_db
def test_the_same_key_with_another_body(alice, client_of):
    client = client_of(alice)
    post(client, "a")
    response = post(client, "b")
    assert response.status_code == 422
    assert response.json()["code"] == "idempotency_key_reused"
    assert made("b") == 0


@pytest.mark.django_db
def test_each_person_has_keys_of_their_own(alice, client_of, django_user_model):
    bob = django_user_model.objects.create_user("bob")
    post(client_of(alice), "a")
    assert post(client_of(bob), "b").status_code == 201


@pytest.mark.django_db
def test_a_refusal_is_kept_too(alice, client_of):
    client = client_of(alice)
    first = post(client, "refuse")
    again = post(client, "refuse")
    assert first.status_code == again.status_code == 409
    assert again.content == first.content
    assert again["Content-Type"] == "application/problem+json"
    assert made("refuse") == 1


@pytest.mark.django_db
def test_a_refused_token_is_not_kept(alice, client_of):
    assert post(client_of(alice, "games:read"), "a").status_code == 403
    assert post(client_of(alice), "a").status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "é", "x" * 256, "tab\there"])
def test_an_unusable_key(alice, client_of, key):
    response = post(client_of(alice), "a", key)
    assert response.status_code == 400
    assert response.json()["code"] == "invalid_idempotency_key"


@pytest.mark.django_db
def test_the_stored_answer_cannot_be_read_from_the_table(alice, client_of):
    response = post(client_of(alice), "a")
    row = IdempotentRequest.objects.get()
    assert response.content not in bytes(row.answer)
    assert b'"id"' not in bytes(row.answer)
    assert "key-1" not in row.key_digest


@pytest.mark.django_db
def test_a_repeat_finds_the_answer_though_the_key_of_the_service_was_changed(
    alice, client_of, settings
):
    first = post(client_of(alice), "a")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "n" * 60

    again = post(client_of(alice), "a")

    assert again.content == first.content
    assert made("a") == 1


@pytest.mark.django_db
def test_an_answer_sealed_by_a_key_that_was_thrown_away_is_said_to_be_lost(
    alice, client_of, settings
):
    post(client_of(alice), "a")
    settings.SECRET_KEY = "n" * 60

    again = post(client_of(alice), "a")

    assert again.status_code == 409
    assert again.json()["code"] == "idempotent_answer_lost"
    assert made("a") == 1


@pytest.mark.django_db
def test_after_a_day_the_key_is_free_again(alice, client_of):
    client = client_of(alice)
    post(client, "a")
    a_day_ago = timezone.now() - idempotency.KEPT_FOR - timedelta(seconds=1)
    IdempotentRequest.objects.update(created_at=a_day_ago)

    assert post(client, "b").status_code == 201
    assert post(client, "b")["Idempotency-Replayed"] == "true"


@pytest.mark.django_db
def test_old_answers_are_deleted(alice, client_of):
    client = client_of(alice)
    post(client, "a", "old")
    post(client, "a", "new")
    now = timezone.now()
    IdempotentRequest.objects.filter(id=IdempotentRequest.objects.earliest("id").id).update(
        created_at=now - timedelta(hours=25)
    )
    assert idempotency.forget_old(now) == 1
    assert IdempotentRequest.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_crash_leaves_nothing_and_may_be_tried_again(alice, client_of):
    client = client_of(alice)
    client.raise_request_exception = False
    response = post(client, "crash")
    assert response.status_code == 500
    assert response["Content-Type"] == "application/problem+json"
    assert made("crash") == 0
    assert not IdempotentRequest.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_request_cut_off_by_a_lost_connection_is_done_once_by_the_retry(alice, client_of):
    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    client = client_of(alice)
    client.raise_request_exception = False
    original = idempotency._keep
    try:
        idempotency._keep = lambda *args: cut()
        assert post(client, "a").status_code == 503
    finally:
        idempotency._keep = original
        connection.close()
    assert made("a") == 0
    assert post(client, "a").status_code == 201
    assert made("a") == 1


@pytest.mark.django_db(transaction=True)
def test_two_together_do_it_once(alice, client_of):
    client_one, client_two = client_of(alice), client_of(alice)
    answers = {}

    def ask(name, client):
        try:
            answers[name] = post(client, "a")
        finally:
            connection.close()

    urls.began.clear()
    urls.may_go_on.clear()
    one = threading.Thread(target=ask, args=("one", client_one))
    one.start()
    assert urls.began.wait(stretched(10))
    two = threading.Thread(target=ask, args=("two", client_two))
    two.start()
    two.join(0.3)
    assert two.is_alive(), "the second waits for the first"
    urls.may_go_on.set()
    one.join(stretched(10))
    two.join(stretched(10))

    assert answers["one"].status_code == answers["two"].status_code == 201
    assert answers["one"].content == answers["two"].content
    assert made("a") == 1


@pytest.mark.django_db(transaction=True)
def test_the_second_does_not_wait_for_ever(alice, client_of, monkeypatch):
    monkeypatch.setattr(idempotency, "WAIT_FOR_THE_FIRST", "100ms")
    client_one, client_two = client_of(alice), client_of(alice)

    def ask():
        try:
            post(client_one, "a")
        finally:
            connection.close()

    urls.began.clear()
    urls.may_go_on.clear()
    one = threading.Thread(target=ask)
    one.start()
    assert urls.began.wait(stretched(10))
    response = post(client_two, "a")
    urls.may_go_on.set()
    one.join(stretched(10))

    assert response.status_code == 409
    assert response.json()["code"] == "idempotency_key_in_use"
    assert response["Retry-After"] == "1"
    assert made("a") == 1


@pytest.mark.django_db
def test_of_thousands_of_answers_the_newest_are_kept():
    now = timezone.now()
    IdempotentRequest.objects.bulk_create(
        IdempotentRequest(
            owner=owner,
            key_digest=f"{hours}",
            fingerprint="",
            created_at=now - timedelta(hours=hours),
        )
        for owner, most in (("user:1", 8), ("user:2", 3))
        for hours in range(most)
    )

    assert idempotency.forget_old(now, most=3) == 5

    assert IdempotentRequest.objects.filter(owner="user:1").count() == 3
    assert IdempotentRequest.objects.filter(owner="user:2").count() == 3
