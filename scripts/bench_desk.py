"""The desk through the real views on SQLite: acts on a person with 1,000 mentions in an expediente of 5,000, and the
first screen of an expediente of 10,000 people with 100,000 mentions.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PEOPLE, MENTIONS = 400, 1000
IN_CASE = 5 * MENTIONS
LARGE_PEOPLE, LARGE_MENTIONS, LARGE_FILES = 10_000, 100_000, 10


def run(rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each act by name: decide on the person, on one mention, undo, merge, evidence."""
    _start()
    return _Desk().times(rounds)


def first_screen(rounds: int) -> dict[str, dict[str, list[float]]]:
    """Return, of the large expediente, the milliseconds and kilobytes of each answer by name.

    `first_screen` is the page with all that its script asks for before a key can be pressed.
    """
    _start()
    return _Large().times(rounds)


def _start() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    os.environ["ANONYMIZA_DATA"] = tempfile.mkdtemp(prefix="anonymiza-bench-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "anonymiza.settings"
    os.environ["ANONYMIZA_STATICFILES"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


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


class _Large:
    """An expediente of 10,000 people with 100,000 mentions."""

    def __init__(self) -> None:
        from django.test import Client

        from tests import cast
        from tests.review.large_case import large_case

        people = cast.assemble()
        self.case = people.case
        large_case(self.case, people.alba, people=LARGE_PEOPLE, mentions=LARGE_MENTIONS, files=LARGE_FILES)
        self.client = Client(HTTP_HOST="localhost")
        self.client.force_login(people.alba)

    def times(self, rounds: int) -> dict[str, dict[str, list[float]]]:
        from django.urls import reverse

        key, file = self.case.key, self.case.files.order_by("order")[0].key
        mention = self.case.entities.order_by("pk")[0].mentions.order_by("pk")[0]
        lines = ",".join(map(str, self.case.entities.order_by("pk").values_list("pk", flat=True)[500:600]))
        reads = {
            "page": reverse("desk", args=[key]),
            "map": reverse("desk_map", args=[key, file]),
            "text": reverse("desk_fragment", args=[key, file, 0]),
            "places": f"{reverse('desk_index', args=[key])}?de={mention.entity_id}",
            "evidence": reverse("desk_evidence", args=[key, mention.pk]),
            "next_hundred": f"{reverse('desk_rows', args=[key])}?ids={lines}",
        }
        found = {name: self._read(url, rounds) for name, url in reads.items()}
        found["filter"] = self._read(reverse("desk_people", args=[key]), rounds, {"typed": "inventada 77"})
        opening = [found[name] for name in ("page", "map", "text", "places", "evidence")]
        found["first_screen"] = {
            unit: [sum(each) for each in zip(*(part[unit] for part in opening), strict=True)] for unit in ("ms", "kb")
        }
        return found

    def _read(self, url: str, rounds: int, sent: dict[str, str] | None = None) -> dict[str, list[float]]:
        took: list[float] = []
        size: list[float] = []
        for turn in range(rounds + 1):
            start = time.perf_counter()
            answer = self.client.post(url, sent) if sent is not None else self.client.get(url)
            if answer.status_code != 200:
                raise SystemExit(f"the desk answered {answer.status_code}")
            if turn:  # the first loads modules and templates
                took.append((time.perf_counter() - start) * 1000)
                size.append(len(answer.content) / 1024)
        return {"ms": took, "kb": size}
