"""The units of a club: systemd understands them, shuts them in, and they start what docs/club.md has set up."""

import re
import shlex
from pathlib import Path

import pytest

from cli.main import command_line
from club import mosquitto
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.systemd.test_systemd import analyze, unit

UNITS = [ROOT / "systemd" / f"{name}.service" for name in ("jarapon-club-broker", "jarapon-club")]
PAGE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """Copies of the units, whose programs are there."""
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


def test_broker_and_server_have_one_user_and_the_folder_that_the_document_fills() -> None:
    broker, server = (unit(one)["Service"] for one in UNITS)
    for name in ("DynamicUser", "User", "StateDirectory", "StateDirectoryMode"):
        assert broker[name] == server[name]
    (folder,) = re.findall(r'ARGS="broker (/var/lib/\S+) ', PAGE)
    state = broker["StateDirectory"]
    assert Path(folder).parent == Path("/var/lib") / state
    assert broker["ExecStart"].endswith(f" -c %S/{state}/{Path(folder).name}/{mosquitto.CONFIGURATION}")
    program, *words = shlex.split(server["ExecStart"])
    args = command_line().parse_args([word for word in words if not word.startswith("$")])
    assert args.broker == f"%S/{state}/{Path(folder).name}"
    assert str(args.data) == f"%S/{state}"
    (checkout,) = re.findall(r"^    cd (\S+)$", PAGE, re.M)
    assert program == f"{checkout}/.venv/bin/jarapon"
