"""What the operator sees of accounts, and how he logs in."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Grant, IDToken, RefreshToken

from accounts import second_factor
from accounts.models import App, MailServer, OperatorAct, OutgoingMail, User
from accounts.operator_log import record_act

# One log-in page for all: the admin's own knows nothing of the guard against guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
_admin_view = admin.site.admin_view


def _guarded_view(view: Any, cacheable: bool = False) -> Any:
    """Return a view of the admin, which wants a second factor besides."""
    return second_factor.staff_shows_second_factor(_admin_view(view, cacheable))


admin.site.admin_view = _guarded_view  # type: ignore[method-assign]


class ToLookAt(admin.ModelAdmin):
    """A table that is looked at here and changed by the services alone."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _operator(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@admin.register(User)
class UserAdmin(ToLookAt):
    """People, and a way to shut one out; games run on, so a locked player's time runs out."""

    list_display = ("username", "is_bot", "is_active", "is_staff", "date_joined", "deleted_at")
    list_filter = ("is_bot", "is_active", "is_staff")
    search_fields = ("=username", "=email")
    ordering = ("-date_joined",)
    exclude = ("password",)
    actions = ("lock", "unlock", "forget_second_factor")

    @admin.action(description="Lock: no log-in, no token works", permissions=["lock"])
    def lock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        # Don't let operators lock out themselves or each other.
        count = self._set_active(request, users.filter(is_staff=False), False)
        self.message_user(request, f"{count} locked.")

    @admin.action(description="Unlock", permissions=["lock"])
    def unlock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        count = self._set_active(request, users.filter(deleted_at__isnull=True), True)
        self.message_user(request, f"{count} unlocked.")

    @admin.action(description="Remove two-factor authentication after a loss", permissions=["lock"])
    def forget_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        # Never another operator's: by a password alone no one becomes one.
        people = list(users.filter(is_staff=False))
        for person in people:
            second_factor.forget(person)
            record_act(_operator(request), "second_factor_removed", user=person)
        self.message_user(request, f"{len(people)} without a second factor.")

    def _set_active(self, request: HttpRequest, users: QuerySet[User], is_active: bool) -> int:
        with transaction.atomic():
            people = list(users.select_for_update().exclude(is_active=is_active))
            users.filter(pk__in=[person.pk for person in people]).update(is_active=is_active)
            for person in people:
                what = "account_unlocked" if is_active else "account_locked"
                record_act(_operator(request), what, user=person)
        return len(people)

    def has_lock_permission(self, request: HttpRequest) -> bool:
        """Return whether this operator may lock accounts."""
        return request.user.has_perm("accounts.change_user")


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ToLookAt):
    """Emails about accounts that are not out yet; never what is in them."""

    list_display = ("recipient", "subject", "attempts", "due_at", "created_at")
    ordering = ("due_at",)
    fields = ("recipient", "subject", "attempts", "due_at", "created_at")


@admin.register(MailServer)
class MailServerAdmin(ToLookAt):
    """How the mail server is doing."""

    list_display = ("id", "failing_since", "rests_until", "last_error")


@admin.register(OperatorAct)
class OperatorActAdmin(ToLookAt):
    """The log of operators' acts."""

    list_display = ("at", "operator", "what", "user", "about", "reason")
    list_filter = ("what",)
    list_select_related = ("operator", "user")
    search_fields = ("=user__username", "=operator__username", "about")


# The libraries register their tables to be changed by hand, past the services: keys of sessions,
# secrets of second factors, whether an address is confirmed.
for library_table in (
    *(Authenticator, UserSession, EmailAddress, Group),
    *(App, AccessToken, Grant, IDToken, RefreshToken),
):
    admin.site.unregister(library_table)


@admin.register(EmailAddress)
class EmailAddressAdmin(ToLookAt):
    """Email addresses, and whether they are confirmed."""

    list_display = ("email", "user", "verified", "primary")
    list_select_related = ("user",)
    search_fields = ("=email", "=user__username")


@admin.register(App)
class AppAdmin(ToLookAt):
    """Apps that people let in; their secrets are not shown."""

    list_display = ("id", "name", "user", "client_type", "created")
    list_select_related = ("user",)
    search_fields = ("=name", "=user__username")
    exclude = ("client_secret", "hash_client_secret")
