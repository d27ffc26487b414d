"""Loads shipped networks for further training, and writes a weighted mean of two networks.

    python -m tools.lab.training.shipped OLD.onnx NEW.onnx SHARE OUT.onnx

writes the network with weights interpolated by `SHARE` (0 to 1) from the first to the second (WiSE-FT, Wortsman et al.
2022), so that the network keeps most of what it had learned.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

_LAYERS = ("Conv", "Gemm")  # those with weights


def load_shipped(model: nn.Module, path: Path, pictures: Tensor) -> None:
    """Fill a fresh network with the weights of an ONNX file that was exported from one like it.

    Batch norm was folded away on export. It is restored with the mean and variance of each layer on `pictures`
    (n, channels, rows, columns), so that the network computes the same and can be trained further.
    """
    model.eval()
    layers = _called(model, pictures[:1])
    norms = dict(_norms(model))
    for layer, (weight, bias) in zip(layers, _weights(path), strict=True):
        layer.weight.data.copy_(weight)
        shift = layer.bias if layer not in norms else norms[layer].bias
        shift.data.copy_(bias)
    with torch.no_grad():
        for norm in norms.values():
            norm.weight.fill_((1 + norm.eps) ** 0.5)  # with mean 0 and variance 1 it only adds its bias
        for norm in norms.values():
            _measure(model, norm, pictures)
    model.train()


def _called(model: nn.Module, picture: Tensor) -> list[nn.Module]:
    """The layers with weights in the order in which they are called, which is their order in the file."""
    order: list[nn.Module] = []
    layers = [part for part in model.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    hooks = [layer.register_forward_hook(lambda part, *_: order.append(part)) for layer in layers]
    with torch.no_grad():
        model(picture)
    for hook in hooks:
        hook.remove()
    return order


def _norms(model: nn.Module) -> Iterator[tuple[nn.Module, nn.BatchNorm2d]]:
    """Each convolution that is followed by batch norm, with its batch norm."""
    for part in model.modules():
        if isinstance(part, nn.Sequential):
            yield from ((one, after) for one, after in pairwise(part) if isinstance(after, nn.BatchNorm2d))


def _weights(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """The weights and bias of each layer of an ONNX file."""
    graph = onnx.load(str(path)).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    for node in graph.node:
        if node.op_type in _LAYERS:
            yield values[node.input[1]], values[node.input[2]]


def _measure(model: nn.Module, norm: nn.BatchNorm2d, pictures: Tensor) -> None:
    """Give batch norm the mean and variance of its inputs, and change its weights so that its outputs stay."""
    inputs: list[Tensor] = []
    hook = norm.register_forward_pre_hook(lambda _, args: inputs.append(args[0]))
    model(pictures)
    hook.remove()
    mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
    norm.running_mean, norm.running_var = mean, variance
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias += mean


def mix(old: Path, new: Path, share: float, out: Path) -> None:
    """Write the network interpolated by `share` from `old` to `new`, two exports of one kind of network."""
    mixed = onnx.load(str(old))
    values = {one.name: one for one in mixed.graph.initializer}
    layers = (node for node in mixed.graph.node if node.op_type in _LAYERS)
    for node, trained in zip(layers, _weights(new), strict=True):
        for name, other in zip(node.input[1:3], trained, strict=True):
            before = numpy_helper.to_array(values[name])
            after = before + (other.numpy() - before) * before.dtype.type(share)
            values[name].CopyFrom(numpy_helper.from_array(after, name))
    onnx.save(mixed, str(out))


def main() -> int:
    """Write a weighted mean of two networks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("share", type=float)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    mix(args.old, args.new, args.share, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
