"""Pairs phones: whoever can read the box's display types the code shown there.

There is one code at a time, of six digits, for three minutes; five wrong tries void it. Each wrong try makes its
address wait longer, and each fruitless code makes everybody wait longer. After a quarter of an hour of guessing there
is a code every ten minutes: 30 tries an hour for a million codes.

Strangers could thus keep everybody waiting. Whoever stands at the box need not wait: a button opens a *window* of one
minute with a code of its own, which nobody in the network can replace or void. In it each address has three tries
whatever it did before: the 254 addresses of a home network guess one window in 1,300.
"""

import hmac
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import NamedTuple

from device.phones.paired import PairedPhones, Phone
from engines.messages import Refusal, message
from engines.plain_signs import plain_signs

DIGITS = 6
VALID_S = 180.0
MAX_WRONG_TRIES = 5  # wrong tries that void a code
FREE_TRIES = 2  # wrong tries of a phone before it has to wait
MAX_WAIT_S = 600.0
FIRST_WAIT_S = 4.0
PUT_AWAY_S = 60.0  # seconds after putting a code away before another may be requested
FORGOTTEN_S = 3600.0  # seconds after the last wait when earlier failures are forgotten
MAX_ADDRESSES = 256  # addresses whose tries are remembered
WINDOW_S = 60.0
WINDOW_TRIES = 3  # wrong tries of an address
# Maximum wrong tries of all addresses: beyond it guessing would pay (one window in 200), so the window closes.
MAX_WINDOW_GUESSES = 5000


