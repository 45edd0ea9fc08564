"""Policy: thresholds and actions per label, lists and destination; frozen and versioned.

The policies that ship are the TOML files of pipeline/policies/.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import resources

from pipeline.decision import Action
from pipeline.described import DescribedType, dump_described, parse_described
from pipeline.detection import PICTURES, Label
from pipeline.errors import PolicyError

# Around the threshold of a described type a person should look: its model is no more exact than that.
DOUBT_BAND = 0.15


class Destination(StrEnum):
    """Where the result goes."""

    PUBLICATION = "publication"
    CESSION = "cession"
    INTERNAL = "internal"


class ListKind(StrEnum):
    """Allow: never hide. Deny: always hide."""

    ALLOW = "allow"
    DENY = "deny"


class Match(StrEnum):
    """How a list entry is compared with the text.

    EXACT: same letters, whole word. WORD: whole word, case and accents aside. FOLDED: the same, also inside a
    longer word. PATTERN: a regular expression.
    """

    EXACT = "exact"
    FOLDED = "folded"
    WORD = "word"
    PATTERN = "pattern"


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One line of an allow- or deny-list; `label` empty means any label."""

    id: str
    kind: ListKind
    text: str = field(repr=False)
    match: Match = Match.WORD
    label: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a policy does with one label.

    `threshold`: hidden at or above it. `doubt`: from there up to `threshold` it is kept but shown as a doubt;
    from `threshold` up to `sure` it is hidden and shown as a doubt.
    """

    action: Action = Action.TAG
    threshold: float = 0.5
    doubt: float = 0.3
    sure: float = 0.7


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything that turns evidence into actions, under a name and a version."""

    name: str
    version: int
    title: str
    destination: Destination
    rules: Mapping[str, Rule]
    default: Rule = Rule()
    lists: tuple[ListEntry, ...] = ()
    bulk_accept_above: float = 0.9
    four_eyes: bool = True
    purpose: str = ""
    described: tuple[DescribedType, ...] = ()

    @property
    def ref(self) -> str:
        """The name with its version, as reports quote it: `transparencia@1`."""
        return f"{self.name}@{self.version}"

    def rule(self, label: str) -> Rule:
        """Return the rule of a label; a described type's has its own threshold, others fall back to the default."""
        if label in PICTURES and label not in self.rules:
            return self._picture_rule()
        if label in self.rules or not self.described:
            return self.rules.get(label, self.default)
        own = next((t.threshold for t in self.described if t.label == label), None)
        if own is None:
            return self.default
        doubt, sure = max(own - DOUBT_BAND, 0.05), min(own + DOUBT_BAND, 1.0)
        # Whoever writes a type down wants it hidden, even where the policy keeps what it has no rule for.
        action = Action.TAG if self.default.action is Action.KEEP else self.default.action
        return Rule(action, own, doubt, sure)

    def _picture_rule(self) -> Rule:
        # A face has neither initials nor a pseudonym, and no policy leaves one in view without saying so.
        action = self.default.action if self.default.action is Action.SUPPRESS else Action.TAG
        return replace(self.default, action=action)

    def with_lists(self, entries: tuple[ListEntry, ...]) -> Policy:
        """Return the policy with these list entries added."""
        return replace(self, lists=(*self.lists, *entries))

    def with_described(self, types: tuple[DescribedType, ...], version: int) -> Policy:
        """Return the next version of the policy, with these described types."""
        return replace(self, described=types, version=version)


def shipped() -> tuple[str, ...]:
    """Return the names of the policies that ship, sorted."""
    folder = resources.files("pipeline") / "policies"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def load(name: str) -> Policy:
    """Load a shipped policy by name; raises PolicyError for an unknown one."""
    if name not in shipped():
        raise PolicyError(f"Unknown policy {name!r}.", remedy=f"Choose one of: {', '.join(shipped())}.")
    raw = (resources.files("pipeline") / "policies" / f"{name}.toml").read_text(encoding="utf-8")
    return parse(tomllib.loads(raw))


def parse(body: Mapping[str, object]) -> Policy:
    """Build a Policy from its plain form (a TOML or JSON table); raises PolicyError where it's malformed."""
    try:
        raw_rules = _table(body.get("rules", {}))
        base = _rule(_table(body.get("default", {})), Rule())
        rules = {label: _rule(_table(rule), base) for label, rule in raw_rules.items()}
        unknown = [r for r in rules if r not in Label.__members__ and not r.startswith("CUSTOM:")]
        if unknown:
            raise PolicyError(f"Unknown label {unknown[0]!r} in the policy.")
        return Policy(
            name=str(body["name"]),
            version=int(str(body["version"])),
            title=str(body["title"]),
            destination=Destination(str(body["destination"])),
            rules=rules,
            default=base,
            bulk_accept_above=float(str(body.get("bulk_accept_above", 0.9))),
            four_eyes=bool(body.get("four_eyes", True)),
            purpose=str(body.get("purpose", "")),
            described=parse_described(body.get("described", ())),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise PolicyError(f"Malformed policy: {error}.") from error


def dump(policy: Policy) -> dict[str, object]:
    """Return the plain form that `parse` reads back to an equal policy (lists left out)."""

    def rule(r: Rule) -> dict[str, object]:
        return {"action": r.action.value, "threshold": r.threshold, "doubt": r.doubt, "sure": r.sure}

    return {
        "name": policy.name,
        "version": policy.version,
        "title": policy.title,
        "destination": policy.destination.value,
        "default": rule(policy.default),
        "rules": {label: rule(r) for label, r in policy.rules.items()},
        "bulk_accept_above": policy.bulk_accept_above,
        "four_eyes": policy.four_eyes,
        "purpose": policy.purpose,
        **({"described": dump_described(policy.described)} if policy.described else {}),
    }


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError("a table was expected")
    return value


def _rule(body: Mapping[str, object], base: Rule) -> Rule:
    return Rule(
        Action(str(body.get("action", base.action))),
        float(str(body.get("threshold", base.threshold))),
        float(str(body.get("doubt", base.doubt))),
        float(str(body.get("sure", base.sure))),
    )
