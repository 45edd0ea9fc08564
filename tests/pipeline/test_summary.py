"""What `analyse` says on a terminal, and that a pipe and `--json` still get the whole analysis."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pipeline import cli

TEXT = (
    "Doña Ana Ávila Quirós, con DNI 99012345J, y la señora Ávila Quirós piden ayuda al amparo de la "
    "Ley 39/2015, de 1 de octubre. Comparece \x1b[31mdon Efrén Rey Llano, teléfono 699 00 11 22.\n"
)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "solicitud.txt", tmp_path / "otra.txt"]
    for number, path in enumerate(paths):
        path.write_text(f"Escrito {number}. {TEXT}", encoding="utf-8")
    return list(map(str, paths))


def _on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "90")


def test_a_terminal_is_told_who_and_what_in_lines_that_fit(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _on_a_terminal(monkeypatch)
    assert cli.main(["analyse", *files, "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["solicitud.txt", "otra.txt"]
    assert all("1 protected" in line for line in lines[:2])
    people = {line.split()[0]: line for line in lines if line.startswith(("PER_", "NIF_"))}
    assert "Ana Ávila Quirós" in people["PER_1"]
    assert people["PER_1"].split("Quirós")[1].split()[0] == "4"
    assert "[NIF_1]" in people["NIF_1"]
    table = lines[2:]
    assert max(map(len, table)) <= 90
    assert all(line.isprintable() for line in lines)


def test_json_is_asked_for_or_piped(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["analyse", files[0], "--quiet"]) == 0
    piped = json.loads(capsys.readouterr().out)
    _on_a_terminal(monkeypatch)
    assert cli.main(["analyse", files[0], "--quiet", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == piped
    assert cli.main(["analyse", files[0], "--quiet", "--json", str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == piped


def test_an_analysis_of_nothing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nada.txt").write_text("Se aprueba el presupuesto.\n", encoding="utf-8")
    _on_a_terminal(monkeypatch)
    assert cli.main(["analyse", str(tmp_path / "nada.txt"), "--quiet"]) == 0
    assert "Nothing to replace." in capsys.readouterr().out
