"""Entity: who or what the mentions are about. One decision covers all of them.

The plan of the house had Person alone. A reviewer also decides once per identifier ("these five spellings
are one NIF"), so the entity carries a kind: a natural person, a legal person, or a value.
Identity is `id`, never the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.document import Span


class EntityKind(StrEnum):
    """What an entity is: somebody, a body or company, or a datum (identifier, address, date…)."""

    NATURAL = "natural"
    LEGAL = "legal"
    VALUE = "value"


class Form(StrEnum):
    """How a mention names its entity."""

    FULL_NAME = "full name"
    SURNAME = "titled surname"
    GIVEN_NAME = "given name"
    INITIALS = "initials"
    ROLE = "role"
    SLUG = "slug"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Mention:
    """One appearance: which document (by digest), where, in which form, by which detection.

    `guessed` says that whose it is was chosen as the likeliest among several, or put together from halves of a name.
    """

    document: str
    detection: str
    span: Span
    form: Form
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, organisation or datum with all its mentions over the expediente.

    `names` are the distinct surfaces, the fullest first; `attached_to` is the id of the person an
    identifier hangs from; `candidates` lists the ids an ambiguous mention could also belong to.
    """

    id: str
    tag: str
    kind: EntityKind
    label: str
    mentions: tuple[Mention, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)
    gender: str = ""
    role: str = field(default="", repr=False)
    value: str = field(default="", repr=False)
    attached_to: str | None = None
    candidates: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The fullest form seen."""
        return self.names[0] if self.names else ""
