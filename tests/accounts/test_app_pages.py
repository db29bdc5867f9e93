"""The pages on which apps are registered, and on which people shut them out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import App, PersonalToken
from tests.accounts.apps import games, let_in, make_app, refresh
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
FORM = {"name": "Pocket", "website": "", "redirect_uris": "https://app.example/done"}


def test_registering_an_app(session, alice):
    page = session.post("/developers/apps/new/", FORM, follow=True)
    app = App.objects.get()
    assert app.user == alice
    assert app.client_type == App.CLIENT_PUBLIC
    assert app.client_id in page.content.decode()
    assert "Pocket" in session.get("/developers/apps/").content.decode()


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "app.example/done",
        "http://app.example/done",
        "javascript:alert(1)",
        "data:text/html,x",
        "myapp:/done",
        "https://app.example/#x",
        "https://me@app.example/",
        "https://*.example/",
        "https://app.example/\\evil",
        "https://",
        "https://[::1",
        "https://app.example:99999/",
        "https://\u0430pp.example/",
        "\n".join(f"https://app.example/{n}" for n in range(11)),
    ],
)
def test_callbacks_that_no_one_may_register(session, uri):
    assert session.post("/developers/apps/new/", {**FORM, "redirect_uris": uri}).status_code == 200
    assert not App.objects.exists()


@pytest.mark.parametrize(
    "uri",
    [
        "https://app.example/done?x=1",
        "http://127.0.0.1/done",
        "http://127.0.0.1:7000/",
        "http://[::1]/done",
        "http://localhost:3000/",
        "org.example.pocket:/done",
        "https://a.example/ https://b.example/",
    ],
)
def test_callbacks_that_one_may_register(session, uri):
    session.post("/developers/apps/new/", {**FORM, "redirect_uris": uri})
    assert App.objects.count() == 1


@pytest.mark.parametrize("name", ["", "Chess Eleven by Post", "a\u202eb", "x" * 61])
def test_names_that_no_app_gets(session, name):
    session.post("/developers/apps/new/", {**FORM, "name": name})
    assert not App.objects.exists()


def test_what_the_form_does_not_ask_cannot_be_set(session, bob):
    extra = {
        "client_type": "confidential",
        "skip_authorization": "on",
        "user": bob.pk,
        "authorization_grant_type": "password",
        "client_id": "mine",
    }
    session.post("/developers/apps/new/", {**FORM, **extra})
    app = App.objects.get()
    assert app.user.username == "alice"
    assert app.client_type == App.CLIENT_PUBLIC
    assert not app.skip_authorization
    assert app.client_id != "mine"


def test_the_apps_of_others(session, bob):
    app = make_app(bob)
    assert session.get(f"/developers/apps/{app.id}/").status_code == 404
    assert session.post(f"/developers/apps/{app.id}/", FORM).status_code == 404
    assert session.post(f"/developers/apps/{app.id}/delete/").status_code == 404
    assert App.objects.filter(name="Pocket Eleven").exists()


def test_changing_and_deleting(session, alice):
    app = make_app(alice)
    token = let_in(session, app)["access_token"]
    session.post(f"/developers/apps/{app.id}/", {**FORM, "name": "Renamed"})
    app.refresh_from_db()
    assert app.name == "Renamed"
    session.post(f"/developers/apps/{app.id}/delete/")
    assert games(token).status_code == 401


def test_twenty_apps_are_enough(session, alice):
    App.objects.bulk_create(
        App(user=alice, name=str(n), client_id=str(n), client_secret="x") for n in range(20)
    )
    session.post("/developers/apps/new/", FORM)
    assert App.objects.count() == 20


@pytest.mark.parametrize("path", ["/settings/apps/", "/settings/tokens/new/", "/developers/apps/"])
def test_pages_are_for_people_who_are_logged_in(client, path):
    assert client.get(path)["Location"].startswith("/accounts/login/?next=")


def test_seeing_and_shutting_out(session, bob):
    app = make_app(bob)
    token = let_in(session, app, scope="games:read account:write")
    let_in(session, app, scope="games:play")
    page = session.get("/settings/apps/").content.decode()
    assert page.count("Pocket Eleven") == 2, "one entry, with its button"
    assert "Play your turns" in page
    assert "<strong>Change your profile" in page

    session.post(f"/settings/apps/{app.id}/shut-out/")
    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400
    assert "Pocket Eleven</h3>" not in session.get("/settings/apps/").content.decode()


def test_shutting_out_concerns_oneself_only(session, bob):
    app = make_app(bob)
    other = Client()
    other.force_login(bob)
    token = let_in(other, app)["access_token"]
    session.post(f"/settings/apps/{app.id}/shut-out/")
    assert games(token).status_code == 200


def test_an_app_that_can_only_refresh_is_still_listed(session, bob):
    from django.utils import timezone
    from oauth2_provider.models import get_access_token_model

    let_in(session, make_app(bob))
    get_access_token_model().objects.update(expires=timezone.now())
    assert "Pocket Eleven" in session.get("/settings/apps/").content.decode()


def test_making_a_token_needs_the_password_once_more(session):
    form = {"name": "robot", "scopes": ["games:read"], "days": 90}
    response = session.post("/settings/tokens/new/", form)
    assert response["Location"].startswith("/accounts/reauthenticate/")
    assert not PersonalToken.objects.exists()

    session.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = session.post("/settings/tokens/new/", form).content.decode()
    row = PersonalToken.objects.get()
    assert row.scopes == ["games:read"]
    assert abs(row.expires_at - row.created_at - timedelta(days=90)) < timedelta(minutes=1)
    assert "c11_" in page
    assert "c11_" not in session.get("/settings/apps/").content.decode()

    session.post(f"/settings/tokens/{row.id}/revoke/")
    assert not PersonalToken.objects.exists()


def test_the_tokens_of_others(session, bob, client_of):
    client_of(bob)
    session.post(f"/settings/tokens/{PersonalToken.objects.get().id}/revoke/")
    assert PersonalToken.objects.count() == 1


def test_the_number_of_queries_does_not_grow(session, bob, django_assert_max_num_queries):
    for number in range(5):
        let_in(session, make_app(bob, name=f"App {number}"))
    with django_assert_max_num_queries(14):
        session.get("/settings/apps/")
