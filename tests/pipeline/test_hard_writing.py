"""One sentence, written in hard ways, in every format: what it tells of a person goes, what stands around stays.

Signs that aren't seen inside words, marks of direction, look-alikes, accents apart, ligatures, emoji before it; cut
into runs in the middle of letters and accents, in references, in base64.
"""

from __future__ import annotations

import base64
import html
import unicodedata
from collections.abc import Callable, Mapping
from itertools import islice
from xml.sax.saxutils import escape

import pymupdf
import pytest

from pipeline import apply, engine, extract, policy
from pipeline.document import from_text
from pipeline.lexicons.unseen import without_unseen
from pipeline.recognise import NoNer
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made_formats import mail, ods, odt, rtf, sheet

NAME, NUMBER, PHONE = "Íñigo Zahínos Muñoz", "99234567D", "612 345 678"


def within(text: str, sign: str, every: int = 3) -> str:
    """Put a sign into a text again and again."""
    return sign.join(cut(text, every))


def cut(text: str, length: int) -> list[str]:
    return [text[n : n + length] for n in range(0, len(text), length)]


def moved(text: str, by: Mapping[str, int]) -> str:
    """Move digits and capitals to a block of their look-alikes."""
    return "".join(
        chr(by["0"] + int(c)) if c.isdigit() else chr(by["A"] + ord(c) - 65) if "A" <= c <= "Z" else c for c in text
    )


WAYS: dict[str, tuple[str, str, str]] = {
    "plain": (NAME, NUMBER, PHONE),
    "accents apart": (unicodedata.normalize("NFD", NAME), NUMBER, PHONE),
    "look-alikes": ("Cаsilda Bеrmejo Orejudo", NUMBER, PHONE),
    "ligatures": ("Soﬁa Floﬀ Ramiro", NUMBER, PHONE),
    "wide": (NAME, moved(NUMBER, {"0": 0xFF10, "A": 0xFF21}), moved(PHONE, {"0": 0xFF10, "A": 0xFF21})),
    "mathematical": (NAME, moved(NUMBER, {"0": 0x1D7CE, "A": 0x1D400}), PHONE),
    "hard blanks": (NAME.replace(" ", "\u00a0"), "99\u202f234\u202f567\u2011D", PHONE.replace(" ", "\u2009")),
    "embedded": (f"\u202a{NAME}\u202c", f"\u2066{NUMBER}\u2069", f"\u200e{PHONE}\u200e"),
    **{
        f"U+{ord(sign):04X} within": (within(NAME, sign, 4), within(NUMBER, sign), within(PHONE, sign))
        for sign in "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2066\u202a\u034f\u061c\ufe0f\ufeff"
    },
}


def coded(text: str) -> str:
    """Write a text as RTF does what isn't ASCII."""
    units = text.encode("utf-16-le")
    numbers = [int.from_bytes(units[n : n + 2], "little", signed=True) for n in range(0, len(units), 2)]
    return "".join(chr(n) if 0 < n < 128 else f"\\u{n}?" for n in numbers)


def alternating(pieces: list[str], tag: str) -> str:
    return "".join(f"<{tag}>{html.escape(p)}</{tag}>" if n % 2 else html.escape(p) for n, p in enumerate(pieces))


def pdf(text: str) -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=900, height=200)
    writer = pymupdf.TextWriter(page.rect)
    writer.append((40, 80), text, font=pymupdf.Font("helv"), fontsize=12)
    writer.write_text(page)
    return bytes(document.tobytes())


PAGE = "<!DOCTYPE html><html><body><p>{}</p></body></html>"
ROW = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
FORMATS: dict[str, Callable[[str], bytes]] = {
    "a.txt": lambda t: t.encode("utf-16"),
    "runs.docx": lambda t: made.word(made.paragraph(*map(escape, cut(t, 2)))),
    "letters.docx": lambda t: made.word(
        made.paragraph(*(made.run(escape(p), "<w:b/>" if n % 2 else "") for n, p in enumerate(t)))
    ),
    "a.odt": lambda t: odt(
        "<text:p>" + "".join(f"<text:span>{escape(p)}</text:span>" for p in cut(t, 3)) + "</text:p>"
    ),
    "a.ods": lambda t: ods(sheet([[escape(t)]])),
    "tags.html": lambda t: PAGE.format(alternating(cut(t, 2), "b")).encode(),
    "references.html": lambda t: PAGE.format("".join(c if c == " " else f"&#{ord(c)};" for c in t)).encode(),
    "breaks.html": lambda t: PAGE.format("<wbr>".join(map(html.escape, cut(t, 3)))).encode(),
    "a.eml": lambda t: mail(base64.encodebytes(t.encode()).decode(), coding="base64"),
    "a.rtf": lambda t: rtf("".join(f"{{\\b {coded(p)}}}" if n % 2 else coded(p) for n, p in enumerate(cut(t, 3)))),
    "a.csv": lambda t: f'Nota\n"{t}"\n'.encode("utf-8-sig"),
    "a.xlsx": lambda t: made.book(
        ROW, "<si>" + "".join(f'<r><t xml:space="preserve">{escape(p)}</t></r>' for p in cut(t, 3)) + "</si>"
    ),
    "a.pdf": pdf,
}
# What the font of the PDF has letters for.
PRINTED = ("plain", "ligatures", "hard blanks")
CASES = [(way, name) for way in WAYS for name in FORMATS if not name.endswith(".pdf") or way in PRINTED]


def sentence(way: str) -> str:
    name, number, phone = WAYS[way]
    return f"{'' if way in PRINTED else '📎👩🏽‍⚖️ 🏠 '}Comparece don {name}, con DNI {number} y móvil {phone} fin del escrito."


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", without_unseen(text)).casefold() if c.isalnum())


@pytest.mark.parametrize(("way", "name"), CASES, ids=lambda value: str(value))
def test_it_goes_whole_and_the_rest_stays(way: str, name: str) -> None:
    data = FORMATS[name](sentence(way))
    document = extract.read_document(data, name)
    (analysis,) = engine.analyse([document], policy.load("transparencia"), ner=NoNer())
    written = apply.write_document(data, document, analysis.replacements()).data
    assert find_leaks(written, name, engine.values_sought(analysis)) == ()
    left = plain(extract.read_document(written, name).text)
    assert [part for value in WAYS[way] for part in value.split() if len(plain(part)) > 2 and plain(part) in left] == []
    assert all(stays in left for stays in ("comparecedon", "condni", "movil", "findelescrito"))


@pytest.mark.parametrize("way", list(islice(WAYS, 4, None)))
def test_signs_that_are_not_seen_make_nobody_of_words(way: str) -> None:
    sign = way[2:6] if way.startswith("U+") else "00AD"
    text = within("Consta en el expediente la ordenanza municipal reguladora de la plaza mayor", chr(int(sign, 16)), 4)
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"), ner=NoNer())
    assert analysis.replacements() == ()
