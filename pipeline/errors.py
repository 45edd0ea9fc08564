"""Everything that can go wrong in the engine, as one tree.

* EngineError                 has a `code`, a `stage` and a `remedy`; never quotes the document
  * InputRefused              the input is the reason; exit code 3
    * UnsupportedFormat       no reader for this kind of file; its heirs name kinds with a remedy of their own
    * UnreadableFile          damaged, truncated or not what its name says
    * EncryptedFile           needs a password
    * HostileFile             external entities, climbing paths, bombs
    * LimitExceeded           too many bytes, pages, pixels, cells or levels, too much memory or time
    * ReaderDied              the process that handled the file failed or died; everything else went on
  * LeakFound                 a written file still holds what was replaced; exit code 4
  * PolicyError               an unknown or malformed policy or list; exit code 2
  * ModelMissing              the folder of a model lacks a file, or its library isn't installed; exit code 2
  * PeerMissing               a system to compare with is unknown or not installed; exit code 2
  * NotWritten                a result can't be put where it was asked for; exit code 2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Extent(Protocol):
    """A stretch of a document's text, half-open (`pipeline.document.Span`)."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Place(Protocol):
    """What a leak tells of itself: where it is and whose mention it was (`pipeline.analysis.Leak`), never the text."""

    @property
    def where(self) -> str: ...
    @property
    def how(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def detection(self) -> str: ...
    @property
    def document(self) -> str: ...
    @property
    def original_span(self) -> Extent | None: ...


class EngineError(Exception):
    """A fault that names its stage and the remedy, and quotes nothing of the document."""

    code = "fault"
    exit_code = 1

    def __init__(self, message: str, *, stage: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.stage = stage
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class InputRefused(EngineError):
    """The file can't be processed as it is."""

    code = "refused"
    exit_code = 3


class UnsupportedFormat(InputRefused):
    """No reader is registered for this kind of file."""

    code = "unsupported"


class Archive(UnsupportedFormat):
    """Other files packed into one."""

    code = "unsupported-archive"


class Recording(UnsupportedFormat):
    """Sound or moving pictures."""

    code = "unsupported-recording"


class Program(UnsupportedFormat):
    """Something to be run, not read."""

    code = "unsupported-program"


class Slides(UnsupportedFormat):
    """A presentation."""

    code = "unsupported-slides"


class Messages(UnsupportedFormat):
    """Messages as a mail program keeps them: many in one file, or one in its own format."""

    code = "unsupported-messages"


class WithMacros(UnsupportedFormat):
    """An office document that carries programs, or a template."""

    code = "unsupported-macros"


class DataFile(UnsupportedFormat):
    """Data for a program: a database, a drawing of parts, marked data."""

    code = "unsupported-data"


class UnreadableFile(InputRefused):
    """The bytes are damaged or aren't what the name says."""

    code = "unreadable"


class EncryptedFile(InputRefused):
    """The file asks for a password."""

    code = "encrypted"


class HostileFile(InputRefused):
    """The file tries to reach outside itself or to exhaust the machine."""

    code = "hostile"


class LimitExceeded(InputRefused):
    """The file is over a stated limit."""

    code = "limit"


class ReaderDied(InputRefused):
    """Something in the file makes the process that handles it fail."""

    code = "died"


class LeakFound(EngineError):
    """A written file still holds something that was replaced; `leaks` tells where, without the text."""

    code = "leak"
    exit_code = 4

    def __init__(self, message: str, *, stage: str = "", remedy: str = "", leaks: Sequence[Place] = ()) -> None:
        super().__init__(message, stage=stage, remedy=remedy)
        self.leaks = tuple(leaks)


class PolicyError(EngineError):
    """The policy or a list entry is unknown or malformed."""

    code = "policy"
    exit_code = 2


class ModelMissing(EngineError):
    """The folder of a model lacks a file, or the library that runs it isn't installed."""

    code = "model"
    exit_code = 2


class PeerMissing(EngineError):
    """A system to compare with is unknown or not installed."""

    code = "peer"
    exit_code = 2


class NotWritten(EngineError):
    """A folder or file of results can't be made or written: no right, no room, or something else stands there."""

    code = "not-written"
    exit_code = 2
