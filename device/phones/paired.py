"""The phones that may change something, kept beside the journal in a file that holds no secret.

A paired phone carries a token; the file holds only the token's SHA-256, so whoever reads a copy of the file can do
nothing with it. The command `jarapon phones` changes the same file while the box runs: each side takes the folder's
lock to write, and reads the file again when it has changed.
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

MOST_PHONES = 50
# "Last seen" is written at most so often: a memory card does not like to be written at every tap.
SEEN_EVERY = timedelta(hours=1)


@dataclass(frozen=True)
class Phone:
    """A paired phone."""

    number: int  # never given again
    name: str
    since: str  # UTC, ISO 8601 to the minute
    seen: str  # as `since`
    token_sha256: str  # in hexadecimal

    @property
    def key(self) -> str:
        """What a journal knows it by; its number may be another phone's on the box to which a journal comes."""
        return self.token_sha256[:16]


class _PhoneFile(msgspec.Struct, frozen=True, kw_only=True):
    """The file as JSON."""

    last_number: int
    box: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{8})?\Z")] = ""
    phones: tuple[Phone, ...]


class PairedPhones:
    """The paired phones in a file of the data folder; without a `path` they are known until the program ends.

    `trouble` says what became of the file. May be used by many threads.

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
        self._mark: tuple[int, ...] | None = None  # which version of the file that is
        self._lock = Lock()
        with self._lock:
            self._read_again()

    @property
    def box(self) -> str:
        """What tells the box of these phones from any other, in eight letters and digits; empty before the first phone.

        It is kept with the phones. It is made of the first one's token, so that a list that was written without has it.
        """
        return self._kept.box

    def all(self) -> tuple[Phone, ...]:
        """Every paired phone, the first one first."""
        with self._lock:
            self._read_again()
            return self._kept.phones

    def add(self, name: str) -> tuple[Phone, str]:
        """A newly paired phone and its token, which is kept nowhere else; raises `Refusal` when there are too many."""
        token, now = self._new_token(), _minute(self._now())
        with self._changing():
            if len(self._kept.phones) >= MOST_PHONES:
                raise Refusal(message("phones.too_many", most=MOST_PHONES))
            phone = Phone(self._kept.last_number + 1, name, now, now, _sha256(token))
            self._keep((*self._kept.phones, phone), phone.number)
        return phone, token

    def known(self, token: str) -> Phone | None:
        """The phone that carries this token, which has been seen by this; None for any other token."""
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
            seen = replace(phone, seen=_minute(self._now()))
            self._keep(tuple(seen if one is phone else one for one in self._kept.phones), self._kept.last_number)
        return seen

    def has(self, token: str) -> bool:
        """Whether a phone carries this token; it is not seen by this, so that nothing is written and nobody waits."""
        digest = _sha256(token)
        if self._with(digest) is None and self._path is not None and _mark(self._path) != self._mark:
            with self._lock:
                self._read_again()
        return self._with(digest) is not None

    def revoke(self, number: int) -> bool:
        """Let this phone change nothing any more; False where there is none of that number."""
        with self._changing():
            left = tuple(phone for phone in self._kept.phones if phone.number != number)
            was_there = len(left) < len(self._kept.phones)
            if was_there:
                self._keep(left, self._kept.last_number)
        return was_there

    def revoke_all(self) -> int:
        """Let no phone change anything any more; gives how many there were."""
        with self._changing():
            count = len(self._kept.phones)
            if count:
                self._keep((), self._kept.last_number)
        return count

    def want_window(self) -> None:
        """Have the running box open a window for pairing; raises `Refusal` where that cannot be written down."""
        if self._path is None:
            return
        try:
            (self._path.parent / PAIRING_WINDOW).touch()
        except OSError as error:
            raise Refusal(message("phones.no_window", why=os_error_text(error))) from error

    def is_window_wanted(self) -> bool:
        """Whether somebody wants a window for pairing; each wish is reported once."""
        if self._path is None:
            return False
        try:
            (self._path.parent / PAIRING_WINDOW).unlink()
        except OSError:  # it is not there, or cannot be removed and would open one window after another
            return False
        return True

    def _with(self, digest: str) -> Phone | None:
        return next((phone for phone in self._kept.phones if phone.token_sha256 == digest), None)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else changes the phones meanwhile, in this program or another; what the file says now is known."""
        with self._lock, _alone(self._path):
            self._read_again()
            yield

    def _read_again(self) -> None:
        """Read the file if it is another one than the last time; a damaged one is put aside and said."""
        if self._path is None or (mark := _mark(self._path)) == self._mark:
            return
        if mark is None:
            # Somebody removed the file: then no phone is paired, but no number comes again either.
            self._kept, self._mark = structs.replace(self._kept, phones=()), None
            return
        kept, said = read_kept(self._path, _parse, "phones.damaged")
        self.trouble = said
        if kept is not None:
            self._kept, self._mark = kept, mark
        elif (now := _mark(self._path)) != mark:  # else it could not be set aside, and is tried again before a change
            self._kept, self._mark = structs.replace(self._kept, phones=()), now

    def _keep(self, phones: tuple[Phone, ...], last_number: int) -> None:
        """Know these phones and write the file anew; a power cut leaves the old file or the new one."""
        self._kept = _PhoneFile(last_number=last_number, box=self._kept.box or _box_of(phones), phones=phones)
        if self._path is None:
            return
        self.trouble = keep_json(self._path, msgspec.to_builtins(self._kept), "phones.not_kept", 0o600)
        if self.trouble is None:
            self._mark = _mark(self._path)


def _parse(data: bytes) -> _PhoneFile:
    """The phones of a file; raises `ValueError`."""
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
    """What tells one version of a file from another; None where there is no file."""
    try:
        now = path.stat() if path.exists() else path.lstat()
    except OSError:
        return None
    return now.st_ino, now.st_mtime_ns, now.st_size


@contextmanager
def _alone(path: Path | None) -> Iterator[None]:
    """Hold the lock of the file's folder; where there is no such folder, nobody else can write into it either."""
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
