"""Wiring: settings, Celery, URLs, WSGI."""

from anonymiza.celery import app as celery_app

__all__ = ["celery_app"]
