"""Addresses of live play, below ``/api/v1/``."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
