"""Policies as their pages show them: versions, rules per label, and what changed between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.http import Http404

from review import access, wording
from review.models import PolicyVersion, SourceFile, User
from review.states import FileState

FILES_TO_TRY = 50


@dataclass(frozen=True, slots=True)
class RuleLine:
    """What a policy does with one label; `was` is the rule of the version compared with, where it differs."""

    label: str
    rule: dict[str, Any]
    own: bool
    was: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PolicyView:
    """What the page of a policy version shows."""

    version: PolicyVersion
    rules: tuple[RuleLine, ...]
    default: dict[str, Any]
    versions: tuple[PolicyVersion, ...]
    compared: PolicyVersion | None


def latest() -> list[PolicyVersion]:
    """Return the latest version of each policy, by title, with how many expedientes use it."""
    newest: dict[str, PolicyVersion] = {}
    rows = PolicyVersion.objects.order_by("name", "-number").annotate(used=Count("cases"))
    for version in rows:
        newest.setdefault(version.name, version)
    return sorted(newest.values(), key=lambda v: v.title)


def explained(version: PolicyVersion) -> wording.Words:
    """Return in plain words what a policy is for."""
    known = version.name in wording.POLICY_TEXTS
    return wording.words("policy", version.name if known else str(version.body.get("destination", "")))


def policy_view(name: str, number: int, against: str = "") -> PolicyView:
    """Return one version, compared with another where asked; raises Http404 where there's none."""
    versions = tuple(PolicyVersion.objects.filter(name=name).order_by("-number").select_related("created_by"))
    found = next((v for v in versions if v.number == number), None)
    if found is None:
        raise Http404
    compared = next((v for v in versions if str(v.number) == against and v is not found), None)
    return PolicyView(found, _rules(found, compared), found.body.get("default", {}), versions, compared)


def version_or_404(name: str, number: int) -> PolicyVersion:
    """Return one version of a policy; raises Http404 where there's none."""
    found = PolicyVersion.objects.filter(name=name, number=number).first()
    if found is None:
        raise Http404
    return found


def is_latest(version: PolicyVersion) -> bool:
    """Tell whether no newer version of the policy exists."""
    return not PolicyVersion.objects.filter(name=version.name, number__gt=version.number).exists()


def described(version: PolicyVersion) -> list[dict[str, Any]]:
    """Return the types described in words of a version."""
    return list(version.body.get("described", ()))


def files_to_try(user: User) -> list[SourceFile]:
    """Return the latest analysed files that the user may read, to try a type on."""
    rows = SourceFile.objects.filter(
        case__unit__in=access.units_of(user), removed=False, state=FileState.ANALYSED, case__archived=False
    )
    return list(rows.exclude(document="").select_related("case").order_by("-uploaded_at")[:FILES_TO_TRY])


def _rules(version: PolicyVersion, compared: PolicyVersion | None) -> tuple[RuleLine, ...]:
    own = version.body.get("rules", {})
    labels = list(wording.LABELS) + [label for label in own if label not in wording.LABELS]
    return tuple(_line(label, version, compared, label in own) for label in labels)


def _line(label: str, version: PolicyVersion, compared: PolicyVersion | None, own: bool) -> RuleLine:
    rule = _rule(version, label)
    was = _rule(compared, label) if compared else None
    return RuleLine(label, rule, own, was if was != rule else None)


def _rule(version: PolicyVersion, label: str) -> dict[str, Any]:
    body = version.body
    return {**body.get("default", {}), **body.get("rules", {}).get(label, {})}
