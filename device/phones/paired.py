"""The phones that may change something, kept beside the journal in a file without secrets.

A paired phone carries a token; the file holds only its SHA-256, so a copy of the file is useless to a thief. The
command `jarapon phones` changes the same file while the box runs: each side locks the folder to write, and rereads the
file when it has changed.
"""

import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Annotated

import msgspec
from msgspec import structs

from device.system.data_folder import PAIRING_WINDOW
from device.system.error_text import os_error_text
from device.system.whole_files import keep_json, read_kept
from engines.messages import Message, Refusal, message

MAX_PHONES = 50
# Minimum interval between writes of "last seen": memory cards wear out when written at every tap.
SEEN_EVERY = timedelta(hours=1)


@dataclass(frozen=True)
class Phone:
    """A paired phone."""

    number: int  # never reused
    name: str
    since: str  # UTC, ISO 8601 to the minute
    seen: str  # last seen, as `since`
    token_sha256: str  # in hexadecimal

    @property
    def key(self) -> str:
        """How a journal identifies it; numbers may clash where a journal comes to another box."""
        return self.token_sha256[:16]


class _PhoneFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file as JSON."""

    last_number: int
    box: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{8})?\Z")] = ""
    phones: tuple[Phone, ...]


class PairedPhones:
    """The paired phones in a file of the data folder; without a `path` they are kept in memory only.

    `trouble` says what is wrong with the file. Thread-safe.

    >>> phones = PairedPhones()
    >>> phone, token = phones.add("Aya's phone")
    >>> phones.known(token) == phone, phones.revoke(phone.number), phones.known(token)
    (True, True, None)
    """

    def __init__(
        self,
        path: Path | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        new_token: Callable[[], str] = lambda: secrets.token_urlsafe(32),
    ) -> None:
        self.trouble: Message | None = None
        self._path, self._now, self._new_token = path, now, new_token
        self._kept = _PhoneFile(last_number=0, phones=())
        self._mark: tuple[int, ...] | None = None  # the version of the file that was read
        self._lock = Lock()
        with self._lock:
            self._read_again()

    @property
    def box(self) -> str:
        """Identifier of this box, eight hexadecimal digits; empty before the first phone.

        It is derived from the first phone's token and kept with the phones.
        """
        return self._kept.box

    def all(self) -> tuple[Phone, ...]:
        """Every paired phone, in order of pairing."""
        with self._lock:
            self._read_again()
            return self._kept.phones

    def add(self, name: str) -> tuple[Phone, str]:
        """Pair a phone; returns it and its token, which is kept nowhere else. Raises `Refusal`."""
        token, now = self._new_token(), _minute(self._now())
        with self._changing():
            if len(self._kept.phones) >= MAX_PHONES:
                raise Refusal(message("phones.too_many", most=MAX_PHONES))
            phone = Phone(self._kept.last_number + 1, name, now, now, _sha256(token))
            self._keep((*self._kept.phones, phone), phone.number)
        return phone, token

    def known(self, token: str) -> Phone | None:
        """The phone with this token, now noted as seen; None for any other token."""
        digest = _sha256(token)
        with self._lock:
            self._read_again()
            phone = self._with(digest)
        if phone is None or self._now() - datetime.fromisoformat(phone.seen) < SEEN_EVERY:
            return phone
        with self._changing():
            phone = self._with(digest)
            if phone is None:
                return None
            updated = replace(phone, seen=_minute(self._now()))
            self._keep(tuple(updated if one is phone else one for one in self._kept.phones), self._kept.last_number)
        return updated

    def has(self, token: str) -> bool:
        """Whether a phone has this token; never writes and never waits."""
        digest = _sha256(token)
        if self._with(digest) is None and self._path is not None and _mark(self._path) != self._mark:
            with self._lock:
                self._read_again()
        return self._with(digest) is not None

    def revoke(self, number: int) -> bool:
        """Revoke a phone; False if there is none with this number."""
        with self._changing():
            left = tuple(phone for phone in self._kept.phones if phone.number != number)
            was_there = len(left) < len(self._kept.phones)
            if was_there:
                self._keep(left, self._kept.last_number)
        return was_there

    def revoke_all(self) -> int:
        """Revoke all phones; returns how many there were."""
        with self._changing():
            count = len(self._kept.phones)
            if count:
                self._keep((), self._kept.last_number)
        return count

    def want_window(self) -> None:
        """Ask the running box to open a pairing window; raises `Refusal` if the request cannot be written."""
        if self._path is None:
            return
        try:
            (self._path.parent / PAIRING_WINDOW).touch()
        except OSError as error:
            raise Refusal(message("phones.no_window", why=os_error_text(error))) from error

    def is_window_wanted(self) -> bool:
        """Whether somebody has asked for a pairing window; each request is reported once."""
        if self._path is None:
            return False
        try:
            (self._path.parent / PAIRING_WINDOW).unlink()
        except OSError:  # it is missing, or cannot be removed and would open one window after another
            return False
        return True

    def _with(self, digest: str) -> Phone | None:
        return next((phone for phone in self._kept.phones if phone.token_sha256 == digest), None)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Lock the phones against other threads and programs, and reread the file."""
        with self._lock, _locked_folder(self._path):
            self._read_again()
            yield

    def _read_again(self) -> None:
        """Read the file if it has changed; a damaged one is set aside and reported."""
        if self._path is None or (mark := _mark(self._path)) == self._mark:
            return
        if mark is None:
            # Somebody removed the file: no phone is paired then, but numbers are not reused.
            self._kept, self._mark = structs.replace(self._kept, phones=()), None
            return
        kept, said = read_kept(self._path, _parse, "phones.damaged")
        self.trouble = said
        if kept is not None:
            self._kept, self._mark = kept, mark
        # otherwise it could not be set aside, and is tried again before a change
        elif (now := _mark(self._path)) != mark:
            self._kept, self._mark = structs.replace(self._kept, phones=()), now

    def _keep(self, phones: tuple[Phone, ...], last_number: int) -> None:
        """Keep these phones and write the file; after a power cut the file is the old or the new one."""
        self._kept = _PhoneFile(last_number=last_number, box=self._kept.box or _box_of(phones), phones=phones)
        if self._path is None:
            return
        self.trouble = keep_json(self._path, msgspec.to_builtins(self._kept), "phones.not_kept", 0o600)
        if self.trouble is None:
            self._mark = _mark(self._path)


