"""The page of a final at an hour."""

from django.urls import path

from games.features.finals import pages

urlpatterns = [
    path("competitions/<str:competition_id>/<str:section>/final/", pages.final, name="final"),
]
