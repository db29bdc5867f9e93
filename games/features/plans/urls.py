"""Addresses of the pages of plans."""

from django.urls import path

from games.features.plans import pages

urlpatterns = [path("games/<str:game_id>/plan/", pages.plan, name="plan_page")]
