"""Lists come in pages that neither skip nor repeat."""

from __future__ import annotations

import base64
import json

import pytest

from accounts.models import PersonalToken

pytestmark = [pytest.mark.urls("tests.accounts.urls"), pytest.mark.django_db]
URL = "/api/v1/tokens"


@pytest.fixture
def names(alice):
    # Pairs of the same name: the second column of the ordering must tell them apart.
    names = [f"{number // 2:02}" for number in range(25)]
    PersonalToken.objects.bulk_create(
        PersonalToken(user=alice, name=name, scopes=[], digest=str(index))
        for index, name in enumerate(names)
    )
    return names


@pytest.mark.parametrize("limit", [1, 3, 7, 25, 100])
def test_forwards_and_back_again(client, names, limit):
    pages = [client.get(URL, {"limit": limit}).json()]
    while pages[-1]["next"]:
        pages.append(client.get(pages[-1]["next"]).json())

    back = [pages[-1]]
    while back[-1]["previous"]:
        back.append(client.get(back[-1]["previous"]).json())

    assert [name for page in pages for name in page["results"]] == names
    assert [page["results"] for page in reversed(back)] == [page["results"] for page in pages]


def test_a_page_costs_one_query(client, names, django_assert_num_queries):
    url = client.get(URL).json()["next"]
    with django_assert_num_queries(1):
        client.get(url)


def test_links_keep_the_other_parameters(client, names):
    assert "player=bob" in client.get(URL, {"limit": 2, "player": "bob"}).json()["next"]


def test_an_empty_list(client):
    assert client.get(URL).json() == {"next": None, "previous": None, "results": []}


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "", "1.5", "9" * 5000, "\u0661"])
def test_a_bad_limit(client, limit):
    response = client.get(URL, {"limit": limit})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "#/limit"


def written(*parts):
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "é",
        "%00",
        written(),
        written(0),
        written(0, "a"),
        written(2, "a", 1),
        written(0, "a", "b"),
        written(0, "a\0", 1),
        written(0, "a", 10**30),
        written(0, None, 1),
        written(0, "a", float("inf")),
        written(0, "\ud800", 1),
        written(0, ["a"], {}),
        base64.urlsafe_b64encode(b"[" * 5000).decode(),
    ],
)
def test_a_bad_cursor(client, cursor):
    response = client.get(URL, {"cursor": cursor})
    assert response.status_code == 400
    assert response.json()["errors"][0]["pointer"] == "#/cursor"
