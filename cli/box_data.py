"""Finds the data folder of the running box, for commands that talk to the box or maintain its data.

A box may run in any folder, with any data, and as another user under the service manager. So it is looked for among the
processes; its data folder is the one whose journal it has open.
"""

import argparse
import os
import pwd
import sys
from contextlib import suppress
from pathlib import Path

from device.system.data_folder import JOURNAL
from device.system.start_options import USUAL_DATA, Options
from device.texts import say
from engines.messages import Refusal, message

PROC = Path("/proc")
INSTALLED = Path("/var/lib/jarapon")  # where the service has its data (systemd/jarapon.service)


def data_for(args: argparse.Namespace, command: str, *files: str, new: bool = False) -> Path:
    """The data folder that a command works on (`data_of_box`), with access to these files checked; raises `Refusal`.

    A folder that the command line does not name is reported on standard error.
    """
    data = data_of_box(args.data, command, new)
    for path in (data, *(data / file for file in files)):
        _check_access(path, command)
    if args.data is None and not args.json:
        sys.stderr.write(say(message("command.data", folder=str(data)), args.lang) + "\n")
    return data


def data_of_box(folder: Path | None, command: str, new: bool = False) -> Path:
    """The data folder: `folder` if it is named, that of the one running box, or the usual one.

    Raises `Refusal` if several boxes run, if the running box cannot be inspected, or if there is no data folder and the
    command does not create a `new` one.
    """
    if folder is not None:
        return folder
    found, users = running_boxes(PROC)
    if len(found) > 1:
        raise Refusal(message("command.several_boxes", folders=", ".join(map(str, found))))
    if found:
        return found[0]
    if users:
        raise Refusal(message("command.others_box", user=users[0], program=_program(), command=command))
    for usual in (USUAL_DATA, INSTALLED):
        if usual.exists():
            return usual
    if new:
        return USUAL_DATA
    raise Refusal(message("command.no_box"))


def _check_access(path: Path, command: str) -> None:
    """Raise `Refusal` if a file or folder exists but may not be read."""
    wanted = os.R_OK | os.X_OK if path.is_dir() else os.R_OK
    if path.exists() and not os.access(path, wanted):
        owner = _name(path.stat().st_uid)
        raise Refusal(message("command.not_yours", path=str(path), user=owner, program=_program(), command=command))


def running_boxes(proc: Path = PROC) -> tuple[list[Path], list[str]]:
    """The data folders of the running boxes, and the users of those that cannot be inspected."""
    found: set[Path] = set()
    users: set[str] = set()
    for process in proc.glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the process has ended
            words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if not _is_box(words):
                continue
            try:
                found.add(_data_of(process, words))
            except PermissionError:
                users.add(_name(process.stat().st_uid))
    return sorted(found), sorted(users)


def _is_box(words: list[str]) -> bool:
    """Whether a process is `jarapon run` itself, not a program that has started it, such as `sudo`."""
    if Path(words[0]).name.startswith("python"):
        words = words[1:]
    return Path(words[0]).name == "jarapon" and "run" in words[1:] if words else False


def _data_of(process: Path, words: list[str]) -> Path:
    for fd in (process / "fd").iterdir():
        with suppress(FileNotFoundError):  # closed while the box goes on
            if (file := fd.readlink()).name == JOURNAL:
                return file.parent
    # A box in safe mode, or still starting, has no journal open.
    return (process / "cwd").readlink() / Options.of(words).data


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _program() -> str:
    """The absolute path of this program, since `sudo` searches other folders."""
    return str(Path(sys.argv[0]).absolute())
