"""What reads a file, as one digest: two that are equal read the same bytes alike."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_HOME = Path(__file__).parent
_CODE = (".py", ".tsv", ".txt", ".gz")
_BESIDE = frozenset({"cli", "models", "policies", "quality", "report"})  # no part in reading
_LIBRARIES = (
    "lxml", "numpy", "onnxruntime", "opencv-python-headless", "pikepdf", "pillow", "pymupdf", "rapidocr", "tesserocr",
)  # fmt: skip


@lru_cache(maxsize=1)
def readers() -> bytes:
    """Return the SHA-256 of the engine's code and tables, its libraries' versions and the second reader's data."""
    return digest_of(_HOME, data=_data())


def digest_of(home: Path, *, data: bytes = b"") -> bytes:
    """Return the SHA-256 of the code and tables in a folder, with the libraries and the data beside them."""
    told = sha256()
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home)
        if path.suffix in _CODE and name.parts[0] not in _BESIDE and path.is_file():
            told.update(sha256(name.as_posix().encode()).digest() + sha256(path.read_bytes()).digest())
    for library in _LIBRARIES:
        told.update(f"{library} {_version(library)}\n".encode())
    told.update(data)
    return told.digest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _data() -> bytes:
    """Return a digest of the data of the second reader; nothing where there is none."""
    from pipeline.ocr import second  # a library of its own to load: only where something was read

    folder = second.data_folder()
    return sha256((folder / second.DATA_FILE).read_bytes()).digest() if folder else b""
