"""Addresses of finals at an hour, below ``/api/v1/``."""

from django.urls import path

from games.features.finals import api

_FINAL = "competitions/<str:competition_id>/sections/<str:section>/final"

urlpatterns = [
    path(_FINAL, api.FinalView.as_view(), name="api-final"),
    path(f"{_FINAL}/answer", api.AnswerView.as_view(), name="final-answer"),
    path(f"{_FINAL}/here", api.HereView.as_view(), name="final-here"),
]
