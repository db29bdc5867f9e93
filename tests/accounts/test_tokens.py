"""Personal tokens: made by password, listed, revoked, and what is stored of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.credentials import ALL_SCOPES
from accounts.hashers import LeanArgon2
from accounts.models import IdempotentRequest, PersonalToken
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/token"


def test_a_token_by_password(api, alice):
    response = api.post(URL, {"username": "Alice", "password": PASSWORD, "name": "phone"})
    assert response.status_code == 201
    body = response.json()
    assert body["token"].startswith("c11_")
    assert body["name"] == "phone"
    assert body["scopes"] == sorted(ALL_SCOPES)
    assert body["created_at"].endswith("Z")
    assert response["Cache-Control"] == "no-store"

    api.credentials(HTTP_AUTHORIZATION=f"Bearer {body['token']}")
    assert api.get("/api/v1/me").json()["username"] == "alice"


def test_a_token_with_some_scopes(api, alice):
    form = {"username": "alice", "password": PASSWORD, "scopes": ["games:read"]}
    assert api.post(URL, form).json()["scopes"] == ["games:read"]


@pytest.mark.parametrize("scopes", [[], ["games:all"], "games:read", [["games:read"]], None])
def test_scopes_that_are_none(api, alice, scopes):
    form = {"username": "alice", "password": PASSWORD, "scopes": scopes}
    response = api.post(URL, form)
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"].startswith("#/scopes")


def test_wrong_password_and_unknown_name_look_the_same(api, alice):
    wrong = api.post(URL, {"username": "alice", "password": "wrong wrong"})
    unknown = api.post(URL, {"username": "nobody", "password": "wrong wrong"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["code"] == "invalid_credentials"


def test_as_many_hashes_for_an_unknown_name_as_for_a_known_one(argon2, api, alice, monkeypatch):
    hashed: list[str] = []
    original = LeanArgon2.encode

    def verify(self, password, encoded):
        hashed.append("verify")
        return False

    def encode(self, password, salt):
        hashed.append("encode")
        return original(self, password, salt)

    monkeypatch.setattr(LeanArgon2, "verify", verify)
    monkeypatch.setattr(LeanArgon2, "encode", encode)
    for name in ("alice", "nobody"):
        hashed.clear()
        api.post(URL, {"username": name, "password": "wrong wrong"})
        assert len(hashed) == 1, name


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
    assert set(token) == {"id", "name", "scopes", "created_at", "last_used_at"}

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
