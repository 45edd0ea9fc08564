"""Killing the web server or the worker at random instants loses nothing and leaves nothing half-written."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import threading
import time
from pathlib import Path

import pytest

from tests.crash.product import ROOT, Browser, Product, passwords

pytestmark = pytest.mark.crash

KILLS = int(os.environ.get("CRASH_KILLS", "50"))
SEED = int(os.environ.get("CRASH_SEED", "20260101"))
NAMES = ("Remedios Zarzalejo Quintanal", "Eulalia Bermejillo Casas", "Leocadia Trespalacios Urbina")
IN_REVIEW = "SELECT count(*) FROM review_sourcefile WHERE NOT removed AND state IN ('uploaded','analysing')"


class Traffic(threading.Thread):
    """A reviewer and an approver who keep working through the storm and note what was acknowledged."""

    def __init__(self, product: Product, keys: dict[str, str], chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.product, self.chance = product, chance
        self.reviewer = Browser(product, "revisora", keys["revisora"])
        self.approver = Browser(product, "aprobador", keys["aprobador"])
        self.over = threading.Event()
        self.uploads: set[str] = set()
        self.decisions: dict[int, str] = {}
        self.failure: BaseException | None = None
        (self.sample,) = product.rows("SELECT id, key FROM review_casefile")
        self.case = self._open_case()

    def _open_case(self) -> str:
        (unit,) = self.product.rows("SELECT id FROM review_unit")
        (policy,) = self.product.rows("SELECT id FROM review_policyversion WHERE name='transparencia'")
        fields = {"title": "Tormenta", "unit": str(unit[0]), "policy": str(policy[0])}
        answer = self.reviewer.post("/expedientes/nuevo/", **fields)
        assert answer is not None and answer[0] == 200
        return answer[1].rstrip("/").rpartition("/")[2]

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self.chance.choice((self._upload, self._upload, self._decide, self._decide, self._publish))()
                time.sleep(0.05)
        except BaseException as error:
            self.failure = error

    def _upload(self) -> None:
        if self.product.rows(IN_REVIEW)[0][0] > 6:
            time.sleep(0.3)
            return
        name = self.chance.choice(NAMES)
        data = f"Doña {name}, con DNI 99{self.chance.randrange(10**6):06}N, pide {self.chance.random()}.\n".encode()
        answer = self.reviewer.upload(f"/expedientes/{self.case}/ficheros/", "escrito.txt", data)
        if answer is not None and answer[0] == 200:
            self.uploads.add(hashlib.sha256(data).hexdigest())

    def _decide(self) -> None:
        found = self.product.rows(
            "SELECT e.id, c.revision FROM review_entity e JOIN review_casefile c ON c.id=e.case_id "
            "WHERE c.key=? AND e.merged_into_id IS NULL AND e.action='' LIMIT 20",
            self.case.replace("-", ""),
        )
        if found:
            entity, revision = self.chance.choice(found)
            action = self.chance.choice(("keep", "suppress"))
            path = f"/expedientes/{self.case}/revision/personas/{entity}/decidir/"
            answer = self.reviewer.post(path, action=action, revision=str(revision))
            if answer is not None and answer[0] == 200:
                self.decisions[entity] = action

    def _publish(self) -> None:
        """Walk the sample one step on its way, round and round."""
        state, revision = self.product.rows("SELECT state, revision FROM review_casefile WHERE id=?", self.sample[0])[0]
        where = f"/expedientes/{_dashed(self.sample[1])}"
        if state == "in_review":
            self._settle_doubts(where, revision)
            self.reviewer.submit(where)
        elif state == "to_approve":
            self.approver.post(f"{where}/aprobar/", revision=str(revision))
        elif state == "approved":
            self.approver.post(f"{where}/generar/")
        elif state in {"released", "release_failed"}:
            self.reviewer.post(f"{where}/devolver/", reason="otra vuelta")

    def _settle_doubts(self, where: str, revision: int) -> None:
        query = (
            "SELECT d.id FROM review_detection d JOIN review_sourcefile s ON s.id=d.source_id WHERE s.case_id=? "
            "AND d.doubtful AND NOT d.decided AND NOT d.withdrawn AND d.lost_to='' LIMIT 5"
        )
        for n, (mention,) in enumerate(self.product.rows(query, self.sample[0])):
            self.reviewer.post(
                f"{where}/revision/menciones/{mention}/decidir/", action="tag", revision=str(revision + n)
            )


def test_killing_either_process_at_any_instant_loses_nothing(tmp_path: Path) -> None:
    product = Product(tmp_path, ANONYMIZA_MAX_ATTEMPTS="1000")
    product.manage("migrate", "-v0")
    keys = passwords(product.manage("load_sample", "--folder", str(_sample(tmp_path))))
    product.start()
    try:
        product.wait(lambda: product.rows(IN_REVIEW)[0][0] == 0, 90)
        traffic = Traffic(product, keys, random.Random(SEED))
        traffic.start()
        _storm(product, random.Random(SEED + 1))
        traffic.over.set()
        traffic.join(60)
        assert traffic.failure is None, traffic.failure
        _calm(product)
        _check(product, traffic)
    finally:
        product.stop()


def test_a_file_that_kills_its_reader_fails_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    product = Product(
        folder, ANONYMIZA_MAX_ATTEMPTS="2", ANONYMIZA_LEASE_SECONDS="3", PYTHONPATH=str(ROOT / "tests/crash/poison")
    )
    product.manage("migrate", "-v0")
    sample = tmp_path / "sample"
    sample.mkdir()
    (sample / "1 malo.txt").write_bytes(b"Mata POISON-FOR-THE-CRASH-TEST al lector.\n")
    (sample / "2 bueno.txt").write_bytes(b"Comparece Remedios Zarzalejo Quintanal.\n")
    (sample / "3 peor.txt").write_bytes(b"Mata POISON-FOR-THE-READER a quien lo abre.\n")
    product.manage("load_sample", "--folder", str(sample))
    product.start()
    try:
        product.wait(lambda: product.rows(IN_REVIEW)[0][0] == 0, 120)
        found = product.rows("SELECT state, error_code, error_stage FROM review_sourcefile ORDER BY id")
        assert found == [("failed", "poisoned", "extract"), ("analysed", "", ""), ("failed", "died", "extract")]
    finally:
        product.stop()


def _sample(folder: Path) -> Path:
    sample = folder / "sample"
    sample.mkdir()
    for n, name in enumerate(NAMES):
        (sample / f"{n}.txt").write_text(f"Doña {name}, con DNI 9912345{n}N, solicita la beca.\nFirma {name}.\n")
    return sample


def _storm(product: Product, chance: random.Random) -> None:
    killed = 0
    while killed < KILLS:
        # Mostly soon after both work again, so that the kills meet work and not the starting of a process.
        product.wait(product.answers, 60)
        time.sleep(chance.uniform(0.0, 3.0))
        killed += product.kill(chance.choice(("web", "worker")))


def _calm(product: Product) -> None:
    """Wait until nothing is pending any more."""
    product.wait(product.answers, 60)
    pending = (
        f"SELECT ({IN_REVIEW}) + (SELECT count(*) FROM review_casefile WHERE state='releasing' "
        "OR (stale>0 AND state='in_review'))"
    )
    product.wait(lambda: product.rows(pending)[0][0] == 0, 180)


def _check(product: Product, traffic: Traffic) -> None:
    kept = dict(product.rows("SELECT digest, state FROM review_sourcefile WHERE NOT removed"))
    assert traffic.uploads, "the storm let no upload through"
    assert {digest for digest in traffic.uploads if kept.get(digest) != "analysed"} == set()
    assert set(kept.values()) == {"analysed"}
    assert traffic.decisions, "the storm let no decision through"
    standing = dict(product.rows("SELECT id, action FROM review_entity"))
    assert {e: standing.get(e) for e in traffic.decisions} == traffic.decisions
    _check_mentions(product, traffic)
    _check_files(product)
    _check_releases(product)
    assert "holds" in product.manage("verify_audit")


def _check_mentions(product: Product, traffic: Traffic) -> None:
    for entity, action in traffic.decisions.items():
        query = "SELECT DISTINCT action FROM review_detection WHERE entity_id=? AND lost_to='' AND effect='hide'"
        assert product.rows(query, entity) == [(action,)]
    tags = product.rows("SELECT case_id, tag, count(*) FROM review_entity GROUP BY 1, 2 HAVING count(*)>1")
    twins = product.rows(
        "SELECT case_id, name, count(*) FROM review_entity WHERE label='PERSON' GROUP BY 1, 2 HAVING count(*)>1"
    )
    assert (tags, twins) == ([], [])


def _check_files(product: Product) -> None:
    for original, document, digest in product.rows("SELECT original, document, digest FROM review_sourcefile"):
        data = product.stored(original)
        assert hashlib.sha256(data).hexdigest() == digest
        assert json.loads(gzip.decompress(product.stored(document)))["text"]


def _check_releases(product: Product) -> None:
    released = product.rows("SELECT id FROM review_release")
    assert released, "the storm let no release through"
    for (release,) in released:
        files = product.rows(
            "SELECT result, report_json, report_html, digest FROM review_releasedfile WHERE release_id=?", release
        )
        assert len(files) == len(NAMES)
        for result, report, page, digest in files:
            data = product.stored(result)
            assert hashlib.sha256(data).hexdigest() == digest
            assert not any(name.encode() in data for name in NAMES)
            assert json.loads(product.stored(report))["replacements"]
            assert b"</html>" in product.stored(page)
    numbers = [n for (n,) in product.rows("SELECT number FROM review_release ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))


def _dashed(key: str) -> str:
    return f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}"
