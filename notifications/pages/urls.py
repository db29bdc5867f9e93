"""Addresses of the installable app and of the settings."""

from django.urls import path

from notifications.pages import app, operator, settings

urlpatterns = [
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("operator/", operator.operator, name="operator"),
    path("settings/", settings.settings, name="settings"),
    path("settings/save/<str:section>/", settings.save, name="save_settings"),
]
