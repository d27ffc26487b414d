"""`make image`: what can be seen without an image, root and qemu. `docs/first_boot.md` says how the whole was tried."""

import re
import subprocess

import pytest

from tests.support.paths import ROOT
from tests.support.system_tools import needs

IMAGE = ROOT / "systemd" / "image.sh"


def refused(*words):
    told = subprocess.run([IMAGE, *words], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert len(told.stderr.splitlines()) == 1, told.stderr
    return told.stderr


def test_the_image_is_given_the_packages_that_a_first_start_installs():
    first_start = (ROOT / "systemd" / "first-boot.sh").read_text(encoding="utf-8")
    (packages,) = re.findall('^PACKAGES="(.*)"$', IMAGE.read_text(encoding="utf-8"), re.M)
    assert re.search(rf"apt-get install --yes --no-install-recommends \\\n +{packages}\n", first_start)


@pytest.mark.parametrize("words", [(), ("base.img",), ("base.img", "files")])
def test_without_its_three_words_it_says_which_they_are(words):
    assert "the new image" in refused(*words)


@needs("sfdisk", "mkfs.ext4", "mcopy")
def test_what_is_no_image_is_refused_before_anything_is_made(tmp_path):
    box = tmp_path / "box.img"
    assert "no/such.img" in refused("no/such.img", tmp_path, box)
    base = tmp_path / "base.img"
    base.touch()
    assert "jarapon first-boot --out" in refused(base, tmp_path, box)
    assert not box.exists()
