"""How every form is drawn."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField
from django.forms.renderers import DjangoTemplates
from django.forms.widgets import Widget


class Drawn(BoundField):
    """A field that the page begins at, where something is wrong with it and not with one before."""

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: Widget | None = None
    ) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        return {**attrs, "autofocus": True} if self.errors and not self.is_hidden else attrs


class Renderer(DjangoTemplates):
    """Django's own, with fields of ours."""

    bound_field_class = Drawn
