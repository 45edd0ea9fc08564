"""Copy the lines of uv out of requirements-dev.lock: what pip installs first, hashes checked."""

from pathlib import Path

lines = Path("requirements-dev.lock").read_text().splitlines()
start = next(i for i, line in enumerate(lines) if line.startswith("uv=="))
end = next((i for i in range(start + 1, len(lines)) if not lines[i].startswith(" ")), len(lines))
Path("requirements-uv.lock").write_text("\n".join(lines[start:end]) + "\n")
