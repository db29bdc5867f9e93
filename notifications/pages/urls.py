"""Addresses of the installable app and of the settings."""

from django.urls import path

from notifications.pages import app

urlpatterns = [
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
]
