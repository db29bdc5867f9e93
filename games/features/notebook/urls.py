"""Addresses of the notebook's pages."""

from django.urls import path

from games.features.notebook import pages

urlpatterns = [path("games/<str:game_id>/think/", pages.think, name="think")]
