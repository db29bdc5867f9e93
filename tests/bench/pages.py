"""Pages for someone who is logged in, in processor time with the database: home, a game, and more.

    python -m tests.bench.pages [ROUNDS]

In one process by Django's own client, twenty looks at each page in a round. The reader has eight
games among 200,000. To compare two trees run it in both in turns, with the same ``BENCH_DATA``.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from tests.bench.stage import Load, fill, stage

GAMES = 200_000
LOOKS = 20


def main(rounds: int) -> None:
    """Measure and print."""
    with stage(DATABASE_POOL="0") as here:
        from allauth.usersessions.models import UserSession
        from django.core.management import call_command
        from django.test import Client
        from django.utils import timezone

        from accounts.models import User
        from accounts.renewal import RENEWED
        from games.models import Player

        call_command("collectstatic", interactive=False, verbosity=0)
        fill(GAMES)
        reader = User.objects.get(username="player77")
        game = Player.objects.filter(user=reader).values_list("game", flat=True)[0]
        client = Client(HTTP_HOST="127.0.0.1")
        client.force_login(reader)
        session = client.session
        session[RENEWED] = timezone.now().date().isoformat()
        session.save()
        # As the form to log in does.
        UserSession.objects.create(user=reader, session_key=session.session_key, ip="127.0.0.1")
        for page in ("/", f"/games/{game}/", "/lobby/", f"/players/{reader.username}/"):
            for _ in range(3):
                assert client.get(page).status_code == 200
            ours, database = [], []
            for _ in range(rounds):
                with Load(here.postgres) as load:
                    began = time.process_time()
                    for _ in range(LOOKS):
                        client.get(page)
                    ours.append((time.process_time() - began) * 1000 / LOOKS)
                database.append(load.used * 1000 / LOOKS)
            least = f"{min(ours):.1f} ms at least"
            print(
                f"{page:<20} {median(ours):5.1f} ms + database {median(database):.1f} ms, {least}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
