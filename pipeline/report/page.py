"""The report as one printable page: self-contained, no scripts, Spanish or English."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from importlib import resources
from string import Template
from typing import Any

from pipeline.lexicons import rows


def as_html(report: Mapping[str, Any], lang: str = "es") -> str:
    """Return the page of a report (the data of `as_json`); `lang` is `es` or `en`."""
    say = _Words(lang)
    page = Template((resources.files(__package__) / "page.html").read_text(encoding="utf-8"))
    return page.substitute(
        say.headings(),
        lang=say.lang,
        facts=_facts(report, say),
        certificate=_certificate(report, say),
        totals=_totals(report, say),
        rows="".join(_row(entry, say) for entry in report["replacements"]),
        notes="".join(f"<li>{html.escape(note)}</li>" for note in _notes(report, say)),
    )


class _Words:
    """What codes are called in one language; a code without a name stands for itself."""

    def __init__(self, lang: str) -> None:
        self.lang = "en" if lang == "en" else "es"
        column = 2 if self.lang == "en" else 1
        self._names = {row[0]: row[column] for row in rows("wording.tsv")}

    def __call__(self, code: str) -> str:
        return self._names.get(code, code)

    def headings(self) -> dict[str, str]:
        return {k.removeprefix("head:"): html.escape(v) for k, v in self._names.items() if k.startswith("head:")}


def _facts(report: Mapping[str, Any], say: _Words) -> str:
    engine, recalled = report["engine"], report.get("recalled") or {}
    return _list(
        [
            (say("fact:recalled"), " · ".join(recalled[name] for name in ("at", "by", "reason") if recalled.get(name))),
            (say("fact:file"), report["file"]),
            (say("fact:made"), report["made_at"]),
            (say("fact:policy"), engine["policy"]),
            (say("fact:engine"), f"anonymiza {engine['version']} · {engine['model']}"),
        ]
    )


def _certificate(report: Mapping[str, Any], say: _Words) -> str:
    certificate = report["certificate"]
    return _list(
        [
            (say("fact:sought"), str(certificate["values_sought"])),
            (say("fact:leaks"), str(certificate["leaks"])),
            (say("fact:reanalysed"), str(certificate.get("blocks_reanalysed", ""))),
            (say("fact:missed"), str(certificate.get("missed", ""))),
            (say("fact:source"), report["source"]["sha256"]),
            (say("fact:output"), report["output"]["sha256"]),
        ]
    )


def _list(facts: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(fact)}</dd>" for name, fact in facts if fact)


def _totals(report: Mapping[str, Any], say: _Words) -> str:
    totals = report["totals"]
    counts = sorted(totals["by_label"].items(), key=lambda item: (-item[1], item[0]))
    lines = [(say(label), count) for label, count in counts]
    lines += [(say("fact:total"), totals["replacements"]), (say("fact:protected"), totals["protected"])]
    return "".join(f"<tr><td>{html.escape(name)}</td><td>{count}</td></tr>" for name, count in lines)


def _row(entry: Mapping[str, Any], say: _Words) -> str:
    who = say("actor:engine") if entry["decided_by"] == "engine" else entry["decided_by"]
    cells = [
        entry["output"] or "—",
        say(entry["label"]),
        f"{say(entry['layer'])} · {entry['recogniser']}",
        f"{entry['score']:.4f}",
        say(f"check:{entry['validated']}"),
        entry["trigger"],
        ", ".join(f"{a['by']} {a['delta']:+.2f}" for a in entry["adjustments"]) or "—",
        say(f"reason:{entry['reason']}"),
        f"{who} {entry['decided_at']}".strip(),
        _place(entry["place"], say),
    ]
    return "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>"


def _place(place: Mapping[str, Any], say: _Words) -> str:
    return ", ".join(f"{say(f'place:{k}')} {place[k]}" for k in ("page", "paragraph", "row", "column") if k in place)


def _notes(report: Mapping[str, Any], say: _Words) -> Iterable[str]:
    for note in report["notes"]:
        code, _, count = note.partition(":")
        yield f"{say(code)} ({count})" if count else say(code)
    if report["reversible"]:
        yield say("note:reversible")
    yield say("note:residual")
