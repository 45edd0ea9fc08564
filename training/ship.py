"""Write the context model as the engine reads it: whole numbers of eight bits, for onnxruntime."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from pipeline.recognise.context_tagger import FEATURES, WINDOW
from training.network import Body, Network

OPSET, MOST = 17, 127
# These two small products keep their full precision.
WHOLE = ("/body/known/MatMul", "/body/tags/MatMul", "/body/tags/Gemm")


class Chances(nn.Module):  # type: ignore[misc]
    """The body with probabilities in place of scores."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self.body = body

    def forward(self, shown: Tensor, known: Tensor, far: Tensor) -> Tensor:
        """Return the probability of each tag for each piece."""
        return torch.softmax(self.body(shown, known, far), -1)


def ship(network: Network, pieces: Sequence[str], scores: Sequence[float], meta: Mapping[str, Any], out: Path) -> None:
    """Write the folder: the encoder, the tables of pieces and places, the pieces' spelling and the meta data."""
    out.mkdir(parents=True, exist_ok=True)
    network.eval()
    _write_encoder(network.body, network.pieces.embedding_dim, out / "encoder.onnx")
    table = network.pieces.weight.detach().numpy()
    scales = (np.abs(table).max(axis=1) / MOST).astype(np.float32)
    places = network.places.weight.detach().numpy()[:WINDOW].astype(np.float32)
    whole = np.round(table / scales[:, None]).astype(np.int8)
    np.savez(out / "pieces.npz", pieces=whole, scales=scales, places=places)
    spelled = {"pieces": list(pieces), "scores": [round(float(s), 3) for s in scores]}
    (out / "pieces.json").write_text(json.dumps(spelled, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "meta.json").write_text(json.dumps(dict(meta), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_encoder(body: Body, width: int, path: Path) -> None:
    shown, known, far = torch.randn(2, 16, width), torch.zeros(2, 16, FEATURES), torch.zeros(2, 16)
    names = ["shown", "known", "far"]
    free = {name: {0: "texts", 1: "pieces"} for name in (*names, "chances")}
    with TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            Chances(body), (shown, known, far), str(full), input_names=names, output_names=["chances"],
            dynamic_axes=free, opset_version=OPSET, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            full, path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True, nodes_to_exclude=list(WHOLE)
        )
