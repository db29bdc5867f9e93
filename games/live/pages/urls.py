"""Addresses of the pages of live play."""

from django.urls import path

from games.live.pages import tv

urlpatterns = [path("tv/", tv.tv, name="tv")]
