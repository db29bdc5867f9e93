"""Addresses of the pages about supervisors."""

from django.urls import path

from games.features.supervisor import pages

urlpatterns = [
    path("challenges/<str:challenge_id>/supervisor/", pages.name, name="name_supervisor"),
    path("supervised/<str:challenge_id>/", pages.asked, name="supervised"),
    path("games/<str:game_id>/supervisor/", pages.supervise, name="supervise"),
]
