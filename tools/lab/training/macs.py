"""Prints the cost of each network: multiply-accumulates of its convolutions and matrices, and the size of its file.

pip install onnx
python -m tools.lab.training.macs
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper, shape_inference

from tools.lab.training.eight_bits import SHIPPED, TRAINED

# The input of one run: pictures of the board and of tiles, one crop or pair, and a picture of cards.
_SIZES = {
    "board": (3, 256, 320),
    "corners": (3, 160, 160),
    "sheet": (3, 160, 160),
    "tiles": (3, 352, 352),
    "edges": (3, 44, 32),
    "faces": (3, 44, 32),
    "looks": (3, 64, 64),
    "crops": (3, 44, 32),
    "pairs": (96, 11, 8),
    "index": (3, 960, 1280),
    "rank": (3, 48, 48),
    "whole_cards": (3, 480, 640),
}


def macs(path: Path, size: tuple[int, ...]) -> int:
    """The multiply-accumulates of one run of a trained network on an input of a size (channels, rows, columns)."""
    model = onnx.load(str(path))
    for dimension, value in zip(model.graph.input[0].type.tensor_type.shape.dim, (1, *size), strict=True):
        dimension.dim_value = value
    del model.graph.value_info[:], model.graph.output[0].type.tensor_type.shape.dim[:]
    graph = shape_inference.infer_shapes(model, data_prop=True).graph
    weights = {one.name: numpy_helper.to_array(one).shape for one in graph.initializer}
    cells = {
        one.name: [dimension.dim_value for dimension in one.type.tensor_type.shape.dim]
        for one in (*graph.value_info, *graph.output)
    }
    return sum(
        int(np.prod(weights[node.input[1]])) * int(np.prod(cells[node.output[0]][2:]))
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    )


def main() -> int:
    """Prints a table."""
    sys.stdout.write("network       M multiply-accumulates  KB trained  KB shipped\n")
    for name, size in _SIZES.items():
        trained = next(path for folder in (TRAINED, SHIPPED) if (path := folder / f"{name}.onnx").exists())
        kilobytes = [path.stat().st_size / 1000 for path in (trained, SHIPPED / f"{name}.onnx")]
        sys.stdout.write(f"{name:12}  {macs(trained, size) / 1e6:22.1f}  {kilobytes[0]:10.0f}  {kilobytes[1]:10.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
