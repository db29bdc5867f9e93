"""Clips, pages of goals and frames for other sites: what they add to the service."""

from __future__ import annotations

from config.features import Feature

FEATURE = Feature(
    "share",
    api_urls="games.features.share.api_urls",
    urls="games.features.share.urls",
    schedule={
        "forget-old-clips": {"task": "games.share.tasks.forget_old_clips", "schedule": 3600.0},
    },
)
