"""What a Pi suffers is said in words, on page and display, as long as it lasts."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from device.oled.pages.listing import snapshot_pages
from device.system.board_health import QUIET_S, BoardHealth, amperes_for
from device.system.supervision import Supervisor
from device.table.events import PartTroubles
from device.texts import say
from tests.support.device.evening import Evening, moves
from tests.support.device.fake_pi import FakePi

MB = 1_000_000


class Day:
    """A box on a table, on a Pi whose supply, heat, card and clock a test makes good or bad."""

    def __init__(self, evening: Evening, pi: FakePi, written_at: str = "") -> None:
        self.evening, self.pi = evening, pi
        self.now_s, self.now = 0.0, datetime.now()
        self.free_mb, self.read_only = 9000, False
        self.logged_changes = 0
        health = BoardHealth(
            evening.folder, written_at, pi.sys, pi.model, lambda: self.now_s, lambda: self.now, self.statvfs
        )
        self.supervisor = Supervisor(self.tell, lambda: self.now_s)
        self.supervisor.hear(health.troubles)

    def tell(self, troubles) -> None:
        self.logged_changes += 1
        self.evening.do(PartTroubles(troubles))

    def statvfs(self, _folder: Path) -> os.statvfs_result:
        blocks = self.free_mb * MB // 4096
        flags = os.ST_RDONLY if self.read_only else 0
        return os.statvfs_result((4096, 4096, 10 * blocks, blocks, blocks, 1000, 1000, 1000, flags, 255))

    def passes(self, seconds: float) -> list[str]:
        """Time passes; gives what the page says at its end."""
        until = self.now_s + seconds
        while self.now_s < until:
            self.now_s += 1.0
            self.now += timedelta(seconds=1)
            assert self.supervisor.check()  # no reason to let the watchdog starve
        return [say(said, "en") for said in self.evening.now.notices]


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path / "pi")


@pytest.fixture
def day(evening: Evening, pi: FakePi) -> Day:
    return Day(evening, pi)


def test_a_supply_that_sags_now_and_then_is_named_once_until_it_holds(day: Day) -> None:
    day.evening.play("f5")
    day.pi.recovers()
    assert day.passes(10) == []
    pages = snapshot_pages(day.evening.now, "en")
    for _ in range(10):
        day.pi.sags()
        assert day.passes(3) == ["The power supply is too weak. Use one of 5 V and 3 A, with its own cable."]
        day.pi.recovers()
        day.passes(QUIET_S / 2)
    assert day.logged_changes == 1
    assert len(snapshot_pages(day.evening.now, "en")) > len(pages)  # the display says it, too
    assert moves(day.evening.lay("f5", "d6")) == ["f5", "d6"]  # and the game goes on meanwhile
    assert day.passes(QUIET_S) == []
    assert day.logged_changes == 2


def test_without_the_driver_the_firmwares_bits_are_asked(day: Day) -> None:
    day.pi.firmware("50000")  # it was too weak before the box was started
    assert day.passes(10) == []
    day.pi.firmware("50005")
    assert "too weak" in day.passes(5)[0]


def test_heat_is_said_until_it_is_cool_again(day: Day) -> None:
    day.pi.warms_to(79.9)
    assert day.passes(5) == []
    day.pi.warms_to(81.2)
    (said,) = day.passes(5)
    assert "too hot" in said
    assert "air" in said
    day.pi.warms_to(85.0)
    assert day.passes(60) == [said]
    day.pi.warms_to(62.0)
    assert day.passes(QUIET_S + 2) == []
    assert day.logged_changes == 2


def test_a_card_is_said_to_be_almost_full_before_it_is_full(day: Day) -> None:
    day.free_mb = 199
    assert day.passes(5) == [
        "The card is almost full: less than 200 MB are free. Save the games that matter from “Games” on the page, then "
        "make room or use a larger card."
    ]
    day.free_mb = 1200
    assert day.passes(QUIET_S + 2) == []


def test_a_card_that_the_system_has_made_read_only_may_be_worn_out(day: Day) -> None:
    day.read_only = True
    (said,) = day.passes(5)
    assert "worn out" in said
    assert "new card" in said
    day.read_only = False
    assert day.passes(QUIET_S + 2) == []


@pytest.mark.parametrize("behind", [timedelta(days=400), timedelta(hours=1)])
def test_a_clock_that_is_behind_the_last_move_is_wrong_until_it_is_set(
    evening: Evening, pi: FakePi, behind: timedelta
) -> None:
    last_week = datetime.now() + timedelta(days=30)  # nothing about this program's files then
    day = Day(evening, pi, written_at=last_week.isoformat(timespec="seconds"))
    day.now = last_week - behind
    (said,) = day.passes(5)
    assert day.now.date().isoformat() in said
    assert "internet" in said
    day.now = last_week + timedelta(days=7)
    assert day.passes(QUIET_S + 2) == []


def test_a_clock_that_is_behind_the_program_itself_is_wrong(day: Day) -> None:
    day.now = datetime(1970, 1, 1, 0, 1)
    assert "1970-01-01" in day.passes(5)[0]


def test_a_time_in_the_journal_that_is_none_does_not_judge_the_clock(evening: Evening, pi: FakePi) -> None:
    assert Day(evening, pi, written_at="yesterday").passes(5) == []


def test_a_sensor_that_gives_an_error_says_nothing(day: Day) -> None:
    day.pi.sags()
    day.pi.breaks()
    assert day.passes(5) == []


def test_a_machine_that_measures_nothing_says_nothing(day: Day) -> None:
    assert day.passes(60) == []
    day.pi.firmware("not a number")
    assert day.passes(60) == []
    assert day.logged_changes == 0


def test_all_of_it_at_once_is_said_in_both_languages(day: Day) -> None:
    day.pi.sags()
    day.pi.warms_to(90)
    day.read_only = True
    day.now = datetime(1970, 1, 2)
    assert len(day.passes(5)) == 4
    assert all(say(said, "ja") for said in day.evening.now.notices)


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
    ],
)
def test_each_pi_has_its_supply(tmp_path: Path, name: str, amperes: str) -> None:
    assert amperes_for(FakePi(tmp_path / "pi", name).model) == amperes


def test_another_machine_is_asked_for_what_a_pi_4_needs(tmp_path: Path) -> None:
    assert amperes_for(tmp_path / "none") == "3"
