"""Word documents that say a name in one place alone: it is read or goes, and the gate would see it there."""

from __future__ import annotations

import re

import pytest

from pipeline.analysis import Sought
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made import Change, paragraph, related, run, typed, word
from tests.pipeline.places import BARE, CODED, KEPT, NAME, proven

P = paragraph(KEPT)
W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
OFFICE = 'xmlns:o="urn:schemas-microsoft-com:office:office"'
BY = "w:id='1' w:author='x'"


def changed(kind: str, text: str = "t", by: str = "x", said: str = NAME) -> str:
    return f"<w:p><{kind} {W14} w:id='1' w:author='{by}'><w:r><w:{text}>{said}</w:{text}></w:r></{kind}></w:p>"


def boxed(choice: str, fallback: str) -> str:
    inside = f"<mc:Choice Requires='wps'>{choice}</mc:Choice><mc:Fallback>{fallback}</mc:Fallback>"
    return f"<w:p><w:r><mc:AlternateContent>{inside}</mc:AlternateContent></w:r></w:p>"


def drawn(inside: str) -> str:
    return f"<w:p><w:r><w:pict>{inside}</w:pict></w:r></w:p>"


def coded(*codes: str) -> str:
    inside = "".join(f"<w:r><w:instrText>{code}</w:instrText></w:r>" for code in codes)
    mark = "<w:r><w:fldChar w:fldCharType='{}'/></w:r>"
    return f"<w:p>{mark.format('begin')}{inside}{mark.format('end')}</w:p>"


def form(inside: str) -> str:
    return f"<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData>{inside}</w:ffData></w:fldChar></w:r></w:p>"


def control(properties: str) -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{paragraph('z')}</w:sdtContent></w:sdt>"


