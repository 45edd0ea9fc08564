"""Deciding a person with 1,000 mentions in an expediente of 5,000, through the real view on SQLite."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

PEOPLE, MENTIONS = 5, 1000


def run(rounds: int) -> list[float]:
    """Return the milliseconds of each decision, replace and keep in turn."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    os.environ["ANONYMIZA_DATA"] = tempfile.mkdtemp(prefix="anonymiza-bench-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "anonymiza.settings"
    os.environ["ANONYMIZA_STATICFILES"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return _times(rounds)


def _times(rounds: int) -> list[float]:
    from django.test import Client
    from django.urls import reverse

    from tests import cast
    from tests.review.a_case import a_file

    people = cast.assemble()
    case = people.case
    page = "\n\n".join(
        " ".join(f"Informa [PERSON#{n} Persona Inventada {n}] de lo actuado." for n in range(1, PEOPLE + 1))
        for _ in range(MENTIONS)
    )
    a_file(case, people.alba, page)
    entity = case.entities.order_by("order").first()
    client = Client(HTTP_HOST="localhost")
    client.force_login(people.alba)
    url = reverse("desk_decide_entity", args=[case.key, entity.pk])
    times = []
    for n in range(rounds):
        case.refresh_from_db()
        data = {"action": "keep" if n % 2 else "tag", "revision": case.revision}
        start = time.perf_counter()
        response = client.post(url, data, headers={"HX-Request": "true"})
        times.append((time.perf_counter() - start) * 1000)
        if response.status_code != 200:
            raise SystemExit(f"the decision answered {response.status_code}")
    return times
