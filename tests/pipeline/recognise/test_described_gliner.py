"""GLiNER weights from a folder: a tiny model with the inputs and outputs of the real ones, built here."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.described import DescribedType
from pipeline.document import Block, Document, build, from_text
from pipeline.errors import ModelMissing
from pipeline.recognise import default_described, find_described
from pipeline.recognise.described_windows import windows

onnx = pytest.importorskip("onnx")
tokenizers = pytest.importorskip("tokenizers")
np = pytest.importorskip("numpy")

WORDS = ["[UNK]", "[CLS]", "[SEP]", "<<ENT>>", "<<SEP>>", "perro", "bruno", "lote", "ew", "doble", "de", "nombre"]
PET = DescribedType("mascota", "nombre de perro")
BATCH = DescribedType("lote", "lote")
WIDTH = 3


def folder_of(path: Path, *, token_level: bool = False, most: int = 60) -> Path:
    """Write configuration, tokenizer and weights: "Bruno" is a pet, "Bruno Doble" a surer one, "ew" a batch."""
    path.mkdir()
    mode = "token_level" if token_level else "markerV0"
    (path / "gliner_config.json").write_text(json.dumps({"max_width": WIDTH, "max_len": most, "span_mode": mode}))
    model = tokenizers.Tokenizer(tokenizers.models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    model.normalizer = tokenizers.normalizers.Lowercase()
    model.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    model.add_special_tokens(["<<ENT>>", "<<SEP>>"])
    model.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    model.enable_truncation(16)
    model.save(str(path / "tokenizer.json"))
    onnx.save(_token_model() if token_level else _span_model(), str(path / "model.onnx"))
    return path


def _table(scores: dict[tuple[str, int], float]) -> Any:
    table = np.full((len(WORDS), 2), -4.0, np.float32)
    for (word, kind), score in scores.items():
        table[WORDS.index(word), kind] = score
    return table


# The first subword of each text word, as the words mask numbers it: ids[b, l] = sum over tokens where mask == l + 1.
_IDS = """
    most = ReduceMax<keepdims=0>(text_lengths)
    one = Constant<value = int64 {1}>()
    zero = Constant<value = int64 {0}>()
    last = Add(most, one)
    numbers = Range(one, last, one)
    axis1 = Constant<value = int64[1] {1}>()
    axis2 = Constant<value = int64[1] {2}>()
    rows = Unsqueeze(words_mask, axis1)
    lines = Unsqueeze(numbers, axis1)
    same = Equal(rows, lines)
    hits = Cast<to = 7>(same)
    tokens = Unsqueeze(input_ids, axis1)
    firsts = Mul(hits, tokens)
    ids = ReduceSum<keepdims=0>(firsts, axis2)
"""
_HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'
_COMMON = "int64[B, T] input_ids, int64[B, T] attention_mask, int64[B, T] words_mask, int64[B, 1] text_lengths"


def _model(text: str, **tables: Any) -> Any:
    model = onnx.parser.parse_model(text)
    model.graph.initializer.extend(onnx.numpy_helper.from_array(value, name) for name, value in tables.items())
    onnx.checker.check_model(model)
    return model


def _span_model() -> Any:
    text = f"""{_HEAD} tiny ({_COMMON}, int64[B, S, 2] span_idx, bool[B, S] span_mask) => (float[B, L, W, C] logits) {{
        {_IDS}
        start2 = Gather<axis=2>(span_idx, zero)
        end2 = Gather<axis=2>(span_idx, one)
        start_ids = GatherElements<axis=1>(ids, start2)
        end_ids = GatherElements<axis=1>(ids, end2)
        starts = Gather<axis=0>(first, start_ids)
        ends = Gather<axis=0>(final, end_ids)
        flat = Add(starts, ends)
        shape = Constant<value = int64[4] {{0, -1, {WIDTH}, 2}}>()
        logits = Reshape(flat, shape)
    }}"""
    first = _table({("bruno", 0): 4.0, ("ew", 1): 4.0})
    final = _table({("bruno", 0): -3.0, ("doble", 0): -1.0, ("ew", 1): -2.0})
    return _model(text, first=first, final=final)


def _token_model() -> Any:
    text = f"""{_HEAD} tiny ({_COMMON}) => (float[B, L, C, three] logits) {{
        {_IDS}
        logits = Gather<axis=0>(table, ids)
    }}"""
    parts = [
        _table({("bruno", 0): 3.0, ("ew", 1): 3.0}),
        _table({("doble", 0): 2.0, ("ew", 1): 2.0}),
        _table({("bruno", 0): 3.0, ("doble", 0): 1.0, ("ew", 1): 3.0}),
    ]
    return _model(text, table=np.stack(parts, axis=-1))


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a span model, in force."""
    path = folder_of(tmp_path / "tiny")
    monkeypatch.setenv("ANONYMIZA_GLINER", str(path))
    return path


