"""Addresses of the lessons' pages."""

from django.urls import path

from games.features.learn import pages

urlpatterns = [
    path("learn/<str:chapter>/<int:number>/", pages.lesson, name="lesson"),
]
