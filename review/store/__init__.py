"""Rows to engine types and back; the worker's store over them is `review.store.work`."""

from __future__ import annotations

from review.store.denied import forget as forget_leaks
from review.store.documents import StoredBlock, StoredDocument, load_document
from review.store.entities import known_entities
from review.store.findings import analysis_of
from review.store.leases import queued_until
from review.store.policies import entries_in_force, keep_shipped, policy_in_force

__all__ = [
    "StoredBlock",
    "StoredDocument",
    "analysis_of",
    "entries_in_force",
    "forget_leaks",
    "keep_shipped",
    "known_entities",
    "load_document",
    "policy_in_force",
    "queued_until",
]
