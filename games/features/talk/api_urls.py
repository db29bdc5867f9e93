"""Addresses of talk, below ``/api/v1/``."""

from django.urls import path

from games.features.talk import api

urlpatterns = [
    path("games/<str:game_id>/talk", api.TalkView.as_view(), name="api-talk"),
    path("games/<str:game_id>/talk/agreement", api.AgreementView.as_view(), name="talk-agreement"),
]
