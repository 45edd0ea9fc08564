"""The records of the review application."""

from review.models.audit import AuditEvent, AuditHead
from review.models.case import CaseFile, SourceFile
from review.models.decision import Act, Decision
from review.models.finding import Detection, Entity
from review.models.people import Membership, Role, Unit, User
from review.models.policy import ListEntry, PolicyVersion
from review.models.release import LeakPlace, Release, ReleasedFile

__all__ = [
    "Act",
    "AuditEvent",
    "AuditHead",
    "CaseFile",
    "Decision",
    "Detection",
    "Entity",
    "LeakPlace",
    "ListEntry",
    "Membership",
    "PolicyVersion",
    "Release",
    "ReleasedFile",
    "Role",
    "SourceFile",
    "Unit",
    "User",
]
