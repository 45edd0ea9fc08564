"""The command line with what nobody meant it for: odd bytes, odd names, full folders; its exit codes are kept."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from pipeline import cli

SAID = "Doña Ana Ávila Quirós, con DNI 99012345J, recurre.\n"
LEAN = "Pide ayuda doña Irene Zorita Buján.\n"
SHORT = "Se adjunta el plano de Buján y otro.\n"


def _written(path: Path, text: str = SAID) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("Do\xf1a".encode("latin-1"), 3),
        (b"[" * 100_000, 3),
        (b'{"id": 1, "text": 5}', 3),
        (b'{"id": NaN, "text": "a"}', 3),
        (b'\xef\xbb\xbf{"id": 1, "text": "Ana"}\r\n\r\n{"id": 2, "text": ""}\r\n', 0),
        ('{"id": 1, "text": "una\u2028dos\x85tres"}'.encode(), 0),
        (b'{"id": "a\\ud800", "text": "Do\\u00f1a Ana\\ud800 \\u00c1vila"}', 0),
    ],
    ids=["latin-1", "deep", "number", "not JSON", "mark and line ends", "ends of lines inside", "half a pair"],
)
def test_lines_are_read_or_refused(lines: bytes, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_bytes(lines)
    assert cli.main(["analyse", "--jsonl", str(tmp_path / "a.jsonl"), "--quiet"]) == code
    told = capsys.readouterr()
    assert [json.loads(line)["id"] for line in told.out.split("\n") if line] == ([] if code else _ids(lines))
    assert "internal fault" not in told.err


def _ids(lines: bytes) -> list[object]:
    rows = [json.loads(line) for line in lines.decode("utf-8-sig").split("\n") if line.strip()]
    return [row["id"].replace("\ud800", "\ufffd") if isinstance(row["id"], str) else row["id"] for row in rows]


def test_half_a_pair_moves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Firma \ud800 doña Ana Ávila Quirós."
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": 1, "text": text}), encoding="ascii")
    assert cli.main(["analyse", "--jsonl", str(tmp_path / "a.jsonl"), "--quiet"]) == 0
    one = json.loads(capsys.readouterr().out)
    kept = [d for d in one["detections"] if d["lost_to"] is None and d["label"] == "PERSON"]
    assert [text[d["start"] : d["end"]] for d in kept] == ["Ana Ávila Quirós"]


@pytest.mark.parametrize("coding", ["latin-1", "utf-16", "utf-8"])
def test_standard_input_may_be_in_any_encoding(
    coding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SAID.encode(coding))))
    assert cli.main(["analyse", "-", "--quiet"]) == 0
    analysis = json.loads(capsys.readouterr().out)
    assert (analysis["file"], analysis["text"]) == ("-", SAID)


def test_names_that_are_no_text_are_taken_as_they_come(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/mal\xff\x1b[31m.txt")
    _written(Path(odd))
    assert cli.main(["analyse", odd, odd[:-1], "a\0b", "--quiet"]) == 3
    told = capsys.readouterr()
    assert json.loads(told.out)[0]["file"].startswith("mal\ufffd")
    assert told.err.count("can't be read") == 1
    assert "\x1b" not in told.err


@pytest.mark.parametrize("taken", ["file", "folder", "no such place"])
def test_what_cannot_be_written_is_told(taken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _written(tmp_path / "a.txt")
    ways: dict[str, list[str]] = {
        "file": ["redact", file, "--out", file],
        "folder": ["analyse", file, "--json", str(tmp_path)],
        "no such place": ["analyse", file, "--json", "/proc/none/out.json"],
    }
    assert cli.main([*ways[taken], "--quiet"]) == 2
    assert "The result can't be written" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_result_never_takes_the_place_of_anothers(tmp_path: Path) -> None:
    out = tmp_path / "out"
    _written(out / "documento.md", "Apuntes de quien trabaja aquí.\n")
    first, second = _written(tmp_path / "uno.txt"), _written(tmp_path / "dos.txt", SAID + "Fin.\n")
    for file in (first, second, first, second):
        assert cli.main(["redact", file, "--out", str(out), "--quiet"]) == 0
    names = sorted(name for name in os.listdir(out) if ".report" not in name)
    assert names == ["documento.md", "documento_2.txt", "documento_3.txt"]
    assert "Fin." in (out / "documento_3.txt").read_text(encoding="utf-8")
    assert json.loads((out / "documento_3.report.json").read_bytes())["file"] == "documento_3.txt"
    assert (out / "documento.md").read_text(encoding="utf-8").startswith("Apuntes")


def test_bytes_that_come_twice_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [_written(tmp_path / "uno.txt"), _written(tmp_path / "dos.txt")]
    assert cli.main(["redact", *files, "--out", str(tmp_path / "out"), "--quiet"]) == 0
    assert "dos.txt: the same bytes as" in capsys.readouterr().err


def test_what_the_report_replaced_and_no_analysis_finds_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [_written(tmp_path / "uno.txt", LEAN), _written(tmp_path / "informe.txt", SHORT)]
    out = tmp_path / "out"
    assert cli.main(["redact", *files, "--out", str(out), "--quiet"]) == 0
    report = out / "informe.report.json"
    command = ["verify", files[1], str(out / "informe.txt"), "--report", str(report), "--quiet"]
    assert cli.main([*command, "--beside", *files]) == 0
    _written(out / "informe.txt", SHORT)
    assert cli.main([*command, "--beside", files[0]]) == 4
    _written(out / "informe.txt", "Se adjunta el plano de [PER_1] y otro.\n")
    facts = json.loads(report.read_bytes())
    facts["replacements"].append({**facts["replacements"][0], "decided_by": "revisora"})
    report.write_text(json.dumps(facts), encoding="utf-8")
    capsys.readouterr()
    assert cli.main(command) == 3
    told = capsys.readouterr()
    assert "0 leaks" in told.out
    assert "1 of the report's replacements" in told.err


@pytest.mark.parametrize("facts", [b"[]", b"{}", b"[" * 100_000, b"\xff", b'{"engine": {"policy": "maxima@1"}}'])
def test_what_is_no_report_is_refused(facts: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, report = _written(tmp_path / "a.txt"), tmp_path / "a.json"
    report.write_bytes(facts)
    assert cli.main(["verify", file, file, "--report", str(report)]) == 3
    assert "not a report" in capsys.readouterr().err
