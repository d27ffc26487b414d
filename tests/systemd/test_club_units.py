"""The units of a club: systemd understands them, shuts them in, and they start what docs/club.md has set up."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from cli.main import command_line
from club import mosquitto
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.systemd.test_systemd import analyze, unit

FOLDER = ROOT / "systemd"
UNITS = [FOLDER / f"jarapon-club-{name}.service" for name in ("broker", "server")]
SHARED = FOLDER / "jarapon-club-.service.d" / "shared.conf"
PAGE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """Copies of the units, whose programs are there, beside what both have in common."""
    (tmp_path / SHARED.parent.name).mkdir()
    shutil.copy(SHARED, tmp_path / SHARED.parent.name)
    made = [tmp_path / one.name for one in UNITS]
    for one, copy in zip(UNITS, made, strict=True):
        copy.write_text(re.sub(r"=(/opt/jarapon-club/\.venv/bin/jarapon) ", "=/bin/true ", one.read_text()))
    return made


@needs("systemd-analyze", "mosquitto")
def test_systemd_understands_the_units_and_they_are_shut_in(copies: list[Path]) -> None:
    understood = analyze("verify", *copies)
    assert (understood.returncode, understood.stderr) == (0, "")
    for one in copies:
        judged = analyze("security", one)
        assert judged.returncode == 0, judged.stdout[-2000:]
    (copies[0].parent / SHARED.parent.name / SHARED.name).unlink()
    assert analyze("security", copies[0]).returncode != 0  # the drop-in is what shuts it in


def test_broker_and_server_have_one_user_and_the_folder_that_the_document_fills() -> None:
    broker, server, shared = (unit(one)["Service"] for one in (*UNITS, SHARED))
    (folder,) = re.findall(r'ARGS="broker (/var/lib/\S+) ', PAGE)
    state = shared["StateDirectory"]
    assert Path(folder).parent == Path("/var/lib") / state
    assert broker["ExecStart"].endswith(f" -c %S/{state}/{Path(folder).name}/{mosquitto.CONFIGURATION}")
    program, *words = shlex.split(server["ExecStart"])
    args = command_line().parse_args([word for word in words if not word.startswith("$")])
    assert args.broker == f"%S/{state}/{Path(folder).name}"
    assert str(args.data) == f"%S/{state}"
    (checkout,) = re.findall(r"^    cd (\S+)$", PAGE, re.M)
    assert program == f"{checkout}/.venv/bin/jarapon"
