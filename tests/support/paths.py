"""Where files lie that tests read: the checkout, golden files and photographs, and the shared data beside it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]  # the checkout
TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
PHOTOS = TESTS / "photos"
CORPUS = TESTS / "corpus"
SHARED = ROOT.parent / "shared"  # lies beside the checkout, and not everywhere
SHARED_PHOTOS = SHARED / "photos"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="NOT CHECKED: the shared photographs and games are not beside this checkout"
)
