"""Draws the pictures of the build guide: `python -m tools.build_guide`.

The wiring is drawn from `device/data/wiring.toml`, good and bad light by `tools.light_pictures`, the stand from
`docs/stand/stand.scad` (with OpenSCAD and Xvfb).
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from device.hardware.wiring import load_wiring
from tools import light_pictures
from web.diagrams.wiring_svg import wiring_svg

DOCS = Path(__file__).parents[1] / "docs"
STAND = DOCS / "stand"
# The camera of each picture of the stand, in OpenSCAD's seven numbers.
_VIEWS = {"assembly": "150,0,230,68,0,215,2100", "parts": "340,0,0,50,0,0,1500"}
_SIZE, _SHOWN = (1600, 1300), 0.5  # drawn larger, so that edges are smooth
_MARGIN = 16  # px
_NEEDED = ("openscad", "xvfb-run")


def wiring_drawings() -> Mapping[str, str]:
    """The drawings of the shipped wiring, by their file names in `docs/`."""
    names = {"en": "wiring.svg", "ja": "wiring.ja.svg"}
    return {name: wiring_svg(load_wiring(), language) for language, name in names.items()}


def draw_stand(part: str, camera: str, out: Path) -> None:
    """Let OpenSCAD draw the stand (`assembly`) or its printed `parts` as a PNG on white."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "stand.png"
        command = ["xvfb-run", "-a", "openscad", f"--imgsize={_SIZE[0]},{_SIZE[1]}", f"--camera={camera}"]
        command += ["--colorscheme=Tomorrow", "-D", f'part="{part}"', "-o", str(drawn), str(STAND / "stand.scad")]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        picture = cv2.imread(str(drawn))
    if picture is None:
        raise RuntimeError("OpenSCAD has drawn nothing.")
    rows, columns = np.nonzero((picture != picture[0, 0]).any(axis=2))
    cut = picture[
        max(rows.min() - _MARGIN, 0) : rows.max() + _MARGIN, max(columns.min() - _MARGIN, 0) : columns.max() + _MARGIN
    ]
    cv2.imwrite(str(out), cv2.resize(cut, None, fx=_SHOWN, fy=_SHOWN, interpolation=cv2.INTER_AREA))


def main() -> int:
    """Write the pictures."""
    for name, drawing in wiring_drawings().items():
        (DOCS / name).write_text(drawing, encoding="utf-8")
    light_pictures.draw()
    if missing := [name for name in _NEEDED if shutil.which(name) is None]:
        sys.stderr.write(f"The stand is not drawn: {' and '.join(missing)} missing (sudo apt install openscad xvfb).\n")
        return 1
    for part, camera in _VIEWS.items():
        draw_stand(part, camera, STAND / f"{part}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
