"""Whether there are rows, by a statement whose SQL is kept."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Friend, Game
from games.pages.notes import NOTES
from games.store.existing import which_exist
from games.store.game_lists import seats_of_friends


@pytest.mark.django_db
def test_it_asks_what_the_orm_asks(now: datetime) -> None:
    asked = [seats_of_friends, *(asking.rows for asking in NOTES)]
    for rows in asked:
        for user_id, at in ((7, now), (8, now + timedelta(days=3, microseconds=1))):
            with CaptureQueriesContext(connection) as queries:
                assert which_exist([rows], user_id, at) == (rows(user_id, at).exists(),)
            kept, by_orm = (query["sql"] for query in queries.captured_queries)
            assert kept.removeprefix("SELECT EXISTS (").removesuffix(")") == by_orm


def test_each_is_answered_for_the_person(
    game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    Friend.objects.create(user=charlie, friend=bob)

    assert which_exist([seats_of_friends, seats_of_friends], charlie.pk, now) == (True, True)
    assert which_exist([seats_of_friends], alice.pk, now) == (False,)
    assert which_exist([], alice.pk, now) == ()
