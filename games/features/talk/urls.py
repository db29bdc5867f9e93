"""The page of the talk in a game."""

from django.urls import path

from games.features.talk import pages

urlpatterns = [path("games/<str:game_id>/talk/", pages.talk, name="talk")]
