"""Who a session speaks for, where the person is read with it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.store.sessions import read_session
from tests.conftest import Browsers

pytestmark = pytest.mark.django_db


def note_log_in(client: Client, user: User) -> None:
    """Write down the log-in of a client, as the form does."""
    key = client.session.session_key
    UserSession.objects.create(user=user, session_key=key, ip="127.0.0.1")


@pytest.fixture
def logged_in(alice: User, browse: Browsers) -> Client:
    client = browse(alice)
    note_log_in(client, alice)
    return client


def reader(client: Client) -> str:
    return client.get("/status/").context["user"].username


def test_the_person_comes_with_the_session(logged_in: Client, alice: User) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert reader(logged_in) == "alice"

    people = [one["sql"] for one in asked.captured_queries if "accounts_user" in one["sql"]]
    assert len(people) == 1
    assert "django_session" in people[0]


def test_it_is_the_whole_person(logged_in: Client, alice: User) -> None:
    key = logged_in.session.session_key
    found = read_session(key, timezone.now())

    assert found is not None
    assert found.reader == alice
    for field in User._meta.concrete_fields:
        assert getattr(found.reader, field.attname) == getattr(alice, field.attname)


def test_a_new_password_ends_the_session(logged_in: Client, alice: User) -> None:
    alice.set_password("another one 17")
    alice.save()

    assert reader(logged_in) == ""


def test_who_is_shut_out_is_a_stranger(logged_in: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)

    assert reader(logged_in) == ""


def test_a_session_ends(logged_in: Client) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

    assert reader(logged_in) == ""


def test_the_list_of_log_ins_does_not_say_who_it_is(
    logged_in: Client, alice: User, bob: User
) -> None:
    UserSession.objects.update(user=bob)
    assert reader(logged_in) == "alice"

    UserSession.objects.all().delete()
    assert reader(logged_in) == "alice"


@pytest.mark.parametrize("key", ["", "x" * 32, "a b", "ä" * 32, "\0"])
def test_a_key_that_is_none(client: Client, key: str) -> None:
    client.cookies["sessionid"] = key

    assert client.get("/learn/").status_code in (200, 400)
