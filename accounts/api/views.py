"""Accounts, tokens and the owner's own page of the API."""

from __future__ import annotations

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib.auth import authenticate, logout
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import examples, hooks, limits, second_factor
from accounts.api import serializers as shapes
from accounts.api.base import ApiView
from accounts.brute_force import Attempt
from accounts.credentials import SESSION, Credential
from accounts.models import PersonalToken, User
from accounts.permissions import ANY_SCOPE
from accounts.selectors import describe_credential, describe_me, describe_token
from accounts.services.deletion import delete_account
from accounts.services.guests import keep_guest
from accounts.services.registration import register
from accounts.services.tokens import create_token, end_credential, revoke_token
from accounts.shapes import Bearer, NewToken
from accounts.shapes import Token as Shown
from config.http.errors.refusals import Refusal, invalid
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.shapes import page_of
from config.http.times import utc


class Accounts(ApiView):
    """Registration."""

    scope = None
    limit = "register"

    @documented(
        "create_account",
        body=shapes.NewAccount,
        responses={201: shapes.Account},
        codes=["sign_up_closed"],
        example=examples.NEW_ACCOUNT,
    )
    def post(self, request: Request) -> Response:
        """Create an account. We send a verification email. You can play before you confirm it."""
        user = register(request._request, **self.read_body(shapes.NewAccount))
        return self.created(describe_me(user), f"players/{user.username}")


class Keeping(ApiView):
    """An account made of a guest."""

    scope = "account:read"
    limit = "register"

    @documented(
        "keep_account",
        body=shapes.KeptAccount,
        responses={200: shapes.Account},
        codes=["not_a_guest"],
        example=examples.NEW_ACCOUNT,
    )
    def post(self, request: Request) -> Response:
        """Make an account of the guest who asks: the same games, by a name and an address."""
        user = keep_guest(
            request._request, **self.read_body(shapes.KeptAccount), now=timezone.now()
        )
        return Response(describe_me(user))


