"""What a box at a real table does not load: on a Raspberry Pi everything loaded in vain makes the start longer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

# The demo table and its simulator, what tests and measures, and large parts of libraries that a webcam does not need.
NOT_FOR_A_BOX = (
    "asyncio", "cffi", "doctest", "jsonschema", "luma.core.virtual.terminal", "numpy.f2py", "numpy.ma", "numpy.random",
    "numpy.testing", "openskill", "picamera2", "pip", "pkg_resources", "pydoc", "pymunk", "pytest", "scipy",
    "setuptools", "tools", "torch", "unittest", "xml.dom", "device.demo.camera", "device.demo.gallery",
    "device.demo.watching_box", "simulator", "cli.commands.bench", "cli.commands.doctor", "cli.commands.markers",
    "cli.safe_mode", "club", "paho", "web.mqtt",
)  # fmt: skip
# What only answers in words reads no picture, nor does it serve a page.
NOT_FOR_WORDS = (*NOT_FOR_A_BOX, "cv2", "flask", "gpiozero", "luma", "numpy", "onnxruntime", "PIL", "waitress")
LOADED = """
import json, sys
def tell():
    sys.stdout.write("\\n" + json.dumps(sorted(sys.modules)))
    sys.stdout.flush()
"""
WHEN_READY = """
import os
from device.system.notify import Notifier
def ready(notifier, status):
    tell()
    os._exit(0)
Notifier.ready = ready
"""


def loaded(before: str, *words: str) -> set[str]:
    """The modules that a command has loaded when `tell` is called."""
    program = f"{LOADED}{before}\nfrom cli.main import main\nmain()\ntell()"
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "LANG": "C"},
    )  # fmt: skip
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_a_box_with_a_webcam_loads_nothing_that_only_others_need(tmp_path: Path) -> None:
    words = ("run", "--camera", "usb:9", "--game", "reversi", "--data", str(tmp_path), "--port", "0")
    modules = loaded(WHEN_READY, *words)
    assert {"cv2", "flask", "gpiozero", "onnxruntime"} <= modules
    assert modules & set(NOT_FOR_A_BOX) == set()


@pytest.mark.parametrize("words", [("hand", "111222333"), ("hand", "--help")])
def test_a_hand_in_words_loads_no_library_of_pictures_or_pages(words: tuple[str, ...]) -> None:
    before = "import atexit; atexit.register(tell)" if "--help" in words else ""
    assert loaded(before, *words) & set(NOT_FOR_WORDS) == set()


def test_products_of_matrices_take_one_core() -> None:
    program = (
        "import os, cli.main, numpy as np; a = np.ones((999, 999)); a @ a; print(len(os.listdir('/proc/self/task')))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, env=environment
    )
    assert int(done.stdout) == 1, "thread"
