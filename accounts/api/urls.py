"""Addresses of the account part of the API."""

from django.urls import path

from accounts.api import own_data, views

urlpatterns = [
    path("accounts", views.Accounts.as_view(), name="api_accounts"),
    path("auth/token", views.OwnToken.as_view(), name="api_auth_token"),
    path("auth/tokens", views.Tokens.as_view(), name="api_auth_tokens"),
    path("auth/tokens/<int:token_id>", views.Token.as_view(), name="api_auth_token_one"),
    path("me/export", own_data.OwnData.as_view(), name="api_own_data"),
    path("me/keep", views.Keeping.as_view(), name="api_keep"),
    path("me", views.Me.as_view(), name="api_me"),
]
