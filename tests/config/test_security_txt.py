"""Anyone who finds a hole is told where to tell of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from config import environment

PATH = "/.well-known/security.txt"


def test_it_names_a_contact_and_an_end(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = "mailto:holes@eleven.example"

    response = client.get(PATH)

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == "mailto:holes@eleven.example"
    assert fields["Canonical"] == settings.SITE_URL + PATH
    end = datetime.fromisoformat(fields["Expires"])
    # RFC 9116, 2.5.5: less than a year into the future.
    assert timedelta() < end - datetime.now(UTC) < timedelta(days=365)


def test_without_a_contact_there_is_none(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(PATH).status_code == 404


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", ""),
        ("holes@eleven.example", "mailto:holes@eleven.example"),
        ("https://eleven.example/holes", "https://eleven.example/holes"),
    ],
)
def test_a_mail_address_alone_will_do(monkeypatch, given: str, read: str) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", given)
    assert environment.contact("SECURITY_CONTACT") == read
