"""How a phone comes to be trusted: whoever can read the box's display types the code that stands there.

One code at a time, of six digits, for three minutes. Five wrong tries make it void. Whoever tries wrongly waits longer
every time, and so does everybody when codes lead to nothing, so that guessing is hopeless: after a quarter of
an hour of it there is a code every ten minutes, which makes 30 tries an hour for a million codes.
"""

import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

from device.phones import PairedPhones, Phone
from engines.messages import Message, Refusal, message

DIGITS = 6
VALID_S = 180.0
WRONG_TRIES = 5
FREE_TRIES = 2  # wrong ones of a phone before it has to wait
LONGEST_WAIT_S = 600.0
FIRST_WAIT_S = 4.0
PUT_AWAY_S = 60.0
FORGOTTEN_S = 3600.0
MOST_ADDRESSES = 256


class TooSoon(Refusal):
    """Somebody has to wait; `wait_s` says how long."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = ceil(wait_s)
        super().__init__(message("pairing.wait", seconds=self.wait_s))


class NotTheCode(Refusal):
    """What was typed is not the code that is shown, or none is shown any more."""


@dataclass
class _Code:
    digits: str
    until: float
    wrong: int = 0


@dataclass
class _Waiting:
    """How often somebody was wrong, and when the next try may come."""

    wrong: int = 0
    until: float = 0.0


class Pairing:
    """Codes and the phones that were paired with them; may be used by many threads.

    `clock` gives seconds that only ever grow. Addresses are those of the network, one a phone.

    >>> pairing = Pairing(PairedPhones())
    >>> pairing.ask()
    180.0
    >>> phone, token = pairing.answer(pairing.code, "Aya's phone", "192.168.1.20")
    >>> pairing.phones.known(token).name, pairing.code
    ("Aya's phone", '')
    """

    def __init__(self, phones: PairedPhones, clock: Callable[[], float] = time.monotonic) -> None:
        self.phones = phones
        self._clock = clock
        self._code: _Code | None = None
        self._ended = "pairing.no_code"  # why there is no code now
        self._fruitless = _Waiting()  # codes that paired nobody
        self._tries: OrderedDict[str, _Waiting] = OrderedDict()
        self._lock = Lock()

    @property
    def code(self) -> str:
        """The code that is to be shown now; empty when there is none."""
        with self._lock:
            code = self._valid(self._clock())
            return "" if code is None else code.digits

    def ask(self) -> float:
        """Have a code shown; gives for how many seconds it is valid. Raises `TooSoon`.

        While one is valid it stays: nobody can change it under the fingers of whoever is typing it.
        """
        with self._lock:
            now = self._clock()
            code = self._valid(now)
            if code is None:
                if now < self._fruitless.until:
                    raise TooSoon(self._fruitless.until - now)
                code = self._code = _Code(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", now + VALID_S)
            return code.until - now

    def put_away(self) -> bool:
        """Show the code no longer, since somebody at the box wants to see the table; False when there was none."""
        with self._lock:
            now = self._clock()
            if self._valid(now) is None:
                return False
            self._end("pairing.put_away", now, PUT_AWAY_S)
            return True

    def answer(self, typed: str, name: str, address: str) -> tuple[Phone, str]:
        """Pair the phone that typed the code; gives it and its token.

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
            tries = self._tries_of(address, now)
            if now < tries.until:
                raise TooSoon(tries.until - now)
            if not hmac.compare_digest(typed, code.digits):
                raise NotTheCode(self._wrong(code, tries, now))
            paired = self.phones.add(name)
            self._code, self._ended = None, "pairing.used"
            self._fruitless = _Waiting()
            self._tries.pop(address, None)
            return paired

    def _valid(self, now: float) -> _Code | None:
        if self._code is not None and now >= self._code.until:
            self._end("pairing.expired", self._code.until)
        return self._code

    def _end(self, why: str, now: float, at_least_s: float = 0.0) -> None:
        """There is no code any more, and the next one has to be waited for, the longer the more led to nothing."""
        self._code, self._ended = None, why
        if now > self._fruitless.until + FORGOTTEN_S:
            self._fruitless = _Waiting()
        self._fruitless.wrong += 1
        self._fruitless.until = now + max(_wait_s(self._fruitless.wrong), at_least_s)

    def _wrong(self, code: _Code, tries: _Waiting, now: float) -> Message:
        """Count a wrong try; gives what to say."""
        code.wrong += 1
        tries.wrong += 1
        tries.until = now + _wait_s(tries.wrong - FREE_TRIES)
        if code.wrong < WRONG_TRIES:
            return message("pairing.wrong", left=WRONG_TRIES - code.wrong)
        self._end("pairing.void", now)
        return message("pairing.void")

    def _tries_of(self, address: str, now: float) -> _Waiting:
        """The tries of an address; those of the address that has been quiet for longest make room."""
        tries = self._tries.pop(address, None)
        if tries is None or now > tries.until + FORGOTTEN_S:
            tries = _Waiting(until=now)
        self._tries[address] = tries
        if len(self._tries) > MOST_ADDRESSES:
            self._tries.popitem(last=False)
        return tries


def _wait_s(times: int) -> float:
    """How long to wait after so many failures: nothing, then twice as long each time.

    >>> [_wait_s(times) for times in (0, 1, 2, 3, 20)]
    [0.0, 4.0, 8.0, 16.0, 600.0]
    """
    return 0.0 if times <= 0 else min(FIRST_WAIT_S * 2.0 ** min(times - 1, 32), LONGEST_WAIT_S)


def _digits(typed: str) -> str:
    """What was typed without what people put between digits; a Japanese keyboard may send wide ones.

    >>> _digits(" １２３ 4-56 ")
    '123456'
    """
    return "".join(sign for sign in unicodedata.normalize("NFKC", typed) if sign not in " -‐−")
