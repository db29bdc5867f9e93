"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

from config.http import security_txt
from config.http.api_docs import show_docs, show_document

urlpatterns = [
    # Addresses are tried in this order: what programs ask for most comes first.
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("games.features.ratings.api.urls")),
    path("api/v1/", include("games.features.competitions.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("api/v1/", include("games.features.learn.api_urls")),
    path("api/v1/", include("games.features.puzzles.api_urls")),
    path("api/v1/", include("games.features.share.api_urls")),
    path("api/v1/", include("games.features.notebook.api_urls")),
    path("api/v1/", include("games.features.phrases.api_urls")),
    path("api/v1/", include("games.features.plans.api_urls")),
    path("api/v1/", include("games.features.live.api.urls")),
    path("api/v1/schema", show_document, name="api_schema"),
    path("api/v1/docs", show_docs, name="api_docs"),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("", include("accounts.oauth.urls")),
    path("", include("accounts.pages.urls")),
    path(".well-known/security.txt", security_txt.show, name="security_txt"),
    path("admin/", admin.site.urls),
    path("developers/", include("config.developers.urls")),
    path("", include("games.features.learn.urls")),
    path("", include("games.features.puzzles.urls")),
    path("", include("games.features.notebook.urls")),
    path("", include("games.features.plans.urls")),
    path("", include("games.features.live.pages.urls")),
    path("", include("games.features.competitions.pages.urls")),
    path("", include("games.features.share.urls")),
    path("", include("games.pages.urls")),
    path("", include("games.features.ratings.pages.urls")),
    path("", include("notifications.pages.urls")),
    path("", include("notifications.urls")),
]

handler500 = "config.http.errors.handler.crashed"
