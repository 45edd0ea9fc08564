"""The five questions that every view file asks, for one address: who gets in and who doesn't."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from tests.cast import Cast


@dataclass(frozen=True, slots=True)
class Asked:
    """An address with the method it answers to."""

    path: str
    method: str = "get"
    data: dict[str, Any] | None = None

    def by(self, user: Any) -> Any:
        """Ask it as somebody of the cast."""
        client = Client()
        client.force_login(user)
        return getattr(client, self.method)(self.path, self.data or {})


def refuses(address: Asked, cast: Cast, *, outsider: int = 404, wrong_role: Any = None) -> None:
    """Ask that an outsider, a wrong role (where one is given) and the wrong method are refused."""
    assert address.by(cast.carla).status_code == outsider
    if wrong_role is not None:
        assert address.by(wrong_role).status_code == 403
    wrong = Asked(address.path, "post" if address.method == "get" else "get")
    assert wrong.by(cast.alba).status_code in {403, 405}
    assert Asked(address.path, "delete").by(cast.alba).status_code in {403, 405}
