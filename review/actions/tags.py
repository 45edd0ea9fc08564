"""The next free tag of a label in an expediente; a number once given is never given to somebody else."""

from __future__ import annotations

import re

from pipeline.detection import Label
from pipeline.entity import EntityKind
from pipeline.lexicons import rows
from review.models import Act, CaseFile, Entity

_NUMBERED = re.compile(r"^(.*)_(\d+)$")
_KINDS = {
    Label.PERSON.value: EntityKind.NATURAL, Label.ROLE.value: EntityKind.NATURAL, Label.ORG.value: EntityKind.LEGAL,
}  # fmt: skip


def kind_of(label: str) -> str:
    """Return the kind of entity that a label makes."""
    return _KINDS.get(label, EntityKind.VALUE).value


def prefix_of(label: str) -> str:
    """Return what the tags of a label begin with; custom labels share one."""
    prefixes = dict((row[0], row[1]) for row in rows("tags.tsv"))
    return prefixes.get(label.partition(":")[0], prefixes["CUSTOM"])


def next_tag(case: CaseFile, label: str) -> str:
    """Return a tag that no entity of the expediente has, had, or gets back by an undo."""
    prefix = prefix_of(label)
    given = set(Entity.objects.filter(case=case).values_list("tag", flat=True))
    for payload in Act.objects.filter(case=case, kind=Act.Kind.RELABEL).values_list("payload", flat=True):
        given |= {str(tag) for move in payload["moves"] if move[1] == "tag" for tag in move[3:]}
    numbers = [int(m[2]) for m in map(_NUMBERED.match, given) if m and m[1] == prefix]
    return f"{prefix}_{max(numbers, default=0) + 1}"
