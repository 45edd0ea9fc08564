"""GLiNER-family weights from a local folder, through ONNX: descriptions in the prompt, spans out; no hub, no torch.

The folder holds `gliner_config.json`, `tokenizer.json` and an ONNX file, as the GLiNER project exports them. Span
models (`logits`: words x widths x types) and token models (`logits`: words x types x start, end, inside) are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.described import DescribedType
from pipeline.document import Document, Span
from pipeline.errors import ModelMissing
from pipeline.recognise.described import FLOOR, DescribedSpan
from pipeline.recognise.described_windows import Window, windows

CONFIG, TOKENIZER = "gliner_config.json", "tokenizer.json"
WEIGHTS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
# Subword tokens that an encoder of this family takes at once, special ones included; and texts of one run.
TOKENS, BATCH = 512, 8
# Of a window at most this share may be taken by the descriptions.
_PROMPT_SHARE = 0.5

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What the folder's configuration says of the model."""

    max_width: int = 12
    max_words: int = 384
    max_types: int = 25
    entity: str = "<<ENT>>"
    separator: str = "<<SEP>>"
    token_level: bool = False


@dataclass(frozen=True, slots=True)
class GlinerModel:
    """A loaded GLiNER export: session, tokenizer and the shape of the model."""

    name: str
    session: Any
    tokenizer: Any
    shape: Shape

    def __call__(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> Iterator[DescribedSpan]:
        """Yield the spans of the types, window by window; overlapping windows give the better score."""
        for group, prompt in self._groups(types):
            best: dict[tuple[int, int, str], float] = {}
            for batch in _batches(windows(document, self._sized, self._room(prompt), self._reach)):
                for start, end, kind, score in self._spans(batch, prompt, len(group)):
                    key = start, end, group[kind].slug
                    best[key] = max(best.get(key, 0.0), score)
            for (start, end, slug), score in _greedy(best):
                yield DescribedSpan(start, end, slug, score, "gliner:span score of the model")

    @property
    def _reach(self) -> int:
        return self.shape.max_width

    def _room(self, prompt: Sequence[str]) -> tuple[int, int]:
        """Return how many words and how many subword tokens of text fit beside a prompt."""
        return self.shape.max_words, TOKENS - sum(self._sized(prompt)) - 2

    def _sized(self, texts: Sequence[str]) -> list[int]:
        """Return how many subword tokens each word takes."""
        sizes = [0] * len(texts)
        for at in range(0, len(texts), 4096):
            coded = self.tokenizer.encode(list(texts[at : at + 4096]), is_pretokenized=True, add_special_tokens=False)
            for word in coded.word_ids:
                if word is not None:
                    sizes[at + word] += 1
        return sizes

    def _groups(self, types: Sequence[DescribedType]) -> Iterator[tuple[list[DescribedType], list[str]]]:
        """Part the types so that each prompt leaves room for text; yield each part with its prompt."""
        group: list[DescribedType] = []
        for kind in types:
            fuller = [*group, kind]
            full = len(fuller) > self.shape.max_types or sum(self._sized(self._prompt(fuller))) > TOKENS * _PROMPT_SHARE
            if group and full:
                yield group, self._prompt(group)
                fuller = [kind]
            group = fuller
        yield group, self._prompt(group)

    def _prompt(self, types: Sequence[DescribedType]) -> list[str]:
        marked = [part for kind in types for part in (self.shape.entity, kind.description)]
        return [*marked, self.shape.separator]

    def _spans(
        self, batch: Sequence[Window], prompt: Sequence[str], kinds: int
    ) -> Iterator[tuple[int, int, int, float]]:
        logits = self.session.run(["logits"], self._inputs(batch, prompt))[0]
        for window, scores in zip(batch, 1.0 / (1.0 + np.exp(-logits)), strict=True):
            found = (
                _token_spans(scores, window, kinds) if self.shape.token_level else _marker_spans(scores, window, kinds)
            )
            for first, last, kind, score in found:
                if not window.cuts(first, last):
                    yield window.words[first].start, window.words[last].end, kind, score

    def _inputs(self, batch: Sequence[Window], prompt: Sequence[str]) -> dict[str, Array]:
        coded = [
            self.tokenizer.encode([*prompt, *(w.text for w in window.words)], is_pretokenized=True) for window in batch
        ]
        longest, most = max(len(c.ids) for c in coded), max(len(w.words) for w in batch)
        ids = np.zeros((len(batch), longest), np.int64)
        attention, masks = np.zeros_like(ids), np.zeros_like(ids)
        for row, code in enumerate(coded):
            ids[row, : len(code.ids)] = code.ids
            attention[row, : len(code.ids)] = 1
            masks[row, : len(code.ids)] = _word_mask(code.word_ids, len(prompt))
        lengths = np.array([[len(w.words)] for w in batch], np.int64)
        given = {"input_ids": ids, "attention_mask": attention, "words_mask": masks, "text_lengths": lengths}
        given |= {} if self.shape.token_level else _span_inputs(lengths, most, self.shape.max_width)
        wanted = {each.name for each in self.session.get_inputs()}
        return {name: value for name, value in given.items() if name in wanted}


def load(folder: Path) -> GlinerModel:
    """Load the model of a folder; raises ModelMissing that names the missing file or library."""
    weights = next((folder / name for name in WEIGHTS if (folder / name).is_file()), folder / WEIGHTS[0])
    for file in (folder / CONFIG, folder / TOKENIZER, weights):
        if not file.is_file():
            raise _missing(f"The folder of ANONYMIZA_GLINER has no {file.name}.")
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError:
        raise _missing("GLiNER weights need onnxruntime and tokenizers.", "Install the extra `gliner`.") from None
    try:
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        # A truncating tokenizer would drop text without a word; the windows are cut to fit instead.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        session = onnxruntime.InferenceSession(str(weights), _options(onnxruntime), providers=["CPUExecutionProvider"])
        shape = _shape(json.loads((folder / CONFIG).read_text(encoding="utf-8")))
    except Exception as error:
        raise _missing(f"The model in the folder of ANONYMIZA_GLINER can't be read ({type(error).__name__}).") from None
    _check(session)
    return GlinerModel(f"gliner:{folder.name}", session, tokenizer, shape)


def _missing(
    message: str, remedy: str = "Put gliner_config.json, tokenizer.json and model.onnx there."
) -> ModelMissing:
    return ModelMissing(message, stage="recognise", remedy=remedy)


def _options(onnxruntime: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options


def _shape(body: dict[str, Any]) -> Shape:
    known = Shape()
    return Shape(
        max_width=int(body.get("max_width") or known.max_width),
        max_words=int(body.get("max_len") or known.max_words),
        max_types=int(body.get("max_types") or known.max_types),
        entity=str(body.get("ent_token") or known.entity),
        separator=str(body.get("sep_token") or known.separator),
        token_level=body.get("span_mode") == "token_level",
    )


def _check(session: Any) -> None:
    inputs = {each.name for each in session.get_inputs()}
    needed = {"input_ids", "attention_mask", "words_mask", "text_lengths"}
    if not needed <= inputs or "logits" not in {each.name for each in session.get_outputs()}:
        raise _missing(
            "The ONNX file isn't a GLiNER export of one encoder.", "Export it with the GLiNER project's tool."
        )


def _batches(found: Iterator[Window]) -> Iterator[list[Window]]:
    batch: list[Window] = []
    for window in found:
        batch.append(window)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _word_mask(word_ids: Sequence[int | None], prompt: int) -> list[int]:
    """Number the text's words from 1 at the first subword of each; everything else is 0."""
    mask, before = [], None
    for word in word_ids:
        counts = word is not None and word != before and word >= prompt
        mask.append(word - prompt + 1 if counts and word is not None else 0)
        before = word
    return mask


def _span_inputs(lengths: Array, most: int, width: int) -> dict[str, Array]:
    """Return every span up to the width, ends inclusive, and which of them lie inside each text."""
    starts = np.repeat(np.arange(most, dtype=np.int64), width)
    ends = starts + np.tile(np.arange(width, dtype=np.int64), most)
    mask = ends[None, :] < lengths
    spans = np.stack([starts, ends], axis=1)[None] * mask[:, :, None]
    return {"span_idx": spans.astype(np.int64), "span_mask": mask}


def _marker_spans(scores: Array, window: Window, kinds: int) -> Iterator[tuple[int, int, int, float]]:
    size = len(window.words)
    for start, width, kind in np.argwhere(scores[:size, :, :kinds] >= FLOOR):
        if start + width < size:
            yield int(start), int(start + width), int(kind), float(scores[start, width, kind])


def _token_spans(scores: Array, window: Window, kinds: int) -> Iterator[tuple[int, int, int, float]]:
    """Pair each start with the ends it reaches through inside scores; a span is as sure as its least sure part."""
    size = len(window.words)
    starts, ends, inside = (scores[:size, :kinds, part] for part in range(3))
    for start, kind in np.argwhere(starts >= FLOOR):
        least = float(starts[start, kind])
        for end in range(start, size):
            least = min(least, float(inside[end, kind]))
            if least < FLOOR:
                break
            if ends[end, kind] >= FLOOR:
                yield int(start), int(end), int(kind), min(least, float(ends[end, kind]))


def _greedy(best: dict[tuple[int, int, str], float]) -> Iterator[tuple[tuple[int, int, str], float]]:
    """Yield the spans of each type that overlap no surer one of it, surest first."""
    kept: dict[str, set[int]] = {}
    for key, score in sorted(best.items(), key=lambda item: (-item[1], item[0])):
        start, end, slug = key
        covered = kept.setdefault(slug, set())
        if covered.isdisjoint(range(start, end)):
            covered.update(range(start, end))
            yield key, score
