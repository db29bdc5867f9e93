"""The endpoints of the OAuth server."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from oauth2_provider import views as library
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.models import (
    get_device_grant_model,
    get_grant_model,
    get_refresh_token_model,
)
from oauth2_provider.oauth2_backends import _add_iss_to_redirect
from oauth2_provider.settings import oauth2_settings
from rest_framework.request import Request

from accounts.authentication import BearerAuthentication
from accounts.credentials import DANGEROUS, SCOPE_WORDS, TOKEN_PREFIX, digest_of
from accounts.limits import refusal
from accounts.models import App
from accounts.oauth.descriptions import describe, refuse_other_bodies
from accounts.oauth.server import GRANTS, hashed
from accounts.services import apps
from accounts.services.tokens import end_token
from config.http.client_ip import client_address
from config.http.errors.handler import problem_response
from config.http.errors.refusals import Refusal
from config.http.headers import CSP, PAGE_POLICY, policy
from config.http.limits import Bucket, consume
from config.http.limits import policy as limit


class Counted:
    """Counts the requests to an endpoint by address, and says why one is refused."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        verdict = consume([Bucket(limit("oauth"), client_address(request))])
        if not verdict.allowed:
            return problem_response(refusal(verdict))
        response: HttpResponseBase | None = refuse_other_bodies(request)
        if response is None:
            response = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        response = describe(request, response)
        for name, value in verdict.headers().items():
            response.headers[name] = value
        return response


def scopes_in_words(scopes: list[str]) -> list[dict[str, Any]]:
    """Return what the consent page says of each scope, the dangerous ones last and louder."""
    rows = [
        {"name": scope, "words": SCOPE_WORDS[scope], "is_dangerous": scope in DANGEROUS}
        for scope in SCOPE_WORDS
        if scope in scopes
    ]
    return sorted(rows, key=lambda row: bool(row["is_dangerous"]))


@method_decorator(never_cache, name="dispatch")
class Authorize(library.AuthorizationView):
    """The page on which a person lets an app in, or does not."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return the page. Each time: that an app was let in before proves nothing about

        who asks now under its name (RFC 8252, 8.6).
        """
        asked: Any = request.GET.copy()
        asked.pop("approval_prompt", None)
        request.GET = asked
        return super().get(request, *args, **kwargs)

    def error_response(
        self, error: OAuthToolkitError, application: App | None, **kwargs: Any
    ) -> HttpResponse:
        # The library forgets which app it was, and with it the schemes that it may be reported by.
        if application is None:
            client_id = self.request.GET.get("client_id", "")
            application = App.objects.filter(client_id=client_id).first()
        return super().error_response(error, application, **kwargs)

    def redirect(self, redirect_to: str, application: App | None) -> HttpResponse:
        """Return the way back to the app; every answer, also a refusal, says whose it is.

        By ``iss`` an app that knows several servers distinguishes their answers (RFC 9207, 2).
        """
        return super().redirect(_add_iss_to_redirect(redirect_to, settings.SITE_URL), application)

    def form_valid(self, form: Any) -> HttpResponse:
        """Grant what the form says. It was checked when the page was made; it came back since."""
        sent = form.cleaned_data
        if not App.objects.filter(client_id=sent["client_id"]).exists():
            raise BadRequest(_("The form names an app that doesn't exist"))
        if not sent["code_challenge"] or sent["code_challenge_method"] != "S256":
            raise BadRequest(_("The form has no code challenge"))
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        if "scopes" in context:
            context["scopes"] = scopes_in_words(context["scopes"])
            context["callback_host"] = _host_of(context["redirect_uri"])
        return context

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Return the page with a policy that lets its form be answered by a redirect to the app."""
        response = super().render_to_response(context, **kwargs)
        if redirect_uri := context.get("redirect_uri"):
            source = _csp_source(redirect_uri)
            response.headers[CSP] = policy({**PAGE_POLICY, "form-action": f"'self' {source}"})
        return response


def _host_of(uri: str) -> str:
    parts = urlsplit(uri)
    return parts.hostname or f"{parts.scheme}:"


def _csp_source(uri: str) -> str:
    """Return the origin of a callback; loopback ones are met on any port."""
    parts = urlsplit(uri)
    if parts.scheme in {"http", "https"}:
        return f"{parts.scheme}://{parts.netloc}"
    return f"{parts.scheme}:"


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class Token(Counted, library.TokenView):
    """Codes and refresh tokens for access tokens."""

    @method_decorator(transaction.atomic)
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Of two who bring one code or refresh token the second waits here, and finds it used.
        # The second of two who refresh then gets the pair that the first got.
        code = hashed(request.POST.get("code", ""))
        get_grant_model().objects.select_for_update().filter(code=code).first()
        refresh = hashed(request.POST.get("refresh_token", ""))
        get_refresh_token_model().objects.select_for_update().filter(token_checksum=refresh).first()
        return self.authorization_flow_token_response(request)


@method_decorator(csrf_exempt, name="dispatch")
class Revoke(Counted, library.RevokeTokenView):
    """Throws a token away, and what hangs on it; a personal one for anyone who holds it."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        token = request.POST.get("token", "")
        if token.startswith(TOKEN_PREFIX):
            # It belongs to no app, so there is no client to name. RFC 7009, 2.2: the answer to a
            # token that is unknown is the same.
            end_token(token)
            return HttpResponse()
        return super().post(request, *args, **kwargs)


