"""Keys derived from the secret of an installation, one for each use and purpose."""

from __future__ import annotations

import hashlib
import hmac

from pipeline.errors import PolicyError


def mark(use: str, purpose: str, key: bytes, said: str) -> bytes:
    """Return 32 bytes that only who has the key can make of a datum; raises PolicyError without a key."""
    if not key:
        raise PolicyError(
            "This policy writes keyed pseudonyms and there is no key.",
            remedy="Set ANONYMIZA_PSEUDONYM_KEY or ANONYMIZA_PSEUDONYM_KEY_FILE.",
        )
    derived = hmac.new(key, f"{use}:{purpose}".encode(), hashlib.sha256).digest()
    return hmac.new(derived, said.encode(), hashlib.sha256).digest()
