"""Validation of every POST of the review screen."""

from __future__ import annotations

from django import forms


class ActForm(forms.Form):
    """What every act carries: the revision of the expediente that the page shows."""

    revision = forms.IntegerField(min_value=0)


class DecideForm(ActForm):
    """A ruling: an action's code, or "replace" for the one that the policy gives."""

    action = forms.CharField(max_length=20)


class SpellingForm(DecideForm):
    """A ruling on one spelling, told by its folded form."""

    spelling = forms.CharField(max_length=300, strip=False)


class ListForm(forms.Form):
    """What the list shows: its order, the words of the filter, the lines of each group ("natural:0:200 value:0:9")."""

    order = forms.ChoiceField(choices=[("doubt", ""), ("appearance", "")], required=False)
    typed = forms.CharField(required=False, max_length=200)
    windows = forms.RegexField(r"^(?:[a-z]+:\d{1,9}:\d{1,9} ?){0,9}$", required=False)

    def clean_windows(self) -> dict[str, tuple[int, int]]:
        """Return the lines of each group, half-open."""
        parts = (part.split(":") for part in self.cleaned_data["windows"].split())
        return {code: (int(start), int(end)) for code, start, end in parts}


class IdsForm(forms.Form):
    """Some lines of the list, by id; negative where they stand for mentions without an entity."""

    ids = forms.RegexField(r"^-?\d{1,18}(?:,-?\d{1,18}){0,499}$")

    def clean_ids(self) -> tuple[int, ...]:
        """Return the ids."""
        return tuple(int(part) for part in self.cleaned_data["ids"].split(","))


class PlacesForm(forms.Form):
    """Whose places are asked for: a line of the list, or the line of a mention."""

    de = forms.IntegerField(required=False)
    mencion = forms.IntegerField(required=False, min_value=1)

    def clean(self) -> dict[str, object]:
        """Refuse where neither is told."""
        told = super().clean() or self.cleaned_data
        if told.get("de") is None and told.get("mencion") is None:
            raise forms.ValidationError("neither a line nor a mention")
        return dict(told)


class NamesForm(forms.Form):
    """Words of a name, and the entity that whoever is looked for should be like."""

    q = forms.CharField(required=False, max_length=200)
    like = forms.IntegerField(required=False, min_value=1)
    persons = forms.BooleanField(required=False)


class BulkForm(forms.Form):
    """Which part of the list an act is about: what the filter leaves; all of it where nothing is typed."""

    typed = forms.CharField(required=False, max_length=200)


class BulkActForm(ActForm, BulkForm):
    """Accepting what the filter leaves."""


class TargetForm(ActForm):
    """The entity that another joins, or that a mention goes to."""

    to = forms.IntegerField(min_value=1)


class MergeWithForm(forms.Form):
    """The entity that another was dropped on, if any."""

    con = forms.IntegerField(required=False, min_value=1)


class PreviewForm(forms.Form):
    """The entity that a merge would join."""

    to = forms.IntegerField(min_value=1)


class Several(forms.TypedMultipleChoiceField):
    """Any values, sent under one name; whether they're the entity's is the act's to tell."""

    def valid_value(self, value: object) -> bool:
        """Accept what can be read."""
        return True


class SplitForm(ActForm):
    """What parts off: spellings by their folded form, mentions by id."""

    spellings = Several(required=False, empty_value=[])
    mentions = Several(required=False, coerce=int, empty_value=[])


class LabelForm(ActForm):
    """A label given by hand."""

    label = forms.CharField(max_length=60)


class NameForm(ActForm):
    """The name that the list shows."""

    name = forms.CharField(max_length=200)


class SelectionForm(forms.Form):
    """A selected stretch, in code points, and the text as the browser counted it ("" over several blocks)."""

    start = forms.IntegerField(min_value=0)
    end = forms.IntegerField(min_value=1)
    seen = forms.CharField(required=False, strip=False, max_length=400)


class AddForm(SelectionForm, ActForm):
    """What to add: the selection, its label, its person, and whether everywhere."""

    label = forms.CharField(max_length=60)
    entity = forms.IntegerField(required=False, min_value=1)
    everywhere = forms.BooleanField(required=False)


class BoxForm(forms.Form):
    """A box drawn on a page (from 0), in shares of the page as it's shown."""

    page = forms.IntegerField(min_value=0, max_value=100_000)
    x0 = forms.FloatField(min_value=0, max_value=1)
    y0 = forms.FloatField(min_value=0, max_value=1)
    x1 = forms.FloatField(min_value=0, max_value=1)
    y1 = forms.FloatField(min_value=0, max_value=1)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box as the queries take it."""
        x0, y0, x1, y1 = (float(self.cleaned_data[name]) for name in ("x0", "y0", "x1", "y1"))
        return x0, y0, x1, y1


class DrawForm(BoxForm, ActForm):
    """What to do with a box: `what` is "area" or the stretch of the words under it, `start:end`."""

    what = forms.RegexField(r"^(?:area|\d{1,9}:\d{1,9})$")
    label = forms.CharField(max_length=60, required=False)
    picture = forms.CharField(max_length=60, required=False)
    entity = forms.IntegerField(required=False, min_value=1)

    @property
    def words(self) -> tuple[int, int] | None:
        """The chosen words, half-open in code points; None for the region itself."""
        start, colon, end = self.cleaned_data["what"].partition(":")
        return (int(start), int(end)) if colon else None
