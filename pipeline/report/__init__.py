"""The report that travels with a written file; it holds no personal data."""

from pipeline.report.data import as_json, place_of
from pipeline.report.page import as_html
from pipeline.report.shape import analysis_json

__all__ = ["analysis_json", "as_html", "as_json", "place_of"]
