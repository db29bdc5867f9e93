"""Templates are read without the indentation of their lines, which would only be sent."""

from __future__ import annotations

import re
from typing import Final

from django.template import Origin
from django.template.loaders import app_directories, filesystem

_AS_WRITTEN: Final = re.compile(r"(<(pre|textarea)\b.*?</\2>)", re.S)
_INDENTATION: Final = re.compile(r"^[ \t]+", re.M)


def without_indentation(source: str) -> str:
    """Return the source with as many lines; what is in ``pre`` and ``textarea`` is kept."""
    # Split by two groups: what is between, what is kept, the name of its element, and so on.
    parts = _AS_WRITTEN.split(source)
    between = [_INDENTATION.sub("", part) for part in parts[::3]]
    kept = [*parts[1::3], ""]
    return "".join(one + other for one, other in zip(between, kept, strict=True))


def _read(source: str, origin: Origin) -> str:
    return without_indentation(source) if str(origin.name).endswith(".html") else source


class Filesystem(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _read(super().get_contents(origin), origin)


class AppDirectories(app_directories.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _read(super().get_contents(origin), origin)
