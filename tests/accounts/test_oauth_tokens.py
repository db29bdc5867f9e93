"""What an app gets for its code: once, for itself, renewed, looked at and revoked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import (
    get_access_token_model,
    get_grant_model,
    get_refresh_token_model,
)

from accounts.services.deletion import delete_account
from tests.accounts.apps import (
    CALLBACK,
    answer,
    ask,
    consent,
    exchange,
    games,
    let_in,
    make_app,
    refresh,
)
from tests.at_once import at_once
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("verifier", ["w" * 50, "", "v"])
def test_a_code_without_its_verifier(session, app, verifier):
    code = answer(consent(session, ask(app)))["code"]
    response = exchange(app, code, verifier)
    assert response.status_code == 400
    assert response.json()["error"] in {"invalid_grant", "invalid_request"}


def test_a_code_works_once(session, app):
    code = answer(consent(session, ask(app)))["code"]
    assert exchange(app, code).status_code == 200
    assert exchange(app, code).json()["error"] == "invalid_grant"


def test_what_a_code_gave_ends_when_it_is_brought_again(session, app, bob):
    code = answer(consent(session, ask(app)))["code"]
    token = refresh(app, exchange(app, code).json()["refresh_token"]).json()
    another = let_in(session, app)
    # It is the affair of its own app alone.
    assert exchange(make_app(bob, name="Other"), code).status_code == 400
    assert games(token["access_token"]).status_code == 200

    assert exchange(app, code).json()["error"] == "invalid_grant"

    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400
    assert games(another["access_token"]).status_code == 200


def test_a_code_is_for_the_app_that_asked(session, app, bob):
    other = make_app(bob, name="Other")
    code = answer(consent(session, ask(app)))["code"]
    assert exchange(other, code).status_code == 400


def test_a_code_lasts_a_minute(session, app):
    code = answer(consent(session, ask(app)))["code"]
    get_grant_model().objects.update(expires=timezone.now())
    assert exchange(app, code).json()["error"] == "invalid_grant"


def test_a_code_needs_the_same_callback(session, bob):
    app = make_app(bob, redirect_uris=f"{CALLBACK} https://app.example/other")
    code = answer(consent(session, ask(app)))["code"]
    response = exchange(app, code, redirect_uri="https://app.example/other")
    assert response.status_code == 400


@pytest.mark.django_db(transaction=True)
def test_two_who_bring_one_code_together(session, app):
    code = answer(consent(session, ask(app)))["code"]

    codes = at_once(*[lambda: exchange(app, code).status_code] * 4)

    assert sorted(codes) == [200, 400, 400, 400]
    # None is left if one of the others came when the first had its token already.
    assert get_access_token_model().objects.count() <= 1


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit", "", "x"])
def test_other_ways_to_a_token_do_not_exist(alice, app, grant):
    form = {
        "grant_type": grant,
        "client_id": app.client_id,
        "username": "alice",
        "password": PASSWORD,
        "scope": "games:read",
    }
    response = Client().post("/oauth/token", form)
    assert response.status_code in (400, 401)
    assert response.json()["error"] in {"unsupported_grant_type", "invalid_client"}


def test_refreshing_rotates(session, app):
    first = let_in(session, app)
    second = refresh(app, first["refresh_token"]).json()
    assert second["access_token"] != first["access_token"]
    assert second["refresh_token"] != first["refresh_token"]
    assert games(first["access_token"]).status_code == 401
    assert games(second["access_token"]).status_code == 200
    assert second["scope"] == first["scope"]


def a_minute_passes():
    """Put what was renewed until now out of the time of grace."""
    spent = get_refresh_token_model().objects.filter(revoked__isnull=False)
    spent.update(revoked=F("revoked") - timedelta(seconds=60))


def test_a_lost_answer_to_a_refresh_is_given_again(session, app):
    first = let_in(session, app)
    lost = refresh(app, first["refresh_token"]).json()

    again = refresh(app, first["refresh_token"])

    assert again.status_code == 200
    pair = again.json()
    assert {**pair, "expires_in": 0} == {**lost, "expires_in": 0}
    assert 0 < pair["expires_in"] <= 3600
    assert games(pair["access_token"]).status_code == 200
    assert refresh(app, pair["refresh_token"]).status_code == 200


def test_a_pair_is_given_again_while_the_secret_key_is_changed(session, app, settings):
    first = let_in(session, app)
    lost = refresh(app, first["refresh_token"]).json()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of the operator" * 2
    assert refresh(app, first["refresh_token"]).json()["access_token"] == lost["access_token"]

    settings.SECRET_KEY_FALLBACKS = []
    assert refresh(app, first["refresh_token"]).json()["error"] == "invalid_grant"
    assert games(lost["access_token"]).status_code == 200


def test_a_thief_is_found_once_the_pair_was_renewed(session, app):
    stolen = let_in(session, app)["refresh_token"]
    second = refresh(app, stolen).json()
    third = refresh(app, second["refresh_token"]).json()

    assert refresh(app, stolen).json()["error"] == "invalid_grant"

    assert games(third["access_token"]).status_code == 401
    assert refresh(app, third["refresh_token"]).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_no_grace_for_what_was_revoked(session, app, which):
    first = let_in(session, app)
    second = refresh(app, first["refresh_token"]).json()
    Client().post("/oauth/revoke", {"token": second[which], "client_id": app.client_id})
    assert refresh(app, first["refresh_token"]).json()["error"] == "invalid_grant"
    assert refresh(app, second["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_refresh_token_used_after_the_grace_ends_the_whole_family(session, app):
    first = let_in(session, app)
    second = refresh(app, first["refresh_token"]).json()
    a_minute_passes()
    assert refresh(app, first["refresh_token"]).json()["error"] == "invalid_grant"
    assert games(second["access_token"]).status_code == 401
    assert refresh(app, second["refresh_token"]).json()["error"] == "invalid_grant"


def test_refreshing_does_not_widen(session, app):
    token = let_in(session, app, scope="games:read")
    form = {
        "grant_type": "refresh_token",
        "client_id": app.client_id,
        "refresh_token": token["refresh_token"],
        "scope": "games:read account:write",
    }
    assert Client().post("/oauth/token", form).json()["error"] == "invalid_scope"


def test_a_refresh_token_is_for_its_app(session, app, bob):
    token = let_in(session, app)
    assert refresh(make_app(bob, name="Other"), token["refresh_token"]).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_tabs_that_refresh_together_share_one_pair(session, app):
    token = let_in(session, app)["refresh_token"]

    answers = at_once(*[lambda: refresh(app, token)] * 3)

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    (pair,) = {(a.json()["access_token"], a.json()["refresh_token"]) for a in answers}
    assert games(pair[0]).status_code == 200


def test_an_access_token_lasts_an_hour(session, app):
    token = let_in(session, app)["access_token"]
    get_access_token_model().objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert games(token).status_code == 401


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_revoking_either_ends_both(session, app, which):
    token = let_in(session, app)
    form = {"token": token[which], "client_id": app.client_id}
    assert Client().post("/oauth/revoke", form).status_code == 200
    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400


def test_only_its_app_revokes_a_token(session, app, bob):
    token = let_in(session, app)
    other = make_app(bob, name="Other")
    Client().post("/oauth/revoke", {"token": token["access_token"], "client_id": other.client_id})
    assert games(token["access_token"]).status_code == 200


def introspect(bearer, token):
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    return Client(headers=headers).post("/oauth/introspect", {"token": token})


def test_introspection(session, app, alice, client_of):
    token = let_in(session, app)["access_token"]
    facts = introspect(token, token).json()
    assert facts["active"] is True
    assert facts["scope"] == "games:read games:play"
    assert facts["client_id"] == app.client_id
    assert facts["username"] == "alice"
    assert facts["exp"] - facts["iat"] == pytest.approx(3600, abs=2)

    assert introspect(token, "c11a_unknown").json() == {"active": False}
    assert introspect(None, token).status_code == 401
    assert introspect("c11_wrong", token).status_code == 401


def test_introspection_reveals_nothing_about_others(session, app, alice, bob, client_of):
    token = let_in(session, app)["access_token"]
    other = Client()
    other.force_login(bob)
    of_bob = let_in(other, app)["access_token"]
    of_another_app = let_in(session, make_app(bob, name="Other"))["access_token"]
    assert introspect(token, of_bob).json() == {"active": False}
    assert introspect(token, of_another_app).json() == {"active": False}


def test_someone_without_an_account_any_more(session, app, alice):
    token = let_in(session, app)
    delete_account(alice, timezone.now())
    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400
