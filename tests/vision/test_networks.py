"""What runs the networks keeps to itself, and each network has a model card that is true of its file."""

import os
import re
import subprocess
import sys

from tests.support.paths import ROOT


def test_onnx_runtime_keeps_no_record_of_the_box_to_send_to_its_makers(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    run = "import numpy, vision.networks as n; n.run_network('crops', [numpy.zeros((44, 32, 3), numpy.uint8)])"
    subprocess.run([sys.executable, "-c", run], check=True, cwd=ROOT, env=environment | {"HOME": str(tmp_path)})
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_every_network_has_a_model_card_with_the_size_of_its_file():
    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    cards = re.findall(r"^\| `(\w+)` \|.* ([\d,]+) \| \d{4}-\d\d-\d\d \|$", page, re.MULTILINE)
    files = (ROOT / "vision" / "weights").glob("*.onnx")
    assert dict(cards) == {file.stem: f"{file.stat().st_size / 1000:,.0f}" for file in files}
