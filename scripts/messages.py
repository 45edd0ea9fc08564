"""Collects the Spanish source strings, merges them into the English catalogue, compiles it; `--check` only looks.

Plain Python, so that no gettext tools are needed. Templates are read by compiling them, Python by its syntax tree.
Exit code 1 with `--check` where a string has no translation, is fuzzy or obsolete, or the compiled file is behind.
"""

from __future__ import annotations

import argparse
import ast
import os
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BASE))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "anonymiza.settings")

PO = BASE / "locale" / "en" / "LC_MESSAGES" / "django.po"
HEADER = (
    "Project-Id-Version: anonymiza\nLanguage: en\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
)
ONE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
MANY = {"ngettext", "ngettext_lazy"}


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """A source string, with its plural where it counts something."""

    one: str
    many: str = ""


def in_python(path: Path) -> Iterator[Message]:
    """Yield the strings that a module marks."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if name in ONE and texts:
                yield Message(texts[0])
            elif name in MANY and len(texts) >= 2:
                yield Message(texts[0], texts[1])


def in_template(path: Path) -> Iterator[Message]:
    """Yield the strings that a template marks."""
    from django.template import engines

    engine = engines["django"].engine  # type: ignore[attr-defined]
    yield from _walk(engine.from_string(path.read_text(encoding="utf-8")).nodelist, set())


def _walk(thing: Any, seen: set[int]) -> Iterator[Message]:
    from django.template.base import FilterExpression, Node, Variable
    from django.templatetags.i18n import BlockTranslateNode, TranslateNode
    from django.utils.functional import Promise

    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, BlockTranslateNode):
        one, _names = thing.render_token_list(thing.singular)
        many, _names = thing.render_token_list(thing.plural) if thing.plural else ("", [])
        yield Message(one, many)
    elif isinstance(thing, TranslateNode):
        if isinstance(thing.filter_expression.var, Variable) and isinstance(thing.filter_expression.var.literal, str):
            yield Message(thing.filter_expression.var.literal)
    elif isinstance(thing, Variable):
        if thing.translate and isinstance(thing.literal, str):
            yield Message(thing.literal)
    elif isinstance(thing, dict):
        yield from _each(thing.values(), seen)
    elif isinstance(thing, list | tuple):
        yield from _each(thing, seen)
    elif isinstance(thing, FilterExpression):
        yield from _each((thing.var, thing.filters), seen)
    elif isinstance(thing, Promise):
        # A constant as in {% tag _("…") %}: Django has made it lazy already.
        yield Message(str(thing._args[0]))  # type: ignore[attr-defined]
    elif isinstance(thing, Node):
        yield from _each(vars(thing).values(), seen)


def _each(things: Iterable[Any], seen: set[int]) -> Iterator[Message]:
    for thing in things:
        yield from _walk(thing, seen)


def collect() -> list[Message]:
    """Return every marked string, sorted; a string with a plural hides the same one without."""
    import django

    django.setup()
    found: dict[str, Message] = {}
    sources = [p for folder in ("review", "anonymiza") for p in sorted((BASE / folder).rglob("*.py"))]
    for path in (p for p in sources if "migrations" not in p.parts):
        for message in in_python(path):
            found[message.one] = max(message, found.get(message.one, message))
    for path in sorted((BASE / "templates").rglob("*.html")):
        for message in in_template(path):
            found[message.one] = max(message, found.get(message.one, message))
    return sorted(found.values())


def read_po(path: Path) -> dict[Message, tuple[str, ...]]:
    """Read a catalogue that `write_po` wrote, or that somebody edited in the same shape."""
    entries: dict[Message, tuple[str, ...]] = {}
    for block in path.read_text(encoding="utf-8").split("\n\n") if path.exists() else ():
        fields = _fields(block)
        if fields.get("msgid"):
            message = Message(fields["msgid"], fields.get("msgid_plural", ""))
            one = (fields.get("msgstr", ""),)
            entries[message] = (fields.get("msgstr[0]", ""), fields.get("msgstr[1]", "")) if message.many else one
    return entries


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("#, fuzzy"):
            raise SystemExit(f"fuzzy entry: {block[:80]}")
        if line.startswith("msg"):
            name, _space, rest = line.partition(" ")
            fields[name] = ast.literal_eval(rest)
        elif line.startswith('"'):
            fields[name] += ast.literal_eval(line)
    return fields


def write_po(path: Path, entries: dict[Message, tuple[str, ...]]) -> None:
    """Write a catalogue, sorted, one block an entry."""
    blocks = ['msgid ""\nmsgstr ""\n' + "\n".join(_quoted(line + "\n") for line in HEADER.splitlines())]
    for message, texts in sorted(entries.items()):
        lines = [f"msgid {_quoted(message.one)}"]
        if message.many:
            lines.append(f"msgid_plural {_quoted(message.many)}")
            lines += [f"msgstr[{n}] {_quoted(text)}" for n, text in enumerate(texts)]
        else:
            lines.append(f"msgstr {_quoted(texts[0])}")
        blocks.append("\n".join(lines))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def compiled(entries: dict[Message, tuple[str, ...]]) -> bytes:
    """Return the catalogue in the binary form that gettext reads (GNU .mo, little-endian)."""
    pairs = [("", HEADER)] + [
        ("\0".join(filter(None, (m.one, m.many))), "\0".join(texts)) for m, texts in entries.items() if all(texts)
    ]
    coded = sorted((key.encode(), text.encode()) for key, text in pairs)
    at = 28 + 16 * len(coded)
    keys, texts, index = b"", b"", []
    for key, text in coded:
        index.append((len(key), len(keys), len(text), len(texts)))
        keys, texts = keys + key + b"\0", texts + text + b"\0"
    first = b"".join(struct.pack("<II", size, at + place) for size, place, _s, _p in index)
    second = b"".join(struct.pack("<II", size, at + len(keys) + place) for _s, _p, size, place in index)
    head = struct.pack("<7I", 0x950412DE, 0, len(coded), 28, 28 + 8 * len(coded), 0, at)
    return head + first + second + keys + texts


def main() -> int:
    """Merge and compile, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="change nothing; fail where something is missing")
    only_look = parser.parse_args().check
    wanted, known = collect(), read_po(PO)
    merged = {m: known.get(m, ("", "") if m.many else ("",)) for m in wanted}
    missing = [m.one for m, texts in merged.items() if not all(texts)]
    for text in missing:
        print(f"without translation: {text}")
    if only_look:
        stale = sorted(m.one for m in set(known) - set(merged))
        for text in stale:
            print(f"obsolete: {text}")
        behind = not PO.with_suffix(".mo").exists() or PO.with_suffix(".mo").read_bytes() != compiled(merged)
        if behind:
            print("the compiled catalogue is behind: make messages")
        return int(bool(missing or stale or behind))
    write_po(PO, merged)
    PO.with_suffix(".mo").write_bytes(compiled(merged))
    print(f"{len(merged)} strings, {len(missing)} without translation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
