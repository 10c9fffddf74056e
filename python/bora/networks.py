"""Architectures of bo-nas as torch modules: the networks of NAS-Bench-201 as bo-nas trains them."""
from __future__ import annotations

import re

import torch
from torch import nn


def _layer(channels_in: int, channels: int, kernel: int, stride: int = 1) -> nn.Module:
    return nn.Sequential(nn.ReLU(), nn.Conv2d(channels_in, channels, kernel, stride, kernel // 2, bias=False),
                         nn.BatchNorm2d(channels))


_OPERATIONS = {"none": None, "skip_connect": lambda channels: nn.Identity(),
               "nor_conv_1x1": lambda channels: _layer(channels, channels, 1),
               "nor_conv_3x3": lambda channels: _layer(channels, channels, 3),
               "avg_pool_3x3": lambda channels: nn.AvgPool2d(3, 1, 1, count_include_pad=False)}


def _used_edges(architecture: str) -> list[tuple[int, int, str]]:
    """Returns the edges (from, to, operation) on paths from the input to the output of a cell."""
    edges = [(int(source), target, operation) for target, node in enumerate(architecture.split("+"), 1)
             for operation, source in re.findall(r"\|?([a-z0-9_]+)~(\d)", node)]
    if len(edges) != 6 or any(operation not in _OPERATIONS for *_, operation in edges):
        raise ValueError(f"architecture {architecture!r}: expected a cell of nb201, such as "
                         "|nor_conv_3x3~0|+|skip_connect~0|none~1|+|none~0|avg_pool_3x3~1|nor_conv_1x1~2|")
    reached, reaches = {0}, {3}
    edges = [edge for edge in edges if edge[2] != "none"]
    for source, target, _ in edges:
        if source in reached:
            reached.add(target)
    for source, target, _ in reversed(edges):
        if target in reaches:
            reaches.add(source)
    return [edge for edge in edges if edge[0] in reached and edge[1] in reaches]


class Cell(nn.Module):
    """A cell of NAS-Bench-201 (Dong and Yang 2020): four nodes, each the sum of operations on earlier nodes. Edges that
    are on no path from input to output are left out."""

    def __init__(self, architecture: str, channels: int) -> None:
        super().__init__()
        self._edges = _used_edges(architecture)
        self._operations = nn.ModuleList(_OPERATIONS[operation](channels) for *_, operation in self._edges)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        nodes: dict[int, torch.Tensor] = {0: x}
        for (source, target, _), operation in zip(self._edges, self._operations):
            value = operation(nodes[source])
            nodes[target] = nodes[target] + value if target in nodes else value
        return nodes.get(3, x * 0)


class _Halving(nn.Module):
    """Residual block between stages that halves the sides of its input."""

    def __init__(self, channels_in: int, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layer(channels_in, channels, 3, 2), _layer(channels, channels, 3))
        self.shortcut = nn.Sequential(nn.AvgPool2d(2, 2, ceil_mode=True, count_include_pad=False),
                                      nn.Conv2d(channels_in, channels, 1, bias=False))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x) + self.shortcut(x)


def nb201(architecture: str, classes: int, *, inputs: int = 3, channels: int = 16, cells: int = 5) -> nn.Module:
    """Returns the network of an architecture of the space nb201: a stem, three stages of `cells` cells, between which
    sides are halved and channels doubled, and a linear layer on the mean over the image.

    classes: number of outputs; inputs: channels of the images (N x inputs x H x W); channels: those of the first
    stage. Raises ValueError if `architecture` is not a cell of nb201."""
    parts: list[nn.Module] = [nn.Conv2d(inputs, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)]
    for stage in range(3):
        if stage > 0:
            parts.append(_Halving(channels, 2 * channels))
            channels *= 2
        parts += [Cell(architecture, channels) for _ in range(cells)]
    return nn.Sequential(*parts, nn.BatchNorm2d(channels), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(channels, classes))
