"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("", include("accounts.oauth.urls")),
    path("", include("accounts.pages.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("developers/", include("config.developers.urls")),
    path("", include("games.pages.urls")),
    path("", include("notifications.pages.urls")),
    path("", include("notifications.urls")),
]
