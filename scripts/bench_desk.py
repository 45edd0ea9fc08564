"""Acts on a person with 1,000 mentions in an expediente of 5,000, through the real views on SQLite."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PEOPLE, MENTIONS = 400, 1000
IN_CASE = 5 * MENTIONS


def run(rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each act by name: decide on the person, on one mention, undo, merge, evidence."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    os.environ["ANONYMIZA_DATA"] = tempfile.mkdtemp(prefix="anonymiza-bench-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "anonymiza.settings"
    os.environ["ANONYMIZA_STATICFILES"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return _Desk().times(rounds)


class _Desk:
    def __init__(self) -> None:
        from django.test import Client

        from tests import cast
        from tests.review.a_case import a_file

        people = cast.assemble()
        self.case = people.case
        page = "".join(
            f"Comparece [PERSON#{1 if n % 5 == 0 else n % PEOPLE + 2} Persona Inventada {n % PEOPLE}] y expone.\n\n"
            for n in range(IN_CASE)
        )
        a_file(self.case, people.alba, page)
        self.client = Client(HTTP_HOST="localhost")
        self.client.force_login(people.alba)

    def times(self, rounds: int) -> dict[str, list[float]]:
        from review.models import Detection, Entity

        one = Entity.objects.get(case=self.case, tag="PER_1")
        others = Entity.objects.filter(case=self.case).exclude(pk=one.pk).values_list("pk", flat=True).order_by("pk")
        if Detection.objects.filter(entity=one).count() != MENTIONS:
            raise SystemExit("the person hasn't the mentions that the figure speaks of")
        mention = Detection.objects.filter(entity=one).order_by("start")[MENTIONS // 2].pk
        actions = ("suppress", "keep", "tag", "initials")
        return {
            "decide_person": [self._act("desk_decide_entity", one.pk, action=actions[n % 4]) for n in range(rounds)],
            "decide_mention": [self._act("desk_decide_mention", mention, action=actions[n % 3]) for n in range(rounds)],
            "undo": [self._act("desk_undo") for n in range(rounds)],
            "merge": [self._act("desk_merge", pk, to=one.pk) for pk in list(others)[:rounds]],
            "evidence": [self._read("desk_evidence", mention) for n in range(rounds)],
        }

    def _act(self, name: str, pk: int | None = None, **data: Any) -> float:
        from django.urls import reverse

        self.case.refresh_from_db()
        url = reverse(name, args=[self.case.key, pk] if pk else [self.case.key])
        return self._timed(
            lambda: self.client.post(url, {**data, "revision": self.case.revision}, headers={"HX-Request": "true"})
        )

    def _read(self, name: str, pk: int) -> float:
        from django.urls import reverse

        url = reverse(name, args=[self.case.key, pk])
        return self._timed(lambda: self.client.get(url))

    def _timed(self, ask: Any) -> float:
        start = time.perf_counter()
        response = ask()
        took = (time.perf_counter() - start) * 1000
        if response.status_code != 200:
            raise SystemExit(f"the desk answered {response.status_code}")
        return took
