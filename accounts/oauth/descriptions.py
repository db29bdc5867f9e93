"""Sentences for the refusals of the OAuth server, which its library leaves without one.

An app switches on ``error``; anyone who writes the app reads ``error_description`` (RFC 6749, 5.2).
"""

from __future__ import annotations

import json
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase

ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)

FORM: Final = ("application/x-www-form-urlencoded", "multipart/form-data")

_DESCRIPTIONS: Final = {
    "invalid_request": "A parameter is missing, is repeated or cannot be read.",
    "invalid_client": "There is no app with this client_id.",
    "invalid_grant": "What was brought for a token is not good any more.",
    "unauthorized_client": "This app may not ask for a token in this way.",
    "unsupported_grant_type": "Send grant_type: authorization_code, refresh_token or"
    " urn:ietf:params:oauth:grant-type:device_code.",
    "invalid_scope": "The scope is unknown, or goes beyond what the person allowed.",
    "authorization_pending": "The person has not answered yet; ask again after the interval.",
    "slow_down": "Asked too soon; wait five seconds longer between two questions.",
    "expired_token": "The codes of the device have expired; begin again.",
    "access_denied": "The person did not let the app in.",
}
_OF_GRANTS: Final = {
    # What is wrong with the code itself the validator says.
    "authorization_code": "code_verifier does not fit the code_challenge of the code.",
    "refresh_token": "The refresh token is unknown, has expired, was revoked, or was used before."
    " Send the person through the consent page again.",
}


def describe(request: HttpRequest, response: ResponseT) -> ResponseT:
    """Return the answer of an OAuth endpoint; a refusal in it has a description."""
    if response.status_code < 400 or not isinstance(response, HttpResponse):
        return response
    try:
        facts = json.loads(response.content)
    except ValueError:
        return response
    error = facts.get("error")
    if error is None or facts.get("error_description"):
        return response
    words = _DESCRIPTIONS.get(error, "The request was refused.")
    if error == "invalid_grant":
        words = _OF_GRANTS.get(request.POST.get("grant_type", ""), words)
    response.content = json.dumps({**facts, "error_description": words}).encode()
    if "Content-Length" in response.headers:
        response.headers["Content-Length"] = str(len(response.content))
    return response


def refuse_other_bodies(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a body that is no form, which would be read as an empty one."""
    if request.method != "POST" or not request.content_type or request.content_type in FORM:
        return None
    words = f"Send the parameters as {FORM[0]}, not as {request.content_type[:100]}."
    return JsonResponse({"error": "invalid_request", "error_description": words}, status=400)
