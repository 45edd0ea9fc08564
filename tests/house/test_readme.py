"""The READMEs list every command of the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from pipeline import cli

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "README.es.md"])
def test_every_command_is_listed(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    actions = cli._parser()._actions
    (commands,) = (a.choices for a in actions if isinstance(a, argparse._SubParsersAction))
    assert commands and {c for c in commands if f"anonymiza {c}" not in text} == set()
    assert "anonymiza policies transparencia" in text
