"""The states of a source file and of an expediente, and the one table of legal moves."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class FileState(TextChoices):
    """Where one file is on its way from upload to review."""

    UPLOADED = "uploaded", _("Subido")
    ANALYSING = "analysing", _("Analizando")
    ANALYSED = "analysed", _("En revisión")
    FAILED = "failed", _("Con error")


class CaseState(TextChoices):
    """Where an expediente is on its way to a release."""

    IN_REVIEW = "in_review", _("En revisión")
    TO_APPROVE = "to_approve", _("Pendiente de aprobar")
    APPROVED = "approved", _("Aprobado")
    RELEASING = "releasing", _("Generando")
    RELEASED = "released", _("Liberado")
    FAILED = "release_failed", _("Liberación denegada")


FILE_MOVES: dict[FileState, frozenset[FileState]] = {
    FileState.UPLOADED: frozenset({FileState.ANALYSING, FileState.FAILED}),
    FileState.ANALYSING: frozenset({FileState.ANALYSED, FileState.FAILED, FileState.UPLOADED}),
    FileState.ANALYSED: frozenset({FileState.UPLOADED}),
    FileState.FAILED: frozenset({FileState.UPLOADED}),
}

CASE_MOVES: dict[CaseState, frozenset[CaseState]] = {
    CaseState.IN_REVIEW: frozenset({CaseState.TO_APPROVE}),
    CaseState.TO_APPROVE: frozenset({CaseState.APPROVED, CaseState.IN_REVIEW}),
    CaseState.APPROVED: frozenset({CaseState.RELEASING, CaseState.IN_REVIEW}),
    CaseState.RELEASING: frozenset({CaseState.RELEASED, CaseState.FAILED, CaseState.APPROVED}),
    CaseState.RELEASED: frozenset({CaseState.IN_REVIEW}),
    CaseState.FAILED: frozenset({CaseState.IN_REVIEW}),
}


def may_move(now: str, then: str) -> bool:
    """Tell whether the move is legal, for either kind of state."""
    if now in FileState.values and then in FileState.values:
        return FileState(then) in FILE_MOVES[FileState(now)]
    if now in CaseState.values and then in CaseState.values:
        return CaseState(then) in CASE_MOVES[CaseState(now)]
    return False
