"""What a Pi suffers is said in words as long as it lasts."""

import os
from datetime import UTC, datetime, timedelta

import pytest

from device.system.board_health import QUIET_S, BoardHealth, amperes_for
from device.system.household_time import written
from device.system.supervision import Supervisor
from device.testing.raspberry_pi import StandInPi

MB = 1_000_000
BEFORE_ALL = datetime(1970, 1, 1, 0, 1)


class Day:
    """A box on a Pi whose supply, heat, card and clock a test makes good or bad; `told`: each change, as keys."""

    def __init__(self, folder, written_at=""):
        self.pi, self.told = StandInPi(folder / "pi"), []
        self.now_s, self.now = 0.0, datetime.now()
        self.free_mb, self.read_only = 9000, False
        pi = self.pi
        health = BoardHealth(folder, written_at, pi.sys, pi.model, lambda: self.now_s, lambda: self.now, self.statvfs)
        self.supervisor = Supervisor(lambda troubles: self.told.append([*troubles.values()]), lambda: self.now_s)
        self.supervisor.hear(health.troubles)

    def statvfs(self, _folder):
        blocks = self.free_mb * MB // 4096
        flags = os.ST_RDONLY if self.read_only else 0
        return os.statvfs_result((4096, 4096, 10 * blocks, blocks, blocks, 1000, 1000, 1000, flags, 255))

    def passes(self, seconds=5.0):
        """Time passes; gives the keys of what is said at its end."""
        until = self.now_s + seconds
        while self.now_s < until:
            self.now_s += 1.0
            self.now += timedelta(seconds=1)
            assert self.supervisor.check()  # no reason to let the watchdog starve
        return [said.key for said in self.told[-1]] if self.told else []


@pytest.fixture
def day(tmp_path):
    return Day(tmp_path)


def test_a_supply_that_sags_now_and_then_is_named_once_until_it_holds(day, caplog):
    day.pi.restore_voltage()
    assert day.passes(10) == []
    for _ in range(10):
        day.pi.drop_voltage()
        assert day.passes(3) == ["health.power_low"]
        assert dict(day.told[-1][0].facts) == {"amperes": "3"}
        day.pi.restore_voltage()
        day.passes(QUIET_S / 2)
    assert (len(day.told), len(caplog.records)) == (1, 1)
    assert day.passes(QUIET_S) == []
    assert (len(day.told), len(caplog.records)) == (2, 2)


def test_without_the_driver_the_firmwares_bits_are_asked(day):
    day.pi.set_firmware_bits("50000")  # it was too weak before the box was started
    assert day.passes(10) == []
    day.pi.set_firmware_bits("50005")
    assert day.passes() == ["health.power_low"]


def test_heat_is_said_until_it_is_cool_again(day):
    for celsius, seconds, said in ((79.9, 5, []), (81.2, 5, ["health.hot"]), (85.0, 60, ["health.hot"])):
        day.pi.set_temperature(celsius)
        assert day.passes(seconds) == said
    day.pi.set_temperature(62.0)
    assert day.passes(QUIET_S + 2) == []
    assert len(day.told) == 2


@pytest.mark.parametrize(
    ("bad", "said"), [({"free_mb": 199}, "health.full"), ({"read_only": True}, "health.read_only")]
)
def test_a_card_that_is_almost_full_or_was_made_read_only_is_said_until_it_is_well(day, bad, said):
    vars(day).update(bad)
    assert day.passes() == [said]
    day.free_mb, day.read_only = 1200, False
    assert day.passes(QUIET_S + 2) == []


@pytest.mark.parametrize("behind", [timedelta(days=400), timedelta(hours=1)])
def test_a_clock_that_is_behind_the_last_move_is_wrong_until_it_is_set(tmp_path, behind):
    last_move = datetime.now() + timedelta(days=30)  # nothing about this program's files then
    day = Day(tmp_path, written_at=last_move.isoformat(timespec="seconds"))
    day.now = last_move - behind
    assert day.passes() == ["health.clock"]
    assert dict(day.told[-1][0].facts) == {"today": day.now.date().isoformat()}
    day.now = last_move + timedelta(days=7)
    assert day.passes(QUIET_S + 2) == []


def test_another_zone_makes_no_clock_wrong(tmp_path, live_in):
    last_move = datetime.now(UTC) + timedelta(days=30)
    day = Day(tmp_path, written_at=written(last_move))
    live_in("America/Los_Angeles")
    day.now = last_move + timedelta(minutes=1)
    assert day.passes() == []


def test_a_time_in_the_journal_that_is_none_does_not_judge_the_clock_but_the_programs_own_does(tmp_path):
    day = Day(tmp_path, written_at="yesterday")
    assert day.passes() == []
    day.now = BEFORE_ALL
    assert day.passes() == ["health.clock"]


def test_a_machine_that_measures_nothing_or_whose_sensor_gives_an_error_says_nothing(day):
    assert day.passes(60) == []
    day.pi.set_firmware_bits("not a number")
    assert day.passes(60) == []
    day.pi.drop_voltage()
    day.pi.break_voltage_driver()
    assert day.passes() == []
    assert day.told == []


def test_all_of_it_at_once_is_said(day):
    day.pi.drop_voltage()
    day.pi.set_temperature(90)
    day.read_only, day.now = True, BEFORE_ALL
    assert set(day.passes()) == {"health.power_low", "health.hot", "health.read_only", "health.clock"}


@pytest.mark.parametrize(
    ("name", "amperes"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi 500 Rev 1.0", "5"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "5"),
        ("Raspberry Pi 4 Model B Rev 1.5", "3"),
        ("Raspberry Pi 400 Rev 1.1", "3"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "2.5"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "2.5"),
        ("Another machine", "3"),
    ],
)
def test_each_pi_has_its_supply(tmp_path, name, amperes):
    assert amperes_for(StandInPi(tmp_path, name).model) == amperes
    assert amperes_for(tmp_path / "none") == "3"
