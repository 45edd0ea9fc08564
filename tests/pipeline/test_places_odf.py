"""OpenDocument files that say a name in one place alone: it is read or goes, and the gate would see it there."""

from __future__ import annotations

import pytest

from tests.pipeline import made
from tests.pipeline.made_formats import cell, ods, odt, part, sheet, written
from tests.pipeline.places import BARE, CODED, KEPT, NAME, proven

Q = f"<text:p>{KEPT}</text:p>"
LOEXT = 'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'
CALCEXT = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'


def record(kind: str, by: str = "z", said: str = "z") -> str:
    who = f"<office:change-info><dc:creator>{by}</dc:creator><text:p>{said}</text:p></office:change-info>"
    return f"<text:tracked-changes><text:changed-region text:id='c'><text:{kind}>{who}</text:{kind}></text:changed-region></text:tracked-changes>"


def note(inside: str) -> str:
    return f"<text:p>z<office:annotation>{inside}</office:annotation></text:p>"


def form(inside: str, attributes: str = "") -> str:
    return f"<office:forms><form:form form:name='f'{attributes}>{inside}</form:form></office:forms>"


def frame(inside: str) -> str:
    return f"<text:p><draw:frame>{inside}</draw:frame></text:p>"


KINDS = ("insertion", "deletion", "format-change")
TEXT = {
    "text": f"<text:p>{NAME}</text:p>",
    "spans": "<text:p>Br<text:span>íxida</text:span> Zahínos<text:s/>Cañamero</text:p>",
    "text after a paragraph": NAME,
    "character data": f"<text:p><![CDATA[{NAME}]]></text:p>",
    "comment of the markup": f"<!-- {NAME} -->",
    "instruction of the markup": f"<?z {NAME}?>",
    "attribute nobody knows": f"<z:n xmlns:z='http://z.example/' a='{NAME}'/>",
    **{f"author of {kind}": record(kind, by=NAME) for kind in KINDS},
    **{f"text of {kind}": record(kind, said=NAME) for kind in KINDS},
    "comment": note(f"<text:p>{NAME}</text:p>"),
    "author of a comment": note(f"<dc:creator>{NAME}</dc:creator><text:p>z</text:p>"),
    "initials of an author": note(f"<meta:creator-initials>{NAME}</meta:creator-initials><text:p>z</text:p>"),
    "declared field": f"<text:user-field-decls><text:user-field-decl text:name='z' office:string-value='{NAME}'/></text:user-field-decls>",
    "field": f"<text:p><text:user-field-get text:name='z'>{NAME}</text:user-field-get></text:p>",
    "variable": f"<text:p><text:variable-set text:name='z' office:string-value='{NAME}'>z</text:variable-set></text:p>",
    "property shown": f"<text:p><text:user-defined text:name='{NAME}'>z</text:user-defined></text:p>",
    "author shown": f"<text:p><text:author-name>{NAME}</text:author-name></text:p>",
    "placeholder": f"<text:p><text:placeholder text:description='{NAME}'>z</text:placeholder></text:p>",
    "hidden section": f"<text:section text:display='none'><text:p>{NAME}</text:p></text:section>",
    "condition of a section": f"<text:section text:condition='ooow:z EQ &quot;{NAME}&quot;'><text:p>z</text:p></text:section>",
    "hidden paragraph": f"<text:p><text:hidden-paragraph text:is-hidden='true'/>{NAME}</text:p>",
    "hidden text": f"<text:p><text:hidden-text text:string-value='{NAME}'>{NAME}</text:hidden-text></text:p>",
    "text on a condition": f"<text:p><text:conditional-text text:string-value-if-true='{NAME}'>z</text:conditional-text></text:p>",
    "label of a note": f"<text:p>z<text:note><text:note-citation text:label='{NAME}'>{NAME}</text:note-citation></text:note></text:p>",
    "reading beside characters": f"<text:p><text:ruby><text:ruby-base>z</text:ruby-base><text:ruby-text>{NAME}</text:ruby-text></text:ruby></text:p>",
    "author of a source": f"<text:p><text:bibliography-mark text:author='{NAME}'>z</text:bibliography-mark></text:p>",
    "mark of an index": f"<text:p><text:alphabetical-index-mark text:string-value='{NAME}'/></text:p>",
    "title of an index": f"<text:table-of-content><text:index-title-template>{NAME}</text:index-title-template></text:table-of-content>",
    "link": f"<text:p><text:a xlink:href='https://z.example/?q={CODED}'>z</text:a></text:p>",
    "title of a link": f"<text:p><text:a xlink:href='#' office:title='{NAME}'>z</text:a></text:p>",
    "title of a frame": frame(f"<svg:title>{NAME}</svg:title>"),
    "area of a picture": frame(f"<draw:image-map><draw:area-circle office:name='{NAME}'/></draw:image-map>"),
    "remark of a formula": frame(f"<draw:object><math><annotation encoding='StarMath 5.0'>\"{NAME}\"</annotation></math></draw:object>"),
    "shape": f"<text:p><draw:custom-shape><text:p>{NAME}</text:p></draw:custom-shape></text:p>",
    "value of a form": form(f"<form:text form:current-value='{NAME}'/>"),
    "property of a form": form(f"<form:text><form:properties><form:property office:string-value='{NAME}'/></form:properties></form:text>"),
    "option of a form": form(f"<form:listbox><form:option form:label='{NAME}'/></form:listbox>"),
    "source of a form": form("", f" form:command='SELECT * FROM {NAME}'"),
    "data from elsewhere": f"<text:dde-connection-decls><text:dde-connection-decl office:dde-topic='{NAME}'/></text:dde-connection-decls>",
    "content control": f"<text:p><loext:content-control {LOEXT} loext:alias='{NAME}'>z</loext:content-control></text:p>",
    "name of a table": f"<table:table table:name='{NAME}'><table:table-row><table:table-cell/></table:table-row></table:table>",
}  # fmt: skip


