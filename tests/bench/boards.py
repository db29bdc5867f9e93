"""Records and leader boards with a million rated games: a record, what is new, and every board.

``python -m tests.bench.boards [GAMES] [PEOPLE]`` fills a database with finished rated games,
times the records of people as their profiles show them, counts the games into the tallies, adds a
day's games, and times what the clock's tasks then do: the counting of that day and each board, as
seconds of wall time with PostgreSQL on the same machine.

The counting takes half an hour. ``python -m tests.bench.boards tallies`` writes the tallies of as
many games as they would be, and times each board alone.
"""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from statistics import median
from typing import Any

from tests.bench.stage import Load, analyse, fill_people, multiply, stage

GAMES, PEOPLE = 1_000_000, 50_000
TODAY = 2_000
"""Games that ended since the boards were made."""
_DAYS = 300
_LOOKS = 200
"""Records that are added up."""


def fill(games: int, people: int) -> None:
    """Write rated games of Chess Eleven that are over, each with seats and changes of ratings."""
    from accounts.models import User
    from games.features.ratings.models import Rating, RatingChange
    from games.features.ratings.rating_games import rate_game
    from games.models import Game
    from games.play.acts import resign
    from tests.games.matches import play, start_formations, start_round

    now = _now()
    white, black = (User.objects.create_user(name) for name in ("template-w", "template-b"))
    game = start_round(start_formations(white, black, now, rated=True), now)
    game = play(game, "d2d4 @f3", "d7d5", now=now).game
    resign(black.pk, game.pk, now=now)
    rate_game(game.pk, now=now)
    game = Game.objects.get(pk=game.pk)
    fill_people(people)
    first = User.objects.order_by("pk").get(username="player1").pk
    # Two different people, however many games there are for them.
    users = {
        "white": f"{first} + n % {people}",
        "black": f"{first} + (n + 1 + n / {people} % {people - 1}) % {people}",
    }
    ended = f"now() - interval '{_DAYS} days' * ({games} - n) / {games}"
    number = "lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')"
    multiply(game, games, id=number, finished_at=ended, secret="sha256(n::text::bytea)")
    for side, user in users.items():
        seat = game.players.get(side=side)
        multiply(
            seat,
            games,
            game_id=number,
            user_id=user,
            score="n % 3",
            shooting="ARRAY[n % 250, 5000, n % 2]",
        )
        change = RatingChange.objects.get(game=game, user=seat.user)
        multiply(change, games, game_id=number, user_id=user, score="n % 2", at=ended)
    rating = Rating.objects.get(user=white)
    rating.deviation, rating.games = 60, 40
    rating.save()
    multiply(rating, people, user_id=f"{first} + n - 1", rating="1000 + n % 1000")
    Game.objects.filter(pk=game.pk).delete()
    analyse()


def fill_tallies(people: int) -> None:
    """Write ratings and tallies of people with forty games each, six of them in 40 days."""
    from django.db import connection

    from accounts.models import User
    from games.features.ratings.models import EVER, Rating
    from games.features.ratings.pools import Pool

    fill_people(people)
    pool, first = str(Pool("eleven")), User.objects.get(username="player1").pk
    rating = Rating.objects.create(user_id=first, pool=pool, deviation=60, games=40, last_at=_now())
    multiply(rating, people - 1, user_id=f"{first} + n", rating="1000 + n % 1000")
    columns = "user_id, pool, day, games, won, scored, goals, shot, expected, mates"
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO ratings_tally ({columns}, streak, opponents)"
            " SELECT n, %s, %s, 40, 20, 40, 40, 40, 4000, 1,"
            " CASE WHEN n %% 2 = 0 THEN 0 ELSE floor(-ln(random()) * 2) + 1 END,"
            " ARRAY[1, 2, 3, 4, 5] FROM generate_series(%s, %s) n",
            [pool, EVER, first, first + people - 1],
        )
        cursor.execute(
            f"INSERT INTO ratings_tally ({columns}, streak, opponents)"
            " SELECT n, %s, current_date - floor(random() * 40)::int, 1, (random() * 2)::int %% 2,"
            " 1, 1, 1, 100, 0, 0, '{}' FROM generate_series(%s, %s) n, generate_series(1, 6)"
            " ON CONFLICT DO NOTHING",
            [pool, first, first + people - 1],
        )
    analyse()


def time_boards() -> None:
    """Print how long each board takes to find."""
    from games.features.ratings import boards
    from games.features.ratings.pools import Pool

    for by, find in boards._FINDERS.items():
        for period in boards.PERIODS:
            took, found = timed(find, Pool("eleven"), period, _now())
            print(f"{by:<7} {period:<6} {len(found):>5} places {took:.2f} s")


def main() -> None:
    """Fill, count, make and print."""
    if sys.argv[1:] == ["tallies"]:
        with stage():
            fill_tallies(PEOPLE)
            for _ in range(3):
                time_boards()
        return
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    people = int(sys.argv[2]) if len(sys.argv) > 2 else PEOPLE
    with stage() as here:
        from accounts.models import User
        from games.features.ratings import boards, tallies
        from games.features.ratings.models import RatingChange
        from games.shown.statistics import record_of

        fill(games, people)
        found = User.objects.filter(seats__isnull=False).order_by("pk").distinct()[:_LOOKS]
        with Load(here.postgres) as load:
            records = [timed(record_of, person.pk)[0] for person in found]
        used = 1000 * load.used / len(records)
        print(
            f"a record: {1000 * median(records):.1f} ms, in PostgreSQL {used:.1f} ms of processor"
        )
        tallies.SECONDS = float("inf")  # type: ignore[misc]
        took, number = timed(tallies.count_changes, _now())
        print(f"{number:,} changes counted from the beginning: {took:.1f} s")
        analyse()
        newest = RatingChange.objects.order_by("-pk").values("pk")[: 2 * TODAY]
        RatingChange.objects.filter(pk__in=newest).update(counted=False)
        took, number = timed(tallies.count_changes, _now())
        print(f"{number:,} changes of a day counted: {took:.2f} s")
        time_boards()
        took, places = timed(boards.make_boards, _now())
        print(f"all boards of all pools, {places:,} places: {took:.1f} s")


def timed(act: Any, *arguments: Any) -> tuple[float, Any]:
    """Return the seconds that a call took, and what it returned."""
    began = time.perf_counter()
    answer = act(*arguments)
    return time.perf_counter() - began, answer


def _now() -> Any:
    from django.utils import timezone

    return timezone.now() + timedelta(seconds=1)


if __name__ == "__main__":
    main()
