"""The project: settings, addresses and the parts that every app shares."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
