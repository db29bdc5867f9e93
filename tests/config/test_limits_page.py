"""The limits of the code as the developers' page shows them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from config.developers.limits import BOUNDS, in_words, is_left_out, value_of
from config.http.errors.codes import CODES


def test_none_is_listed_that_has_gone() -> None:
    for place in (row.place for rows in BOUNDS.values() for row in rows):
        assert is_left_out(place) or value_of(place), place


@pytest.mark.needs
@pytest.mark.django_db
def test_each_refusal_for_too_many_is_on_the_page(client: Client) -> None:
    text = client.get("/developers/limits/").content.decode()

    codes = {code for code in CODES if re.match(r"too_many_|.*_(full|limit)$", code)}
    # What the challenger asks of the other player, and no bound of the service.
    codes.remove("too_many_missed")
    assert len(codes) > 10
    assert [code for code in codes if f"<code>{code}</code>" not in text] == []


@pytest.mark.django_db
def test_the_page_shows_them_as_they_are(client: Client) -> None:
    text = client.get("/developers/limits/").content.decode()

    for value, words in (
        ("100", "personal tokens"),
        ("90 days", "of life of a refresh token"),
        ("14 days", "until a challenge expires"),
        ("1 minute", "to exchange an authorization code"),
        ("80%", "deadline.near"),
    ):
        assert re.search(rf"{value}</td>\s*<td>[^<]*{re.escape(words)}", text), words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=14), "14 days"),
        (timedelta(hours=24), "1 day"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(seconds=60), "1 minute"),
        (timedelta(seconds=5), "5 seconds"),
    ],
)
def test_lengths_of_time_in_words(length: timedelta, words: str) -> None:
    assert in_words(length) == words
