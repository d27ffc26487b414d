"""Menu entries for a backup, the bug report, safe mode and shutdown."""

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event

from device.config.language import BoxLanguage
from device.hardware.display import Display
from device.oled.menu.menu import Menu
from device.oled.menu.widgets import BusyScreen, Item, PagesScreen, Screen, TextScreen, Words, YesNoScreen, sentences
from device.oled.pages.join import qr_page
from device.oled.panel import Greeting
from device.record.backup_files import mounted_disks, other_disks
from device.record.backups import Backups
from device.system.bug_report import bug_report
from device.system.error_text import os_error_text
from device.system.whole_files import write_whole
from engines.messages import Refusal, message

BACKUP, REPORT = message("menu.backup"), message("menu.report")
SAFE_MODE, SHUT_DOWN = message("menu.safe_mode"), message("menu.shut_down")
REPORT_FILE = "jarapon-report.zip"
REPORT_PATH = "/wiring#report"  # on the page where phones are paired, too
POLL_S = 0.1
MAX_BACKUP_S = 300.0
POWER_OFF = ("systemctl", "--no-ask-password", "poweroff")
MAX_POWER_OFF_S = 20.0


class Maintenance:
    """Backups and bug reports.

    The report is written to a connected disk; without one, the display shows where a phone finds it.
    """

    def __init__(self, menu: Menu, backups: Backups, data: Path, language: BoxLanguage, greeting: Greeting) -> None:
        self._menu, self._backups = menu, backups
        self._data, self._language, self._greeting = data, language, greeting

    def items(self) -> list[Item]:
        """Its items on the first screen."""
        return [
            Item(BACKUP, lambda: self._menu.do(BACKUP, self._back_up, message("backup.running"))),
            Item(REPORT, lambda: self._menu.do(REPORT, self._report, message("menu.report_running"))),
        ]

    def _back_up(self) -> Screen:
        """Make a backup now, and say where it is."""
        self._backups.want()
        until = time.monotonic() + MAX_BACKUP_S
        while self._backups.is_running and time.monotonic() < until:
            time.sleep(POLL_S)
        last, trouble = self._backups.last, self._backups.trouble
        if trouble is not None or last is None or self._backups.is_running:
            raise Refusal(trouble or message("backup.running"))
        backup, places = last
        if len(places) > 1:
            said = message("menu.backed_up", disk=str(places[-1]), at=f"{backup.at:%H:%M}")
        else:
            said = message("menu.backed_up_here", folder=str(places[0]), at=f"{backup.at:%H:%M}")
        return TextScreen(BACKUP, said, self._menu.home)

    def _report(self) -> Screen:
        failed: Words = message("menu.no_disk")
        written = b"".join(bug_report(self._data, self._language.code))
        for folder in [*other_disks(), *mounted_disks()]:
            try:
                write_whole(folder / REPORT_FILE, written)
            except OSError as error:
                failed = message("menu.report_failed", folder=str(folder), why=os_error_text(error))
                continue
            there = message("menu.report_written", file=str(folder / REPORT_FILE))
            return TextScreen(REPORT, there, self._menu.home)
        return self._where_phones_find_it(failed)

    def _where_phones_find_it(self, failed: Words) -> Screen:
        home = self._menu.home
        if not self._greeting.address:
            return TextScreen(REPORT, sentences(failed, message("menu.report_nowhere")), home)
        address = self._greeting.address.rstrip("/") + REPORT_PATH

        def show_code() -> None:
            self._menu.push(PagesScreen(lambda language: [qr_page(address, language)], home))

        text = sentences(failed, message("menu.report_by_phone"))
        return TextScreen(REPORT, text, show_code, message("menu.ok_on"))


class Shutdown:
    """Safe mode (`safe_mode_wanted`: the program is to end and begin again in it) and switching off, both asked first.

    What to do once the machine is off stays on the display.
    """

    def __init__(self, menu: Menu, display: Display, safe_mode_wanted: Event) -> None:
        self._menu, self._display, self._safe_mode_wanted = menu, display, safe_mode_wanted

    def items(self) -> list[Item]:
        """Its items on the first screen."""
        return [Item(SAFE_MODE, self._ask_for_safe_mode), Item(SHUT_DOWN, self._ask_to_switch_off)]

    def _ask_for_safe_mode(self) -> None:
        begin = self._menu.only_at_box(self._begin_safe_mode)
        self._menu.push(YesNoScreen(SAFE_MODE, message("menu.really_safe_mode"), begin))

    def _ask_to_switch_off(self) -> None:
        off, said = message("menu.really_shut_down"), message("menu.off")
        self._menu.ask(SHUT_DOWN, off, self._switch_off, said, only_at_box=True)

    def _begin_safe_mode(self) -> None:
        self._menu.push(BusyScreen(SAFE_MODE))
        self._safe_mode_wanted.set()

    def _switch_off(self) -> Screen:
        self._display.stays_lit = True
        try:
            power_off()
        except BaseException:
            self._display.stays_lit = False
            raise
        return TextScreen(SHUT_DOWN, message("menu.off"), self._menu.leave)


def power_off(command: Sequence[str] = POWER_OFF) -> None:
    """Have systemd switch the machine off, which then stops the box like any other service.

    logind does it for the box's user where polkit has been told to allow it; raises `Refusal` otherwise.
    """
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=MAX_POWER_OFF_S, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Refusal(message("menu.no_power_off", why=str(error))) from error
    if done.returncode:
        raise Refusal(message("menu.no_power_off", why=" ".join(done.stderr.split())[:200] or str(done.returncode)))
