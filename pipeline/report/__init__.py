"""The report that travels with a written file; it holds no personal data."""

from pipeline.report.data import as_json
from pipeline.report.page import as_html

__all__ = ["as_html", "as_json"]
