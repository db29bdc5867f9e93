"""Addresses of the page about an offered seat."""

from django.urls import path

from games.features.seats import pages

urlpatterns = [path("games/<str:game_id>/seat/", pages.seat, name="seat")]
