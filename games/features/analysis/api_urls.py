"""Addresses of analyses, below ``/api/v1/``."""

from django.urls import path

from games.features.analysis import api

urlpatterns = [
    path("games/<str:game_id>/analysis", api.AnalysisView.as_view(), name="api_analysis"),
    path("me/analysis", api.FiguresView.as_view(), name="api_my_analysis"),
    path("games/<str:game_id>/export", api.ExportWithAnalysisView.as_view(), name="api_export"),
]
