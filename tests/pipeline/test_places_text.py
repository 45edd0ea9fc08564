"""Pages, RTF and messages that say a name in one place alone: it is read or goes, and the gate would see it there."""

from __future__ import annotations

import base64

import pytest

from tests.pipeline.made_formats import mail, parts_of, rtf
from tests.pipeline.places import BARE, CODED, KEPT, NAME, told_or_gone

HEX = NAME.encode().hex()
SAID = r"Br\'edxida Zah\'ednos Ca\'f1amero"
WORD = f"=?utf-8?b?{base64.b64encode(NAME.encode()).decode()}?="
PAGES = {
    "p": f'<p>{NAME}',
    "comment": f'<!--{NAME}-->',
    "script": f'<script>x="{NAME}"</script>',
    "style content": f'<style>p::after{{content:"{NAME}"}}</style>',
    "noscript": f'<noscript>{NAME}</noscript>',
    "template": f'<template>{NAME}</template>',
    "svg": f'<svg><title>{NAME}</title></svg>',
    "math": f'<math><mtext>{NAME}</mtext></math>',
    "iframe srcdoc": f'<iframe srcdoc="{NAME}"></iframe>',
    "textarea": f'<textarea>{NAME}</textarea>',
    "option": f'<select><option value="{NAME}">z</select>',
    "datalist": f'<datalist><option value="{NAME}"></datalist>',
    "input": f'<input value="{NAME}">',
    "placeholder": f'<input placeholder="{NAME}">',
    "hidden input": f'<input type=hidden value="{NAME}">',
    "pattern": f'<input pattern="{NAME}">',
    "kind of file": f'<input accept="{NAME}">',
    "alt": f'<img alt="{NAME}">',
    "srcset": f'<img srcset="{CODED}.png 1x">',
    "title": f'<p title="{NAME}">z',
    "aria": f'<p aria-label="{NAME}">z',
    "aria desc": f'<p aria-description="{NAME}">z',
    "data": f'<p data-x="{NAME}">z',
    "unknown attr": f'<p cosa="{NAME}">z',
    "unknown el": f'<cosa>{NAME}</cosa>',
    "href": f'<a href="https://x.example/?q={CODED}">z</a>',
    "ping": f'<a href="#" ping="https://x.example/{CODED}">z</a>',
    "download": f'<a href="#" download="{NAME}">z</a>',
    "cite": f'<q cite="https://x.example/{CODED}">z</q>',
    "datetime": f'<time datetime="{NAME}">z</time>',
    "abbr": f'<th abbr="{NAME}">z',
    "summary": f'<table summary="{NAME}"><tr><td>z</table>',
    "object": f'<object data="x"><p>{NAME}</p></object>',
    "param": f'<object><param name="a" value="{NAME}"></object>',
    "embed": f'<embed title="{NAME}">',
    "audio": f'<audio>{NAME}</audio>',
    "track": f'<video><track label="{NAME}"></video>',
    "map": f'<map name="m"><area alt="{NAME}"></map>',
    "meta": f'<meta name=author content="{NAME}">',
    "base": f'<base href="https://x.example/{CODED}">',
    "onclick": f'''<p onclick="x('{NAME}')">z''',
    "cond comment": f'<!--[if mso]>{NAME}<![endif]-->',
    "cdata": f'<![CDATA[{NAME}]]>',
    "pi": f'<?x {NAME}?>',
    "decl": f'<!X {NAME}>',
    "details": f'<details><p>{NAME}</details>',
    "display none": f'<p style="display:none">{NAME}',
    "entity": '<p>Br&iacute;xida Zah&#237;nos Ca&#xF1;amero',
    "split": '<p>Br<b>íxida</b> Zahí<i>nos</i> Cañamero',
    "ruby": f'<ruby>z<rt>{NAME}</rt></ruby>',
    "meter": f'<meter>{NAME}</meter>',
    "json-ld": f'<script type="application/ld+json">{{"name":"{NAME}"}}</script>',
    "frameset": f'<noframes>{NAME}</noframes>',
    "marquee": f'<marquee>{NAME}</marquee>',
    "itemprop": f'<p itemprop="{NAME}">z',
    "label": f'<optgroup label="{NAME}">',
    "xmp": f'<xmp>{NAME}</xmp>',
    "plaintext": f'<plaintext>{NAME}',
    "closing tag": f'</x {NAME}>',
}  # fmt: skip


@pytest.mark.parametrize("place", PAGES)
def test_in_a_page(place: str) -> None:
    page = f"<!DOCTYPE html><html><head><title>z</title></head><body><p>{KEPT}</p>{PAGES[place]}</body></html>"
    told_or_gone(page.encode(), "a.html")


