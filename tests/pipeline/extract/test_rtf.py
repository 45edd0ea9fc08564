"""RTF: paragraphs as a word processor shows them, what it doesn't show apart."""

from __future__ import annotations

import time

import pytest

from pipeline.container.rtf_tokens import escaped, tokens_of
from pipeline.document import BlockKind
from pipeline.errors import LimitExceeded, UnreadableFile
from pipeline.extract import read_document
from tests.pipeline.made_formats import rtf, texts


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (r"Do\'f1a {\b An}a\b0  Gil", "Doña Ana Gil"),
        (r"G\u237?l \u8364\'80 fin", "Gíl € fin"),
        (r"{\uc2 G\u237\'c3\'adl}{\uc0 \u237 l}", "Gílíl"),
        (r"\u-10179?\u-8704?", "😀"),
        (r"Ana\~Gil\_Rey\-es\emdash no", "Ana\xa0Gil\u2011Rey\xades—no"),
        ("An\na G\r\nil", "Ana Gil"),
        (r"\{a\\b\}", "{a\\b}"),
        (r"ES73\tab 0100\line 00", "ES73\t0100\n00"),
        (r"Ana{\*\bkmkstart _x}{\*\bkmkend _x} Gil", "Ana Gil"),
        (r"Ana{\*\unknown fuera} Gil", "Ana Gil"),
        (r"{\field{\*\fldinst PAGE}{\fldrslt Ana}} Gil", "Ana Gil"),
        (r"{\f1\'e0}", "à"),
    ],
)
def test_a_paragraph_is_one_block(inside: str, expected: str) -> None:
    assert texts(read_document(rtf(inside), "a.rtf"), BlockKind.PARAGRAPH)[0] == expected


def test_the_font_tells_the_code_page() -> None:
    data = rtf(r"{\f1\'c0\f0\'c0}").replace(rb"{\f0 Arial;}", rb"{\f0 Arial;}{\f1\fcharset204 Arial;}")
    assert texts(read_document(data, "a.rtf"))[0] == "АÀ"


def test_headers_notes_comments_boxes_codes_and_properties() -> None:
    head = r"{\info{\title Recurso de Ana}{\author Luis Rey}}{\stylesheet{\s0 Normal;}{\s1 Estilo de Eva;}}{\*\revtbl{Unknown;}{Noa Sol;}}"
    body = (
        r"{\header Cabecera\par}Uno{\footnote Nota}{\*\atnauthor Zoe Sanz}{\*\annotation Comentario} dos"
        r"{\shp{\*\shpinst{\sp{\sn wzName}{\sv Foto de Iv\'e1n}}{\shptxt Caja\par}}}"
        r'{\field{\*\fldinst HYPERLINK "mailto:ana%20gil@x.example"}{\fldrslt correo}}'
    )
    document = read_document(rtf(body, head), "a.rtf")
    assert texts(document, BlockKind.HEADER) == ["Cabecera"] and texts(document, BlockKind.NOTE) == ["Nota"]
    assert texts(document, BlockKind.COMMENT) == ["Comentario"]
    assert texts(document, BlockKind.FIELD) == ['HYPERLINK "mailto:ana gil@x.example"']
    assert set(texts(document)) >= {
        "Uno doscorreo",
        "Caja",
        "Foto de Iván",
        "Recurso de Ana",
        "Luis Rey",
        "Estilo de Eva",
        "Noa Sol",
        "Zoe Sanz",
    }
    assert "Normal" not in texts(document)


def test_deleted_and_hidden_text_is_read_apart() -> None:
    document = read_document(rtf(r"Ana {\deleted\revauth1 Luis Rey }Gil {\v Eva Paz}y \v Zoe\v0  fin"), "a.rtf")
    assert texts(document, BlockKind.PARAGRAPH) == ["Ana Gil y  fin"]
    assert texts(document, BlockKind.HIDDEN) == ["Luis Rey Eva Paz Zoe"]


def test_rows_and_cells() -> None:
    body = r"\trowd\intbl Interesado\cell DNI\cell\row\trowd\intbl Ana\par Gil\cell 99500000E\cell\row\pard Tras"
    document = read_document(rtf(body), "a.rtf")
    cells = [(b.row, b.column, b.label) for b in document.blocks if b.kind is BlockKind.CELL]
    assert cells == [(0, 0, ""), (0, 1, ""), (1, 0, "Interesado"), (1, 0, "Interesado"), (1, 1, "DNI")]
    assert texts(document)[-1] == "Tras"


def test_damage_and_depth_are_refused() -> None:
    for cut in (rtf("Ana")[:-1], b"{\\rtf1 a{\\b c}", b"{\\rtf1\\bin99999 a}"):
        with pytest.raises(UnreadableFile) as refusal:
            read_document(cut, "a.rtf")
        assert refusal.value.remedy
    with pytest.raises(LimitExceeded):
        read_document(rtf("{" * 5000 + "}" * 5000), "a.rtf")


@pytest.mark.parametrize("piece", ["{", "}", "\\", "\\'", "\\u", "\\bin9 ", "\\a-", "x{\\*", "\\'zz"])
def test_tokens_cover_anything_in_time(piece: str) -> None:
    source = piece * 50_000
    start = time.process_time()
    tokens = list(tokens_of(source))
    assert time.process_time() - start < 3
    assert [t.start for t in tokens[1:]] == [t.end for t in tokens[:-1]] and tokens[-1].end == len(source)


def test_signs_are_escaped() -> None:
    assert escaped("a{\\}\n\tñ😀", 1) == "a\\{\\\\\\}\\line \\tab \\u241?\\u-10179?\\u-8704?"
    assert escaped("ñ", 0) == "\\u241 "
