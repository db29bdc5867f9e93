"""Addresses of puzzles, below ``/api/v1/``."""

from django.urls import path

from games.features.puzzles import api

urlpatterns = [
    path("puzzles/daily", api.DailyPuzzleView.as_view(), name="api_puzzle_daily"),
    path("puzzles/next", api.NextPuzzleView.as_view(), name="api_puzzle_next"),
    path("puzzles/missed", api.MissedPuzzlesView.as_view(), name="api_puzzles_missed"),
    path("puzzles/<str:puzzle_id>", api.PuzzleView.as_view(), name="api_puzzle"),
    path("puzzles/<str:puzzle_id>/try", api.PuzzleTryView.as_view(), name="api_puzzle_try"),
    path("puzzles/<str:puzzle_id>/like", api.PuzzleLikeView.as_view(), name="api_puzzle_like"),
]