def told(document: Document, *types: DescribedType) -> list[tuple[str, str, float]]:
    return [(d.label, document.surface(d.span), d.score) for d in find_described(document, types)]


def test_the_folder_that_the_environment_names_answers(named: Path) -> None:
    document = from_text("El perro Bruno, vacunado con EW.")
    assert default_described().name == "gliner:tiny"
    # sigmoid(4 - 3) and sigmoid(4 - 2)
    assert told(document, PET, BATCH) == [("CUSTOM:mascota", "Bruno", 0.7311), ("CUSTOM:lote", "EW", 0.8808)]
    (first, _) = find_described(document, (PET, BATCH))
    assert first.provenance.recogniser == "gliner:tiny" and first.provenance.layer == "described"


def test_of_spans_that_overlap_the_surest_stands(named: Path) -> None:
    assert told(from_text("perro Bruno Doble"), PET, BATCH) == [("CUSTOM:mascota", "Bruno Doble", 0.9526)]


def test_token_models_are_read_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANONYMIZA_GLINER", str(folder_of(tmp_path / "tokens", token_level=True)))
    document = from_text("perro Bruno Doble y EW, y Bruno solo")
    # as sure as the least sure part: sigmoid(1) inside, sigmoid(2) at the end
    assert told(document, PET, BATCH) == [("CUSTOM:mascota", "Bruno Doble", 0.7311), ("CUSTOM:lote", "EW", 0.8808)]


def test_nothing_is_cut_off_at_a_window_however_long_the_text(named: Path) -> None:
    parts = [f"palabra{n}" if n % 7 else "Bruno Doble" for n in range(1, 1500)]
    document = from_text(" ".join(parts))
    assert len(told(document, PET, BATCH)) == parts.count("Bruno Doble")


def test_texts_of_a_batch_do_not_disturb_one_another(named: Path) -> None:
    lines = [("perro Bruno " + "x " * n).strip() + "\n" for n in range(0, 40, 3)]
    text = "".join(lines)
    blocks, at = [], 0
    for line in lines:
        blocks.append(Block(at, at + len(line)))
        at += len(line)
    assert len(told(build(text, blocks, b"", "txt"), PET, BATCH)) == len(lines)


def test_windows_cover_every_word_and_share_their_edges() -> None:
    document = from_text(" ".join(f"w{n}" for n in range(300)) + " " + "ñ" * 700)
    cut = list(windows(document, lambda texts: [len(t) for t in texts], (20, 60), 4))
    seen = {word.start for window in cut for word in window.words}
    assert seen == {w.start for w in next(windows(document, lambda t: [1] * len(t), (9999, 9999), 4)).words}
    for left, right in itertools.pairwise(cut):
        assert right.words[0].start <= left.words[-1].end + 1
        assert len(left.words) <= 20
        assert len(left.words) == 1 or sum(len(w.text) for w in left.words) <= 60


@pytest.mark.parametrize("file", ["gliner_config.json", "tokenizer.json", "model.onnx"])
def test_a_folder_that_lacks_a_file_says_which(named: Path, file: str) -> None:
    (named / file).unlink()
    with pytest.raises(ModelMissing, match=file):
        find_described(from_text("perro Bruno"), (PET,))


def test_a_file_that_is_no_model_is_told_without_quoting_it(named: Path) -> None:
    (named / "model.onnx").write_bytes(b"no model at all")
    with pytest.raises(ModelMissing, match="can't be read") as refused:
        find_described(from_text("perro Bruno"), (PET,))
    assert "no model at all" not in str(refused.value)


def test_another_kind_of_network_is_refused(named: Path) -> None:
    other = onnx.parser.parse_model(
        _HEAD + "other (int64[B, T] input_ids) => (int64[B, T] out) { out = Identity(input_ids) }"
    )
    onnx.save(other, str(named / "model.onnx"))
    with pytest.raises(ModelMissing, match="GLiNER"):
        find_described(from_text("perro Bruno"), (PET,))
