"""Readers of the environment: the folder that nobody else may enter."""

from __future__ import annotations

import stat
from pathlib import Path

from anonymiza import env


def test_a_private_folder_is_made_closed_and_one_that_stood_open_is_closed(tmp_path: Path) -> None:
    made = env.private_folder(tmp_path / "a" / "uploads")
    stood = tmp_path / "b"
    stood.mkdir(mode=0o755)
    for folder in (made, env.private_folder(stood)):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (made / "dentro").write_text("x")
    assert env.private_folder(made) == made and (made / "dentro").exists()
