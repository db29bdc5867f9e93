"""What apps add is said once, and stands in the order in which they are installed."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.urls import resolve

from config import features
from config.celery import app as celery
from config.features import Feature, Hook


def test_each_app_of_ours_registers_what_it_adds() -> None:
    ours = [
        one.label
        for one in apps.get_app_configs()
        if one.name.startswith(("accounts", "games", "notifications"))
    ]
    of_features = {
        f"notifications.{name}"
        for name in (
            "core",
            "analysis",
            "competitions",
            "finals",
            "plans",
            "puzzles",
            "ratings",
            "takebacks",
            "supervisor",
            "seats",
        )
    }
    names = [one.name for one in features.registered() if one.name not in of_features]
    assert names == ["config", *ours]


def test_every_periodic_task_exists() -> None:
    celery.loader.import_default_modules()
    for name, entry in features.schedule().items():
        assert entry["task"] in celery.tasks, name


@pytest.mark.needs("learn")
def test_addresses_of_features_are_served() -> None:
    assert resolve("/api/v1/learn").url_name == "api_learn"


def test_what_is_early_comes_before_what_was_registered_first() -> None:
    apart: dict[str, Feature] = {}
    hook: Hook[str] = Hook()
    features.register(Feature("core", hooks=[hook.by("second", name="b")]), apart)
    features.register(Feature("above", hooks=[hook.by("first", name="a", early=True)]), apart)
    assert list(hook) == ["first", "second"]
    assert hook.named() == {"a": "first", "b": "second"}


def test_nothing_registers_twice() -> None:
    apart: dict[str, Feature] = {}
    features.register(Feature("once"), apart)
    with pytest.raises(AssertionError):
        features.register(Feature("once"), apart)
