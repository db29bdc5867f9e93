"""Addresses of reports and decisions, below ``/api/v1/``."""

from django.urls import path

from games.features.moderation import api

urlpatterns = [
    path("reports", api.ReportsView.as_view(), name="reports"),
    path("me/standing", api.StandingView.as_view(), name="standing"),
    path("me/standing/<int:decision_id>/appeal", api.AppealView.as_view(), name="appeal"),
]
