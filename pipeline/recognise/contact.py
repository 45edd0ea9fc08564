"""What is reached over a network: e-mail, web address, IP and MAC address, user name.

Syntax after RFC 5322 and 5321 (e-mail), 3986 (URL), 791 and 4291 (IP) and IEEE 802 (MAC).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import words
from pipeline.recognise.written import FAILED, PASSED, UNCHECKED, Shape, expression, shapes, view
from pipeline.registry import recogniser

USER = "CUSTOM:usuario"
LIKELY, PERSONAL, PUBLIC, HOME = 0.60, 0.85, 0.20, 0.60

# Read from the at sign to both sides; the local part is taken back from it, 64 signs at most.
_AT = r"(?P<at>@[ ]?|[\[(](?:at|arroba|@)[\])][ ]?|(?<=[ ])arroba[ ])"
_DOT = r"(?:\.|[ ]?[\[(](?:dot|punto|\.)[\])][ ]?|[ ]punto[ ])"
MAIL = expression(rf"{_AT}(?P<domain>[a-z0-9_\-*]{{1,63}}(?:{_DOT}[a-z0-9_\-]{{1,63}}){{0,10}})")
_LOCAL = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.!#$%&'*+-/=?^_`{|}~")
_LOCAL_EDGE = frozenset(".'`{|}/=?&!-")
LOCAL_REACH = 64

_SOCIAL = "|".join(re.escape(host) for host in sorted(words("social_hosts.txt")))
URL = re.compile(
    r"(?:(?:h(?:tt|xx|\*\*)ps?|ftps?|sftp|file)(?:://|\[:\]//|\[://\])|(?<![0-9a-z@.])www\.|"
    rf"(?<![0-9a-z@./\-])(?:[a-z]{{2}}\.)?(?:{_SOCIAL})/)[^\s<>\"'|^`{{}}\\]+"
)
# Hosts written without anything before them: read from the top domain back. Those that are words need a path.
BARE = expression(
    r"\.(?P<top>(?:es|com|org|net|cat|gal|eus|eu|info|edu|example)(?![a-z0-9\-])(?!\.[a-z])|[a-z]{2,8}(?=/[0-9a-z]))"
    r"(?P<path>/[^\s<>\"'|^`{}\\]*)?"
)
_HOST_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-")
HOST_REACH = 100
_HOST = re.compile(r"(?:[a-z]+://)?(?:[^/@]*@)?(?P<host>[^/:?#]+)(?::\d+)?(?P<rest>.*)", re.DOTALL)
_TELLING = re.compile(r"\d{5}|~|@|[?&][a-z_]*(?:csv|dni|nif|id|user|usuario|nombre|token|exp)[a-z_]*=")
_TRAILING = ".,;:!?…·"
_PAIRS = {")": "(", "]": "["}

IPV4 = expression(r"(?<![0-9a-z.])(?P<host>\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5}|/\d{1,2})?(?![0-9a-z]|\.\d)")
IPV6 = expression(
    r"(?<![0-9a-z:.])(?=[0-9a-f]{0,4}:[0-9a-f]{0,4}:)(?P<host>[0-9a-f:]{3,39}(?:\.\d{1,3}){0,3})(?:%[a-z0-9]+)?"
    r"(?P<mask>/\d{1,3})?(?![0-9a-z:])"
)
MAC = expression(
    r"(?<![0-9a-z:\-])(?P<mac>[0-9a-f]{2}(?P<by>[:\-])[0-9a-f]{2}(?:(?P=by)[0-9a-f]{2}){4}"
    r"|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![0-9a-z:\-])"
)

HANDLE = expression(r"(?<![0-9a-z@._/+\-])@(?P<name>[a-z_][a-z0-9_.]{1,29})(?![@a-z0-9_])")
CALLED = expression(
    r"(?<![a-z0-9])(?:(?P<sure>nombre de usuario|usuari[oa] ?:|login ?:?|user(?:name)? ?:?|nick ?:|alias ?:"
    r"|(?:instagram|ig|insta|twitter|tiktok|telegram|skype|facebook|twitch|discord|wechat|roblox|snapchat|steam) ?:)"
    r"|(?P<person>usuari[oa]s?)(?![a-z])|(?:perfil|cuenta|nick|alias|apodo|insta(?:gram)?|tik ?tok|twitter"
    r"|telegram|discord|facebook|snapchat|twitch|wallapop|vinted|steam|skype|youtube|wechat|roblox|fortnite|reddit|linkedin|onlyfans|wifi|wi-fi|clave|ig)(?![a-z]))"
    r"(?:[ ](?:de|en|es|como|con|el|la|mi|su|nombre|usuario|llamad[oa]|denominad[oa]|instagram|tiktok|twitter|telegram"
    r"|facebook|wallapop|discord|steam|roblox|wifi|cl@ve|x)(?![a-z])){0,4}"
    r"[ \t]{0,3}[\"'(«“]?(?P<name>[a-z][a-z0-9._\-]{3,29})(?![0-9a-z@=])"
)
# Who speaks in an exported chat: "[6/2/25 22:15] ~yass.7: …".
SENDER = re.compile(
    r"(?:(?<=\n)|\A)[>\[( ]{0,3}\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4},?[ ]+\d{1,2}:\d{2}(?::\d{2})?[ ]?[\])]?[ ]?-?"
    r"[ ]?~?[ ]?"
    r"(?P<name>[a-z0-9][a-z0-9._\-]{2,29}):"
)
# No Spanish word begins or ends so; a name abbreviated into a user name often does.
_ONSET = re.compile(r"[bcdfghjklmnpqrstvwxyz]{2}")
_ONSETS = words("onsets.txt")
# A word and what is no part of it: "cuenta-vivienda" and a stop before the next sentence.
_ENDS_OF_WORDS = re.compile(r"[a-z]{3,}(?:-[a-z]{3,}){1,3}")
_CODA = re.compile(r"(?:[bcfghjkmpqtvw]|[bcdfghjklmnpqrtvwxyz]{2})\Z")


@recogniser("contact", labels=[Label.EMAIL, Label.URL, Label.IP, Label.MAC, USER])
def find_contacts(document: Document) -> Iterator[Detection]:
    """Yield e-mail and web addresses whole, addresses of machines, and user names."""
    for shape in shapes(document, MAIL):
        yield from (d for d in _mail(shape) if _is_one_address(document, d.span))
    for shape in shapes(document, URL) if _may_have_url(view(document).text) else ():
        address = _url(document, shape)
        if _is_one_address(document, address.span):
            yield address
    for shape in shapes(document, BARE):
        yield from _bare_host(document, shape)
    yield from _find_machines(document)
    yield from _find_users(document)


def _may_have_url(text: str) -> bool:
    return "//" in text or "www." in text or any(f"{host}/" in text for host in words("social_hosts.txt"))


# What stands at a line's end inside an address that was broken there, or in what follows such an end.
_BREAKS_AFTER, _GOES_ON = "@.-_/=?&+", re.compile(r"[^\s,;:]*[0-9@/=_.\-]")


def _is_one_address(document: Document, span: Span) -> bool:
    """Tell whether an address over a line's end goes on there, rather than being whole before it."""
    head = document.folded[span.start : span.end].partition("\n")[0]
    begun = "@" in head or "//" in head or head.startswith("www")
    return not begun or _goes_on(document, span)