@method_decorator(csrf_exempt, name="dispatch")
class DeviceAuthorization(Counted, library.DeviceAuthorizationView):
    """Gives a device that has no browser a code to show."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return both codes (RFC 8628, 3.2). Written out here because the library's own view

        stores the device's code as it is, and does not know oauthlib's newest answer.
        """
        headers, body, status = self.create_device_authorization_response(request)
        facts = json.loads(body) if isinstance(body, str) else body
        if status == 200:
            interval = facts.get("interval", 5)
            grant = get_device_grant_model().objects.create(
                client_id=request.POST["client_id"],
                device_code=hashed(facts["device_code"]),
                user_code=facts["user_code"],
                scope=request.POST.get("scope", "").strip()
                or " ".join(oauth2_settings.DEFAULT_SCOPES),
                interval=interval,
                expires=timezone.now() + timedelta(seconds=facts["expires_in"]),
            )
            # The interval is between two questions (RFC 8628, 3.5): the first may come at the same
            # time.
            get_device_grant_model().objects.filter(pk=grant.pk).update(
                last_checked=timezone.now() - timedelta(seconds=interval)
            )
        return JsonResponse(facts, status=status, headers=headers)


class _CountedByPerson:
    """Codes that people type are short: no one gets to try many."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        verdict = consume([Bucket(limit("device_code"), f"user:{request.user.pk}")])
        if not verdict.allowed:
            return problem_response(refusal(verdict))
        response: HttpResponseBase = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return response


class Device(_CountedByPerson, library.DeviceUserCodeView):
    """The page on which a person types the code that a device shows."""


class DeviceConfirm(library.DeviceConfirmView):
    """The page on which a person lets the device in, or does not."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context["scopes"] = scopes_in_words(context["scopes"])
        return context


@csrf_exempt
@require_POST
def introspect(request: HttpRequest) -> HttpResponse:
    """Return what a token is worth (RFC 7662), to anyone who shows a token of the same owner.

    Apps have no secret to identify themselves by, so a bearer token does: an app's shows about
    tokens of this app for this person, a personal one about all tokens of its owner.
    """
    try:
        found = BearerAuthentication().authenticate(Request(request))
    except Refusal as exc:
        return problem_response(exc)
    if found is None:
        return problem_response(Refusal("not_authenticated", _("Send a bearer token.")))
    user, credential = found
    token = request.POST.get("token")
    if not token:
        return describe(request, JsonResponse({"error": "invalid_request"}, status=400))
    facts = apps.introspect(digest_of(token), user, credential)
    return JsonResponse(facts or {"active": False}, headers={"Cache-Control": "no-store"})


@require_GET
def metadata(request: HttpRequest) -> HttpResponse:
    """Return what a client needs to know of this server (RFC 8414)."""

    def at(name: str) -> str:
        return settings.SITE_URL + reverse(f"oauth2_provider:{name}")

    return JsonResponse(
        {
            "issuer": settings.SITE_URL,
            "authorization_endpoint": at("authorize"),
            "token_endpoint": at("token"),
            "revocation_endpoint": at("revoke-token"),
            "introspection_endpoint": at("introspect"),
            "device_authorization_endpoint": at("device-authorization"),
            "scopes_supported": list(SCOPE_WORDS),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": list(GRANTS),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": settings.SITE_URL + "/developers/",
        }
    )


@require_GET
def resource_metadata(request: HttpRequest) -> HttpResponse:
    """Return who issues tokens for this API (RFC 9728)."""
    return JsonResponse(
        {
            "resource": settings.SITE_URL + "/api/v1",
            "authorization_servers": [settings.SITE_URL],
            "scopes_supported": list(SCOPE_WORDS),
            "bearer_methods_supported": ["header"],
            "resource_documentation": settings.SITE_URL + "/developers/",
        }
    )
