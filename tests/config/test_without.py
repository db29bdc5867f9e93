"""Features that are left out are named by WITHOUT."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


def test_an_unknown_feature_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WITHOUT", "plans,swimming")
    with pytest.raises(ImproperlyConfigured, match="swimming"):
        environment.some_of("WITHOUT", ["plans", "share"])
