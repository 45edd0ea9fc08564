"""What was replaced doesn't stand again in the percent codes of an address, whatever the format."""

from __future__ import annotations

import time

import pytest

from pipeline import apply, extract, verify
from pipeline.analysis import Sought
from pipeline.decision import Action, Replacement
from pipeline.document import Document, Span

NAME = "Casilda Nogaledo Íñigolo"
NIF = "99012345J"


def replacements_in(document: Document, values: dict[str, tuple[str, str]]) -> list[Replacement]:
    """The first place of each value, with what takes it: label and output."""
    found = [
        Replacement(Span(at, at + len(value)), Action.TAG, output, f"d{n}", label, value)
        for n, (value, (label, output)) in enumerate(values.items(), 1)
        if (at := document.text.find(value)) >= 0
    ]
    return sorted(found, key=lambda r: r.span)


def written(text: str, name: str = "a.txt") -> str:
    """A file written without the name and the number; it holds neither for the verifier."""
    values = {NAME: ("PERSON", "[PER_1]"), NIF: ("NIF", "[NIF_1]")}
    data = text.encode()
    document = extract.read_document(data, name)
    out = apply.write_document(data, document, replacements_in(document, values)).data
    sought = [Sought(value, label, f"d{n}") for n, (value, (label, _)) in enumerate(values.items(), 1)]
    assert verify.find_leaks(out, name, sought) == ()
    return out.decode()


@pytest.mark.parametrize(
    ("address", "left"),
    [
        ("https://sede.example/?alumna=Casilda%20Nogaledo%20%C3%8D%C3%B1igolo&n=1", "?alumna=[PER_1]&n=1"),
        ("https://sede.example/casilda%20nogaledo%20i%CC%81n%CC%83igolo/acta", "example/[PER_1]/acta"),
        ("https://sede.example/NOGALEDO%20%C3%8D%C3%91IGOLO%2C%20CASILDA", "example/[PER_1]"),
        ("https://sede.example/Casilda%2520Nogaledo", "example/[PER_1]"),
        (
            "https://x.example/?url=https%3A%2F%2Fy.example%2F%3Fq%3DCasilda%2520Nogaledo%2520%25C3%258D%25C3%25B1igolo%26n%3D1",
            "q%3D[PER_1]%26n",
        ),
        ("https://sede.example/100%25%20Casilda%25252BNogaledo", "example/100%25%20[PER_1]"),
        ("mailto:nadie@correo.example?body=casilda.nogaledo%40x", "?body=[PER_1]%40x"),
        ("https://sede.example/q?dni=9901%2D2345%2DJ", "?dni=[NIF_1]"),
        ("https://sede.example/a%20b?dni=99012345J", "a%20b?dni=[NIF_1]"),
        ("https://sede.example/Casilda%20Nogaledo%20%CD%F1igolo", "example/[PER_1]"),
    ],
)
def test_an_address_says_what_stands_in_its_place(address: str, left: str) -> None:
    assert left in written(f"Recurre doña {NAME}, con DNI {NIF}.\n\nEnlace: {address} fin.\n")


def test_in_tables_the_cells_with_such_addresses_change() -> None:
    rows = [
        "nombre;dni;enlace",
        f"{NAME};{NIF};https://x.example/Casilda%20Nogaledo%20%C3%8D%C3%B1igolo",
        "Ana Soto;1;https://x.example/Ana%20Soto",
        "Luis Gil;2;100 %25",
    ]
    out = written("\n".join(rows) + "\n", "a.csv")
    assert out.splitlines()[1] == "[PER_1];[NIF_1];https://x.example/[PER_1]"
    assert out.splitlines()[2:] == rows[2:]


def test_what_says_nothing_replaced_stays() -> None:
    text = f"{NAME}, {NIF}: 20%25 de 100%, https://x.example/Calle%20Mayor?d=%F1%00%zz y %41%42.\n"
    assert written(text) == text.replace(NAME, "[PER_1]").replace(NIF, "[NIF_1]")


def test_a_value_replaced_inside_an_address_leaves_the_rest_of_it() -> None:
    text = f"https://x.example/{NIF}/Casilda%20Nogaledo%20%C3%8D%C3%B1igolo/fin. {NAME}\n"
    assert written(text) == "https://x.example/[NIF_1]/[PER_1]/fin. [PER_1]\n"


def test_a_short_word_counts_only_by_itself() -> None:
    text = "Zoa Lerma recurre: https://x.example/zoa%20lerma y https://x.example/lermazoal%20ermas\n"
    data = text.encode()
    document = extract.read_document(data, "a.txt")
    replaced = replacements_in(document, {"Lerma": ("PERSON", "[PER_1]")})
    out = apply.write_document(data, document, replaced).data.decode()
    assert out == "Zoa [PER_1] recurre: https://x.example/zoa%20[PER_1] y https://x.example/lermazoal%20ermas\n"


def test_a_long_text_of_codes_takes_time_by_its_length() -> None:
    took = []
    for size in (20_000, 80_000):
        text = f"{NAME} {NIF} " + "x" * size + " " + "%20a" * size + " " + f"%41{NIF}" * (size // 20) + "\n"
        data = text.encode()
        document = extract.read_document(data, "a.txt")
        replaced = replacements_in(document, {NAME: ("PERSON", "[PER_1]")})
        start = time.process_time()
        apply.write_document(data, document, replaced)
        took.append(time.process_time() - start)
    assert took[1] < 8 * took[0] + 0.1
