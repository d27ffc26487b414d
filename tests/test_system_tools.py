"""A run on a bare machine says what it left out and what brings it, and `.ci/run` installs all of it."""

import re

from tests.support.paths import ROOT, TESTS
from tests.support.system_tools import advice, debian_packages, is_installed, lacking


def test_a_tool_is_a_command_or_a_file():
    assert (is_installed("sh"), is_installed("/bin/sh"), is_installed("no-such-command")) == (True, True, False)


def test_what_was_left_out_for_want_of_a_tool_is_said_with_one_command():
    skipped = [lacking("strace"), "only root can mount a disk", lacking("sfdisk", "strace")]
    assert advice(skipped) == "2 tests were left out. To run them too: sudo apt install fdisk strace"
    assert advice(skipped[1:2]) is None


def test_every_tool_that_tests_ask_for_has_a_package():
    asked = re.compile(r"""\b(?:needs|lacking)\(((?:\s*"[^"]+",?)+)""")
    files = [file.read_text(encoding="utf-8") for file in TESTS.rglob("*.py")]
    tools = {tool for text in files for call in asked.findall(text) for tool in re.findall('"([^"]+)"', call)}
    assert {"strace", "npm", "/usr/lib/polkit-1/polkitd"} <= tools <= set(debian_packages())


def test_the_list_is_what_a_bare_machine_is_given():
    assert "tests/debian-packages" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
