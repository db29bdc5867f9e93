"""Addresses of pages and frames that are shown elsewhere."""

from django.urls import path

from games.features.share import embeds, oembed, pages

urlpatterns = [
    path("games/<str:game_id>/goals/<int:number>/", pages.goal, name="goal"),
    path("embed/games/<str:game_id>", embeds.game, name="embed_game"),
    path("embed/games/<str:game_id>/state", embeds.game_state, name="embed_game_state"),
    path("embed/games/<str:game_id>/<int:revision>.svg", embeds.game_picture),
    path("embed/competitions/<str:competition_id>", embeds.competition, name="embed_competition"),
    path("embed/puzzles/daily", embeds.daily_puzzle, name="embed_daily_puzzle"),
    path("embed/puzzles/<str:puzzle_id>", embeds.puzzle, name="embed_puzzle"),
    path("oembed", oembed.oembed, name="oembed"),
]