RICH = {
    "p": f'{SAID}',
    "hidden": rf'{{\v {SAID}}}',
    "deleted": rf'{{\deleted {SAID}}}',
    "annotation": rf'{{\*\annotation {SAID}}}',
    "atnauthor": rf'{{\*\atnauthor {SAID}}}',
    "atnid": rf'{{\*\atnid {SAID}}}',
    "footnote": rf'{{\footnote {SAID}}}',
    "header": rf'{{\header {SAID}}}',
    "field code": rf'{{\field{{\*\fldinst AUTHOR "{SAID}"}}{{\fldrslt z}}}}',
    "field result": rf'{{\field{{\*\fldinst AUTHOR}}{{\fldrslt {SAID}}}}}',
    "formfield": rf'{{\*\formfield{{\*\ffdeftext {SAID}}}}}',
    "ffname": rf'{{\*\formfield{{\*\ffname {SAID}}}}}',
    "fflist": rf'{{\*\formfield{{\*\ffl {SAID}}}}}',
    "bkm": rf'{{\*\bkmkstart {BARE}}}{{\*\bkmkend {BARE}}}',
    "shptxt": rf'{{\shp{{\*\shpinst{{\shptxt {SAID}}}}}}}',
    "sp": rf'{{\shp{{\*\shpinst{{\sp{{\sn wzDescription}}{{\sv {SAID}}}}}}}}}',
    "sp name": rf'{{\shp{{\*\shpinst{{\sp{{\sn wzName}}{{\sv {SAID}}}}}}}}}',
    "objdata": rf'{{\object{{\*\objdata {HEX}}}{{\result z}}}}',
    "objclass": rf'{{\object{{\*\objclass {SAID}}}{{\result z}}}}',
    "objname": rf'{{\object{{\*\objname {SAID}}}{{\result z}}}}',
    "unknown starred": rf'{{\*\cosa {SAID}}}',
    "unknown group": rf'{{\cosa {SAID}}}',
    "nonshppict": rf'{{\nonshppict{{\pict {HEX}}}}}',
    "pict": rf'{{\pict\pngblip {HEX}}}',
    "bin": rf'{{\pict\bin24 {BARE}xx}}',
    "xe": rf'{{\xe {SAID}}}',
    "tc": rf'{{\tc {SAID}}}',
    "docvar": rf'{{\*\docvar{{n}}{{{SAID}}}}}',
    "upr": rf'{{\upr{{z}}{{\*\ud{{{SAID}}}}}}}',
    "listtext": rf'{{\listtext {SAID}}}',
    "pntext": rf'{{\pntext {SAID}}}',
    "pntxtb": rf'{{\*\pn{{\pntxtb {SAID}}}}}',
    "datafield": rf'{{\*\datafield {HEX}}}',
    "unicode": r'\u66?\u114?\u237?\u120?\u105?\u100?\u97?\u32?\u90?\u97?\u104?\u237?\u110?\u111?\u115?\u32?\u67?\u97?\u241?\u97?\u109?\u101?\u114?\u111?',
    "unicode neg": r'\u-65470?\u-65422?\u-65299?\u-65416?\u-65431?\u-65436?\u-65439?\u-65504?\u-65446?\u-65439?\u-65432?\u-65299?\u-65426?\u-65425?\u-65421?\u-65504?\u-65469?\u-65439?\u-65295?\u-65439?\u-65427?\u-65435?\u-65422?\u-65425?',
    "hex all": r"\'42\'72\'ed\'78\'69\'64\'61\'20\'5a\'61\'68\'ed\'6e\'6f\'73\'20\'43\'61\'f1\'61\'6d\'65\'72\'6f",
    "math": rf'{{\*\moMath{{\mr {SAID}}}}}',
    "template": rf'{{\*\template {SAID}}}',
    "htmltag": rf'{{\*\htmltag {SAID}}}',
    "hl tip": rf'{{\field{{\*\fldinst HYPERLINK "http://x.example" \\\\o "{SAID}"}}{{\fldrslt z}}}}',
    "background": rf'{{\*\background{{\shp{{\*\shpinst{{\sp{{\sn pibName}}{{\sv {SAID}}}}}}}}}}}',
    "ebcstart": rf'{{\*\xmlopen\xmlns1{{{SAID}}}}}',
    "factoid": rf'{{\*\factoidname {SAID}}}',
    "protusertbl in body": rf'{{\*\protusertbl {SAID}}}',
}  # fmt: skip
HEADS = {
    "info author": rf'{{\info{{\author {SAID}}}}}',
    "info title": rf'{{\info{{\title {SAID}}}}}',
    "userprops": rf'{{\*\userprops {{\propname x}}\proptype30{{\staticval {SAID}}}}}',
    "revtbl": rf'{{\*\revtbl{{{SAID};}}}}',
    "style": rf'{{\stylesheet{{\s1 {SAID};}}}}',
    "list name": rf'{{\*\listtable{{\list{{\listname {SAID};}}}}}}',
    "liststylename": rf'{{\*\listtable{{\list{{\*\liststylename {SAID};}}}}}}',
    "leveltext": rf'{{\*\listtable{{\list{{\listlevel{{\leveltext {SAID};}}}}}}}}',
    "mailmerge": rf'{{\*\mailmerge{{\mmdatasource {SAID}}}}}',
    "theme": rf'{{\*\themedata {HEX}}}',
    "datastore": rf'{{\*\datastore {HEX}}}',
    "latent": rf'{{\*\latentstyles{{\lsdlockedexcept {SAID};}}}}',
    "xmlnstbl": rf'{{\*\xmlnstbl{{\xmlns1 {SAID}}}}}',
    "filetbl": rf'{{\*\filetbl{{\file\fid0 {SAID}}}}}',
    "nextfile": rf'{{\*\nextfile {SAID}}}',
    "passwordhash": rf'{{\*\passwordhash {SAID}}}',
    "generator": rf'{{\*\generator {SAID};}}',
    "wgrffmtfilter": rf'{{\*\wgrffmtfilter {SAID}}}',
    "pgptbl": rf'{{\*\pgptbl{{{SAID}}}}}',
    "protuser": rf'{{\*\protusertbl{{{SAID}}}}}',
}  # fmt: skip


