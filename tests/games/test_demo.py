"""The demo plays a whole match over real HTTP."""

from __future__ import annotations

from games.demo import open_accounts, play_match
from games.models import Game
from games.play.replay import differences_of
from tests.live import LiveService


def test_alice_and_bob_play_to_the_end(transactional_db, tmp_path, settings):
    settings.LIMITS_ON = False
    with LiveService() as live:
        players = open_accounts(live.url, tmp_path / "demo.json")
        lines = list(play_match(players["alice"], players["bob"], 1))
        again = open_accounts(live.url, tmp_path / "demo.json")

    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    assert lines[-2].startswith("\nOver: ")
    assert differences_of(game) == []
    assert again["alice"].username == "alice-demo"
