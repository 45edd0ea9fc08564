"""Administrative Spanish from patterns: texts with the spans of invented people, places, addresses, firms, dates.

A pattern is one line of `patterns/*.txt`. `{a}` is a person; `{a:inv}` another form of the same name (full, caps,
lower, given, surname, surnames, inv, invcaps, invspace, fi, ginit, gi, i, ti, initials; `m` or `f` fixes the sex);
`{a.don}` a form of address, `{a.o}` an ending or word that agrees; `{people}` an enumeration; `<x|y>` a choice;
`X >> Y` a heading with Y repeated; other slots are drawn from the data files.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from training.people import DATA, Invented, Population, table, titled

PATTERNS = Path(__file__).parent / "patterns"
_SLOT = re.compile(r"\{([^{}]+)\}")
_CHOICE = re.compile(r"<([^<>|]*(?:\|[^<>|]*)+)>")
_SEXED = re.compile(r"\{([a-e])[:.](?:\w+[:.])*([mf])(?:[.:][a-z]+)*\}")
_LABELLED = {"town": "LOC", "country": "LOC", "address": "ADDRESS", "company": "ORG", "organ": "ORG", "date": "DATE"}
_WORDS = {"el": ("el", "la"), "interesado": ("interesado", "interesada"), "nacido": ("nacido", "nacida"),
          "secretario": ("secretario", "secretaria"), "casado": ("casado", "casada"), "Sr": ("Sr.", "Sra."),
          "o": ("o", "a")}  # fmt: skip
_DON = {
    "M": ("D.", "Don", "don", "D", "Sr. D.", "Sr.", "DON"),
    "F": ("D.ª", "Doña", "doña", "Dña.", "Dª", "Sra.", "DOÑA", "Sra. D.ª"),
}


@dataclass(slots=True)
class Text:
    """A text in the making: pieces, each with its label or none."""

    pieces: list[tuple[str, str]] = field(default_factory=list)

    def add(self, piece: str, label: str = "") -> None:
        """Append a piece."""
        if piece:
            self.pieces.append((piece, label))

    def done(self) -> tuple[str, list[tuple[int, int, str]]]:
        """Return the text and its spans."""
        spans, at = [], 0
        for piece, label in self.pieces:
            if label:
                spans.append((at, at + len(piece), label))
            at += len(piece)
        return "".join(p for p, _ in self.pieces), spans


@cache
def patterns() -> dict[str, tuple[str, ...]]:
    """Return the patterns by kind of document."""
    return {path.stem: tuple(row[0] for row in table(path) if row) for path in sorted(PATTERNS.glob("*.txt"))}


class Generator:
    """Writes texts; `folder` holds the gazetteers."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - texts, not secrets
        self.population = Population(folder, self.rng)
        self.fillers = {row[0]: row[1].split("|") for row in table(DATA / "fillers.tsv")}
        self.towns = [row[1] for row in table(folder / "municipios.tsv")]
        self.streets = [row[0] for row in table(DATA / "streets.txt")]
        self.organs = [row[0] for row in table(DATA / "organs.txt")]
        self.headings = [row[0] for row in table(DATA / "headings.txt")]
        self.eponyms = table(DATA / "eponyms.txt")
        self.firms = {row[0]: row[1].split("|") for row in table(DATA / "firms.txt")}

    def text(self) -> tuple[str, list[tuple[int, int, str]]]:
        """Return one text of one to six patterns of a kind, with its spans."""
        rng = self.rng
        kind = rng.choice(sorted(patterns()))
        out = Text()
        for number in range(rng.choice((1, 1, 2, 3, 4, 6))):
            if number:
                out.add(rng.choice(("\n", "\n", " ")))
            source = kind if rng.random() < 0.7 else rng.choice((kind, "negatives"))
            if rng.random() < 0.12:
                out.add(rng.choice(self.headings) + rng.choice(("\n", ": ", ".- ")))
            self._write(out, rng.choice(patterns()[source]))
        return self._noise(out).done()

    def _write(self, out: Text, pattern: str) -> None:
        # The file keeps a line end and a tab as \n and \t.
        pattern = pattern.replace("\\n", "\n").replace("\\t", "\t")
        head, arrow, line = pattern.partition(">> ")
        if not arrow:
            return self._fill(out, pattern)
        if head.strip():
            self._fill(out, head.rstrip(" ") + ("" if head.endswith("\n") else "\n"))
        for number in range(self.rng.randint(2, 9)):
            if number:
                out.add("\n")
            self._fill(out, line)

    def _fill(self, out: Text, pattern: str) -> None:
        rng = self.rng
        pattern = _CHOICE.sub(lambda m: rng.choice(m[1].split("|")), pattern)
        sexes = {m[1]: m[2].upper() for m in _SEXED.finditer(pattern)}
        people: dict[str, Invented] = {}
        at = 0
        for slot in _SLOT.finditer(pattern):
            out.add(pattern[at : slot.start()])
            at = slot.end()
            name, *mods = re.split(r"[:.]", slot[1])
            if name in "abcde":
                who = people.setdefault(name, self.population.draw(sexes.get(name, "")))
                self._person(out, who, slot[1][1:2], mods)
            elif name == "people":
                self._people(out, mods)
            else:
                self._other(out, name, mods)
        out.add(pattern[at:])

    def _person(self, out: Text, who: Invented, mark: str, mods: list[str]) -> None:
        if mods and mods[0] == "don":
            return out.add(self.rng.choice(_DON[who.sex]))
        if mark == "." and mods and mods[0] in _WORDS:
            return out.add(_WORDS[mods[0]][who.sex == "F"])
        out.add(self.written(who, [m for m in mods if m not in "mf"]), "PERSON")

    def _people(self, out: Text, mods: list[str]) -> None:
        rng = self.rng
        titles = "don" in mods or rng.random() < 0.4
        form = [m for m in mods if m != "don"]
        glue = "; " if "inv" in mods else rng.choice((", ", ", ", "; ", ",\n"))
        count = rng.randint(2, 7)
        for number in range(count):
            who = self.population.draw()
            if number:
                out.add(" y " if number == count - 1 else glue)
            if titles:
                out.add(rng.choice(_DON[who.sex]) + " ")
            out.add(self.written(who, form), "PERSON")
            if rng.random() < 0.12:
                out.add(rng.choice((" (PP)", " (PSOE)", " (vocal)", ", vocal")))

    def _other(self, out: Text, name: str, mods: list[str]) -> None:
        label = _LABELLED.get(name, "")
        if name == "eponym":
            label, surface = self.rng.choice(self.eponyms)
            return out.add(surface, "" if label == "O" else label)
        if name == "street":
            return out.add(self._street(), "LOC")
        surface = self._surface(name)
        surface = surface.upper() if "caps" in mods else surface.lower() if "lower" in mods else surface
        out.add(surface, label)

    def _surface(self, name: str) -> str:
        rng = self.rng
        match name:
            case "town":
                return rng.choice(self.towns)
            case "organ":
                return rng.choice(self.organs)
            case "heading":
                return rng.choice(self.headings)
            case "address":
                return self._address()
            case "company":
                return self._company()
            case "date":
                return self._date()
            case "x":
                return rng.choice(("a", "or", "e"))
        return self._digits(rng.choice(self.fillers[name]))

    def _digits(self, value: str) -> str:
        return re.sub("#", lambda _: str(self.rng.randint(0, 9)), value)

    def _date(self) -> str:
        rng = self.rng
        day, month, year = rng.randint(1, 28), rng.choice(self.fillers["month"]), rng.randint(1940, 2025)
        number = self.fillers["month"].index(month) + 1
        return rng.choice(
            (f"{day} de {month} de {year}", f"{day:02}/{number:02}/{year}", f"{day}-{number}-{year}",
             f"{day} de {month} del {year}", f"{day}.{number:02}.{year % 100:02}")
        )  # fmt: skip

    def _street(self) -> str:
        rng = self.rng
        kind = rng.choice(("calle", "C/", "Calle", "avenida", "Avda.", "plaza", "Plaza", "paseo", "Ctra.", "travesía"))
        name = rng.choice(self.streets)
        if rng.random() < 0.4:
            name = self.written(self.population.draw(), [])
        return f"{kind} {name}"

    def _address(self) -> str:
        rng = self.rng
        tail = rng.choice(("", ", {} º {}", ", {}-{}", ", bajo {}{}", ", piso {}, puerta {}", ", esc. {}, {}"))
        number = rng.choice((", {}", ", nº {}", " {}", ", núm. {}", " s/n"))
        text = self._street() + number.format(rng.randint(1, 180))
        return text + tail.format(rng.randint(1, 9), rng.choice("ABCD"))

    def _company(self) -> str:
        rng = self.rng
        if rng.random() < 0.3:
            return f"{rng.choice(self.firms['club'])} {rng.choice(self.firms['tail'])}"
        tail = rng.choice(self.firms["tail"]) if rng.random() < 0.6 else self.population.draw().last
        name = f"{rng.choice(self.firms['core'])} {tail}{rng.choice(self.firms['form'])}"
        return name.upper() if rng.random() < 0.3 else name

    def written(self, who: Invented, forms: list[str]) -> str:
        """Write a name in a form."""
        first, last = who.given, who.last
        name = f"{first} {last}"
        for form in forms:
            name = self._formed(who, form, name)
        return name

    def _formed(self, who: Invented, form: str, name: str) -> str:
        first, last = who.given, who.last
        letters = [w[0] for w in re.split(r"[\s-]+", f"{first} {last}") if w[0].isupper()]
        initial = ". ".join(w[0].upper() for w in first.split()) + "."
        short = first if self.rng.random() < 0.5 else first.split()[0]
        forms = {
            "caps": name.upper(), "lower": name.lower(), "given": short, "surname": who.surnames[0],
            "surnames": last, "inv": f"{last}, {first}", "invcaps": f"{last}, {first}".upper(),
            "invspace": f"{last} {first}".upper(), "fi": f"{initial} {last}",
            "ginit": f"{first} {' '.join(s[0].upper() + '.' for s in who.surnames)}",
            "initials": self.rng.choice((".", ". ")).join(letters) + ".", "title": titled(name, self.rng),
            "gi": f"{short} {who.surnames[0][0].upper()}.", "i": f"{first[0].upper()}.",
            "ti": self.rng.choice((".", ".", "")).join(letters[:3]) + self.rng.choice((".", "")),
        }  # fmt: skip
        return forms[form]

    def _noise(self, out: Text) -> Text:
        rng = self.rng
        kind = rng.random()
        if kind < 0.08:
            return Text([(p.upper(), label) for p, label in out.pieces])
        if kind < 0.13:
            return Text([(p.lower(), label) for p, label in out.pieces])
        if kind < 0.22:
            return Text([(p.upper() if label == "PERSON" else p, label) for p, label in out.pieces])
        if kind < 0.37:
            return self._wrapped(out)
        if kind < 0.40:
            return Text([(self._scanned(p), label) for p, label in out.pieces])
        return out

    def _wrapped(self, out: Text) -> Text:
        """Break lines as a page does: a space in about eight becomes a line end, inside names too."""
        rng = self.rng
        end = rng.choice(("\n", "\n", "\r\n"))
        return Text([(re.sub(" ", lambda _: end if rng.random() < 0.12 else " ", p), label) for p, label in out.pieces])

    def _scanned(self, piece: str) -> str:
        rng = self.rng
        swaps = {"l": "1", "o": "0", "i": "l", "n": "ri", "e": "c", "O": "0", "I": "l"}
        return "".join(swaps[c] if c in swaps and rng.random() < 0.04 else c for c in piece)
