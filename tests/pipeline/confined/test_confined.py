"""A file may do what it likes to the process that reads it: whoever asked is told what to do, and goes on."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from pipeline import apply, confined, extract
from pipeline.confined import cage
from pipeline.errors import HostileFile, InputRefused, LimitExceeded, PolicyError, ReaderDied, UnreadableFile
from tests.fuzzing.seeds import seeds
from tests.scans.drawn import sheet

POISON = Path(__file__).parent / "poison"
LINUX = sys.platform == "linux"


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A fork server whose readers misbehave where a file says so; its home is a folder that it may not touch."""
    (tmp_path / "secret").write_text("x")
    monkeypatch.setenv("PYTHONPATH", str(POISON))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ANONYMIZA_SECRET_KEY", "k")
    monkeypatch.setenv("ANONYMIZA_READ_MEMORY", "600")
    confined.drop()
    yield tmp_path
    confined.drop()


def misbehave(act: str) -> str:
    """Read a file that does something; return its text."""
    return confined.read_document(f"MISBEHAVE-{act}.".encode(), "a.txt").text


@pytest.mark.parametrize("kind", list(seeds()))
def test_it_reads_writes_and_searches_as_without(kind: str) -> None:
    for data in seeds()[kind]:
        document = confined.read_document(data, f"a.{kind}")
        assert document == extract.read_document(data, f"a.{kind}")
        assert confined.read_text(data, f"a.{kind}").text == document.text
        written = confined.write_document(data, document, [])
        assert written == apply.write_document(data, document, [])
        assert confined.find_leaks(written.data, f"a.{kind}", []) == ()


def test_refusals_cross_with_their_class_and_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableFile) as refused:
        confined.read_document(b"", "a.txt")
    assert refused.value.remedy and refused.value.stage == "extract"
    path = Path(__file__).parents[2] / "cases" / "files" / "hostil_entidad_externa.docx"
    with pytest.raises(HostileFile):
        confined.read_document(path.read_bytes(), path.name)


@pytest.mark.parametrize("act", ["die", "segfault", "exit", "fault", "nonsense"])
def test_a_death_is_a_refusal_and_the_next_file_is_read(poisoned: Path, act: str) -> None:
    with pytest.raises(ReaderDied) as refused:
        misbehave(act)
    assert isinstance(refused.value, InputRefused) and refused.value.remedy
    assert "Casilda" not in str(refused.value)
    assert misbehave("nothing") == "MISBEHAVE-nothing."


def test_too_much_memory_is_a_refusal(poisoned: Path) -> None:
    with pytest.raises(LimitExceeded, match="600 MiB"):
        misbehave("memory")


@pytest.mark.parametrize("act", ["hang", "spin"])
def test_a_hang_is_ended_and_nothing_of_it_stays(poisoned: Path, act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANONYMIZA_READ_SECONDS", "2")
    misbehave("nothing")
    start = time.monotonic()
    with pytest.raises(LimitExceeded, match="2 seconds"):
        misbehave(act)
    assert time.monotonic() - start < 8
    _wait(lambda: _descendants(os.getpid()) == 1)


def test_every_page_gives_the_time_again(poisoned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANONYMIZA_READ_SECONDS", "4")
    assert misbehave("pages")
    monkeypatch.setenv("ANONYMIZA_TASK_SECONDS", "3")
    with pytest.raises(LimitExceeded):
        misbehave("pages")


@pytest.mark.skipif(not LINUX, reason="the kernel's filters are Linux's")
@pytest.mark.parametrize("act", ["network", "local-socket", "program", "write", "read", "secret", "write-much"])
def test_nothing_outside_can_be_reached(poisoned: Path, act: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ReaderDied):
        misbehave(act)
    assert "KeyError" in caplog.text and "LookupError" not in caplog.text
    assert not (poisoned / "written").exists()


def test_its_own_folder_goes_with_it(poisoned: Path) -> None:
    assert misbehave("own-folder")
    confined.drop()
    left = [p for p in Path(tempfile.gettempdir()).glob("anonymiza-confined-*") if not _alive(p)]
    assert left == []


def test_whoever_dies_leaves_no_process(poisoned: Path) -> None:
    code = "from pipeline import confined; confined.read_document(b'MISBEHAVE-hang.', 'a.txt')"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parents[3])
    try:
        _wait(lambda: _descendants(process.pid) == 2)
        family = _family(process.pid)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    _wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


def test_a_server_that_dies_is_started_again(poisoned: Path) -> None:
    misbehave("nothing")
    _wait(lambda: _descendants(os.getpid()) == 1)
    (server,) = _family(os.getpid())
    os.kill(server, signal.SIGKILL)
    assert misbehave("nothing")


def test_a_malformed_allowance_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANONYMIZA_READ_MEMORY", "much")
    with pytest.raises(PolicyError, match="ANONYMIZA_READ_MEMORY"):
        confined.read_document(b"x", "a.txt")


def test_what_may_be_read_holds_no_data_folder() -> None:
    root = Path(__file__).parents[3]
    assert not any(folder == root or folder in root.parents for folder in cage.readable())


def _family(pid: int) -> list[int]:
    """The server of a process, and what that has forked; other children of ours aren't counted."""
    mine = []
    for child in _children(pid):
        if b"pipeline.confined" in Path(f"/proc/{child}/cmdline").read_bytes():
            mine += [child, *_children(child)]
    return mine


def _descendants(pid: int) -> int:
    return len(_family(pid))


def _children(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


def _alive(folder: Path) -> bool:
    return Path(f"/proc/{folder.name.split('-')[2]}").exists()


def _wait(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not done():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.1)


def _pages_of(count: int) -> bytes:
    page = sheet(["Doña Águeda Zahínos Alcorneo vive en la calle del Pozo."], points=40).pixels[200:500]
    images = [Image.fromarray(page)] * count
    out = io.BytesIO()
    images[0].save(out, "TIFF", save_all=True, append_images=images[1:])
    return out.getvalue()


def test_a_scan_tells_which_page_is_being_read() -> None:
    said: list[tuple[int, int]] = []
    document = confined.read_document(_pages_of(3), "a.tif", lambda *at: said.append(at))
    assert document.text.count("Zahínos") == 3
    assert said and said == sorted(said)
    assert all(pages == 3 and 1 <= page <= 3 for page, pages in said)


def test_what_a_listener_raises_ends_the_reading_and_its_process() -> None:
    def lost(page: int, pages: int) -> None:
        raise LookupError

    confined.read_document(b"Nada.", "a.txt")
    with pytest.raises(LookupError):
        confined.read_document(_pages_of(2), "a.tif", lost)
    _wait(lambda: _descendants(os.getpid()) == 1)


@pytest.mark.skipif(not LINUX, reason="reads /proc")
def test_the_readers_of_pixels_are_loaded_once_in_the_server_and_only_where_a_picture_came() -> None:
    confined.drop()
    confined.read_document(b"Nada.", "a.txt")
    _wait(lambda: _descendants(os.getpid()) == 1)
    (server,) = _family(os.getpid())
    assert "onnxruntime" not in Path(f"/proc/{server}/maps").read_text()
    picture = _pages_of(1)
    first = confined.read_document(picture, "a.tif")
    assert "onnxruntime" in Path(f"/proc/{server}/maps").read_text()
    assert confined.read_document(picture, "a.tif") == first
