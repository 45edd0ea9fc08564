"""A person in the making: the mentions that hang from it so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.entity import Entity
from pipeline.group.mentions import PersonMention
from pipeline.lexicons.name_parts import NameParts


@dataclass(slots=True, eq=False)
class Person:
    """A person in the making."""

    parts: NameParts
    sex: str = ""
    known: Entity | None = None
    mentions: list[PersonMention] = field(default_factory=list)
    documents: set[int] = field(default_factory=set)
    candidates: tuple[Person, ...] = ()
    roles: list[str] = field(default_factory=list)
    told: str = ""
    forms: list[NameParts] = field(default_factory=list)
    proofs: dict[str, str] = field(default_factory=dict, repr=False)
    kin: str = ""
    shares_name: bool = False
    guessed: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.forms = [self.parts]

    def begins(self, surname: str) -> bool:
        """Tell whether a word is the first surname in any form of the name."""
        return any(form.surnames[:1] == (surname,) for form in self.forms)

    def take(self, mention: PersonMention) -> None:
        """Hang a mention from the person."""
        self.mentions.append(mention)
        self.documents.add(mention.document)
        self.told = self.told or mention.told
        self.sex = self.told or self.sex or mention.sex
