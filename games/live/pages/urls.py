"""Addresses of the pages of live play."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
