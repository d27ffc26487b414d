"""Finds the data of the box that is running, for the commands that say something to it or look after what it keeps.

A box may have been started in any folder, with any data and by the service manager as another user, so it is looked
for among the processes: its data is where it has its journal open.
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
    """The data folder of a command (`data_of_box`), in which it may read these files; raises `Refusal`.

    Which one it is, where that was not given, is said on standard error.
    """
    data = data_of_box(args.data, command, new)
    for path in (data, *(data / file for file in files)):
        _check_access(path, command)
    if args.data is None and not args.json:
        sys.stderr.write(say(message("command.data", folder=str(data)), args.lang) + "\n")
    return data


def data_of_box(given: Path | None, command: str, new: bool = False) -> Path:
    """The data folder that was given, or that of the one running box, or else where a box usually has it.

    Raises `Refusal` where there is more than one, or where it cannot be looked into; where there is none, too, unless
    the command makes a `new` one.
    """
    if given is not None:
        return given
    found, users = running_boxes(PROC)
    if len(found) > 1:
        raise Refusal(message("command.several_boxes", folders=", ".join(map(str, found))))
    if found:
        return found[0]
    if users:
        raise Refusal(message("command.others_box", user=users[0], program=_program(), command=command))
    for folder in (USUAL_DATA, INSTALLED):
        if folder.exists():
            return folder
    if new:
        return USUAL_DATA
    raise Refusal(message("command.no_box"))


def _check_access(path: Path, command: str) -> None:
    """Raise `Refusal` for a file or folder that is there but may not be read."""
    wanted = os.R_OK | os.X_OK if path.is_dir() else os.R_OK
    if path.exists() and not os.access(path, wanted):
        owner = _name(path.stat().st_uid)
        raise Refusal(message("command.not_yours", path=str(path), user=owner, program=_program(), command=command))


def running_boxes(proc: Path = PROC) -> tuple[list[Path], list[str]]:
    """The data folders of the running boxes, and the users of those that cannot be looked into."""
    found: set[Path] = set()
    users: set[str] = set()
    for process in proc.glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if not _is_box(words):
                continue
            try:
                found.add(_data_of(process, words))
            except PermissionError:
                users.add(_name(process.stat().st_uid))
    return sorted(found), sorted(users)


def _is_box(words: list[str]) -> bool:
    """Whether a process is `jarapon run` itself, and not another program that has started it, as `sudo` has."""
    if Path(words[0]).name.startswith("python"):
        words = words[1:]
    return Path(words[0]).name == "jarapon" and "run" in words[1:] if words else False


def _data_of(process: Path, words: list[str]) -> Path:
    for fd in (process / "fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile, while the box goes on
            if (file := fd.readlink()).name == JOURNAL:
                return file.parent
    # In safe mode, or while it starts, a box has no journal open.
    return (process / "cwd").readlink() / Options.of(words).data


def _name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _program() -> str:
    """The whole path of this program, since `sudo` looks for programs elsewhere."""
    return str(Path(sys.argv[0]).absolute())
