"""The clean name of a written file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from pipeline.analysis import Analysis
from pipeline.decision import Replacement
from pipeline.document import Document


def clean_name(document: Document, analysis: Analysis, replacements: Sequence[Replacement]) -> str:
    """Return a file name that says nothing of the document: `documento_` and the first of its digest."""
    suffix = PurePosixPath(document.name.replace("\\", "/")).suffix.lower()
    known = suffix if re.fullmatch(r"\.[a-z0-9]{1,5}", suffix) else f".{document.format}"
    return f"documento_{document.digest[:8]}{known}"
