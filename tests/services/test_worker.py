"""The product on PostgreSQL and Redis, with two workers on one expediente."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.crash.product import Browser, Product, passwords

pytestmark = pytest.mark.services

PEOPLE = ("Remedios Zarzalejo Quintanal", "Eulalia Bermejillo Casas", "Leocadia Trespalacios Urbina")
WAITING = "SELECT count(*) FROM review_sourcefile WHERE state IN ('uploaded','analysing')"
STALE = "SELECT count(*) FROM review_casefile WHERE stale>0"
FILES = 8


def a_sample(folder: Path) -> Path:
    sample = folder / "sample"
    sample.mkdir()
    for n in range(FILES):
        lines = [f"Doña {name}, con DNI 9912345{i}N, comparece en el acto {n}.\n" for i, name in enumerate(PEOPLE)]
        (sample / f"{n}.txt").write_text("".join(lines) * (1 + n % 3))
    return sample


def test_two_workers_on_one_case_make_nobody_twice(tmp_path: Path, services: dict[str, str]) -> None:
    product = Product(tmp_path, **services)
    product.manage("migrate", "-v0")
    keys = passwords(product.manage("load_sample", "--folder", str(a_sample(tmp_path))))
    product.start(workers=2)
    try:
        time.sleep(4)
        product.kill("worker")
        product.wait(lambda: product.rows(WAITING)[0][0] + product.rows(STALE)[0][0] == 0, 180)
        assert product.rows("SELECT DISTINCT state FROM review_sourcefile") == [("analysed",)]
        names = [name for (name,) in product.rows("SELECT name FROM review_entity WHERE label='PERSON'")]
        assert sorted(names) == sorted(PEOPLE)
        mentions = product.rows(
            "SELECT e.name, count(DISTINCT d.source_id) FROM review_entity e JOIN review_detection d "
            "ON d.entity_id=e.id WHERE e.label='PERSON' GROUP BY 1"
        )
        assert dict(mentions) == dict.fromkeys(PEOPLE, FILES)
        _release(product, keys)
        assert "holds" in product.manage("verify_audit")
    finally:
        product.stop()


def _release(product: Product, keys: dict[str, str]) -> None:
    ((key, revision),) = product.rows("SELECT key::text, revision FROM review_casefile")
    where = f"/expedientes/{key}"
    reviewer = Browser(product, "revisora", keys["revisora"])
    doubts = product.rows("SELECT id FROM review_detection WHERE doubtful AND NOT decided AND lost_to=''")
    for n, (mention,) in enumerate(doubts):
        reviewer.post(f"{where}/revision/menciones/{mention}/decidir/", action="tag", revision=str(revision + n))
    reviewer.submit(where)
    approver = Browser(product, "aprobador", keys["aprobador"])
    ((sent,),) = product.rows("SELECT revision FROM review_casefile")
    approver.post(f"{where}/aprobar/", revision=str(sent))
    approver.post(f"{where}/generar/")
    product.wait(lambda: product.rows("SELECT state FROM review_casefile") == [("released",)], 60)
    results = [product.stored(name) for (name,) in product.rows("SELECT result FROM review_releasedfile")]
    assert len(results) == FILES
    assert not any(name.encode() in data for name in PEOPLE for data in results)
