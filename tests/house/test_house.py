"""The rules of the house that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from pipeline import policy, registry
from pipeline.detection import Label
from pipeline.lexicons import rows
from review.views import source

ROOT = Path(__file__).parents[2]
TRACKED = [
    ROOT / name for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    if (ROOT / name).is_file()
]  # fmt: skip
CODE = [p for p in TRACKED if p.suffix == ".py" and "migrations" not in p.parts and "cases" not in p.parts]
PRODUCT = [p for p in CODE if p.relative_to(ROOT).parts[0] in {"anonymiza", "review", "pipeline"}]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_files_and_functions_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    long = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 - _docstring_lines(node) > 40
    ]
    assert long == []


def test_scripts_and_styles_are_small() -> None:
    ours = [p for p in TRACKED if p.suffix in {".js", ".css"} and "vendor" not in p.parts]
    assert ours
    assert [name(p) for p in ours if len(p.read_text(encoding="utf-8").splitlines()) > 400] == []


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return len((ast.get_docstring(node, clean=False) or "").splitlines())


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_public_things_have_docstrings(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert bare == []
    assert ast.get_docstring(tree) or not tree.body


def test_no_module_without_a_subject() -> None:
    assert [name(p) for p in CODE if p.stem in {"utils", "helpers", "common", "misc", "manager"}] == []


def test_every_recogniser_is_written_down() -> None:
    folder = ROOT / "pipeline" / "recognise"
    registering = {
        p.stem for p in folder.glob("*.py") if re.search(r"^@recogniser\(", p.read_text(encoding="utf-8"), re.M)
    }
    assert registering == set(registry.BUILT_IN_RECOGNISERS)
    assert {r.name for r in registry.recognisers()} >= {"nif", "citation", "names"}


def test_every_format_reads_and_writes() -> None:
    assert set(registry.formats()) == set(registry.BUILT_IN_FORMATS)


def test_every_label_has_a_tag_and_a_name() -> None:
    named = {row[0] for row in rows("wording.tsv")}
    assert {label.value for label in Label} <= named
    tagged = {row[0] for row in rows("tags.tsv")}
    assert {label.value for label in Label} - {"ROLE", "CITATION"} <= tagged


def test_policies_survive_a_round_trip() -> None:
    for one in map(policy.load, policy.shipped()):
        assert policy.parse(policy.dump(one)) == one


def test_nothing_of_the_workplace_is_named() -> None:
    hosts = re.compile(
        "|".join([r"py" r"pi\.org", r"python" r"hosted\.org", r"registry\.npm" r"js\.org", r"deb\.debian\.org"])
    )
    paths = re.compile("|".join([r"/wo" r"rk/", r"\.\./" r"shared", r"/ro" r"ot/"]))
    bad = []
    for path in TRACKED:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if hosts.search(text) or paths.search(text):
            bad.append(name(path))
    assert bad == []


def test_every_setting_is_documented() -> None:
    settings = (ROOT / "anonymiza" / "settings.py").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r'"((?:ANONYMIZA|DATABASE|CELERY)_[A-Z_]+)"', settings))
    assert {w for w in wanted if w not in documented} == set()


def test_templates_hold_no_inline_script_or_style() -> None:
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.I)
    pages = [p for p in TRACKED if p.suffix == ".html" and p.relative_to(ROOT).parts[0] == "templates"]
    assert pages
    assert [name(p) for p in pages if inline.search(p.read_text(encoding="utf-8"))] == []


def test_data_files_name_their_source() -> None:
    tables = [p for p in TRACKED if p.parent.name == "lexicons" and p.suffix in {".txt", ".tsv"}]
    assert tables
    assert [name(p) for p in tables if not p.read_text(encoding="utf-8").startswith("#")] == []


def test_the_source_that_is_offered_is_whole() -> None:
    left_out = {".gitignore", ".npmrc"}
    assert {p.relative_to(ROOT).parts[0] for p in TRACKED} - left_out <= set(source.PARTS)
