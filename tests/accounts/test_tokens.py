"""Personal tokens: made by password, listed, revoked, and what is stored of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.hashers import LeanArgon2
from accounts.models import IdempotentRequest, PersonalToken
from accounts.services.tokens import create_token
from config.http.times import utc
from tests.accounts.apps import let_in, refresh
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/token"


def test_a_token_by_password(api, alice):
    response = api.post(URL, {"username": "Alice", "password": PASSWORD, "name": "phone"})
    assert response.status_code == 201
    body = response.json()
    assert body["token"].startswith("c11_")
    assert body["name"] == "phone"
    assert body["scopes"] == ["challenges:write", "games:play", "games:read"]
    assert body["created_at"].endswith("Z")
    assert body["expires_at"].endswith("Z")
    assert response["Cache-Control"] == "no-store"

    api.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
    assert api.get("/api/v1/games").status_code == 200
    assert api.get("/api/v1/me").status_code == 403


def test_a_token_with_some_scopes(api, alice):
    form = {"username": "alice", "password": PASSWORD, "scopes": ["games:read"]}
    assert api.post(URL, form).json()["scopes"] == ["games:read"]


@pytest.mark.parametrize("scopes", [[], ["games:all"], "games:read", [["games:read"]], None])
def test_scopes_that_are_none(api, alice, scopes):
    form = {"username": "alice", "password": PASSWORD, "scopes": scopes}
    response = api.post(URL, form)
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"].startswith("#/scopes")


@pytest.mark.parametrize(
    ("end", "days"), [({}, 365), ({"expires_in": 86400}, 1), ({"expires_at": 2}, 2)]
)
def test_a_token_ends(api, alice, end, days):
    if "expires_at" in end:
        end = {"expires_at": (timezone.now() + timedelta(days=2)).isoformat()}
    body = api.post(URL, {"username": "alice", "password": PASSWORD, **end}).json()
    row = PersonalToken.objects.get()
    assert abs(row.expires_at - row.created_at - timedelta(days=days)) < timedelta(minutes=1)
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
    assert api.get("/api/v1/games").status_code == 200

    PersonalToken.objects.update(expires_at=timezone.now())

    assert api.get("/api/v1/games").status_code == 401
    tasks.forget_dead_tokens()
    assert not PersonalToken.objects.exists()


@pytest.mark.parametrize(
    "end",
    [
        {"expires_in": 59},
        {"expires_in": 10**9},
        {"expires_in": "60"},
        {"expires_in": None},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"expires_at": "2199-01-01T00:00:00Z"},
        {"expires_at": "0001-01-01T00:00:00+23:59"},
        {"expires_at": "tomorrow"},
        {"expires_in": 600, "expires_at": "2027-01-01T00:00:00Z"},
    ],
)
def test_an_end_that_is_none(api, alice, end):
    response = api.post(URL, {"username": "alice", "password": PASSWORD, **end})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"].startswith("#/expires_")


def test_a_token_made_before_tokens_had_an_end_works_on(alice, client_of):
    client = client_of(alice)
    PersonalToken.objects.update(expires_at=None)
    assert client.get(URL).json()["expires_at"] is None


def test_every_token_may_ask_who_it_is(alice, client_of):
    row, token = create_token(alice, "phone", ["games:read"])
    client = client_of(alice)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert client.get(URL).json() == {
        "kind": "personal",
        "username": "alice",
        "id": str(row.pk),
        "name": "phone",
        "created_at": utc(row.created_at),
        "expires_at": utc(row.expires_at),
        "scopes": ["games:read"],
        "client_id": None,
    }


def test_the_token_of_an_app_may_ask_who_it_is(session, app):
    token = let_in(session, app, scope="games:read")["access_token"]
    found = Client().get(URL, headers={"Authorization": f"Bearer {token}"}).json()
    assert (found["kind"], found["username"], found["id"]) == ("app", "alice", None)
    assert (found["name"], found["client_id"]) == (app.name, app.client_id)
    assert found["scopes"] == ["games:read"]
    assert found["expires_at"] > found["created_at"]


def test_no_one_is_no_one(api):
    assert api.get(URL).json()["code"] == "not_authenticated"
    assert api.delete(URL).json()["code"] == "not_authenticated"


def test_every_token_may_end_itself(alice, client_of):
    client, other = client_of(alice, "games:read"), client_of(alice)
    assert client.delete(URL).status_code == 204
    assert client.get(URL).status_code == 401
    assert other.get(URL).status_code == 200


def test_an_app_that_ends_its_token_ends_its_refresh_token_too(session, app):
    given = let_in(session, app)
    headers = {"Authorization": f"Bearer {given['access_token']}"}
    assert Client().delete(URL, headers=headers).status_code == 204
    assert Client().get(URL, headers=headers).status_code == 401
    assert refresh(app, given["refresh_token"]).status_code == 400


def test_a_session_may_end_itself(session):
    assert session.get(URL).json()["kind"] == "session"
    assert session.delete(URL).status_code == 204
    assert session.get(URL).status_code == 401


def test_who_finds_a_personal_token_can_end_it(alice, client_of):
    _, token = create_token(alice, "lost", ["games:read"])
    other = client_of(alice)
    assert Client().post("/oauth/revoke", {"token": token}).status_code == 200
    assert Client().get(URL, headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert other.get(URL).status_code == 200
    assert Client().post("/oauth/revoke", {"token": "c11_unknown"}).status_code == 200


def test_wrong_password_and_unknown_name_look_the_same(api, alice):
    wrong = api.post(URL, {"username": "alice", "password": "wrong wrong"})
    unknown = api.post(URL, {"username": "nobody", "password": "wrong wrong"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["code"] == "invalid_credentials"


class CountedArgon2(LeanArgon2):
    """Hashes as the service does, and counts how often."""

    hashes = 0

    def encode(self, password, salt):
        CountedArgon2.hashes += 1
        return super().encode(password, salt)

    def verify(self, password, encoded):
        CountedArgon2.hashes += 1
        return super().verify(password, encoded)


def test_as_many_hashes_for_an_unknown_name_as_for_a_known_one(settings, api, alice):
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedArgon2"]
    alice.set_password(PASSWORD)
    alice.save()
    for name in ("alice", "nobody"):
        CountedArgon2.hashes = 0
        api.post(URL, {"username": name, "password": "wrong wrong"})
        assert CountedArgon2.hashes == 1, name


def test_a_deleted_account_gets_none(api, alice):
    alice.is_active = False
    alice.save()
    assert api.post(URL, {"username": "alice", "password": PASSWORD}).status_code == 401


def test_only_the_digest_is_stored(api, alice):
    token = api.post(URL, {"username": "alice", "password": PASSWORD}).json()["token"]
    row = PersonalToken.objects.get()
    assert token not in str(row.__dict__)
    assert len(row.digest) == 64


def test_a_repeat_with_the_same_key_makes_no_second_token(api, alice):
    form = {"username": "alice", "password": PASSWORD}
    first = api.post(URL, form, HTTP_IDEMPOTENCY_KEY="k")
    again = api.post(URL, form, HTTP_IDEMPOTENCY_KEY="k")
    assert again.content == first.content
    assert PersonalToken.objects.count() == 1
    assert first.json()["token"].encode() not in bytes(IdempotentRequest.objects.get().answer)


def test_list_and_revoke(alice, bob, client_of):
    client, other = client_of(alice), client_of(bob)
    (token,) = client.get("/api/v1/auth/tokens").json()["results"]
    assert set(token) == {"id", "name", "scopes", "created_at", "last_used_at", "expires_at"}

    assert other.delete(f"/api/v1/auth/tokens/{token['id']}").status_code == 404
    assert client.delete(f"/api/v1/auth/tokens/{token['id']}").status_code == 204
    assert client.get("/api/v1/auth/tokens").status_code == 401


def test_a_token_may_revoke_itself_and_no_other(alice, client_of):
    client = client_of(alice, "games:read")
    own = PersonalToken.objects.get()
    client_of(alice)
    other = PersonalToken.objects.exclude(id=own.id).get()
    assert client.delete(f"/api/v1/auth/tokens/{other.id}").status_code == 403
    assert client.delete(f"/api/v1/auth/tokens/{own.id}").status_code == 204


def test_the_use_of_a_token_is_noted_once_an_hour(alice, client_of, django_assert_num_queries):
    client = client_of(alice)
    before = timezone.now()
    client.get("/api/v1/auth/tokens")
    first = PersonalToken.objects.get().last_used_at
    assert first is not None
    assert first >= before

    with django_assert_num_queries(2):  # the token with its owner, and the list
        client.get("/api/v1/auth/tokens")
    assert PersonalToken.objects.get().last_used_at == first

    PersonalToken.objects.update(last_used_at=first - timedelta(hours=1))
    client.get("/api/v1/auth/tokens")
    assert PersonalToken.objects.filter(last_used_at__gt=first).exists()


def test_a_hundred_tokens_are_enough(api, alice, client_of):
    PersonalToken.objects.bulk_create(
        PersonalToken(user=alice, name="x", scopes=[], digest=str(i)) for i in range(100)
    )
    response = api.post(URL, {"username": "alice", "password": PASSWORD})
    assert response.status_code == 409
    assert response.json()["code"] == "too_many_tokens"
