"""Addresses of the pages about games and players."""

from django.urls import path

from games.pages import (
    blocks,
    challenges,
    game,
    guests,
    guide,
    history,
    home,
    laws,
    leaves,
    lobby,
    players,
    start_picture,
    status,
)

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
    path("settings/leaves/", leaves.show_leaves, name="leaves"),
    path("settings/leaves/<int:leave_id>/end/", leaves.end_leave, name="end_leave"),
    path("settings/blocks/", blocks.show_blocks, name="blocks"),
    path("players/<str:username>/games/", players.games_of, name="games_of"),
    path("rules/", guide.rules, name="rules"),
    path("rules/laws/", laws.laws, name="laws"),
    path("rules/<str:ruleset>/", guide.rules_of, name="rules_of"),
    path("rules/<str:ruleset>/start.png", start_picture.start_picture, name="start_picture"),
    path("rules/<str:ruleset>/laws/", laws.laws, name="laws_of"),
    path("rules/<str:ruleset>/laws/<int:version>/", laws.laws, name="laws_of_version"),
    path("status/", status.status, name="status"),
]