def _goes_on(document: Document, span: Span) -> bool:
    """Tell whether what began before a line's end goes on after it; a stop there and a capital begin a sentence."""
    written = document.surface(span)
    head, end, tail = written.partition("\n")
    head, tail = head.rstrip(), tail.lstrip()
    if not end:
        return True
    if head.endswith(".") and tail[:1].isupper() and not written.isupper():
        return False
    return head[-1:] in _BREAKS_AFTER or bool(_GOES_ON.match(tail))


def _mail(shape: Shape) -> Iterator[Detection]:
    text, at = shape.seen.text, shape.match.start()
    apart = text[at - 1 : at] == " "
    start = at = at - apart
    while start > max(0, at - LOCAL_REACH) and text[start - 1] in _LOCAL:
        start -= 1
    while start < at and text[start] in _LOCAL_EDGE:
        start += 1
    domain = re.sub(_DOT, ".", shape["domain"]).rstrip("-_")
    plain = shape["at"] == "@" and not apart
    if start == at or (not plain and not _is_top(domain)):
        return
    end = shape.match.start("domain") + len(shape["domain"].rstrip("-_"))
    valid = _is_top(domain) and ".." not in text[start:at]
    span = shape.seen.span(start, end)
    value = f"{text[start:at]}@{domain}"
    score = 0.95 if valid else LIKELY if "." in domain else UNCHECKED
    yield _made(span, Label.EMAIL, score, "e-mail" if plain else "e-mail, spelled", value, valid)


def _is_top(domain: str) -> bool:
    host, _, top = domain.rpartition(".")
    return bool(host) and len(top) >= 2 and top.isalpha()


def _url(document: Document, shape: Shape) -> Detection:
    written = _trimmed(shape.match[0])
    span = shape.seen.span(shape.match.start(), shape.match.start() + len(written))
    score, trigger = _url_score(written)
    return _made(span, Label.URL, score, trigger, document.surface(span).strip())


def _bare_host(document: Document, shape: Shape) -> Iterator[Detection]:
    """Yield an address without a scheme: "sede.valdeprado.example", "foto.example/casilda"."""
    text, start = shape.seen.text, shape.match.start()
    floor = max(0, start - HOST_REACH)
    while start > floor and text[start - 1] in _HOST_SIGNS:
        start -= 1
    host = text[start : shape.match.end("top")]
    if (start == floor and floor) or text[start - 1 : start] in ("@", "/", "_", "+", "&") or not _is_host(host):
        return
    written = _trimmed(text[start : shape.match.end()])
    span = shape.seen.span(start, start + len(written))
    if any(char.isupper() for char in document.text[shape.part("top").start : shape.part("top").end]):
        return  # a sentence that begins right after a stop
    score, trigger = _url_score(written)
    yield _made(span, Label.URL, score, trigger, document.surface(span))


