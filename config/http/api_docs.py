"""The OpenAPI document and the page to try calls on."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.http.headers import API_DOCS_POLICY, with_policy

JSON_FORM: Final = "application/vnd.oai.openapi+json"
YAML_FORM: Final = "application/vnd.oai.openapi"
_FORMS: Final = {
    JSON_FORM: JSON_FORM,
    "application/json": JSON_FORM,
    YAML_FORM: YAML_FORM,
    "application/yaml": YAML_FORM,
}


def _form_of(request: HttpRequest) -> str:
    """Return the form that is asked for, by ``?format=`` or ``Accept``; JSON if in doubt."""
    if request.GET.get("format") == "yaml":
        return YAML_FORM
    return _FORMS.get(request.get_preferred_type(list(_FORMS)) or "", JSON_FORM)


_writing = Lock()


def written(form: str) -> bytes:
    """Return the document, which is the same as long as the process lives.

    One thread writes it, and the others wait: drf-spectacular sets attributes of the views while it
    reads them, and a second thread would find these half set.
    """
    with _writing, translation.override(settings.LANGUAGE_CODE):
        return _write(form)


@cache
def _write(form: str) -> bytes:
    document: dict[str, Any] = SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
        request=None, public=True
    )
    if form == YAML_FORM:
        return OpenApiYamlRenderer().render(document)  # type: ignore[no-untyped-call]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str).encode()


def _etag_of(request: HttpRequest) -> str:
    return f'"{hashlib.sha256(written(_form_of(request))).hexdigest()[:16]}"'


@require_safe
@gzip_page
@condition(etag_func=_etag_of)
def show_document(request: HttpRequest) -> HttpResponse:
    """Show the document: JSON, or YAML for who asks for it."""
    form = _form_of(request)
    return HttpResponse(
        written(form),
        content_type=f"{form}; charset=utf-8",
        headers={"Cache-Control": "public, max-age=300", "Vary": "Accept"},
    )


class DocsView(SpectacularSwaggerSplitView):
    """Every call on one page, to be tried."""

    scope = None


# Swagger UI needs a looser policy than our own pages, and nothing from elsewhere.
show_docs = with_policy(API_DOCS_POLICY)(DocsView.as_view(url_name="api_schema"))
