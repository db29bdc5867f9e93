"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

from config import features
from config.http import robots_txt, security_txt
from config.http.api_docs import show_docs, show_document

urlpatterns = [
    # Addresses are tried in this order: what programs ask for most comes first.
    *features.core_urls("games.api.urls"),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("notifications.api.urls")),
    *features.api_urls(),
    path("api/v1/schema", show_document, name="api_schema"),
    path("api/v1/docs", show_docs, name="api_docs"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("", include("accounts.oauth.urls")),
    path("", include("accounts.pages.urls")),
    path(".well-known/security.txt", security_txt.show, name="security_txt"),
    path("robots.txt", robots_txt.show, name="robots_txt"),
    path("admin/", admin.site.urls),
    path("developers/", include("config.developers.urls")),
    *features.urls(),
    path("", include("games.pages.urls")),
    path("", include("notifications.pages.urls")),
    path("", include("notifications.urls")),
]

handler500 = "config.http.errors.handler.crashed"
