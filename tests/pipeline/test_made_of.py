"""The digest of the readers changes with whatever they are made of, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import made_of
from pipeline.ocr import second


def _engine(home: Path) -> Path:
    for name, text in {"ocr/first.py": "x = 1\n", "lexicons/words.txt": "uno\n", "cli/__init__.py": "y = 1\n"}.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    return home


def test_code_tables_names_and_data_tell(tmp_path: Path) -> None:
    home = _engine(tmp_path)
    told = [made_of.digest_of(home), made_of.digest_of(home, data=b"spa")]
    (home / "ocr" / "first.py").write_text("x = 2\n")
    told.append(made_of.digest_of(home))
    (home / "lexicons" / "words.txt").write_text("dos\n")
    told.append(made_of.digest_of(home))
    (home / "ocr" / "first.py").rename(home / "ocr" / "third.py")
    told.append(made_of.digest_of(home))
    assert len(set(told)) == len(told)
    (home / "cli" / "__init__.py").write_text("y = 2\n")
    (home / "ocr" / "first.pyc").write_bytes(b"\0")
    assert made_of.digest_of(home) == told[-1]


def test_a_library_of_another_version_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = made_of.digest_of(_engine(tmp_path))
    monkeypatch.setattr(made_of, "version", lambda library: "0" if library == "rapidocr" else "1")
    assert made_of.digest_of(tmp_path) != before


def test_the_data_of_the_second_reader_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = []
    for data in (b"uno", b"dos", None):
        if data is not None:
            (tmp_path / second.DATA_FILE).write_bytes(data)
        monkeypatch.setattr(second, "data_folder", lambda data=data: tmp_path if data is not None else None)
        digests.append(made_of.readers.__wrapped__())
    assert len(set(digests)) == 3 and {len(digest) for digest in digests} == {32}
