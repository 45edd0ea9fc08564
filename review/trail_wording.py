"""What an entry of the trail holds besides who, when and what: its details in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.error_wording import problem
from review.models import Act, Role
from review.states import CaseState
from review.wording import words

Words = str | Promise

_NAMES: Mapping[str, Words] = {
    "policy": gettext_lazy("plantilla"),
    "revision": gettext_lazy("revisión"),
    "undecided": gettext_lazy("sin decidir"),
    "was": gettext_lazy("antes"),
    "stage": gettext_lazy("etapa"),
    "code": gettext_lazy("motivo"),
    "reason": gettext_lazy("motivo"),
    "size": gettext_lazy("bytes"),
    "digest": gettext_lazy("huella"),
    "digests": gettext_lazy("huellas"),
    "engine": gettext_lazy("motor"),
    "detections": gettext_lazy("detecciones"),
    "mentions": gettext_lazy("menciones"),
    "entities": gettext_lazy("personas y datos"),
    "list": gettext_lazy("lista"),
    "label": gettext_lazy("tipología"),
    "slug": gettext_lazy("código"),
    "role": gettext_lazy("rol"),
    "roles": gettext_lazy("roles"),
    "unit": gettext_lazy("unidad"),
    "priority": gettext_lazy("prioridad"),
    "kind_of_act": gettext_lazy("acto"),
    "holds": gettext_lazy("la cadena se mantiene"),
    "form": gettext_lazy("formato"),
    "entries": gettext_lazy("hechos"),
    "active": gettext_lazy("activo"),
    "archived": gettext_lazy("archivado"),
    "to": gettext_lazy("para"),
    "origin": gettext_lazy("desde"),
}
_LISTS: Mapping[str, Words] = {"allow": gettext_lazy("blanca"), "deny": gettext_lazy("negra")}


def _stage(value: object) -> str:
    return str(words("stage", str(value)))


def _label(value: object) -> str:
    return str(words("label", str(value)))


def _state(value: object) -> str:
    return str(CaseState(str(value)).label) if value in CaseState.values else str(value)


def _act(value: object) -> str:
    return str(Act.Kind(str(value)).label) if value in Act.Kind.values else str(value)


def _roles(value: object) -> str:
    named = value if isinstance(value, list) else [value]
    return ", ".join(str(Role(str(v)).label) if v in Role.values else str(v) for v in named)


_VALUES: Mapping[str, Callable[[object], str]] = {
    "stage": _stage,
    "label": _label,
    "was": _state,
    "kind_of_act": _act,
    "role": _roles,
    "roles": _roles,
    "code": lambda value: str(problem(str(value)).what),
    "list": lambda value: str(_LISTS.get(str(value), value)),
    "entities": lambda value: str(len(value)) if isinstance(value, list) else str(value),
}


def detail(key: str, value: object) -> str:
    """Say one detail of an entry: its name and its value in words; a key without a name stands for itself."""
    name = _NAMES.get(key, key)
    if isinstance(value, bool):
        told = _("sí") if value else _("no")
    elif key in _VALUES:
        told = _VALUES[key](value)
    else:
        told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{name}: {told}"
