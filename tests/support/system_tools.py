"""What tests ask of the system: where it is missing they are skipped, and the run says which package brings it."""

import os
import shutil
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import TESTS

_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))  # root's tools, for everybody
_LACKING = "not installed: "


@cache
def debian_packages() -> dict[str, str]:
    """The Debian package of each command or file that tests need."""
    lines = (TESTS / "debian-packages").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return dict(rows)


def is_installed(tool: str) -> bool:
    """Whether a command, or a file with a slash in its name, is here.

    >>> is_installed("sh"), is_installed("/bin/sh"), is_installed("no-such-command")
    (True, True, False)
    """
    return Path(tool).exists() if "/" in tool else shutil.which(tool, path=_PATH) is not None


def needs(*tools: str) -> pytest.MarkDecorator:
    """Skip a test where a command or file of `tests/debian-packages` is missing."""
    missing = [tool for tool in tools if not is_installed(tool)]
    return pytest.mark.skipif(bool(missing), reason=lacking(*missing))


def lacking(*tools: str) -> str:
    """Why a test is skipped that needs these commands or files of `tests/debian-packages`."""
    return _LACKING + " ".join(sorted({debian_packages()[tool] for tool in tools}))


def advice(reasons: list[str]) -> str | None:
    """What to say of all tests that were skipped for want of a tool, by their reasons; nothing where none was.

    >>> advice(["not installed: strace", "only root can mount", "not installed: fdisk strace"])
    '2 tests were left out. To run them too: sudo apt install fdisk strace'
    """
    skipped = [reason.partition(_LACKING)[2] for reason in reasons if _LACKING in reason]
    packages = sorted({package for reason in skipped for package in reason.split()})
    if not skipped:
        return None
    return f"{len(skipped)} tests were left out. To run them too: sudo apt install {' '.join(packages)}"
