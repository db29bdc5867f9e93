"""Addresses of the pages about keys, apps and leaving."""

from django.urls import path

from accounts.mail import LEGAL_PAGES
from accounts.pages import (
    account_deletion,
    developers,
    guests,
    legal,
    me,
    own_data,
    sessions,
    settings,
)

urlpatterns = [
    *(path(f"{page}/", legal.show, {"page": page}, name=page) for page in LEGAL_PAGES),
    path("me/", me.me, name="me"),
    path("settings/account/", me.account, name="account"),
    path("keep/", guests.keep, name="keep"),
    path("keep/forget/", guests.forget, name="forget_guest"),
    path("settings/apps/", settings.keys, name="keys"),
    path("settings/apps/<int:app_id>/shut-out/", settings.revoke_access, name="revoke_access"),
    path("settings/tokens/new/", settings.new_token, name="new_token"),
    path("settings/tokens/<int:token_id>/revoke/", settings.revoke_token, name="revoke_token"),
    path("settings/sessions/", sessions.sessions, name="sessions"),
    path("settings/sessions/others/end/", sessions.end_other_sessions, name="end_other_sessions"),
    path("settings/sessions/<int:session_id>/end/", sessions.end_session, name="end_session"),
    path("settings/data/", own_data.own_data, name="own_data"),
    path("settings/delete/", account_deletion.leave, name="leave"),
    path("developers/apps/", developers.my_apps, name="my_apps"),
    path("developers/apps/new/", developers.register, name="register_app"),
    path("developers/apps/<int:app_id>/", developers.my_app, name="my_app"),
    path("developers/apps/<int:app_id>/delete/", developers.delete, name="delete_app"),
]
