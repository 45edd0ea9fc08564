#!/usr/bin/env python3
"""survivors.py FILE STRING...   (or: survivors.py --entry files.jsonl NAME OUTPUT)

Looks for personal strings in every corner of a file: raw bytes, each member of a zip (docx, odt,
xlsx, nested ones too), XML with and without tags, every object, stream and earlier revision of a PDF,
page text, metadata, EML parts and headers, PNG chunks, EXIF, bytes after the end of the image.
Comparison ignores case, accents, spaces and punctuation. It does not look at pixels:
for that see boxes_blank(). Prints where each string survives; exit status 1 if any does.
Needs: pymupdf, pikepdf, pillow."""

import base64, email, email.policy, html, io, json, quopri, re, struct, sys, unicodedata, zipfile, zlib

DROP = re.compile(r"[\W_]+", re.U)


def squash(s):
    s = unicodedata.normalize("NFKD", s)
    s = "".join(c for c in s if not unicodedata.combining(c))
    return DROP.sub("", s).casefold()


def _texts(b):
    yield b.decode("utf-8", "replace")
    yield b.decode("cp1252", "replace")
    if b[:2] in (b"\xff\xfe", b"\xfe\xff"):
        yield b.decode("utf-16", "replace")
    elif b.count(b"\0") > len(b) // 8:
        yield b.decode("utf-16-le", "replace")
        yield b.decode("utf-16-be", "replace")


def _markup(t):
    yield html.unescape(t)
    yield html.unescape(re.sub(r"<[^>]*>", "", t))
    yield html.unescape(re.sub(r"&nbsp;|&shy;|&#173;", "", re.sub(r"<[^>]*>", "", t)))


def _pdf(b, tag):
    import pikepdf, pymupdf

    ends = [m.end() for m in re.finditer(rb"%%EOF", b)] or [len(b)]
    for r, end in enumerate(ends):
        part = b[:end]
        w = f"{tag}rev{r + 1}/{len(ends)}"
        try:
            d = pymupdf.open("pdf", part)
            if d.needs_pass:
                yield w, "(cifrado)"
                continue
            for p in d:
                yield f"{w}:pag{p.number + 1}", p.get_text("text")
                yield (
                    f"{w}:pag{p.number + 1}:guiones",
                    re.sub(r"[-\u00ad]\n", "", p.get_text("text", clip=pymupdf.INFINITE_RECT())),
                )
                R = p.rect
                for k, c in enumerate(
                    (
                        pymupdf.Rect(R.x0, R.y0, (R.x0 + R.x1) / 2, R.y1),
                        pymupdf.Rect((R.x0 + R.x1) / 2, R.y0, R.x1, R.y1),
                    )
                ):
                    t = p.get_text("text", clip=c)
                    yield f"{w}:pag{p.number + 1}:columna{k + 1}", t + "\n" + re.sub(r"[-\u00ad]\n", "", t)
                for a in p.annots() or []:
                    yield f"{w}:anotacion", json.dumps(a.info, ensure_ascii=False)
                for f in p.widgets() or []:
                    yield (
                        f"{w}:campo",
                        " ".join(
                            str(x) for x in (f.field_name, f.field_value, f.field_label, f.choice_values)
                        ),
                    )
                for l in p.get_links():
                    yield f"{w}:enlace", str(l.get("uri"))
            yield f"{w}:info", json.dumps(d.metadata, ensure_ascii=False)
            yield f"{w}:xmp", d.get_xml_metadata() or ""
            yield f"{w}:marcadores", json.dumps(d.get_toc(), ensure_ascii=False)
            for n in d.embfile_names():
                yield f"{w}:adjunto", n + json.dumps(d.embfile_info(n), ensure_ascii=False)
                yield from views(d.embfile_get(n), f"{w}:adjunto:{n}:")
        except Exception as e:
            yield f"{w}:error", repr(e)
        try:
            with pikepdf.open(io.BytesIO(part)) as q:
                seen = 0

                def walk(o, depth=0):
                    if depth > 40:
                        return
                    if isinstance(o, pikepdf.String):
                        yield str(o)
                    elif isinstance(o, pikepdf.Name):
                        yield str(o)
                    elif isinstance(o, pikepdf.Array):
                        for x in o:
                            if not getattr(x, "is_indirect", False):
                                yield from walk(x, depth + 1)
                    elif isinstance(o, (pikepdf.Dictionary, pikepdf.Stream)):
                        for k, x in o.items():
                            yield k
                            if not getattr(x, "is_indirect", False):
                                yield from walk(x, depth + 1)

                for o in q.objects:
                    seen += 1
                    yield f"{w}:objeto{seen}", " ".join(walk(o))
                    if isinstance(o, pikepdf.Stream):
                        try:
                            raw = o.read_bytes()
                        except Exception:
                            raw = o.read_raw_bytes()
                            if raw[:3] == b"\xff\xd8\xff":
                                yield from _exif(raw, f"{w}:imagen{seen}:")
                            continue
                        yield (
                            f"{w}:flujo{seen}",
                            raw.decode("latin-1") + "\n" + raw.decode("utf-8", "replace"),
                        )
                        lit = b"".join(
                            re.sub(rb"\\([()\\])", rb"\1", m)
                            for m in re.findall(rb"\(((?:\\.|[^()\\])*)\)", raw)
                        )
                        hx = b"".join(
                            bytes.fromhex(m.decode() + "0" * (len(m) % 2))
                            for m in (re.sub(rb"\s", b"", x) for x in re.findall(rb"<([0-9A-Fa-f\s]+)>", raw))
                        )
                        yield f"{w}:flujo{seen}:cadenas", lit.decode("cp1252", "replace")
                        yield f"{w}:flujo{seen}:hex", hx.decode("cp1252", "replace")
                        yield f"{w}:flujo{seen}:hex16", hx.decode("utf-16-be", "replace")
        except Exception as e:
            yield f"{w}:error", repr(e)


