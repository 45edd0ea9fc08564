"""How fast and how well scans are read: each kind of page the tests draw, and one page through the whole product."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent))


def pages() -> dict[str, dict[str, float]]:
    """Characters misread (per cent) and processor seconds of both readers, by kind of page; A4, 300 dpi."""
    from pipeline import ocr
    from tests.scans.pages import KINDS, error_rate

    ocr.load()
    result = {}
    for name, kind in KINDS.items():
        page = kind.draw()
        row = {}
        for reader, read in (("first", ocr.read_page), ("second", ocr.second_opinion)):
            start = time.process_time()
            reading = read(page.pixels)
            row[f"{reader}_seconds"] = round(time.process_time() - start, 2)
            row[f"{reader}_cer"] = round(100 * error_rate(reading.text, page.text), 2)
        result[name] = row
    return result


def whole() -> dict[str, float]:
    """Processor seconds of one 300 dpi A4 scan: read, recognised, written and verified; models are loaded before."""
    from pipeline import apply, engine, extract, ocr, policy, verify
    from pipeline.document import from_text
    from tests.scans.pages import KINDS

    page = KINDS["clean"].draw()
    out = io.BytesIO()
    Image.fromarray(page.pixels).save(out, "PNG")
    rules = policy.load("transparencia")
    ocr.load()
    engine.analyse([from_text("Carga del modelo.")], rules)
    start = time.process_time()
    document = extract.read_document(out.getvalue(), "escaneo.png")
    read = time.process_time()
    (analysis,) = engine.analyse([document], rules)
    recognised = time.process_time()
    written = apply.write_document(out.getvalue(), document, analysis.replacements())
    burnt = time.process_time()
    leaks = verify.find_leaks(written.data, "escaneo.png", engine.values_sought(analysis))
    end = time.process_time()
    return {
        "read": round(read - start, 2), "recognised": round(recognised - read, 2), "written": round(burnt - recognised, 2),
        "verified": round(end - burnt, 2), "seconds": round(end - start, 2), "leaks": len(leaks),
    }  # fmt: skip


def scan(_: int) -> dict[str, Any]:
    return {"page": whole(), "kinds": pages()}