def _parse(data: bytes) -> _PhoneFile:
    """Parse the file; raises `ValueError`."""
    read = msgspec.convert(json.loads(data), _PhoneFile)
    phones = tuple(map(_to_the_minute, read.phones))
    return structs.replace(read, box=read.box or _box_of(phones), phones=phones)


def _box_of(phones: tuple[Phone, ...]) -> str:
    return _sha256(phones[0].token_sha256)[:8] if phones else ""


def _to_the_minute(phone: Phone) -> Phone:
    since, seen = datetime.fromisoformat(phone.since), datetime.fromisoformat(phone.seen)
    if since.tzinfo is None or seen.tzinfo is None:
        raise ValueError("a time without its zone")
    return replace(phone, since=_minute(since), seen=_minute(seen))


def _sha256(token: str) -> str:
    # A plain hash is enough: nobody can guess 256 random bits, however fast.
    return hashlib.sha256(token.encode()).hexdigest()


def _minute(when: datetime) -> str:
    return when.isoformat(timespec="minutes")


def _mark(path: Path) -> tuple[int, ...] | None:
    """Identifies a version of a file; None where there is no file."""
    try:
        now = path.stat() if path.exists() else path.lstat()
    except OSError:
        return None
    return now.st_ino, now.st_mtime_ns, now.st_size


@contextmanager
def _locked_folder(path: Path | None) -> Iterator[None]:
    """Hold the lock of the file's folder; without such a folder nobody else can write there either."""
    try:
        folder = None if path is None else os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        folder = None
    try:
        if folder is not None:
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        if folder is not None:
            os.close(folder)
