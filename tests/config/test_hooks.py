"""What apps do for one another is named by dotted paths, and each leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from config import hook_settings

HOOKS = {name: value for name, value in vars(hook_settings).items() if name.isupper()}


def paths_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from paths_in(inner)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_leads_to_something(name: str) -> None:
    assert getattr(settings, name) == HOOKS[name]
    for path in paths_in(HOOKS[name]):
        try:
            import_string(path)
        except ImportError:
            import_module(path)
