"""The grid: every identifier in every writing and every context, with the same value for all spellings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from pipeline.detection import Detection, Label
from pipeline.document import Block, Document, Span, build, from_text
from tests.marked import above, find
from tests.pipeline.recognise import identifiers as made

Writing = Callable[[str], str]
SEED, DRAWS = 20_190_403, 3
MODULES = (
    "nif", "social_security", "iban", "card", "plate", "phone", "contact", "cadastre", "document_number", "masked",
)  # fmt: skip


def cut(*sizes: int, by: str = " ") -> Writing:
    """Write in groups of the given sizes, the rest as the last one."""

    def write(value: str) -> str:
        groups, start = [], 0
        for size in sizes:
            groups.append(value[start : start + size])
            start += size
        return by.join([*groups, value[start:]] if value[start:] else groups)

    return write


def fours(by: str = " ") -> Writing:
    """Write in groups of four."""
    return lambda value: by.join(value[n : n + 4] for n in range(0, len(value), 4))


def dotted(value: str) -> str:
    """Write 12345678Z as 12.345.678-Z."""
    return f"{value[:2]}.{value[2:5]}.{value[5:8]}-{value[8:]}"


def plain(value: str) -> str:
    """Write as it is."""
    return value


@dataclass(frozen=True)
class Kind:
    """An identifier: its label, how one is drawn, its writings, its cues, and whether it stands without one."""

    label: str
    draw: made.Draw
    writings: tuple[Writing, ...]
    cues: tuple[str, ...]
    alone: bool = True
    lower: bool = True


KINDS = {
    "dni": Kind(
        Label.NIF, made.dni,
        (plain, cut(8, by="-"), cut(8), dotted, cut(2, 3, 3), cut(2, 3, 3, by="-"), cut(2, 3, 3, by="."), cut(8, by="/"),
         cut(*[1] * 8), cut(8, by=" - ")),
        ("DNI", "D.N.I.", "documento nacional de identidad", "NIF", "provista de"),
    ),
    "nie": Kind(
        Label.NIE, made.nie,
        (plain, cut(1, 7, by="-"), cut(1, 7), lambda v: f"{v[0]}-{v[1]}.{v[2:5]}.{v[5:8]}-{v[8]}", cut(1, by="-")),
        ("NIE", "N.I.E.", "tarjeta de residencia"),
    ),
    "special": Kind(Label.NIF, made.special, (plain, cut(1, 7, by="-"), cut(1, 7)), ("NIF", "N.I.F.")),
    "entity": Kind(
        Label.NIF_ENTITY, made.entity,
        (plain, cut(1, by="-"), cut(1), cut(1, by="/"), cut(1, 7, by="-"), cut(1, 2, 3, by="."), cut(3, 3)),
        ("CIF", "C.I.F.", "NIF", "código de identificación fiscal"), lower=False,
    ),
    "nss": Kind(
        Label.NSS, made.social_security,
        (plain, cut(2, 8, by="/"), cut(2, 8), cut(2, 8, by="-"), cut(2, 4, 4), cut(2, by="/"), cut(2, by=" ")),
        ("NSS", "número de la Seguridad Social", "afiliación", "N.A.F."),
    ),
    "employer": Kind(
        Label.CCC, made.employer, (plain, cut(2, 7, by="/"), cut(2, 7), cut(2, 7, by="-")),
        ("código de cuenta de cotización", "CCC"),
    ),
    "iban": Kind(
        Label.IBAN, made.iban("ES", made.account),
        (plain, fours(), fours("-"), cut(4, 4, 4, 2), cut(4, 4, 4, 2, by="-"), cut(4), fours(".")),
        ("IBAN", "cuenta", "domiciliación en"),
    ),
    "iban de": Kind(
        Label.IBAN, made.iban("DE", lambda draw: "9999" + "".join(draw.choice("0123456789") for _ in range(14))),
        (plain, fours(), fours("-")), ("IBAN", "cuenta bancaria"),
    ),
    "iban gb": Kind(
        Label.IBAN, made.iban("GB", lambda draw: "ZZZZ" + "".join(draw.choice("0123456789") for _ in range(14))),
        (plain, fours()), ("IBAN", "reintegro a"),
    ),
    "account": Kind(
        Label.ACCOUNT, made.account, (plain, cut(4, 4, 2), cut(4, 4, 2, by="-"), fours(), cut(4, 4, 2, by=".")),
        ("cuenta corriente", "C.C.C.", "cta."),
    ),
    "card": Kind(Label.CARD, made.card, (plain, fours(), fours("-"), fours(".")), ("tarjeta", "VISA n.º")),
    "cadastre": Kind(
        Label.CADASTRE, made.cadastre, (plain, cut(7, 7, 4), cut(7, 7, 4, by="-"), fours(), cut(14)),
        ("referencia catastral", "ref. catastral"),
    ),
    "plate": Kind(Label.PLATE, made.plate, (plain, cut(4), cut(4, by="-"), cut(4, by=".")), ("matrícula", "turismo")),
    "old plate": Kind(
        Label.PLATE, made.old_plate, (plain, cut(2, 4, by="-"), cut(2, 4)), ("matrícula", "furgoneta"),
    ),
    "phone": Kind(
        Label.PHONE, made.phone,
        (plain, cut(3, 3), cut(3, 2, 2), cut(3, 3, by="-"), cut(3, 2, 2, by="."), cut(3),
         lambda v: f"+34 {v}", lambda v: f"+34{v}", lambda v: f"0034 {v[:3]} {v[3:6]} {v[6:]}", cut(*[1] * 8),
         lambda v: f"(+34) {v[:3]} {v[3:5]} {v[5:7]} {v[7:]}", cut(3, 2, 2, by="/"), lambda v: f"({v[:3]}) {v[3:]}"),
        ("teléfono", "Tfno.", "móvil", "tel.", "fax"),
    ),
    "dotted phone": Kind(  # as an amount is written: never without its context
        Label.PHONE, made.phone, (cut(3, 3, by="."),), ("teléfono", "Tfno.", "móvil"), alone=False,
    ),
    "passport": Kind(Label.PASSPORT, made.passport, (plain, cut(3), cut(3, by="-")), ("pasaporte",), alone=False),
    "health": Kind(Label.HEALTH_ID, made.health, (plain,), ("tarjeta sanitaria", "CIP"), alone=False),
}  # fmt: skip
GRID = [(name, number) for name, kind in KINDS.items() for number in range(len(kind.writings))]


def drawn(kind: Kind) -> Iterator[str]:
    """Yield a few values of the kind, the same at every run."""
    draw = random.Random(SEED)
    for _ in range(DRAWS):
        yield kind.draw(draw)


def covering(document: Document, written: str, label: str) -> Detection | None:
    """Return the detection above the threshold with that label and exactly that place."""
    start = document.text.index(written)
    span = Span(start, start + len(written))
    return next((d for d in above(find(document, *MODULES)) if d.span == span and d.label == label), None)


def contexts(kind: Kind, written: str) -> Iterator[str]:
    """Yield sentences with the identifier after, before and far from its cue, or without one."""
    for cue in kind.cues:
        yield f"Comparece con {cue} {written}, y firma."
        yield f"{cue}: {written}"
        yield f"{cue.upper()} Nº {written}\nCalle"
        yield f"Consta ({cue} {written})."
        yield f"{cue}:\n{written}\n"
    yield f"Se aporta {written} ({kind.cues[0].rstrip('.')}) en la lista."
    if kind.alone:
        yield f"Figura {written} en la lista."
        yield f"«{written}»"
        yield f"{written}; otro"


@pytest.mark.parametrize(("name", "number"), GRID)
def test_every_writing_in_every_context(name: str, number: int) -> None:
    kind = KINDS[name]
    for value in drawn(kind):
        written = kind.writings[number](value)
        for sentence in contexts(kind, written):
            detection = covering(from_text(sentence), written, kind.label)
            assert detection, f"{written!r} not found in {sentence!r}"
            assert detection.value.endswith(value), f"{written!r} became {detection.value!r}"


@pytest.mark.parametrize(("name", "number"), GRID)
def test_every_writing_in_small_type(name: str, number: int) -> None:
    kind = KINDS[name]
    if not kind.lower:
        pytest.skip("a small letter before digits is a word")
    for value in drawn(kind):
        written = kind.writings[number](value).lower()
        assert covering(from_text(f"mi {kind.cues[0].lower()} es {written} gracias"), written, kind.label), written


@pytest.mark.parametrize(("name", "number"), GRID)
def test_every_writing_under_a_header(name: str, number: int) -> None:
    kind = KINDS[name]
    for value in drawn(kind):
        written = kind.writings[number](value)
        text = f"{written}\n"
        document = build(text, [Block(0, len(text), label=kind.cues[0])], b"", "csv")
        assert covering(document, written, kind.label), f"{written!r} under {kind.cues[0]!r}"


UNSEEN: dict[str, Writing] = {
    "soft hyphen": lambda w: f"{w[: len(w) // 2]}\u00ad{w[len(w) // 2 :]}",
    "zero width": lambda w: f"{w[: len(w) // 2]}\u200b{w[len(w) // 2 :]}",
    "word joiner": lambda w: f"{w[:3]}\u2060{w[3:]}",
    "hard spaces": lambda w: w.replace(" ", "\u00a0"),
    "narrow spaces": lambda w: w.replace(" ", "\u202f"),
    "hard hyphens": lambda w: w.replace("-", "\u2011"),
    "dashes": lambda w: w.replace("-", "\u2013"),
    "wide digits": lambda w: w.translate({ord("0") + n: ord("０") + n for n in range(10)}),
    "line end": lambda w: f"{w[: len(w) // 2].rstrip()}\n{w[len(w) // 2 :].lstrip()}",
    "line end, CRLF": lambda w: f"{w[: len(w) // 2].rstrip()}\r\n{w[len(w) // 2 :].lstrip()}",
    "indented line": lambda w: f"{w[: len(w) // 2].rstrip()}\n  {w[len(w) // 2 :].lstrip()}",
}


@pytest.mark.parametrize("way", UNSEEN)
@pytest.mark.parametrize(("name", "number"), GRID)
def test_every_writing_with_what_the_eye_does_not_see(name: str, number: int, way: str) -> None:
    kind = KINDS[name]
    for value in list(drawn(kind))[:1]:
        written = UNSEEN[way](kind.writings[number](value))
        for sentence in (f"con {kind.cues[0]} {written}, y firma", f"{kind.cues[0]}: {written}."):
            assert covering(from_text(sentence), written, kind.label), f"{sentence!r}"


@pytest.mark.parametrize("name", [name for name in KINDS if "plate" not in name])
def test_hyphen_at_a_line_end(name: str) -> None:
    kind = KINDS[name]
    for value in drawn(kind):
        for place in range(3, len(value) - 1):
            written = f"{value[:place]}-\n{value[place:]}"
            sentence = f"con {kind.cues[0]} {written}, y firma"
            assert covering(from_text(sentence), written, kind.label), sentence


@pytest.mark.parametrize("name", ["dni", "nie", "entity", "nss", "employer", "iban", "account", "card", "cadastre"])
def test_a_failed_check_waits_for_its_context(name: str) -> None:
    kind = KINDS[name]
    for value in drawn(kind):
        place = len(value) // 2 - 1
        wrong = value[:place] + str((int(value[place]) + 1) % 10) + value[place + 1 :] if value[place].isdigit() else ""
        if not wrong:
            continue
        assert covering(from_text(f"Figura {wrong} en la lista."), wrong, kind.label) is None
        detection = covering(from_text(f"con {kind.cues[0]} {wrong}, y firma"), wrong, kind.label)
        assert detection and detection.provenance.validated is False and detection.score <= 0.60
