"""Rows to engine types and back: documents, going over, rulings that stand, tags that nobody takes twice."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pipeline import engine, policy, recognise, worker
from pipeline.analysis import Analysis, Found
from pipeline.decide import words_of
from pipeline.document import Block, BlockKind, build
from review import storage, store
from review.actions import cases, decisions, lists, persons
from review.models import AuditEvent, CaseFile, Detection, Entity, PolicyVersion, ReleasedFile, SourceFile
from review.states import CaseState
from review.store import documents, entities, findings
from review.store.work import ReviewStore
from tests.cast import Cast, a_policy
from tests.fakes import FakeNer
from tests.review.a_case import a_file

pytestmark = pytest.mark.django_db

FULL = "Doña Remedios Zarzalejo Quintanal, con DNI 99123456N, solicita la beca.\n"
BARE = "Consta el informe de Zarzalejo Quintanal en el archivo.\nSe notifica a Remedios Zarzalejo Quintanal.\n"


@pytest.fixture(autouse=True)
def _no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "default_ner", FakeNer)


def analysed(cast: Cast, *texts: str) -> list[SourceFile]:
    """Upload and analyse texts one by one, and go over the expediente."""
    sources = []
    for n, text in enumerate(texts):
        upload = SimpleUploadedFile(f"escrito {n}.txt", text.encode())
        sources += cases.add_files(cast.case, [upload], cast.alba).added
        assert worker.analyse_next(ReviewStore(), sources[-1].pk)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    for source in sources:
        source.refresh_from_db()
    return sources


def surfaces(source: SourceFile, **where: object) -> list[str]:
    text = store.load_document(source).text
    rows = source.detections.filter(lost_to="", withdrawn=False, **where).order_by("start")
    return [text[row.start : row.end] for row in rows]


def test_a_document_comes_back_as_it_was_without_anchors() -> None:
    blocks = (Block(0, 5, BlockKind.CELL, label="Nombre", row=1, column=2, page=3, table=4), Block(5, 9))
    document = build("Ávila 👍ñó", blocks, b"bytes", "xlsx", "a.xlsx")
    kept = documents.unpack(documents.pack(document))
    assert (kept.text, kept.folded, kept.format) == (document.text, document.folded, "xlsx")
    assert kept.blocks[0] == documents.StoredBlock(0, 5, "cell", "Nombre", 1, 2, 3, 4)
    assert documents.pack(document) == documents.pack(document)


def test_an_analysis_comes_back_as_it_was_stored(cast: Cast) -> None:
    (source,) = analysed(cast, FULL)
    (wanted,) = engine.analyse([engine.read(FULL.encode(), source.name)], store.policy_in_force(source.case))
    found = findings.analysis_of(source)
    assert found.detections == wanted.detections
    assert found.document.text == wanted.document.text
    assert {i: (d.action, d.reason) for i, d in found.decisions.items()} == {
        i: (d.action, d.reason) for i, d in wanted.decisions.items()
    }
    assert [r.span for r in found.replacements()] == [r.span for r in wanted.replacements()]
    assert [r.output for r in found.replacements()] == [r.output for r in wanted.replacements()]
    assert {e.tag for e in found.entities} == {e.tag for e in wanted.entities}


def test_every_mention_of_a_second_file_joins_the_person_of_the_first(cast: Cast) -> None:
    first, second = analysed(cast, FULL, BARE)
    person = Entity.objects.get(case=cast.case, label="PERSON")
    assert set(person.mentions.values_list("source", flat=True)) == {first.pk, second.pk}


def test_what_a_later_file_teaches_is_found_in_the_earlier_one(cast: Cast) -> None:
    bare, _full = analysed(cast, "Comparece ZARZALEJO QUINTANAL REMEDIOS en el acto.\n", FULL)
    assert "ZARZALEJO QUINTANAL REMEDIOS" in surfaces(bare, entity__label="PERSON")
    assert len({m.entity_id for m in Detection.objects.filter(label="PERSON", lost_to="")}) == 1


def test_the_ids_and_rulings_of_an_earlier_file_survive_going_over(cast: Cast) -> None:
    (first,) = analysed(cast, FULL)
    mention = first.detections.get(label="PERSON", lost_to="")
    decisions.decide_mention(mention, action="keep", by=cast.alba, revision=0)
    before = dict(first.detections.values_list("ref", "pk"))
    analysed(cast, BARE)
    mention.refresh_from_db()
    assert (mention.action, mention.reason, mention.decided) == ("keep", "reviewer", True)
    assert before.items() <= dict(first.detections.values_list("ref", "pk")).items()


def test_mentions_found_after_a_decision_come_under_it(cast: Cast) -> None:
    analysed(cast, FULL)
    person = Entity.objects.get(case=cast.case, label="PERSON")
    decisions.decide_entity(person, action="keep", by=cast.alba, revision=0)
    (second,) = analysed(cast, BARE)
    joined = second.detections.filter(entity=person, lost_to="")
    assert joined.exists()
    assert set(joined.values_list("action", "reason", "decided")) == {("keep", "reviewer", True)}
    person.refresh_from_db()
    assert person.decided


def test_an_act_during_going_over_is_not_undone_by_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _second = analysed(cast, FULL, BARE)
    CaseFile.objects.filter(pk=cast.case.pk).update(stale=1)
    real, acted = worker.revisit, []

    def slow(found: Found, *rest: object, **named: object) -> Analysis:
        made = real(found, *rest, **named)  # type: ignore[arg-type]
        if not acted:
            acted.append(mark_by_hand(cast))
        return made

    monkeypatch.setattr(worker, "revisit", slow)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    assert acted and CaseFile.objects.get(pk=cast.case.pk).stale == 0
    stayed = Detection.objects.filter(source=first, ref="r1.0").values_list("withdrawn", "lost_to")
    assert list(stayed) == [(False, "")]
    assert Detection.objects.get(pk=acted[0]).lost_to == "r1.0"
    assert not Detection.objects.filter(source=first, label="NIF", layer="rule", lost_to="").exists()


def mark_by_hand(cast: Cast) -> int:
    """Put a mark by hand over the NIF of the first file, as an act of the reviewer does; return the key of what lost."""
    case = CaseFile.objects.get(pk=cast.case.pk)
    nif = Detection.objects.filter(source__case=case, label="NIF", lost_to="").earliest("pk")
    hand = Detection.objects.get(pk=nif.pk)
    hand.pk, hand.ref, hand.layer, hand.added_by, hand._state.adding = None, "r1.0", "reviewer", cast.alba, True
    hand.save()
    Detection.objects.filter(pk=nif.pk).update(lost_to="r1.0")
    CaseFile.objects.filter(pk=case.pk).update(revision=case.revision + 1)
    return nif.pk


def test_a_mention_of_somebody_merged_joins_who_they_became(cast: Cast) -> None:
    analysed(cast, FULL, "Doña Eulalia Bermejillo Casasola solicita la beca.\n")
    one, other = Entity.objects.filter(case=cast.case, label="PERSON").order_by("order")
    revision = CaseFile.objects.get(pk=cast.case.pk).revision
    persons.merge(one, other, by=cast.alba, revision=revision)
    (third,) = analysed(cast, "Se notifica a Eulalia Bermejillo Casasola.\n")
    assert set(third.detections.filter(label="PERSON", lost_to="").values_list("entity", flat=True)) == {one.pk}
    assert Entity.objects.filter(case=cast.case, label="PERSON").count() == 2


def test_a_tag_taken_meanwhile_is_given_to_nobody_else(cast: Cast) -> None:
    upload = SimpleUploadedFile("escrito.txt", FULL.encode())
    (source,) = cases.add_files(cast.case, [upload], cast.alba).added
    keeper = ReviewStore()
    claim = keeper.claim_file(source.pk)
    assert claim and keeper.take_turn(claim)
    (analysis,) = engine.analyse([engine.read(FULL.encode(), source.name)], store.policy_in_force(cast.case))
    Entity.objects.create(case=cast.case, tag="PER_1", kind="natural", label="PERSON", name="Otra", order=1)
    assert keeper.finish_file(claim, analysis)
    person = source.detections.get(label="PERSON", lost_to="").entity
    assert person is not None and person.tag == "PER_2"
    assert "[PER_1]" not in set(source.detections.values_list("output", flat=True))


def test_known_entities_keep_every_tag_and_name(cast: Cast) -> None:
    analysed(cast, FULL)
    person = Entity.objects.get(case=cast.case, label="PERSON")
    Entity.objects.create(case=cast.case, tag="PER_9", kind="natural", label="PERSON", name="X", merged_into=person)
    known = {e.tag: e for e in entities.known_entities(cast.case)}
    assert known["PER_9"].names == ("X",)
    assert known[person.tag].id == str(person.pk)
    assert known[person.tag].name == "Remedios Zarzalejo Quintanal"


def test_a_deny_entry_marks_open_expedientes_and_its_withdrawal_unmarks_them(cast: Cast) -> None:
    (source,) = analysed(cast, FULL)
    effect = lists.add_entry(by=cast.diego, kind="deny", text="la beca", reason="prueba")
    assert (effect.cases, effect.files) == (1, 1)
    assert worker.go_over_case(ReviewStore(), cast.case.pk)
    assert "la beca" in surfaces(source, layer="list", reason="deny-list")
    again = CaseFile.objects.get(pk=cast.case.pk)
    assert again.stale == 0
    lists.withdraw_entry(again.list_entries.model.objects.get(), cast.diego)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    assert surfaces(source, layer="list") == []


def test_an_allow_entry_is_decided_at_once_and_undone_by_its_withdrawal(cast: Cast) -> None:
    (source,) = analysed(cast, FULL)
    person = source.detections.get(label="PERSON", lost_to="")
    lists.add_entry(by=cast.alba, kind="allow", text="remedios zarzalejo quintanal", case=cast.case)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    person.refresh_from_db()
    assert (person.action, person.reason) == ("keep", "allow-list")


def test_entries_of_other_scopes_and_times_do_not_hold(cast: Cast) -> None:
    other = CaseFile.objects.create(unit=cast.unit, title="Otro", policy=cast.policy, created_by=cast.alba)
    lists.add_entry(by=cast.alba, kind="deny", text="de otro", case=other)
    a_policy("otra")
    lists.add_entry(by=cast.diego, kind="deny", text="de otra plantilla", policy_name="otra")
    lists.add_entry(by=cast.diego, kind="deny", text="de esta", policy_name="pruebas")
    lists.add_entry(by=cast.diego, kind="deny", text="de todos")
    assert [e.text for e in store.entries_in_force(cast.case)] == ["de esta", "de todos"]


def test_another_policy_decides_anew_and_leaves_rulings(cast: Cast) -> None:
    (source,) = analysed(cast, FULL)
    mention = source.detections.get(label="NIF", lost_to="")
    decisions.decide_mention(mention, action="suppress", by=cast.alba, revision=0)
    kept = a_policy("leve")
    rule = {"action": "keep", "threshold": 0.5, "doubt": 0.3, "sure": 0.7}
    kept.body = {**kept.body, "rules": {"PERSON": rule, "NIF": rule}}
    kept.save()
    cases.set_policy(CaseFile.objects.get(pk=cast.case.pk), kept, cast.alba)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    assert source.detections.get(label="PERSON", lost_to="").action == "keep"
    mention.refresh_from_db()
    assert (mention.action, mention.engine_action) == ("suppress", "keep")


def test_shipped_policies_are_stored_once(db: None) -> None:
    first = store.keep_shipped()
    assert [row.pk for row in store.keep_shipped()] == [row.pk for row in first]
    assert [policy.parse(row.body).name for row in first] == list(policy.shipped())


def test_a_version_made_here_stays_under_its_number_and_the_log_says_so(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    ships = policy.load("transparencia")
    own = PolicyVersion.objects.create(
        name=ships.name, number=ships.version, title="La nuestra", body={"own": 1}, created_by=cast.alba
    )
    assert own in store.keep_shipped()
    own.refresh_from_db()
    assert own.body == {"own": 1} and f"{own} was made here" in caplog.text


def test_the_report_names_who_decided_and_when(cast: Cast) -> None:
    (source,) = analysed(cast, FULL)
    person = Entity.objects.get(case=cast.case, label="PERSON")
    decisions.decide_entity(person, action="suppress", by=cast.alba, revision=0)
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.RELEASING, requested_by=cast.bruno)
    assert worker.release_files(ReviewStore(), cast.case.pk)
    released = ReleasedFile.objects.get()
    assert (released.source, released.release.requested_by, released.release.number) == (source, cast.bruno, 1)
    report = json.loads(storage.fetch(released.report_json))
    entries = {entry["label"]: entry for entry in report["replacements"]}
    assert entries["PERSON"]["decided_by"] == "Alba"
    assert entries["PERSON"]["decided_at"]
    assert "Zarzalejo" not in storage.fetch(released.report_html).decode() + json.dumps(report)
    event = AuditEvent.objects.get(kind="release-made")
    assert event.data["digests"] == [released.digest]


def test_no_two_files_of_a_release_are_called_alike(cast: Cast) -> None:
    for name, text in (
        ("Zarzalejo 1.txt", FULL),
        ("Orejudo 1.txt", f"Otro escrito. {FULL}"),
        ("acta.txt", f"Acta. {FULL}"),
    ):
        (source,) = cases.add_files(cast.case, [SimpleUploadedFile(name, text.encode())], cast.alba).added
        assert worker.analyse_next(ReviewStore(), source.pk)
    worker.go_over_case(ReviewStore(), cast.case.pk)
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.RELEASING, requested_by=cast.bruno)
    assert worker.release_files(ReviewStore(), cast.case.pk)
    released = ReleasedFile.objects.order_by("pk")
    assert [file.name for file in released] == ["documento_1.txt", "documento_1_2.txt", "acta.txt"]
    assert [json.loads(storage.fetch(file.report_json))["file"] for file in released] == [f.name for f in released]


def test_the_words_no_surrogate_may_use_are_those_that_the_engine_keeps_off(cast: Cast) -> None:
    text = "Vienen [PERSON#1 Remedios Orejudo], la [PERSON#1 Sra. Orejudo], [PERSON#2 Casto Bermejuela] y [PERSON#3 Efrén Rey]."
    a_file(cast.case, cast.alba, text)
    one, two, three = (Entity.objects.get(case=cast.case, tag=f"PER_{n}") for n in (1, 2, 3))
    persons.rename(one, name="Otra Cualquiera", by=cast.alba, revision=0)
    persons.merge(one, two, by=cast.alba, revision=1)
    Detection.objects.filter(entity=three).update(withdrawn=True)
    known = entities.known_entities(cast.case)
    words = entities.words_taken(cast.case)
    assert words == words_of(name for entity in known for name in entity.names)
    assert {"orejudo", "bermejuela", "efren"} <= words
