"""Legal forms of companies, as they follow a name."""

from __future__ import annotations

import re
from functools import cache

from pipeline.lexicons import lines


@cache
def legal_form() -> re.Pattern[str]:
    """Return the pattern of a legal form, with what stands between the name and it; for folded text."""
    forms = "|".join(sorted(lines("organisation_forms.txt"), key=len, reverse=True))
    return re.compile(rf"(?:,\s*+|(?<!\s)\s++)(?:{forms})(?![^\W_])")


def is_company(folded: str, end: int) -> bool:
    """Tell whether a legal form follows a name that ends here ("… Tajoverde, S.L.", "… e Hijos, S.A.")."""
    return _company_end().match(folded, end, end + 60) is not None


@cache
def _company_end() -> re.Pattern[str]:
    kin = r"(?:\s+(?:e hijos|y cia|e hijas|y hermanos|y asociados))?"
    return re.compile(kin + legal_form().pattern)