@pytest.mark.parametrize("place", TEXT)
def test_in_a_text(place: str) -> None:
    proven(odt(Q + TEXT[place]), "a.odt")


STYLES = {
    "header": f"<office:master-styles><style:master-page><style:header><text:p>{NAME}</text:p></style:header></style:master-page></office:master-styles>",
    "header that is off": f"<style:header-left style:display='false'><text:p>{NAME}</text:p></style:header-left>",
    "sign before a number": f"<text:list-level-style-number text:level='1' style:num-prefix='{NAME}'/>",
    "name of a gradient": f"<draw:gradient draw:name='g' draw:display-name='{NAME}'/>",
}  # fmt: skip


@pytest.mark.parametrize("place", STYLES)
def test_in_styles(place: str) -> None:
    proven(odt(Q, STYLES[place]), "a.odt")


def settings(inside: str) -> bytes:
    return part("document-settings", f"<office:settings>{inside}</office:settings>")


def meta(inside: str) -> bytes:
    return part("document-meta", f"<office:meta>{inside}</office:meta>")


PARTS = {
    "title": ("meta.xml", meta(f"<dc:title>{NAME}</dc:title>")),
    "property of one's own": ("meta.xml", meta(f"<meta:user-defined meta:name='{NAME}'>z</meta:user-defined>")),
    "template": ("meta.xml", meta(f"<meta:template xlink:title='{NAME}'/>")),
    "setting": ("settings.xml", settings(f"<config:config-item config:type='string'>{NAME}</config:config-item>")),
    "measure": ("settings.xml", settings(f"<config:config-item config:type='int'>{NAME}</config:config-item>")),
    "name of settings": ("settings.xml", settings(f"<config:config-item-set config:name='{NAME}'/>")),
    "thumbnail": ("Thumbnails/thumbnail.png", NAME.encode()),
    "graph": ("manifest.rdf", f"<a>{NAME}</a>".encode()),
    "part nobody knows": ("otro/z.xml", f"<a>{NAME}</a>".encode()),
    "picture of an object": ("ObjectReplacements/Object 1", NAME.encode()),
    "object": ("Object 1", NAME.encode()),
}


@pytest.mark.parametrize("place", PARTS)
def test_in_another_part(place: str) -> None:
    name, content = PARTS[place]
    proven(odt(Q, parts={name: content}), "a.odt")


ENTRIES = {
    "type": f"<manifest:file-entry manifest:full-path='content.xml' manifest:media-type='{NAME}'/>",
    "path": f"<manifest:file-entry manifest:full-path='{NAME}' manifest:media-type='text/xml'/>",
}
OBJECT = (
    "<manifest:file-entry manifest:full-path='Object 1/' manifest:media-type='application/vnd.oasis.opendocument.{}'/>"
)


def manifest(entry: str) -> bytes:
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    return f"<manifest:manifest xmlns:manifest='{space}'>{entry}</manifest:manifest>".encode()


@pytest.mark.parametrize("place", ENTRIES)
def test_in_the_manifest(place: str) -> None:
    proven(odt(Q, parts={"META-INF/manifest.xml": manifest(ENTRIES[place])}), "a.odt")


OBJECTS = {
    "title of a chart": ("chart", "content.xml", part("document-content", f"<office:chart><text:p>{NAME}</text:p></office:chart>")),
    "property of a chart": ("chart", "meta.xml", meta(f"<dc:title>{NAME}</dc:title>")),
    "remark of a formula": ("formula", "content.xml", f"<math><annotation>\"{NAME}\"</annotation></math>".encode()),
}  # fmt: skip


@pytest.mark.parametrize("place", OBJECTS)
def test_in_an_object(place: str) -> None:
    kind, name, content = OBJECTS[place]
    parts = {"Object 1/content.xml": part("document-content", "<text:p>z</text:p>"), f"Object 1/{name}": content}
    parts["META-INF/manifest.xml"] = manifest(OBJECT.format(kind))
    proven(odt(Q + frame("<draw:object xlink:href='./Object 1'/>"), parts=parts), "a.odt")


