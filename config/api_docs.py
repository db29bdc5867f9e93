"""The OpenAPI document and the page to try calls on."""

from __future__ import annotations

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation

from config.headers import API_DOCS_POLICY, with_policy


class SchemaView(SpectacularAPIView):
    """The document itself: JSON, or YAML for who asks for it."""

    scope = None
    renderer_classes = [OpenApiJsonRenderer, OpenApiYamlRenderer]
    content_negotiation_class = DefaultContentNegotiation


class DocsView(SpectacularSwaggerSplitView):
    """Every call on one page, to be tried."""

    scope = None


# Swagger UI needs a looser policy than our own pages, and nothing from elsewhere.
show_docs = with_policy(API_DOCS_POLICY)(DocsView.as_view(url_name="api_schema"))
