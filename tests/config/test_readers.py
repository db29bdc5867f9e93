"""Whom a request waits for is known without a query, and cannot be invented."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from config.http.readers import Readers, address_in

Headers = list[tuple[bytes, bytes]]


def scope(*headers: tuple[bytes, bytes], path: str = "/api/v1/me") -> dict[str, Any]:
    return {"path": path, "headers": list(headers), "client": ("192.0.2.1", 4000)}


def of(user: object) -> HttpRequest:
    request = HttpRequest()
    request.user = user  # type: ignore[assignment]
    return request


ALICE, NO_ONE = SimpleNamespace(pk=1), SimpleNamespace(pk=None)
TOKEN = (b"authorization", b"Bearer c11_alice")
COOKIE = (b"cookie", b"theme=dark; sessionid=hers")


@pytest.mark.parametrize("header", [TOKEN, COOKIE])
def test_an_account_is_known_after_its_first_request(header: tuple[bytes, bytes]) -> None:
    known, asked = Readers(), scope(header)
    assert known.account_of(asked) is None

    known.learn(asked, of(ALICE), 200)

    assert known.account_of(asked) == 1
    assert known.account_of(scope((header[0], header[1] + b"x"))) is None


def test_a_token_that_is_refused_is_forgotten() -> None:
    known, asked = Readers(), scope(TOKEN)
    known.learn(asked, of(ALICE), 200)

    known.learn(asked, of(ALICE), 401)

    assert known.account_of(asked) is None


def test_a_session_that_has_ended_is_forgotten() -> None:
    known, asked = Readers(), scope(COOKIE)
    known.learn(asked, of(ALICE), 200)

    known.learn(asked, of(NO_ONE), 200)

    assert known.account_of(asked) is None


def test_pages_do_not_look_at_tokens() -> None:
    known, page = Readers(), scope(TOKEN, COOKIE, path="/lobby/")

    known.learn(page, of(ALICE), 200)

    assert known.account_of(scope(COOKIE)) == 1
    assert known.account_of(scope(TOKEN)) is None


def test_no_one_is_looked_up_only_to_be_known() -> None:
    def look_up() -> object:
        raise AssertionError("a query for nothing")

    Readers().learn(scope(COOKIE), of(SimpleLazyObject(look_up)), 200)


def test_those_used_last_are_known() -> None:
    known = Readers(most=2)
    first, second, third = (scope((b"cookie", b"sessionid=%d" % n)) for n in range(3))
    known.learn(first, of(ALICE), 200)
    known.learn(second, of(ALICE), 200)
    assert known.account_of(first) == 1

    known.learn(third, of(ALICE), 200)

    assert [known.account_of(one) for one in (first, second, third)] == [1, None, 1]


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "address"),
    [
        (0, "192.0.2.1", b"203.0.113.9", "192.0.2.1"),
        (1, "192.0.2.1", b"198.51.100.7, 203.0.113.9", "203.0.113.9"),
        (2, "192.0.2.1", b"198.51.100.7, 203.0.113.9", "198.51.100.7"),
        (2, "192.0.2.1", b"203.0.113.9", "192.0.2.1"),
        (0, "2001:db8:1:2:3:4:5:6", b"", "2001:db8:1:2::/64"),
        (0, "2001:db8:1:2:ffff::1", b"", "2001:db8:1:2::/64"),
        (0, "::ffff:192.0.2.1", b"", "192.0.2.1"),
        (1, "", b"nonsense", "unknown"),
    ],
)
def test_the_address_behind_proxies(
    settings: Any, proxies: int, remote: str, forwarded: bytes, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    asked = scope((b"x-forwarded-for", forwarded)) | {"client": (remote, 1)}

    assert address_in(asked) == address


def test_a_socket_without_addresses_is_one_reader() -> None:
    assert address_in(scope() | {"client": None}) == "unknown"
