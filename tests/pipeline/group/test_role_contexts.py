"""What the words beside a name say of its bearer's roles, and the table that says it."""

from __future__ import annotations

from pipeline.detection import Detection
from pipeline.document import from_text
from pipeline.group import role_contexts
from pipeline.group.cluster import by_document
from pipeline.group.mentions import collect, designations
from pipeline.group.persons import persons
from pipeline.group.role_places import Places
from pipeline.quality.gold import GoldDocument, GoldPerson, GoldSpan
from tests.pipeline.group.made import analysed, entity_with
from training.role_contexts import examples, fitted


def _stems(text: str, *names: str) -> set[str]:
    places = sorted((text.index(name), text.index(name) + len(name)) for name in names)
    return role_contexts.stems_around(from_text(text), places[:1], places)


def test_stems_tell_sides_and_no_name() -> None:
    stems = _stems("Accede Tecla Nogal a lo que 12 vecinos y Petra Lope piden", "Tecla Nogal", "Petra Lope")
    assert {"<acced", "<<acced", ">>a", ">vecin", ">#", ">@"} <= stems
    assert not any(word in stem for stem in stems for word in ("tecla", "nogal", "petra", "lope"))


def test_a_table_reads_as_it_was_written() -> None:
    table = {"<contr": [("accused", 1.5), ("sued", -0.7)], "<\n": [("asks", 0.5)]}
    read = role_contexts.decoded("# a comment\n" + role_contexts.encoded(table))
    assert {stem: {name: round(weight, 3) for name, weight in each} for stem, each in read.items()} == {
        stem: dict(each) for stem, each in table.items()
    }


def test_the_shipped_table_knows_who_is_paid_by_an_office_and_who_asks() -> None:
    asks = role_contexts.told(_stems("Vista la solicitud de doña Tecla Nogal, con DNI 1", "Tecla Nogal"))
    holds = role_contexts.told(_stems("Así lo firma la Secretaria, Petra Lope\n", "Petra Lope"))
    assert asks["asks"] > holds.get("asks", 0.0)
    assert holds[role_contexts.OFFICE] > asks.get(role_contexts.OFFICE, 0.0)


def _gold(role: str, before: str) -> GoldDocument:
    text = f"{before} Tecla Nogal"
    span = GoldSpan(len(before) + 1, len(text), "PER", "p1")
    return GoldDocument("x", text, (span,), {"p1": GoldPerson("Tecla Nogal", "F", "hispanic", role)})


def test_a_stem_weighs_for_those_beside_whom_it_stands() -> None:
    documents = [_gold("solicitante", "Pide")] * 12 + [_gold("demandada", "Contra")] * 12
    weights = dict(fitted([case for d in documents for case in examples(d)])["<pide"])
    assert weights["asks"] > 0 > weights["sued"]


def test_a_stem_seen_once_weighs_nothing() -> None:
    documents = [_gold("solicitante", "Pide")] * 12 + [_gold("demandada", "Contra"), _gold("demandada", "Ante")]
    assert "<ante" not in fitted([case for d in documents for case in examples(d)])


def test_the_stem_of_a_role_beside_a_name_tells_whose_it_is() -> None:
    text = (
        "Doña Tecla Nogal Pardo y doña Petra Lope Garzo son vecinas. El piso se vendió a doña Petra Lope, que lo compró "
        "en mayo y lo pagó en junio. Consta la escritura. La compradora lo ocupa."
    )
    _, entities = analysed([text])
    assert "La compradora" in entity_with(entities, "Petra Lope Garzo").names


def _places(text: str) -> tuple[Places, list[Detection]]:
    (found,), _ = analysed([text])
    named = by_document(persons(collect([found]), (), [found])).get(0, [])
    roles = list(designations(found))
    return Places(found.document, named, roles), roles


def test_who_signs_is_named_last_at_the_end() -> None:
    signer = _places("Don Luis Pulgar Saz pide.\n\nEn Soria\nOvidio Retamar Cid\n")[0].signer
    assert signer is not None and signer.parts.surnames == ("retamar", "cid")
    assert _places("Don Luis Pulgar Saz pide." + " Consta el pago." * 40)[0].signer is None


def test_who_is_named_next_in_the_sentence_or_the_line_below() -> None:
    places, (role, *_) = _places("Asiste la letrada del turno de oficio Petra Lope Garzo. Luis Pulgar Saz calla.")
    follows, below = places.next(role)
    assert follows is not None and follows.parts.given == ("petra",) and not below
    places, (role, *_) = _places("Asiste la letrada. Petra Lope Garzo calla.")
    assert places.next(role) == (None, False)
