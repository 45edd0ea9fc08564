"""The network of the context model, for PyTorch: the lower layers of a pretrained encoder and one softmax over tags."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from pipeline.recognise.context_tagger import FEATURES
from training.encoder import Encoder

EPSILON = 1e-6
# The names of a layer's parts in the packed encoder, ours first.
_PARTS = {"out": "ao", "first": "aln", "inner": "fi", "outer": "fo", "second": "oln"}


class Layer(nn.Module):  # type: ignore[misc]
    """One layer of a BERT encoder (Devlin et al., 2019): attention and two products, each added and normalised."""

    def __init__(self, width: int, heads: int, inner: int, drop: float) -> None:
        super().__init__()
        self.heads = heads
        self.three = nn.Linear(width, 3 * width)
        self.out, self.first = nn.Linear(width, width), nn.LayerNorm(width, EPSILON)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)
        self.second, self.drop = nn.LayerNorm(width, EPSILON), nn.Dropout(drop)

    def forward(self, x: Tensor, far: Tensor) -> Tensor:
        """Return the pieces' numbers after this layer; `far` is added to how near each piece is to each other."""
        texts, length, width = x.shape
        parted = self.three(x).view(texts, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = parted[0], parted[1], parted[2]
        near = torch.matmul(query, key.transpose(-1, -2)) * (1 / math.sqrt(width // self.heads)) + far
        heard = torch.matmul(torch.softmax(near, -1).to(value.dtype), value)
        x = self.first(x + self.out(heard.transpose(1, 2).reshape(texts, length, width)))
        return self.second(x + self.drop(self.outer(functional.gelu(self.inner(x)))))


class Body(nn.Module):  # type: ignore[misc]
    """What runs over a text: from the sum of piece and place to the scores of the tags."""

    def __init__(self, width: int, heads: int, inner: int, depth: int, tags: int, drop: float) -> None:
        super().__init__()
        self.known = nn.Linear(FEATURES, width, bias=False)
        nn.init.zeros_(self.known.weight)
        self.norm, self.drop = nn.LayerNorm(width, EPSILON), nn.Dropout(drop)
        self.layers = nn.ModuleList(Layer(width, heads, inner, drop) for _ in range(depth))
        self.tags = nn.Linear(width + FEATURES, tags)
        nn.init.normal_(self.tags.weight, std=0.02)

    def forward(self, shown: Tensor, known: Tensor, far: Tensor) -> Tensor:
        """Return the score of each tag for each piece; `far` is 0 for a piece and much less than 0 for filling."""
        x = self.drop(self.norm(shown + self.known(known)))
        for layer in self.layers:
            x = layer(x, far[:, None, None, :])
        scores: Tensor = self.tags(torch.cat([self.drop(x), known], -1))
        return scores


class Network(nn.Module):  # type: ignore[misc]
    """The body with the tables of pieces and places below it."""

    def __init__(self, encoder: Encoder, kept: Sequence[int], depth: int, tags: int, drop: float) -> None:
        super().__init__()
        self.pieces = nn.Embedding(len(kept), encoder.width)
        self.places = nn.Embedding(len(encoder.weights["emb.pos"]) // encoder.width, encoder.width)
        self.body = Body(encoder.width, encoder.heads, encoder.inner, depth, tags, drop)
        with torch.no_grad():
            self._start(encoder, kept)

    def forward(self, pieces: Tensor, known: Tensor, far: Tensor) -> Tensor:
        """Return the score of each tag for each piece."""
        scores: Tensor = self.body(self.pieces(pieces) + self.places.weight[: pieces.shape[1]], known, far)
        return scores

    def _start(self, encoder: Encoder, kept: Sequence[int]) -> None:
        """Take over the weights of the encoder."""
        weights = {name: torch.from_numpy(each) for name, each in encoder.weights.items()}
        self.pieces.weight.copy_(weights["emb.word"][list(kept)])
        segment = weights["emb.type"].view(-1, encoder.width)[0]
        self.places.weight.copy_(weights["emb.pos"].view(-1, encoder.width) + segment)
        self.body.norm.weight.copy_(weights["emb.ln.w"])
        self.body.norm.bias.copy_(weights["emb.ln.b"])
        for number, layer in enumerate(self.body.layers):
            of = {
                name.removeprefix(f"l{number}."): each
                for name, each in weights.items()
                if name.startswith(f"l{number}.")
            }
            layer.three.weight.copy_(torch.cat([of["q.w"], of["k.w"], of["v.w"]]))
            layer.three.bias.copy_(torch.cat([of["q.b"], of["k.b"], of["v.b"]]))
            for ours, theirs in _PARTS.items():
                part = getattr(layer, ours)
                part.weight.copy_(of[f"{theirs}.w"])
                part.bias.copy_(of[f"{theirs}.b"])
