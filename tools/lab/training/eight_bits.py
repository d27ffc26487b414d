"""Quantises trained networks to the 8-bit ones that a box runs.

    pip install onnx
    python -m simulator.photographs.tile_photographs PHOTOGRAPHS --sets 4 --photographs 3 --seed 6001
    python -m tools.lab.training.eight_bits PHOTOGRAPHS

It reads the photographs, also made darker and brighter, and keeps the inputs of each network, which give the range of
every layer (static quantisation, per channel). The last layer and what follows are not quantised: they are small, and
they give the answer. Weights have seven bits, so that no processor without VNNI overflows in 8-bit products.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from device.games.listing import arrangement_of
from engines.vocabulary import BACK, TILE_FACES
from simulator.scenes.still_tables import GAME_OF_SCENE
from vision import networks
from vision.faces.teaching import teach
from vision.networks import Maps
from vision.pictures import open_picture
from vision.quality.exposure import times_as_bright
from vision.table_reader import read_once

TRAINED, SHIPPED = Path(__file__).parent / "weights", Path(networks.__file__).parent / "weights"
NAMES = ("crops", "pairs")  # the others read worse or gain nothing: measurements/notes/networks.md
_LIGHTS = (1.0, 0.4, 2.5)  # times as bright that each photograph is made
_INPUTS = 300  # kept of each network, a random choice
_QUANTISED = ["Conv", "Gemm", "Add", "Relu", "Resize", "Concat", "Slice"]


def inputs_of(photographs: Path) -> dict[str, list[Maps]]:
    """A random choice of the inputs of each network while the photographs of a folder of sets are read.

    Raises `CannotTeach` for a set whose lesson cannot be learned.
    """
    rng, kept, count = np.random.default_rng(0), defaultdict[str, list[Maps]](list), defaultdict[str, int](int)
    run = networks._run

    def keeping(name: str, blob: Maps) -> Maps:
        for one in blob:
            count[name] += 1
            if len(kept[name]) < _INPUTS:
                kept[name].append(one[None])
            elif (at := int(rng.integers(count[name]))) < _INPUTS:
                kept[name][at] = one[None]
        return run(name, blob)

    with patch.object(networks, "_run", keeping):
        for folder in sorted(path for path in photographs.iterdir() if path.is_dir()):
            lesson = [open_picture(path) for path in sorted(folder.glob("teach_*.jpg"))]
            taught = teach(lesson, (*TILE_FACES, BACK)).taught
            for scene, game in GAME_OF_SCENE.items():
                for path in sorted(folder.glob(f"{scene}_*.jpg")):
                    for times in _LIGHTS:
                        read_once(arrangement_of(game), taught, times_as_bright(open_picture(path), times))
    return dict(kept)


class _Inputs(CalibrationDataReader):
    """Gives inputs one after the other."""

    def __init__(self, name: str, every: Sequence[Maps]) -> None:
        self._name, self._left = name, iter(every)

    def get_next(self) -> Mapping[str, Maps] | None:
        """The next input, or None."""
        one = next(self._left, None)
        return None if one is None else {self._name: one}


def make(trained: Path, inputs: Sequence[Maps], shipped: Path) -> None:
    """Write the 8-bit network of a trained one."""
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder, "prepared.onnx")
        quant_pre_process(str(trained), str(prepared))
        graph = onnx.load(str(prepared)).graph
        last = max(at for at, node in enumerate(graph.node) if node.op_type in ("Conv", "Gemm"))
        quantize_static(
            str(prepared),
            str(shipped),
            _Inputs(graph.input[0].name, inputs),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=_QUANTISED,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in graph.node[last:]],
        )


def main() -> int:
    """Write the 8-bit networks of `vision/weights/`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photographs", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", default=NAMES, help="default: all")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    inputs = inputs_of(args.photographs)
    for name in args.names:
        make(TRAINED / f"{name}.onnx", inputs[name], SHIPPED / f"{name}.onnx")
        sys.stdout.write(f"{name}: {len(inputs[name])} inputs\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
