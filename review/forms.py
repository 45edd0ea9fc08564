"""Validation of every POST of the screens."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from review import wording
from review.models import CaseFile, ListEntry, PolicyVersion, SourceFile, Unit, User

PRIORITIES = [(0, _("Normal")), (1, _("Alta")), (2, _("Urgente"))]


class Accessible:
    """Ties each field to its help and errors, so that a screen reader tells them."""

    fields: dict[str, forms.Field]
    errors: Any

    def describe(self) -> None:
        """Set `aria-describedby` and `aria-invalid` on every widget."""
        for name, field in self.fields.items():
            described = [f"help_{name}"] if field.help_text else []
            if name in self.errors:
                described.append(f"error_{name}")
                field.widget.attrs["aria-invalid"] = "true"
            if described:
                field.widget.attrs["aria-describedby"] = " ".join(described)


class CaseForm(forms.Form, Accessible):
    """A new expediente: title, unit, policy."""

    title = forms.CharField(label=_("Título"), max_length=200, help_text=_("Sin datos personales: se ve en la cola."))
    unit = forms.ModelChoiceField(Unit.objects.none(), label=_("Unidad"), empty_label=None)
    policy = forms.ModelChoiceField(PolicyVersion.objects.none(), label=_("Plantilla"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, units: list[Unit], policies: list[PolicyVersion]) -> None:
        super().__init__(data)
        self.fields["unit"].queryset = Unit.objects.filter(pk__in=[u.pk for u in units])  # type: ignore[attr-defined]
        self.fields["policy"].queryset = PolicyVersion.objects.filter(  # type: ignore[attr-defined]
            pk__in=[p.pk for p in policies]
        )
        # No policy is chosen beforehand: what leaves the house depends on it.
        self.initial = {"unit": units[0] if units else None}


class AssignForm(forms.Form):
    """Who takes an expediente; empty lets it go."""

    to = forms.ModelChoiceField(User.objects.none(), required=False)

    def __init__(self, data: Any, *, colleagues: list[User]) -> None:
        super().__init__(data)
        self.fields["to"].queryset = User.objects.filter(pk__in=[u.pk for u in colleagues])  # type: ignore[attr-defined]


class PriorityForm(forms.Form):
    """How urgent an expediente is."""

    priority = forms.TypedChoiceField(choices=PRIORITIES, coerce=int)


class PolicyForm(forms.Form):
    """Another policy for an expediente."""

    policy = forms.ModelChoiceField(PolicyVersion.objects.all())


class EntryForm(forms.ModelForm, Accessible):  # type: ignore[type-arg]
    """A new entry of a list; its scope is global, one policy or one expediente."""

    scope = forms.ChoiceField(label=_("Ámbito"), required=False)
    label = forms.ChoiceField(label=_("Tipología"), required=False)

    class Meta:
        model = ListEntry
        fields = ["kind", "text", "match", "label", "reason", "expires_on"]
        labels = {"kind": _("Lista")}
        widgets = {"expires_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    def __init__(
        self, data: Any = None, *, policies: list[str], cases: list[CaseFile], everywhere: bool, kind: str = "deny"
    ) -> None:
        super().__init__(data, initial={"kind": kind})
        self.fields["kind"].choices = ListEntry.KINDS  # type: ignore[attr-defined]
        self._cases = {f"case:{case.pk}": case for case in cases}
        wide = (
            [("", _("Todos los expedientes")), *((f"policy:{name}", name) for name in policies)] if everywhere else []
        )
        self.fields["scope"].choices = [*wide, *((key, case.title) for key, case in self._cases.items())]  # type: ignore[attr-defined]
        self.fields["label"].choices = [("", _("Cualquiera")), *wording.LABELS.items()]  # type: ignore[attr-defined]
        if data is not None:
            # An absent scope means everywhere, which only a policy manager may choose.
            self.fields["scope"].required = not everywhere

    def clean_expires_on(self) -> Any:
        """Refuse a day that has passed already."""
        day = self.cleaned_data["expires_on"]
        if day and day < timezone.localdate():
            raise forms.ValidationError(_("La fecha ya ha pasado."))
        return day

    @property
    def entry(self) -> dict[str, Any]:
        """The valid entry as the action takes it."""
        scope = self.cleaned_data["scope"]
        columns = ("kind", "text", "match", "label", "reason", "expires_on")
        return {
            **{name: self.cleaned_data[name] for name in columns},
            "policy_name": scope.removeprefix("policy:") if scope.startswith("policy:") else "",
            "case": self._cases.get(scope),
        }


class ImportForm(forms.Form):
    """A CSV file of list entries."""

    file = forms.FileField(label=_("Fichero CSV"))

    def clean_file(self) -> Any:
        """Refuse a file that no list needs."""
        file = self.cleaned_data["file"]
        if file.size > 2_000_000:
            raise forms.ValidationError(_("El fichero supera 2 MB. Divídalo en varios."))
        return file


class TryForm(forms.Form):
    """A text to try against the lists; it is not kept."""

    text = forms.CharField(
        label=_("Texto de prueba"), max_length=20_000, widget=forms.Textarea(attrs={"rows": 4}), strip=False
    )


class ApproveForm(forms.Form):
    """The revision of the expediente that the approver has seen."""

    revision = forms.IntegerField(min_value=0)


class SubmitForm(forms.Form):
    """How many entities nobody has decided, as whoever sends the expediente has seen."""

    accepted = forms.IntegerField(min_value=0, required=False)


class DescribedForm(forms.Form, Accessible):
    """A type described in words, and what to try it on."""

    description = forms.CharField(
        label=_("Descripción"), min_length=3, max_length=200,
        help_text=_("Como lo diría a una persona: «número de colegiado de un abogado», «nombre de una mascota»."),
    )  # fmt: skip
    slug = forms.RegexField(
        r"^[a-z0-9]+(?:-[a-z0-9]+)*$", label=_("Código"), max_length=40,
        help_text=_("Minúsculas, cifras y guiones: mascota, numero-colegiado."),
    )  # fmt: skip
    examples = forms.CharField(
        label=_("Ejemplos"), required=False, max_length=2600, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Uno por línea e inventados: se guardan en la plantilla y los ve quien la consulte."),
    )  # fmt: skip
    head_words = forms.CharField(
        label=_("Palabras que suelen ir cerca"), required=False, max_length=300,
        help_text=_("Separadas por comas: perro, gato, cachorro. Mejoran mucho el resultado."),
    )  # fmt: skip
    threshold = forms.FloatField(label=_("Se oculta desde"), min_value=0.05, max_value=1.0, initial=0.5)
    text = forms.CharField(
        label=_("Texto de prueba"), max_length=20_000, required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    file = forms.ChoiceField(label=_("O un fichero analizado"), required=False)

    def __init__(self, data: Any = None, *, files: list[SourceFile]) -> None:
        super().__init__(data)
        shown = [(str(f.key), f"{f.case.title} · {f.name}") for f in files]
        self.fields["file"].choices = [("", "—"), *shown]  # type: ignore[attr-defined]

    def clean_examples(self) -> list[str]:
        """Part the examples; at most twenty, none too long."""
        lines = [line.strip() for line in self.cleaned_data["examples"].splitlines() if line.strip()]
        if len(lines) > 20 or any(len(line) > 120 for line in lines):
            raise forms.ValidationError(_("Veinte ejemplos como mucho, de hasta 120 caracteres."))
        return lines

    def clean_head_words(self) -> list[str]:
        """Part the words."""
        return [word.strip() for word in self.cleaned_data["head_words"].split(",") if word.strip()]

    @property
    def described(self) -> dict[str, Any]:
        """The valid type as the action takes it."""
        return {k: self.cleaned_data[k] for k in ("slug", "description", "examples", "head_words", "threshold")}


class OneLine(forms.CharField):
    """What is typed in several lines and kept in one; a browser counts a line end once and sends it twice."""

    def to_python(self, value: Any) -> str:
        """Return the text with every run of blanks and line ends as one space."""
        return " ".join((super().to_python(value) or "").split())


class SendBackForm(forms.Form):
    """Why an expediente goes back to review."""

    reason = OneLine(max_length=300, required=False)


class AccountForm(forms.ModelForm, Accessible):  # type: ignore[type-arg]
    """Language and theme."""

    language = forms.ChoiceField(label=_("Idioma"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(
        label=_("Tema"), choices=[("auto", _("Como el sistema")), ("light", _("Claro")), ("dark", _("Oscuro"))]
    )

    class Meta:
        model = User
        fields = ["language", "theme"]