def _exif(b, tag):
    i = b.find(b"Exif\0\0")
    if i > 0:
        yield tag + "exif", b[i : i + 65535].decode("latin-1")
        j = b.find(b"\xff\xd8\xff", i)
        if j > 0:
            yield tag + "miniatura", "(hay miniatura EXIF)"
    for m in re.finditer(rb"\xff\xfe(..)", b):
        n = struct.unpack(">H", m.group(1))[0]
        yield tag + "comentario", b[m.end() : m.end() + n - 2].decode("utf-8", "replace")


def _png(b, tag):
    i = 8
    while i + 8 <= len(b):
        n, k = struct.unpack(">I", b[i : i + 4])[0], b[i + 4 : i + 8]
        d = b[i + 8 : i + 8 + n]
        if k in (b"tEXt", b"iTXt", b"zTXt", b"eXIf"):
            if k == b"zTXt":
                h, _, z = d.partition(b"\0")
                d = h + b" " + zlib.decompress(z[1:])
            yield f"{tag}trozo-{k.decode()}", d.decode("utf-8", "replace")
        i += 12 + n
        if k == b"IEND":
            if i < len(b):
                yield f"{tag}tras-IEND", f"({len(b) - i} bytes tras el final)"
                yield from views(b[i:], f"{tag}tras-IEND:")
            break


def _eml(b, tag):
    m = email.message_from_bytes(b, policy=email.policy.default)
    for part in m.walk():
        for k, v in part.items():
            yield f"{tag}cabecera:{k}", str(v)
        try:
            d = part.get_payload(decode=True)
        except Exception:
            d = None
        if d:
            yield from views(d, f"{tag}parte:{part.get_content_type()}:")


def views(b, tag=""):
    for t in _texts(b):
        yield tag + "bytes", t
        if "<" in t:
            for u in _markup(t):
                yield tag + "texto", u
        for m in re.finditer(r"base64,([A-Za-z0-9+/=\s]{40,})", t):
            try:
                yield tag + "base64", base64.b64decode(m.group(1)).decode("utf-8", "replace")
            except Exception:
                pass
    if b[:4] == b"PK\x03\x04":
        try:
            with zipfile.ZipFile(io.BytesIO(b)) as z:
                for i in z.infolist():
                    yield f"{tag}{i.filename}:nombre", i.filename
                    if i.file_size < 30_000_000:
                        yield from views(z.read(i), f"{tag}{i.filename}:")
        except Exception as e:
            yield tag + "error", repr(e)
    elif b[:5] == b"%PDF-":
        yield from _pdf(b, tag)
    elif b[:8] == b"\x89PNG\r\n\x1a\n":
        yield from _png(b, tag)
    elif b[:3] == b"\xff\xd8\xff":
        yield from _exif(b, tag)
    elif re.match(rb"(?i)(received|return-path|from|date|message-id|mime-version|subject|to):", b):
        yield from _eml(b, tag)


def survivors(b, strings):
    """{string: [where, …]} for each string found anywhere in the bytes b."""
    want = {s: squash(s) for s in strings}
    hits = {}
    for where, t in views(b):
        q = squash(t)
        for s, z in want.items():
            if z and z in q:
                hits.setdefault(s, [])
                if where not in hits[s]:
                    hits[s].append(where)
    return hits


def boxes_blank(png_or_page_image, quads, tol=14):
    """For pixel cases: list of quads (x, y)*4 whose inside is not one flat colour in the given
    PIL image (same size as the source). Shrinks each box by a fifth to forgive a pixel or two."""
    from PIL import ImageStat

    im = png_or_page_image.convert("L")
    bad = []
    for q in quads:
        xs, ys = [p[0] for p in q], [p[1] for p in q]
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        dx, dy = (x1 - x0) / 5, (y1 - y0) / 5
        st = ImageStat.Stat(
            im.crop(
                (
                    int(x0 + dx),
                    int(y0 + dy),
                    max(int(x1 - dx), int(x0 + dx) + 1),
                    max(int(y1 - dy), int(y0 + dy) + 1),
                )
            )
        )
        if st.stddev[0] > tol:
            bad.append((q, round(st.stddev[0], 1)))
    return bad


if __name__ == "__main__":
    if sys.argv[1] == "--entry":
        e = next(
            e for e in map(json.loads, open(sys.argv[2], encoding="utf-8")) if e["file"].endswith(sys.argv[3])
        )
        f, ss, keep = sys.argv[4], e["must_not_survive"], e["must_survive"]
    else:
        f, ss, keep = sys.argv[1], sys.argv[2:], []
    data = open(f, "rb").read()
    bad = survivors(data, ss)
    for s, w in bad.items():
        print(f"QUEDA  {s!r}: {', '.join(w[:6])}{' …' if len(w) > 6 else ''}")
    kept = survivors(data, keep)
    for s in keep:
        if s not in kept:
            print(f"FALTA  {s!r}")
    sys.exit(bool(bad) or len(kept) < len(keep))
