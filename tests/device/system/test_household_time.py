"""The household's time: old and new entries, summer and winter, and another zone for the box."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.system.household_time import local_iso, set_zone, zone_name
from engines.messages import Refusal

LONDON, TOKYO = "Europe/London", "Asia/Tokyo"


@pytest.mark.parametrize(("at", "shown"), [
    ("2026-01-02T21:30:00+09:00", "2026-01-02T12:30:00+00:00"),
    ("2026-07-02T21:30:00+09:00", "2026-07-02T13:30:00+01:00"),  # in summer, also when it is looked at in winter
    ("2026-07-02T21:30:00", "2026-07-02T21:30:00+01:00"),  # of an older program
    ("2026-03-29T00:59:59+00:00", "2026-03-29T00:59:59+00:00"),
    ("2026-03-29T01:00:00+00:00", "2026-03-29T02:00:00+01:00"),  # the clocks go forward
])  # fmt: skip
def test_a_moment_is_told_by_the_clocks_of_the_household_on_that_day(
    live_in: Callable[[str], None], at: str, shown: str
) -> None:
    live_in(LONDON)
    assert local_iso(at) == shown
    assert zone_name() == LONDON


def test_the_zone_is_the_systems_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/America/Argentina/Ushuaia")
    assert zone_name(tmp_path / "localtime", {}) == "America/Argentina/Ushuaia"
    (tmp_path / "copy").write_bytes(b"TZif")
    assert zone_name(tmp_path / "copy", {}) == ""


def test_systemd_is_asked_for_another_zone(tmp_path: Path) -> None:
    program = tmp_path / "timedatectl"
    program.write_text(f'#!/bin/sh\necho "$*" >"{tmp_path}/asked"\n')
    program.chmod(0o755)
    set_zone(LONDON, (str(program), "set-timezone"))
    assert (tmp_path / "asked").read_text() == f"set-timezone {LONDON}\n"


@pytest.mark.parametrize("command", [["false"], ["/no/timedatectl"]])
def test_a_box_that_may_not_set_it_says_what_a_person_can_do(command: list[str]) -> None:
    with pytest.raises(Refusal) as refused:
        set_zone(LONDON, command)
    assert refused.value.said.key == "clock.not_set"


@pytest.mark.parametrize("zone", ["Asia/Tokio", "", "Asia", "/etc/passwd", "../UTC", "--help", "Asia/Tokyo\n", "\0"])
def test_only_zones_that_exist_reach_systemd(zone: str) -> None:
    with pytest.raises(Refusal) as refused:
        set_zone(zone, ["touch", "/tmp/never"])
    assert refused.value.said.key == "clock.no_zone"
