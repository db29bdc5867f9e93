"""Addresses of the pages about games and players."""

from collections.abc import Callable
from typing import Final

from django.http.response import HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

from games.pages import (
    blocks,
    challenges,
    game,
    guests,
    guide,
    history,
    home,
    laws,
    learning,
    leaves,
    lobby,
    people,
    players,
    start_picture,
    status,
)
from games.rules import registry

_FIRST: Final = {"ruleset": registry.DEFAULT}


def _moved(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view that leads to the page of this name."""
    return RedirectView.as_view(pattern_name=name, permanent=True, query_string=True)


urlpatterns = [
    path("", home.home, name="home"),
    path("guest/", guests.begin, name="guest"),
    path("new/", challenges.new_game, name="new_game"),
    path("challenges/<str:challenge_id>/", challenges.challenge, name="challenge"),
    path("challenges/<str:challenge_id>/accept/", challenges.accept, name="accept"),
    path("challenges/<str:challenge_id>/decline/", challenges.decline, name="decline"),
    path("challenges/<str:challenge_id>/cancel/", challenges.cancel, name="cancel"),
    path("challenges/<str:challenge_id>/robots/", challenges.robots, name="robots_in"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("games/", lobby.all_games, name="games"),
    path("games/<str:game_id>/", game.game, name="game"),
    path("games/<str:game_id>/history/", history.history, name="history"),
    path("players/<str:username>/", players.player, name="player"),
    path("players/<str:username>/block/", blocks.block, name="block"),
    path("players/<str:username>/unblock/", blocks.unblock, name="unblock"),
    path("players/<str:username>/befriend/", people.add_friend, name="add_friend"),
    path("players/<str:username>/unfriend/", people.remove_friend, name="remove_friend"),
    path("people/", people.show_people, name="people"),
    path("people/family/", people.family, name="family"),
    path("settings/leaves/", leaves.show_leaves, name="leaves"),
    path("settings/leaves/<int:leave_id>/end/", leaves.end_leave, name="end_leave"),
    path("settings/blocks/", blocks.show_blocks, name="blocks"),
    path("players/<str:username>/games.atom", players.games_feed, name="games_feed"),
    path("players/<str:username>/games/", players.games_of, name="games_of"),
    path("learn/", learning.learn, name="learn"),
    path("learn/<str:ruleset>/", learning.play_it, name="learn_game"),
    path("learn/<str:ruleset>/read/", guide.read_it, name="rules_of"),
    path("learn/<str:ruleset>/start.png", start_picture.start_picture, name="start_picture"),
    path("learn/<str:ruleset>/laws/", laws.laws, name="laws_of"),
    path("learn/<str:ruleset>/laws/<int:version>/", laws.laws, name="laws_of_version"),
    # Where these pages were once.
    path("rules/", _moved("rules_of"), _FIRST),
    path("rules/laws/", _moved("laws_of"), _FIRST),
    path("rules/<str:ruleset>/", _moved("rules_of")),
    path("rules/<str:ruleset>/start.png", _moved("start_picture")),
    path("rules/<str:ruleset>/laws/", _moved("laws_of")),
    path("rules/<str:ruleset>/laws/<int:version>/", _moved("laws_of_version")),
    path("status/", status.status, name="status"),
]
