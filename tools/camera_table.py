"""The table of camera modules in docs/camera.md, made from `device.hardware.camera.modules`.

    python -m tools.camera_table

A test compares the document with it.
"""

import sys

from device.hardware.camera.modules import MODULES, Module, highest_cm, lowest_cm, px_per_tile

_HEAD = (
    "camera",
    "its name here",
    "sees, degrees",
    "in the picture",
    "focus",
    "sharp from",
    "sensor's mode",
    "height, cm",
    "px a tile",
)


def camera_table() -> str:
    """The table in Markdown, a line for each module."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(_row, MODULES)]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def _row(module: Module) -> tuple[str, ...]:
    heights = lowest_cm(module), highest_cm(module)
    return (
        module.name,
        ", ".join(f"`{model}`" for model in module.models) or "–",
        f"{module.across:.0f} × {module.down:.0f}",
        f"{module.view_across:.0f} × {module.view_down:.0f}",
        module.focus,
        "–" if module.nearest is None else f"{module.nearest} cm",
        "its own" if module.mode is None else f"{module.mode[0]} × {module.mode[1]}",
        f"{heights[0]} to {heights[1]}",
        " to ".join(f"{px_per_tile(module, 10 * height):.0f}" for height in heights),
    )


if __name__ == "__main__":
    sys.stdout.write(camera_table())
