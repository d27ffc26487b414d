"""Invented photographs that several benches are tried on."""

from pathlib import Path

import numpy as np
import pytest

from simulator.photographs.tile_photographs import write_set


@pytest.fixture(scope="session")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("invented")
    write_set(root / "one", np.random.default_rng(5), 3, photographs=1)
    return root