def _is_host(host: str) -> bool:
    parts = host.split(".")
    named = max(map(len, parts[:-1])) >= 2 or len(parts) == 2
    return all(parts) and named and not all(part.isdigit() for part in parts[:-1])


def _trimmed(written: str) -> str:
    """Take off the punctuation of the sentence, and brackets that were opened before the address."""
    while written:
        last = written[-1]
        opened = written.count(_PAIRS[last]) >= written.count(last) if last in _PAIRS else True
        if last not in _TRAILING and last not in "»”’*" and opened:
            break
        written = written[:-1]
    return written


def _url_score(written: str) -> tuple[float, str]:
    """Score an address by what its path may tell of somebody."""
    parts = _HOST.match(written)
    host, rest = (parts["host"], parts["rest"]) if parts else (written, "")
    host = host.removeprefix("www.")
    if "@" in written.partition("//")[2].partition("/")[0]:
        return PERSONAL, "url with a user"
    if host in words("social_hosts.txt") or host.partition(".")[2] in words("social_hosts.txt"):
        return (PERSONAL if len(rest) > 2 else PUBLIC), "profile"
    if host in words("public_hosts.txt") or host.partition(".")[2] in words("public_hosts.txt"):
        return PUBLIC, "public site"
    if _TELLING.search(rest):
        return PERSONAL, "url with a number or name"
    return (LIKELY, "url with a path") if rest.strip("/") else (HOME, "site")


def _find_machines(document: Document) -> Iterator[Detection]:
    for shape in shapes(document, IPV4):
        octets = shape["host"].split(".")
        valid = all(int(octet) < 256 and (octet == "0" or octet[0] != "0") for octet in octets)
        like_version = sum(map(len, octets)) < 6
        score = UNCHECKED - 0.08 if like_version else 0.80
        yield _made(shape.span, Label.IP, score if valid else FAILED, "ipv4", shape["host"], valid)
    for shape in shapes(document, IPV6):
        if _is_ipv6(shape["host"]):
            yield _made(shape.span, Label.IP, PASSED, "ipv6", shape["host"], True)
    for shape in shapes(document, MAC):
        hexadecimal = any(char.isalpha() for char in shape["mac"])
        score = PASSED if hexadecimal else LIKELY - 0.05
        value = re.sub(r"[^0-9a-f]", "", shape["mac"])
        yield _made(shape.span, Label.MAC, score, "mac", value)


def _is_ipv6(written: str) -> bool:
    try:
        address = ipaddress.IPv6Address(written)
    except ValueError:
        return False
    return int(address) > 1 and sum(char.isalnum() for char in written) >= 4


def _find_users(document: Document) -> Iterator[Detection]:
    for shape in shapes(document, HANDLE):
        name = shape["name"].rstrip(".")
        span = shape.seen.span(shape.match.start(), shape.match.start("name") + len(name))
        if _goes_on(document, span):
            yield _made(span, USER, 0.75, "handle", name)
    for shape in shapes(document, SENDER):
        if not shape["name"].isalpha() and not shape["name"].isdigit():
            yield _made(shape.part("name"), USER, 0.75, "who speaks", shape["name"])
    for shape in shapes(document, CALLED):
        name = shape["name"].rstrip(".-")
        start = shape.match.start("name")
        span = shape.seen.span(start, start + len(name))
        sure = shape["sure"] or (_is_made_up(name) and (shape["person"] or not name.isalpha()))
        if sure and _goes_on(document, span) and not _is_one_word_of_many(document, shape, span):
            yield _made(span, USER, LIKELY, "user", name)


def _is_one_word_of_many(document: Document, shape: Shape, span: Span) -> bool:
    """Tell a person's name ("usuaria: María Pérez") from a user name: a capital, and another after it."""
    surface = document.surface(span)
    following = document.text[span.end : span.end + 2]
    return surface[0].isupper() and not surface.isupper() and following[:1] == " " and following[1:].isupper()


def _is_made_up(name: str) -> bool:
    """Tell whether a word can't be Spanish: a digit or sign inside, or an impossible beginning or end."""
    if not name.isalpha():
        return not _ENDS_OF_WORDS.fullmatch(name)
    onset = _ONSET.match(name)
    return bool(onset and onset[0] not in _ONSETS) or _CODA.search(name) is not None


def _made(span: Span, label: str, score: float, trigger: str, value: str, valid: bool | None = None) -> Detection:
    return detect(span, label, score, recogniser="contact", trigger=trigger, validated=valid, value=value)
