"""Addresses of the OAuth server, under the namespace that the library looks them up by."""

from django.urls import path
from oauth2_provider import views as library

from accounts.oauth import views

app_name = "oauth2_provider"

urlpatterns = [
    path("oauth/authorize", views.Authorize.as_view(), name="authorize"),
    path("oauth/token", views.Token.as_view(), name="token"),
    path("oauth/revoke", views.Revoke.as_view(), name="revoke-token"),
    path("oauth/introspect", views.introspect, name="introspect"),
    path(
        "oauth/device-authorization",
        views.DeviceAuthorization.as_view(),
        name="device-authorization",
    ),
    path("device/", views.Device.as_view(), name="device"),
    path(
        "device/<slug:client_id>/<slug:user_code>/",
        views.DeviceConfirm.as_view(),
        name="device-confirm",
    ),
    path(
        "device/<slug:client_id>/<slug:user_code>/done/",
        library.DeviceGrantStatusView.as_view(),
        name="device-grant-status",
    ),
    path(".well-known/oauth-authorization-server", views.metadata, name="oauth-server-metadata"),
    path(
        ".well-known/oauth-protected-resource",
        views.resource_metadata,
        name="oauth-resource-metadata",
    ),
]
