"""Pages with a secret are sent as they are: the length of a packed page tells what is in it."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User

PACKED = {"headers": {"Accept-Encoding": "br, gzip"}}


@pytest.mark.parametrize("path", ["/settings/calendar/", "/accounts/2fa/totp/activate/"])
def test_a_page_with_a_secret_is_not_packed(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)

    answer = client.get(path, **PACKED)

    assert len(answer.content) > 500 or answer.status_code == 302
    assert "Content-Encoding" not in answer.headers


def test_a_new_token_is_not_packed(client: Client, alice: User) -> None:
    alice.set_password("correct horse battery")
    alice.save()
    client.force_login(alice)
    client.post("/accounts/reauthenticate/", {"password": "correct horse battery"})
    form = {
        "name": "mine",
        "password": "correct horse battery",
        "scopes": ["games:read"],
        "days": "30",
    }

    answer = client.post("/settings/tokens/new/", form, **PACKED)

    assert "c11_" in answer.content.decode()
    assert "Content-Encoding" not in answer.headers


def test_other_pages_are_packed(client: Client, alice: User) -> None:
    client.force_login(alice)

    assert client.get("/settings/", **PACKED).headers["Content-Encoding"] == "br"
    assert client.get("/lobby/", **PACKED).headers["Content-Encoding"] == "br"