@pytest.mark.parametrize("place", RICH)
def test_in_the_body_of_rtf(place: str) -> None:
    told_or_gone(rtf(rf"{KEPT}\par {RICH[place]}"), "a.rtf")


@pytest.mark.parametrize("place", HEADS)
def test_in_the_head_of_rtf(place: str) -> None:
    told_or_gone(rtf(KEPT, HEADS[place]), "a.rtf")


HEADERS = (
    "To", "Cc", "Bcc", "Reply-To", "Sender", "Subject", "Comments", "Keywords", "Organization", "X-New", "Received",
    "Delivered-To", "Thread-Topic", "User-Agent", "DKIM-Signature", "Authentication-Results", "Resent-From", "List-Id",
    "Autocrypt", "Disposition-Notification-To", "Content-Description",
)  # fmt: skip
IDENTIFIERS = ("Message-ID", "In-Reply-To", "References", "Return-Path")


@pytest.mark.parametrize("header", HEADERS)
def test_in_a_header(header: str) -> None:
    told_or_gone(mail(KEPT, f"{header}: {WORD}\n"), "a.eml")


@pytest.mark.parametrize("header", IDENTIFIERS)
def test_in_an_identifier_of_a_message(header: str) -> None:
    told_or_gone(mail(KEPT, f"{header}: <brixida.zahinos.canamero@z.example>\n"), "a.eml")


def part(headers: str, body: str = "z") -> bytes:
    return parts_of(f"\n{KEPT}", f"{headers}\n\n{body}")


ATTACHED = {
    "name of a file": part(f'Content-Type: text/plain\nContent-Disposition: attachment; filename="{WORD}"'),
    "identifier": part("Content-Type: text/plain\nContent-ID: <brixida.zahinos.canamero@z>"),
    "description": part(f"Content-Type: text/plain\nContent-Description: {WORD}"),
    "field nobody knows": part(f"Content-Type: text/plain\nX-New: {WORD}"),
    "parameter nobody knows": part(f'Content-Type: text/plain; new="{WORD}"'),
    "calendar": part("Content-Type: text/calendar", f"BEGIN:VCALENDAR\nATTENDEE;CN={NAME}:z\nEND:VCALENDAR"),
    "card": part("Content-Type: text/vcard", f"BEGIN:VCARD\nFN:{NAME}\nEND:VCARD"),
    "message inside": part("Content-Type: message/rfc822", mail("z", f"Subject: {WORD}\n").decode()),
    "report of delivery": part("Content-Type: message/delivery-status", f"Final-Recipient: rfc822; {NAME}\n"),
    "headers of another": part("Content-Type: text/rfc822-headers", f"Subject: {WORD}\n"),
    "bytes nobody knows": part(
        "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64",
        base64.b64encode(NAME.encode()).decode(),
    ),
    "signature": part("Content-Type: application/pgp-signature", NAME),
    "words before the parts": parts_of(f"\n{KEPT}").replace(b"--L1\n", f"{NAME}\n--L1\n".encode(), 1),
    "words after the parts": parts_of(f"\n{KEPT}") + NAME.encode(),
    "boundary": parts_of(f"\n{KEPT}").replace(b"L1", b"brixida_zahinos_canamero"),
}


@pytest.mark.parametrize("place", ATTACHED)
def test_in_a_part_of_a_message(place: str) -> None:
    told_or_gone(ATTACHED[place], "a.eml")
