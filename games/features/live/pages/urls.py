"""Addresses of the pages of live play."""

from django.urls import path

from games.features.live.pages import seek, tv

urlpatterns = [
    path("tv/", tv.tv, name="tv"),
    path("live/", seek.seek, name="live"),
]
