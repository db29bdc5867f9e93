"""Addresses of the puzzles' pages."""

from django.urls import path

from games.features.puzzles import pages

urlpatterns = [
    path("puzzles/", pages.daily, name="puzzles"),
    path("puzzles/next/", pages.another, name="next_puzzle"),
    path("puzzles/missed/", pages.missed, name="missed_puzzles"),
    path("puzzles/<str:puzzle_id>/", pages.one, name="puzzle"),
    path("puzzles/<str:puzzle_id>.png", pages.picture, name="puzzle_picture"),
    path("puzzles/<str:puzzle_id>.svg", pages.drawing, name="puzzle_drawing"),
]
