"""The Celery application; tasks live in pipeline/worker.py and carry ids only."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "anonymiza.settings")

app = Celery("anonymiza")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["pipeline"], related_name="worker")