TYPED = "office:value-type='string'"
CELLS = {
    "text": cell(NAME),
    "value nothing shows": f"<table:table-cell {TYPED} office:string-value='{NAME}'/>",
    "value without a type": f"<table:table-cell office:string-value='{NAME}'/>",
    "value under another text": f"<table:table-cell {TYPED} office:string-value='{NAME}'><text:p>z</text:p></table:table-cell>",
    "currency": f"<table:table-cell office:value-type='currency' office:currency='{NAME}' office:value='1'/>",
    "formula": cell("1", f"{TYPED} table:formula='of:=IF([.A1]=&quot;{NAME}&quot;;1;2)'"),
    "covered": f"<table:covered-table-cell {TYPED}><text:p>{NAME}</text:p></table:covered-table-cell>",
    "repeated": cell(NAME, f"{TYPED} table:number-columns-repeated='3'"),
    "comment": f"<table:table-cell {TYPED}><office:annotation><text:p>{NAME}</text:p></office:annotation><text:p>z</text:p></table:table-cell>",
    "copy of another book": f"<table:table-cell {TYPED}><table:cell-range-source table:name='{NAME}'/><text:p>z</text:p></table:table-cell>",
}  # fmt: skip


@pytest.mark.parametrize("place", CELLS)
def test_in_a_cell(place: str) -> None:
    proven(ods(sheet([[KEPT, CELLS[place]]])), "a.ods")


def tracked(inside: str) -> str:
    change = f"<table:cell-content-change table:id='c'>{inside}</table:cell-content-change>"
    return f"<table:tracked-changes>{change}</table:tracked-changes>"


def range_(inside: str, name: str = "z") -> str:
    return f"<table:database-ranges><table:database-range table:name='{name}'>{inside}</table:database-range></table:database-ranges>"


def table(inside: str) -> str:
    return f"<table:table table:name='z'>{inside}</table:table>"


SHEETS = {
    "hidden sheet": f"<table:table table:name='z' table:display='false'><table:table-row>{cell(NAME)}</table:table-row></table:table>",
    "hidden row": table(f"<table:table-row table:visibility='collapse'>{cell(NAME)}</table:table-row>"),
    "title of a sheet": table(f"<table:title>{NAME}</table:title>"),
    "shape": table(f"<table:shapes><draw:frame><draw:text-box><text:p>{NAME}</text:p></draw:text-box></draw:frame></table:shapes>"),
    "scenario": table(f"<table:scenario table:comment='{NAME}'/>"),
    "conditional format": table(f"<calcext:condition {CALCEXT} calcext:value='=&quot;{NAME}&quot;'/>"),
    "sheet of another book": f"<table:table table:name=\"'file:///C:/{BARE}.ods'#$z\"><table:table-row/></table:table>",
    "range": range_("", NAME),
    "filter of a range": range_(f"<table:filter><table:filter-condition table:value='{NAME}'/></table:filter>"),
    "values of a filter": range_(f"<table:filter-set-item table:value='{NAME}'/>"),
    "source of a range": range_(f"<table:database-source-sql table:sql-statement='SELECT {NAME}'/>"),
    "named expression": f"<table:named-expression table:name='z' table:expression='&quot;{NAME}&quot;'/>",
    "validation": f"<table:content-validation table:name='z' table:condition='of:cell-content-is-in-list(&quot;{NAME}&quot;)'/>",
    "title of help": f"<table:help-message table:title='{NAME}'><text:p>z</text:p></table:help-message>",
    "message of an error": f"<table:error-message><text:p>{NAME}</text:p></table:error-message>",
    "pivot table": f"<table:data-pilot-tables><table:data-pilot-table table:name='{NAME}'/></table:data-pilot-tables>",
    "author of a change": tracked(f"<office:change-info><dc:creator>{NAME}</dc:creator></office:change-info>"),
    "what a cell said": tracked(f"<table:change-track-table-cell><text:p>{NAME}</text:p></table:change-track-table-cell>"),
    "value of a changed cell": tracked(f"<table:change-track-table-cell {TYPED} office:string-value='{NAME}'/>"),
    "place that is none": table(f"<table:label-range table:label-cell-range-address='{NAME}'/>"),
    "condition of a style": f"<style:map style:condition='cell-content()=&quot;{NAME}&quot;'/>",
}  # fmt: skip


@pytest.mark.parametrize("place", SHEETS)
def test_in_a_book(place: str) -> None:
    proven(ods(sheet([[KEPT]]) + SHEETS[place]), "a.ods")


def test_references_with_spaces_follow_a_renamed_sheet() -> None:
    ranges = f"<table:named-range table:name='z' table:cell-range-address=\"$'{NAME}'.$A$1\"/>"
    left = made.part(written(ods(sheet([[KEPT]], NAME) + ranges), "a.ods", [NAME]).data, "content.xml")
    assert "cell-range-address=\"$'PER_1'.$A$1\"" in left