class OwnToken(ApiView):
    """The token that a request has; a new one for anyone who knows the password."""

    scope = {"GET": ANY_SCOPE, "POST": None, "DELETE": ANY_SCOPE}
    limit = {"POST": "login"}

    @documented("get_this_token", responses={200: Bearer})
    def get(self, request: Request) -> Response:
        """Return whom this token speaks for, what it may do and when it ends."""
        return Response(describe_credential(self.user, self.credential))

    @documented("delete_this_token", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke this token, with any scopes. A session is logged out."""
        if request.auth == SESSION:
            logout(request._request)
        else:
            end_credential(self.user, self.credential)
        return Response(status=204)

    @documented(
        "create_token",
        body=shapes.Credentials,
        responses={201: NewToken},
        codes=["invalid_credentials", "second_factor_required", "too_many_tokens"],
        example=examples.CREDENTIALS,
    )
    def post(self, request: Request) -> Response:
        """Make a personal access token. It is shown this once."""
        given = self.read_body(shapes.Credentials)
        user = check_password(request, given["username"], given["password"])
        if user is None:
            raise Refusal("invalid_credentials", _("Wrong username or password."))
        check_code(user, given.get("code"))
        row, token = create_token(user, given["name"], given["scopes"], given.get("expires_at"))
        assert row.expires_at is not None, "a new token ends"
        shown: NewToken = {
            "id": str(row.pk),
            "token": token,
            "name": row.name,
            "scopes": row.scopes,
            "created_at": utc(row.created_at),
            "expires_at": utc(row.expires_at),
        }
        response = self.created(shown, f"auth/tokens/{row.pk}")
        response.headers["Cache-Control"] = "no-store"
        return response


class Tokens(ApiView):
    """The tokens a person has made."""

    scope = "account:read"
    ordering = ("-created_at", "-id")

    @documented("list_tokens", responses={200: page_of(Shown)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List my personal tokens, newest first."""
        pages = CursorPagination()
        rows = pages.paginate_queryset(PersonalToken.objects.filter(user=self.user), request, self)
        return pages.get_paginated_response([describe_token(row) for row in rows])


class Token(ApiView):
    """One token."""

    # A program may always throw its own key away; another's needs account:write.
    scope = "account:write"

    def check_permissions(self, request: Request) -> None:
        credential = request.auth
        if (
            request.method == "DELETE"
            and isinstance(credential, Credential)
            and credential.kind == "personal"
            and credential.id == self.kwargs["token_id"]
        ):
            return
        super().check_permissions(request)

    @documented("delete_token", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token. One without account:write may revoke itself."""
        if not revoke_token(self.user, token_id):
            raise Refusal("not_found", _("You have no token with this ID."))
        return Response(status=204)


class Me(ApiView):
    """The account that the request speaks for."""

    scope = {"GET": "account:read", "PATCH": "account:write", "DELETE": "account:write"}

    @documented("get_account", responses={200: shapes.Account})
    def get(self, request: Request) -> Response:
        """Return my account."""
        return Response(describe_me(self.user))

    @documented(
        "change_account",
        body=shapes.AccountChanges,
        responses={200: shapes.Account},
        codes=["bot_flag_locked", "already_played", "password_required"],
        example={"time_zone": "Europe/Vienna"},
        is_conditional=True,
    )
    def patch(self, request: Request) -> Response:
        """Change my account; what is not named stays."""
        said = self.read_body(shapes.AccountChanges, partial=True)
        user = self.user
        sections = hooks.SECTIONS.named()
        changes = {name: value for name, value in said.items() if name not in sections}
        password = changes.pop("password", None)
        if changes.get("is_bot", user.is_bot) != user.is_bot:
            self._may_change_the_mark(request, password)
        for name, value in changes.items():
            setattr(user, name, value)
        if changes:
            user.save(update_fields=list(changes))
        if "time_zone" in changes:
            for act in hooks.MOVED:
                act(user, timezone.now())
        for name, section in sections.items():
            if name in said:
                section.write(user, said[name])
        return Response(describe_me(user))

    def _may_change_the_mark(self, request: Request, password: str | None) -> None:
        """Raise a refusal unless the owner says, before any game, what plays here.

        A mark that a lost token could set for good would ruin a person's account.
        """
        if hooks.has_played(self.user):
            raise (
                Refusal(
                    "bot_flag_locked",
                    _("This account has played as a bot and stays a bot."),
                )
                if self.user.is_bot
                else Refusal(
                    "already_played",
                    _("This account has played as a person. Create a new one for your bot."),
                )
            )
        if request.auth != SESSION:
            self._confirm(request, password)

    @documented(
        "delete_account",
        body=shapes.Farewell,
        responses={204: None},
        codes=["password_required"],
        example={"password": examples.PASSWORD},
    )
    def delete(self, request: Request) -> Response:
        """Delete my account: open games are resigned, finished ones keep no name."""
        self._confirm(request, self.read_body(shapes.Farewell).get("password"))
        delete_account(self.user, timezone.now())
        return Response(status=204)

    @staticmethod
    def _confirm(request: Request, password: str | None) -> None:
        """Raise a refusal unless the owner himself is at the other end."""
        if password is None:
            if request.auth == SESSION and did_recently_reauthenticate(request._request):
                return
            raise Refusal("password_required", _("Send your password. You can't undo this."))
        if check_password(request, request.user.get_username(), password) is None:
            raise invalid("password", "wrong_password", _("Wrong password."))


def check_code(user: User, code: str | None) -> None:
    """Raise a refusal if this account wants a second factor and this is not its code."""
    if not second_factor.is_on(user):
        return
    if code is None:
        raise Refusal(
            "second_factor_required",
            _(
                "Also send a code from your app or a recovery code, or create the token on the "
                "website."
            ),
        )
    if why := second_factor.why_not(user, code):
        raise invalid("code", "wrong_code", why)


def check_password(request: Request, login: str, password: str) -> User | None:
    """Return whose password it is, or None; raise a 429 refusal after too many failures."""
    attempt = Attempt(request._request, login)
    verdict = attempt.begin()
    if not verdict.allowed:
        raise limits.refusal(verdict)
    user = authenticate(request._request, username=login, password=password)
    if isinstance(user, User):
        attempt.succeeded()
        return user
    attempt.failed()
    return None
