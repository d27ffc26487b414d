"""The example of `docs/adding_a_game.md` is installed as it is and played, without a line changed elsewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.full
EXAMPLE = ROOT / "examples" / "connect_four"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has built and installed a copy of the example."""
    folder = tmp_path_factory.mktemp("installed")
    copy = shutil.copytree(
        EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    )
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(folder / "packages"), str(copy)], check=True, capture_output=True, text=True)
    return folder / "packages"


def pytest_says(installed: Path, *words: str) -> str:
    """What pytest says about these tests of a Python that has the package."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_is_installed_with_its_texts(installed: Path) -> None:
    texts = {str(path.relative_to(installed)) for path in installed.rglob("*.toml")}
    assert texts == {f"connect_four/texts/{language}/connect_four.toml" for language in ("en", "ja")}


@pytest.mark.full
def test_it_keeps_the_laws_of_every_game(installed: Path) -> None:
    assert "failed" not in pytest_says(installed, "tests/engines/test_laws.py", "-k", "connect_four")


@pytest.mark.full
def test_its_own_tests_pass_where_it_is_installed(installed: Path) -> None:
    assert "passed" in pytest_says(installed, str(EXAMPLE))


def test_the_page_quotes_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
    files = [path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")]
    quoted = re.findall(r"^```(?:python|toml)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(quoted) > 5
    assert [block for block in quoted if not any(block in text for text in files)] == []
