"""Addresses of the lessons, below ``/api/v1/``."""

from django.urls import path

from games.features.learn import api

urlpatterns = [
    path("games/<str:game_id>/hint", api.HintView.as_view(), name="api_hint"),
    path("learn", api.LearnView.as_view(), name="api_learn"),
    path("learn/<str:chapter>/<int:step>", api.LessonView.as_view(), name="api_lesson"),
    path("learn/<str:chapter>/<int:step>/try", api.TryView.as_view(), name="api_lesson_try"),
]
