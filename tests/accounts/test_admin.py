"""The operator's view of accounts."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db import DatabaseError, transaction
from django.test import Client

from accounts.admin import ToLookAt
from accounts.models import App, OperatorAct, OutgoingMail, User
from accounts.operator_log import record_act
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
USERS = "/admin/accounts/user/"


@pytest.fixture
def operator(db):
    return User.objects.create_superuser("operator", "op@example.org", PASSWORD)


@pytest.fixture
def session(operator):
    client = Client()
    client.force_login(operator)
    return client


def test_the_operator_logs_in_where_everyone_does(client, operator):
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    form = {"login": "operator", "password": PASSWORD, "next": "/admin/"}
    assert client.post("/accounts/login/", form)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_the_admin_has_no_door_of_its_own(client, operator):
    client.post("/admin/login/", {"username": "operator", "password": PASSWORD})
    assert client.get("/admin/").status_code == 302


def test_a_player_is_no_operator(alice):
    client = Client()
    client.force_login(alice)
    response = client.get("/admin/", follow=True)
    assert response.status_code in (403, 200)
    assert "Site administration" not in response.content.decode()


def test_locking_and_unlocking(session, operator, alice, client_of):
    player = client_of(alice)
    both = [alice.pk, operator.pk]
    session.post(USERS, {"action": "lock", "_selected_action": both})
    assert player.get("/api/v1/me").status_code == 401
    assert session.get("/admin/").status_code == 200, "an operator is not locked by a slip"
    session.post(USERS, {"action": "unlock", "_selected_action": both})
    assert player.get("/api/v1/me").status_code == 200


def test_no_secret_is_shown(session, alice):
    OutgoingMail.objects.create(recipient="a@example.org", subject="s", text="secret-link")
    mail = OutgoingMail.objects.get()
    pages = [
        USERS,
        f"{USERS}{alice.pk}/change/",
        f"/admin/accounts/outgoingmail/{mail.pk}/change/",
    ]
    for path in pages:
        page = session.get(path, follow=True)
        assert page.status_code == 200
        assert "secret-link" not in page.content.decode()
        assert alice.password not in page.content.decode()


def test_every_table_is_to_look_at(session, operator, rf):
    request = rf.get("/admin/")
    request.user = operator

    for model, shown in admin.site._registry.items():
        assert isinstance(shown, ToLookAt), model._meta.label
        assert not shown.has_add_permission(request), model._meta.label
        assert not shown.has_change_permission(request), model._meta.label
        assert not shown.has_delete_permission(request), model._meta.label
        assert (
            session.get(f"/admin/{model._meta.app_label}/{model._meta.model_name}/add/").status_code
            == 403
        )


def test_of_the_libraries_only_addresses_and_apps_are_shown(session, alice):
    ours = {"accounts", "games", "notifications"}
    labels = {model._meta.label for model in admin.site._registry}

    assert {label for label in labels if label.split(".")[0] not in ours} == {
        "account.EmailAddress"
    }
    app = App.objects.create(
        name="Board",
        user=alice,
        client_type="confidential",
        authorization_grant_type="client-credentials",
    )
    page = session.get(f"/admin/accounts/app/{app.pk}/change/")
    assert page.status_code == 200
    assert app.client_secret not in page.content.decode()
    assert session.get("/admin/mfa/authenticator/").status_code == 404
    assert session.get("/admin/usersessions/usersession/").status_code == 404


def test_what_operators_do_to_accounts_is_in_the_log(session, operator, alice):
    session.post(USERS, {"action": "lock", "_selected_action": [alice.pk]})
    session.post(USERS, {"action": "lock", "_selected_action": [alice.pk]})
    session.post(USERS, {"action": "unlock", "_selected_action": [alice.pk]})
    session.post(USERS, {"action": "forget_second_factor", "_selected_action": [alice.pk]})

    acts = list(OperatorAct.objects.order_by("id").values_list("operator", "what", "user"))
    assert acts == [
        (operator.pk, "account_locked", alice.pk),
        (operator.pk, "account_unlocked", alice.pk),
        (operator.pk, "second_factor_removed", alice.pk),
    ]


@pytest.mark.parametrize(
    "change",
    [lambda rows: rows.update(reason="another"), lambda rows: rows.delete()],
    ids=["changed", "deleted"],
)
def test_no_row_of_the_log_can_be_changed_or_deleted(operator, alice, change):
    act = record_act(operator, "account_locked", user=alice, reason="insults")

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(OperatorAct.objects.filter(pk=act.pk))

    assert OperatorAct.objects.get().reason == "insults"