BODY = {
    "letter by letter": "<w:p>" + "".join(map(run, NAME)) + "</w:p>",
    "symbols": "<w:p>" + "".join(f'<w:r><w:sym w:font="Arial" w:char="{ord(c):04X}"/></w:r>' for c in NAME) + "</w:p>",
    "hidden run": "<w:p>" + run(NAME, "<w:vanish/>") + "</w:p>",
    "text outside a run": f"<w:p>{NAME}</w:p>",
    "text after a paragraph": NAME,
    "text in properties": f"<w:p><w:pPr>{NAME}</w:pPr></w:p>",
    "character data": f"<w:p><w:r><w:t><![CDATA[{NAME}]]></w:t></w:r></w:p>",
    "comment of the markup": f"<!-- {NAME} -->",
    "instruction of the markup": f"<?pi {NAME}?>",
    "element nobody knows": f"<z:new xmlns:z='http://z.example/'>{NAME}</z:new>",
    "attribute nobody knows": f"<z:new xmlns:z='http://z.example/' said='{NAME}'/>",
    "link in such an attribute": f"<z:new xmlns:z='http://z.example/' said='https://z.example/{CODED}'/>",
    "inserted": changed("w:ins"),
    "deleted": changed("w:del", "delText"),
    "moved away": changed("w:moveFrom"),
    "moved here": changed("w:moveTo"),
    "inserted in conflict": changed("w14:conflictIns"),
    "deleted in conflict": changed("w14:conflictDel", "delText"),
    **{f"author of {kind}": changed(kind, by=NAME, said="z") for kind in ("w:ins", "w:del", "w14:conflictIns")},
    "author of a format": f"<w:p><w:r><w:rPr><w:rPrChange w:id='1' w:author='{NAME}'/></w:rPr><w:t>z</w:t></w:r></w:p>",
    "code of a field": coded(f'COMMENTS "{NAME[:9]}', f'{NAME[9:]}"'),
    "simple field": f"<w:p><w:fldSimple w:instr='TITLE &quot;{NAME}&quot;'>{run('z')}</w:fldSimple></w:p>",
    "default of a form field": form(f"<w:textInput><w:default w:val='{NAME}'/></w:textInput>"),
    "list of a form field": form(f"<w:ddList><w:listEntry w:val='{NAME}'/></w:ddList>"),
    "help of a form field": form(f"<w:helpText w:val='{NAME}'/>"),
    "alias of a control": control(f"<w:alias w:val='{NAME}'/>"),
    "value of a combo box": control(f"<w:comboBox w:lastValue='{NAME}'/>"),
    "list of a combo box": control(f"<w:comboBox><w:listItem w:displayText='{NAME}' w:value='z'/></w:comboBox>"),
    "format of a date": control(f"<w:date><w:dateFormat w:val='\"{NAME}\" d'/></w:date>"),
    "placeholder of a control": control(f"<w:placeholder><w:docPart w:val='{NAME}'/></w:placeholder>"),
    "path of a binding": control(f"<w:dataBinding w:xpath='/{BARE}[1]' w:storeItemID='{{1}}'/>"),
    "title of a repeated section": control(f"<w15:sectionTitle xmlns:w15='http://z/15' w:val='{NAME}'/>"),
    "smart tag": f"<w:p><w:smartTag w:element='z'><w:smartTagPr><w:attr w:name='z' w:val='{NAME}'/></w:smartTagPr></w:smartTag></w:p>",
    "element of custom XML": f"<w:customXml w:element='z'><w:customXmlPr><w:placeholder w:val='{NAME}'/></w:customXmlPr>{paragraph('z')}</w:customXml>",
    "formula": f"<w:p><m:oMath xmlns:m='http://z/math'><m:r><m:t>{NAME}</m:t></m:r></m:oMath></w:p>",
    "reading beside characters": f"<w:p><w:r><w:ruby><w:rt>{run(NAME)}</w:rt><w:rubyBase>{run('z')}</w:rubyBase></w:ruby></w:r></w:p>",
    "bookmark": f"<w:p><w:bookmarkStart w:id='1' w:name='{BARE}'/></w:p>",
    "permission": f"<w:p><w:permStart w:id='1' w:ed='{NAME}'/></w:p>",
    "caption of a table": f"<w:tbl><w:tblPr><w:tblCaption w:val='{NAME}'/></w:tblPr></w:tbl>",
    "choice": boxed(f"<wps:txbx><w:txbxContent>{paragraph(NAME)}</w:txbxContent></wps:txbx>", "<w:pict/>"),
    "fallback": boxed("", f"<w:pict><v:textbox><w:txbxContent>{paragraph(NAME)}</w:txbxContent></v:textbox></w:pict>"),
    "alternative text": f"<w:p><w:r><w:drawing><wp:inline><wp:docPr id='1' name='z' descr='{NAME}'/></wp:inline></w:drawing></w:r></w:p>",
    "name of a drawing": f"<w:p><w:r><w:drawing><wp:inline><wp:docPr id='1' name='{NAME}'/></wp:inline></w:drawing></w:r></w:p>",
    "tip of a mouse over": f"<w:p><a:hlinkMouseOver {A} tooltip='{NAME}'/></w:p>",
    "letters of art": drawn(f"<v:shape><v:textpath string='{NAME}'/></v:shape>"),
    "alternative text of an old shape": drawn(f"<v:polyline alt='{NAME}'/>"),
    "link of an old shape": drawn(f"<v:shape href='https://z.example/{CODED}'/>"),
    "file of an old picture": drawn(f"<v:rect><v:fill {OFFICE} o:href='file:///C:/{BARE}/f.png' o:title='{BARE}'/></v:rect>"),
    "line to sign": drawn(f"<v:shape><o:signatureline {OFFICE} o:suggestedsigner='{NAME}'/></v:shape>"),
    "page of a video": f"<w:p><wp15:webVideoPr xmlns:wp15='http://z/15' embeddedHtml='&lt;iframe title=\"{NAME}\">'/></w:p>",
    "name of a colour": f"<w:p><a:custClr {A} name='{NAME}'/></w:p>",
}  # fmt: skip


