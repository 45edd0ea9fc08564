"""Pages of a file on the desk: where things stand, the regions drawn by hand, and what the release makes of them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from pipeline.container.page_image import Size
from pipeline.document import Anchor, Area, Block, BlockKind, Document, build, with_areas
from review import rulings, storage
from review.actions import drawing, history
from review.actions.acts import NotPossible, Stale
from review.models import AuditEvent, CaseFile, Detection, Entity, SourceFile
from review.queries import desk, desk_index, desk_pages
from review.states import FileState
from review.store import boxes, documents, findings, pages
from review.store.work import ReviewStore
from tests.cast import Cast

WIDTH, HEIGHT = 200.0, 100.0
LINES = ("Viene Ana Quirós", "y firma Efrén")


def document(lines: tuple[str, ...] = LINES) -> Document:
    """A page of lines, each character ten units wide and ten high, a face below them, and a property."""
    text, anchors = "", []
    for n, line in enumerate(lines):
        flat = [side for i in range(len(line)) for side in (10 + 10 * i, 10 + 20 * n, 20 + 10 * i, 20 + 20 * n)]
        anchors.append(Anchor(len(text), len(text) + len(line), "page 1", n, 0, 0, tuple(map(float, flat))))
        text += line + "\n"
    blocks = [Block(0, len(text), anchors=tuple(anchors), page=0)]
    face = Anchor(len(text), len(text) + 1, "page 1", 9, 0, 0, (100.0, 60.0, 140.0, 90.0), (0.9,))
    blocks.append(Block(len(text), len(text) + 2, BlockKind.PICTURE, (face,), "face", page=0))
    text += "\ufffc\n"
    blocks.append(Block(len(text), len(text) + 6, BlockKind.PROPERTY))
    return build(text + "Autora", blocks, b"scan", "image", "hoja.png")


def a_picture() -> bytes:
    out = io.BytesIO()
    Image.new("L", (int(WIDTH), int(HEIGHT)), "white").save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def sheet(cast: Cast) -> SourceFile:
    made, data = document(), a_picture()
    return SourceFile.objects.create(
        case=cast.case, name="hoja.png", format="image", size=len(data), digest="5" * 64, uploaded_by=cast.alba,
        original=storage.keep("originals", data), document=storage.keep("documents", documents.pack(made)),
        boxes=storage.keep("boxes", boxes.pack(made, [Size(WIDTH, HEIGHT)])), state=FileState.ANALYSED,
    )  # fmt: skip


def mark(source: SourceFile, surface: str, label: str = "PERSON") -> Detection:
    text = documents.load_document(source).text
    start = text.index(surface)
    entity = Entity.objects.create(case=source.case, tag=f"{label}_{start}", kind="natural", label=label, name=surface)
    return Detection.objects.create(
        source=source, entity=entity, ref=f"d{start}", start=start, end=start + len(surface), label=label, score=0.9,
        effect="hide", layer="rule", recogniser="names", trigger="lexicon", spelling=surface.lower(), action="tag",
        engine_action="tag", engine_reason="threshold", reason="threshold", output="[PER_1]",
    )  # fmt: skip


def drawn(cast: Cast, source: SourceFile, box: Any = (100.0, 60.0, 140.0, 90.0), **more: Any) -> Any:
    source.refresh_from_db()
    said = {"label": "SIGNATURE", "entity": None, "by": cast.alba, **more}
    revision = CaseFile.objects.get(pk=cast.case.pk).revision
    return drawing.add(drawing.Drawn(source, 0, box), **{"revision": revision, **said})


def test_boxes_come_back_from_their_blob_within_a_step() -> None:
    made = document()
    kept = boxes.unpack(boxes.pack(made, [Size(WIDTH, HEIGHT)])).page(0)
    (found,) = kept.of(6, 16)
    assert found == pytest.approx((70, 10, 170, 20), abs=0.01)
    across = kept.of(made.text.index("Quirós"), made.text.index("firma") + 5)
    assert [b[1] for b in across] == pytest.approx([10, 30], abs=0.01)
    assert kept.of(len(made.text) - 3, len(made.text)) == ()
    assert [made.text[s:e] for s, e in kept.under((69, 5, 171, 25))] == ["Ana Quirós"]
    assert kept.under((0, 0, 1, 1)) == ()


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_turned_page_shows_its_boxes_turned_and_gives_them_back(turned: int) -> None:
    size, box = Size(WIDTH, HEIGHT, turned), (10.0, 20.0, 60.0, 35.0)
    shown = pages.to_shown(size, box)
    width, height = pages.shown(size)
    assert 0 <= shown[0] < shown[2] <= width and 0 <= shown[1] < shown[3] <= height
    assert pages.from_shown(size, shown) == pytest.approx(box)
    if turned == 90:  # what was at the top left of the page is at its top right
        assert shown == (HEIGHT - 35, 10, HEIGHT - 20, 60)


def test_a_page_shows_its_marks_and_the_rest_stands_apart(cast: Cast, sheet: SourceFile) -> None:
    person, author = mark(sheet, "Ana Quirós"), mark(sheet, "Autora")
    view = desk_pages.page_view(sheet, 0)
    assert view is not None
    assert [(b.text, b.boxes[0]) for b in view.marks] == [
        ("Ana Quirós", pytest.approx((70 / 200, 10 / 100, 170 / 200, 20 / 100), abs=0.001))
    ]
    rest = desk_pages.off_page(sheet)
    assert rest is not None and [m.id for m in rest.marks] == [author.pk]
    assert desk_pages.page_view(sheet, 1) is None
    lines = [desk_index.line_of(each) for each in (person, author)]
    placed = {m[0]: m[5] for line in lines for m in desk_index.index(cast.case, line)["marks"]}
    assert placed == {person.pk: 0, author.pk: 1}


def test_what_is_drawn_is_a_datum_of_its_own_with_its_entries(cast: Cast, sheet: SourceFile) -> None:
    before = documents.load_document(sheet).text
    done, again = drawn(cast, sheet), drawn(cast, sheet, (0.0, 0.0, 30.0, 30.0), label="AREA")
    sheet.refresh_from_db()
    assert [a["by"] for a in sheet.areas] == [cast.alba.pk] * 2
    text = documents.load_document(sheet).text
    assert text.startswith(before) and text[len(before) :] == "\ufffc\n\ufffc\n"
    rows = list(Detection.objects.filter(rulings.live(cast.case)).order_by("start"))
    assert [(r.label, r.start, r.output, r.decided) for r in rows] == [
        ("SIGNATURE", len(before), "[FIRMA_1]", True), ("AREA", len(before) + 2, "[ZONA_1]", True),
    ]  # fmt: skip
    assert rows[0].entity_id != rows[1].entity_id
    assert [r.name for r in desk.entity_rows(cast.case)] == ["página 1", "página 1"]
    event = AuditEvent.objects.filter(kind="act.draw").first()
    assert event is not None and event.tag == "FIRMA_1" == done.act.tag and again.act.tag == "ZONA_1"
    part = ReviewStore().parts(_claim(cast))[0]
    assert part.areas == (Area(0, (100.0, 60.0, 140.0, 90.0)), Area(0, (0.0, 0.0, 30.0, 30.0)))
    assert with_areas(document(), part.areas).text == part.analysis.document.text
    assert [r.span.start for r in part.analysis.replacements()] == [len(before), len(before) + 2]


def _claim(cast: Cast) -> Any:
    from pipeline.store import Claim

    return Claim("case", cast.case.pk, cast.case.pk, "t")


def test_undo_takes_it_off_the_page_and_redo_puts_it_back_in_its_place(cast: Cast, sheet: SourceFile) -> None:
    drawn(cast, sheet)
    history.undo(cast.case, by=cast.alba, revision=1)
    sheet.refresh_from_db()
    view = desk_pages.page_view(sheet, 0)
    assert view is not None and view.marks == ()
    assert findings.analysis_of(sheet).replacements() == ()
    second = drawn(cast, sheet, (0.0, 0.0, 30.0, 30.0))
    sheet.refresh_from_db()
    view = desk_pages.page_view(sheet, 0)
    assert view is not None and [m.boxes[0][:2] for m in view.marks] == [(0, 0)]
    assert second.act.tag == "FIRMA_2"
    history.undo(cast.case, by=cast.alba, revision=3)
    history.redo(cast.case, by=cast.alba, revision=4)
    assert findings.analysis_of(sheet).replacements()[0].output == "[FIRMA_2]"


def test_a_region_may_hang_from_a_person_and_takes_no_label_of_letters(cast: Cast, sheet: SourceFile) -> None:
    person = mark(sheet, "Ana Quirós").entity
    drawn(cast, sheet, entity=person)
    assert Entity.objects.get(tag="FIRMA_1").attached_to == person
    with pytest.raises(NotPossible, match="bad-label"):
        drawn(cast, sheet, label="PERSON")
    with pytest.raises(Stale):
        drawn(cast, sheet, revision=0)
    sheet.refresh_from_db()
    assert len(sheet.areas) == 1


def asked(cast: Cast, source: SourceFile, name: str, *rest: object) -> str:
    return reverse(name, args=[cast.case.key, source.key, *rest])


def test_words_under_a_box_join_their_like(cast: Cast, sheet: SourceFile, client: Client) -> None:
    client.force_login(cast.alba)
    box = {"page": 0, "x0": 0.33, "y0": 0.05, "x1": 0.8, "y1": 0.25}
    menu = client.post(asked(cast, sheet, "desk_box_menu"), box)
    assert menu.status_code == 200 and "Ana Quirós" in menu.content.decode()
    done = client.post(
        asked(cast, sheet, "desk_box_add"), {**box, "what": "6:16", "label": "PERSON", "revision": 0, "picture": "AREA"}
    )
    assert done.status_code == 200
    (row,) = Detection.objects.filter(rulings.live(cast.case))
    assert (row.start, row.end, row.label) == (6, 16, "PERSON")
    sheet.refresh_from_db()
    assert sheet.areas == []


def test_a_box_without_words_is_kept_as_a_region(cast: Cast, sheet: SourceFile, client: Client) -> None:
    client.force_login(cast.alba)
    box = {"page": 0, "x0": 0.5, "y0": 0.6, "x1": 0.7, "y1": 0.9, "what": "area", "picture": "FACE", "revision": 0}
    assert client.post(asked(cast, sheet, "desk_box_add"), box).status_code == 200
    sheet.refresh_from_db()
    assert sheet.areas[0]["box"] == pytest.approx([100, 60, 140, 90], abs=0.01)
    page = client.get(asked(cast, sheet, "desk_page", 0)).content.decode()
    assert 'data-box="0.50000 0.60000 0.20000 0.30000"' in page and "Rostro, ROSTRO_1, se sustituye" in page


@pytest.mark.parametrize(
    "broken", [{"x1": 0.3}, {"x0": -1}, {"page": 7}, {"what": "all"}, {"y1": 2}, {"x0": "nan"}, {"page": ""}]
)
def test_a_box_that_is_none_is_refused(cast: Cast, sheet: SourceFile, client: Client, broken: dict[str, Any]) -> None:
    client.force_login(cast.alba)
    box = {"page": 0, "x0": 0.5, "y0": 0.6, "x1": 0.7, "y1": 0.9, "what": "area", "picture": "FACE", "revision": 0}
    assert client.post(asked(cast, sheet, "desk_box_add"), {**box, **broken}).status_code == 400
    assert not Detection.objects.exists()


def test_the_picture_is_for_its_readers_and_for_their_browser_alone(
    cast: Cast, sheet: SourceFile, client: Client
) -> None:
    address = asked(cast, sheet, "desk_picture", 0, 800)
    assert client.get(address).status_code == 302
    client.force_login(cast.carla)
    assert client.get(address).status_code == 404
    client.force_login(cast.bruno)
    answer = client.get(address)
    assert answer.status_code == 200 and answer["Content-Type"] == "image/webp"
    assert "private" in answer["Cache-Control"] and "Cookie" in answer["Vary"]
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (800, 400)
    assert client.get(asked(cast, sheet, "desk_picture", 3, 800)).status_code == 404
    assert client.post(address).status_code == 405
    assert AuditEvent.objects.filter(kind="original-read", actor=cast.bruno).count() == 1


def test_the_desk_opens_on_pages_unless_the_reader_prefers_text(cast: Cast, sheet: SourceFile, client: Client) -> None:
    client.force_login(cast.alba)
    address = reverse("desk", args=[cast.case.key])
    assert 'class="piece leaf"' in client.get(address).content.decode()
    client.cookies["desk-view"] = "text"
    shown = client.get(address).content.decode()
    assert 'class="piece leaf"' not in shown and 'data-paged="1"' in shown


def test_pictures_of_pages_are_held_up_to_a_limit() -> None:
    held = pages._Pictures(100)
    for n in range(5):
        held.put(("a", n, 800), b"x" * 40)
    assert [held.get(("a", n, 800)) is not None for n in range(5)] == [False, False, False, True, True]
