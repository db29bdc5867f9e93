"""Lessons and hints: what they add to the service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.kept import OWN_DATA
from config.features import Feature
from config.places import ADDRESSES, Address
from games.features.learn import own_data

FEATURE = Feature(
    "learn",
    api_urls="games.features.learn.api_urls",
    urls="games.features.learn.urls",
    hooks=[
        ADDRESSES.by(Address("learn", "/learn/", gettext_lazy("Lessons")), early=True),
        OWN_DATA.by(own_data.TABLE),
    ],
)