@pytest.mark.parametrize("place", BODY)
def test_in_the_body(place: str) -> None:
    proven(word(P + BODY[place]), "a.docx")


def added(part: str, inside: str) -> dict[str, Change]:
    """Put markup at the end of a part."""
    end = re.compile(rb"</[\w:]+>\s*\Z")
    return {part: lambda data: end.sub(lambda match: inside.encode() + match[0], data)}


def listed(name: str, text: str) -> dict[str, Change]:
    level = f'<w:lvl w:ilvl="0"><w:lvlText w:val="{text}"/></w:lvl>'
    list_ = f'<w:abstractNum w:abstractNumId="0"><w:name w:val="{name}"/>{level}</w:abstractNum>'
    return {"word/numbering.xml": lambda _: f"<w:numbering {made.NAMESPACES}>{list_}</w:numbering>".encode()}


PARTS = {
    "variable": added("word/settings.xml", f"<w:docVars><w:docVar w:name='n' w:val='{NAME}'/></w:docVars>"),
    "query of a mail merge": added("word/settings.xml", f"<w:mailMerge><w:query w:val='SELECT {NAME}'/></w:mailMerge>"),
    "caption": added("word/settings.xml", f"<w:captions><w:caption w:name='{NAME}'/></w:captions>"),
    "style": added("word/styles.xml", f"<w:style w:customStyle='1' w:styleId='A'><w:name w:val='{NAME}'/></w:style>"),
    "alias of a style": added("word/styles.xml", f"<w:style w:styleId='A'><w:aliases w:val='{NAME}'/></w:style>"),
    "label of a list": listed("z", NAME),
    "name of a list": listed(BARE, "z"),
    "name of a theme": added("word/theme/theme1.xml", f"<a:custClr {A} name='{NAME}'/>"),
    "property": added("docProps/core.xml", f"<z:by xmlns:z='http://z/'>{NAME}</z:by>"),
    "template": {"word/_rels/document.xml.rels": related("r9", "attachedTemplate", f"file:///C:/{BARE}.dotx", external=True)},
    "link": {"word/_rels/document.xml.rels": related("r9", "hyperlink", f"https://z.example/?q={CODED}", external=True)},
    "identifier of a relation": {"word/_rels/document.xml.rels": related(f"r_{BARE}", "styles", "styles.xml")},
}  # fmt: skip


@pytest.mark.parametrize("place", PARTS)
def test_in_another_part(place: str) -> None:
    proven(word(P, changes=PARTS[place]), "a.docx")


UNKNOWN = {
    "known by nobody": ("new", "zz", "application/x-zz"),
    "a page": ("aFChunk", "html", "text/html"),
    "ink": ("ink", "xml", "application/inkml+xml"),
    "tasks": ("tasks", "xml", "application/vnd.ms-office.documenttasks+xml"),
    "a vector picture": ("image", "svg", "image/svg+xml"),
    "a picture that is none": ("image", "png", "image/png"),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_part_that_is_not_kept(kind: str) -> None:
    relation, suffix, type = UNKNOWN[kind]
    rels: dict[str, Change] = {"word/_rels/document.xml.rels": related("r9", relation, f"f.{suffix}")}
    kinds: dict[str, Change] = {} if suffix == "xml" else {"[Content_Types].xml": typed(suffix, type)}
    said = f"<a>{NAME}</a>".encode()
    proven(word(P, changes={**rels, **kinds}, parts={f"word/f.{suffix}": said}), "a.docx")


def test_the_name_of_a_vocabulary_is_seen_by_the_gate() -> None:
    data = word(P + f"<z:new xmlns:z='http://z.example/{BARE}'/>")
    assert find_leaks(data, "a.docx", [Sought(NAME, "PERSON", "d1")])
