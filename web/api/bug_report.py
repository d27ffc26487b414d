"""The bug report of the box as a file, for paired phones only.

It is a module of its own because safe mode serves it too, and imports nothing that draws or reads pictures.
"""

from pathlib import Path

from flask import Blueprint, Response, current_app

from device.config.language import BoxLanguage
from device.system.bug_report import bug_report
from device.system.data_folder import DataFolder
from device.system.starts import Starts
from engines.messages import message
from web.api.operation import operation
from web.errors import Refused
from web.security.guard import require_paired
from web.services import service

bug_reports = Blueprint("bug_reports", __name__, url_prefix="/api")


@bug_reports.get("/report.zip")
@operation("set_up", "bug_report", 403, 429, kind="application/zip", paired_only=True)
def report() -> Response:
    """The bug report: the doctor's findings, settings and log."""
    return report_file(service(DataFolder).path, service(BoxLanguage).code)


def report_file(data: Path, language: str, starts: Starts | None = None, journal: bool = False) -> Response:
    """Create the report, one at a time; raises `Refused` for unpaired phones and while another one is created."""
    require_paired()
    turn = current_app.extensions["report"]
    if not turn.acquire(blocking=False):
        raise Refused(message("safe_mode.report_busy"), 429, wait_s=5)
    response = Response(bug_report(data, language, starts, journal), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="jarapon-report.zip"'
    response.call_on_close(turn.release)
    return response
