"""The Celery application; tasks live in pipeline/worker.py and carry ids only."""

from __future__ import annotations

import os

from celery import Celery, signals
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "anonymiza.settings")

# `filesystem://` stands for our own transport, which survives processes that die.
TRANSPORT_ALIASES["filesystem"] = "anonymiza.spool:Transport"

app = Celery("anonymiza")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["pipeline"], related_name="worker")


@signals.setup_logging.connect
def leave_logging(**_: object) -> None:
    """Keep Celery from adding handlers of its own, which write exceptions out in full."""
