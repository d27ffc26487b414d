"""A backup now, and the report for whoever looks after the program, from the menu."""

import time
from typing import TYPE_CHECKING

from device.oled.menu.screen import Screen, Words, sentences
from device.oled.menu.texts import PagesScreen, TextScreen
from device.oled.pages.join import qr_page
from device.record.backup_files import mounted_disks, other_disks
from device.system.bug_report import bug_report
from device.system.error_text import os_error_text
from device.system.start_options import Options
from device.system.whole_files import write_whole
from engines.messages import Refusal, message

if TYPE_CHECKING:
    from device.oled.menu.menu import Menu

BACKUP, REPORT = message("menu.backup"), message("menu.report")
REPORT_FILE = "jarapon-report.zip"
REPORT_PATH = "/wiring#report"  # of the page on which a phone is paired, too
LOOK_S = 0.1
PATIENCE_S = 300.0


def back_up(menu: "Menu") -> None:
    """Make a backup now, and say where it lies."""
    menu.do(BACKUP, lambda: _made(menu), message("backup.running"))


def _made(menu: "Menu") -> Screen:
    box = menu.box
    box.backups.want()
    until = time.monotonic() + PATIENCE_S
    while box.backups.is_running and time.monotonic() < until:
        time.sleep(LOOK_S)
    last, trouble = box.backups.last, box.backups.trouble
    if trouble is not None or last is None or box.backups.is_running:
        raise Refusal(trouble or message("backup.running"))
    backup, places = last
    if len(places) > 1:
        said = message("menu.backed_up", disk=str(places[-1]), at=f"{backup.at:%H:%M}")
    else:
        said = message("menu.backed_up_here", folder=str(places[0]), at=f"{backup.at:%H:%M}")
    return TextScreen(menu, BACKUP, said, menu.home)


def report(menu: "Menu") -> None:
    """Write the report to a disk that is plugged in; without one, show where a phone finds it."""
    menu.do(REPORT, lambda: _reported(menu), message("menu.report_running"))


def _reported(menu: "Menu") -> Screen:
    box = menu.box
    failed: Words = message("menu.no_disk")
    written = b"".join(bug_report(Options(box.data, None, box.language.code, (), headless=False), None))
    for folder in [*other_disks(), *mounted_disks()]:
        try:
            write_whole(folder / REPORT_FILE, written)
        except OSError as error:
            failed = message("menu.report_failed", folder=str(folder), why=os_error_text(error))
            continue
        there = message("menu.report_written", file=str(folder / REPORT_FILE))
        return TextScreen(menu, REPORT, there, menu.home)
    if not box.panel.address:
        return TextScreen(menu, REPORT, sentences(failed, message("menu.report_nowhere")), menu.home)
    address = box.panel.address.rstrip("/") + REPORT_PATH

    def show_code() -> None:
        menu.open(PagesScreen(menu, lambda language: [qr_page(address, language)], menu.home))

    return TextScreen(
        menu, REPORT, sentences(failed, message("menu.report_by_phone")), show_code, message("menu.ok_on")
    )
