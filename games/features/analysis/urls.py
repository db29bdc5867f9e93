"""Addresses of the analysis' pages."""

from django.urls import path

from games.features.analysis import pages

urlpatterns = [
    path("games/<str:game_id>/analysis/", pages.analysis, name="analysis"),
    path("games/<str:game_id>/analysis/ask/", pages.ask, name="ask_for_analysis"),
    path("games/<str:game_id>/analysis/worth/", pages.worth, name="worth_of_line"),
    path("games/<str:game_id>/analysis.csv", pages.table, name="analysis_table"),
    path("me/analysis/", pages.mine, name="my_analysis"),
    path("rules/chances/", pages.meaning, name="meaning_of_chances"),
]