class TooSoon(Refusal):
    """Somebody has to wait `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = ceil(wait_s)
        super().__init__(message("pairing.wait", seconds=self.wait_s))


class NotTheCode(Refusal):
    """The typed code is wrong, or no code is shown any more."""


class Shown(NamedTuple):
    """What is to be shown now."""

    digits: str = ""  # none where there is no code
    is_window: bool = False  # whether they are those of a window


@dataclass
class _Code:
    shown: Shown
    until: float
    wrong: int = 0
    wrong_of: Counter[str] = field(default_factory=Counter)  # in a window, by address


@dataclass
class _Waiting:
    """How often somebody was wrong, and when the next try is allowed."""

    wrong: int = 0
    until: float = 0.0


class Pairing:
    """Pairing codes and the phones paired with them. Thread-safe.

    `clock` gives monotonic seconds; `is_display_visible` says whether people can read the codes on a display. Addresses
    are network addresses, one per phone. `is_free_here`: a browser on the box's own computer needs no code, since its
    user can read the code in the terminal.

    >>> pairing = Pairing(PairedPhones())
    >>> pairing.ask()
    180.0
    >>> phone, token = pairing.answer(pairing.code, "Aya's phone", "192.168.1.20")
    >>> pairing.phones.known(token).name, pairing.code
    ("Aya's phone", '')
    """

    def __init__(
        self,
        phones: PairedPhones,
        clock: Callable[[], float] = time.monotonic,
        is_display_visible: Callable[[], bool] = lambda: False,
        is_free_here: bool = False,
    ) -> None:
        self.phones, self.is_free_here = phones, is_free_here
        self.is_display_visible = is_display_visible
        self._clock = clock
        self._code: _Code | None = None
        self._ended = "pairing.no_code"  # text key: why there is no code now
        self._fruitless = _Waiting()  # codes that paired no phone
        self._tries: OrderedDict[str, _Waiting] = OrderedDict()
        self._lock = Lock()

    @property
    def shown(self) -> Shown:
        """What is to be shown now."""
        with self._lock:
            code = self._valid(self._clock())
            return Shown() if code is None else code.shown

    @property
    def code(self) -> str:
        """The code to show now; empty if there is none."""
        return self.shown.digits

    def ask(self) -> float:
        """Request a code; returns for how many seconds it is valid. Raises `TooSoon`.

        A valid code stays: nobody can change it while another person types it.
        """
        with self._lock:
            now = self._clock()
            code = self._valid(now)
            if code is None:
                if now < self._fruitless.until:
                    raise TooSoon(self._fruitless.until - now)
                code = self._code = _Code(Shown(_new_digits()), now + VALID_S)
            return round(code.until - now, 3)

    def open_window(self) -> None:
        """Show a new code for a minute, replacing any other, since somebody at the box asked for it."""
        with self._lock:
            self._code = _Code(Shown(_new_digits(), is_window=True), self._clock() + WINDOW_S)

    def put_away(self) -> bool:
        """Stop showing the code, since somebody at the box wants to see the table; False if there was none."""
        with self._lock:
            now = self._clock()
            code = self._valid(now)
            if code is None:
                return False
            self._end(code, "pairing.put_away", now)
            self._fruitless.until = max(self._fruitless.until, now + PUT_AWAY_S)
            return True

    def answer(self, typed: str, name: str, address: str) -> tuple[Phone, str]:
        """Pair the phone that typed the code; returns it and its token.

        Raises `NotTheCode`, `TooSoon`, or `Refusal` when too many phones are paired.
        """
        typed = _digits(typed)
        with self._lock:
            now = self._clock()
            code = self._valid(now)
            if code is None:
                raise NotTheCode(message(self._ended))
            if len(typed) != DIGITS or not typed.isascii() or not typed.isdecimal():
                raise NotTheCode(message("pairing.six_digits"))
            (self._check_in_window if code.shown.is_window else self._check)(code, typed, address, now)
            paired = self.phones.add(name)
            self._code, self._ended = None, "pairing.used"
            self._fruitless = _Waiting()
            self._tries.pop(address, None)
            return paired

    def _valid(self, now: float) -> _Code | None:
        code = self._code
        if code is not None and now >= code.until:
            self._end(code, "pairing.window_over" if code.shown.is_window else "pairing.expired", code.until)
        return self._code

    def _end(self, code: _Code, why: str, now: float) -> None:
        """End a code; a fruitless one that strangers may have requested delays the next."""
        self._code, self._ended = None, why
        if code.shown.is_window:
            return
        if now > self._fruitless.until + FORGOTTEN_S:
            self._fruitless = _Waiting()
        self._fruitless.wrong += 1
        self._fruitless.until = now + _wait_s(self._fruitless.wrong)

    def _check(self, code: _Code, typed: str, address: str, now: float) -> None:
        """Check a try; raises `TooSoon` for an address that has to wait, `NotTheCode` for a wrong try, which counts."""
        tries = self._tries_of(address, now)
        if now < tries.until:
            raise TooSoon(tries.until - now)
        if hmac.compare_digest(typed, code.shown.digits):
            return
        code.wrong += 1
        tries.wrong += 1
        tries.until = now + _wait_s(tries.wrong - FREE_TRIES)
        if code.wrong < MAX_WRONG_TRIES:
            raise NotTheCode(message("pairing.wrong", left=MAX_WRONG_TRIES - code.wrong))
        self._end(code, "pairing.void", now)
        raise NotTheCode(message("pairing.void"))

    def _check_in_window(self, code: _Code, typed: str, address: str, now: float) -> None:
        """Check a try in a window; raises `NotTheCode` for a wrong try, counted by address, and when none is left."""
        left = WINDOW_TRIES - code.wrong_of[address]
        if left and hmac.compare_digest(typed, code.shown.digits):
            return
        if left:
            left -= 1
            code.wrong_of[address] += 1
            code.wrong += 1
        if code.wrong >= MAX_WINDOW_GUESSES:
            self._end(code, "pairing.void", now)
        raise NotTheCode(message("pairing.wrong", left=left) if left else message("pairing.window_tries"))

    def _tries_of(self, address: str, now: float) -> _Waiting:
        """The tries of an address; those of the least recent address make room."""
        tries = self._tries.pop(address, None)
        if tries is None or now > tries.until + FORGOTTEN_S:
            tries = _Waiting(until=now)
        self._tries[address] = tries
        if len(self._tries) > MAX_ADDRESSES:
            self._tries.popitem(last=False)
        return tries


def _new_digits() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def _wait_s(times: int) -> float:
    """How long to wait after this many failures: doubling from `FIRST_WAIT_S`, at most `MAX_WAIT_S`.

    >>> [_wait_s(times) for times in (0, 1, 2, 3, 20)]
    [0.0, 4.0, 8.0, 16.0, 600.0]
    """
    return 0.0 if times <= 0 else min(FIRST_WAIT_S * 2.0 ** min(times - 1, 32), MAX_WAIT_S)


def _digits(typed: str) -> str:
    """The typed digits without separators; Japanese keyboards may send full-width ones.

    >>> _digits(" １２３ 4-56 ")
    '123456'
    """
    return re.sub("[ -]", "", plain_signs(typed))
