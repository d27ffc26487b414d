"""Who gets in: whoever reads the code in time; and how hopeless it is to guess."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.phones.paired import PairedPhones
from device.phones.pairing import (
    FORGOTTEN_S,
    MAX_ADDRESSES,
    MAX_WAIT_S,
    MAX_WINDOW_GUESSES,
    MAX_WRONG_TRIES,
    PUT_AWAY_S,
    VALID_S,
    WINDOW_S,
    WINDOW_TRIES,
    NotTheCode,
    Pairing,
    TooSoon,
)
from engines.messages import Refusal, message
from tests.support.clock import Clock

AYA, BEN = "192.168.1.20", "192.168.1.21"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(PairedPhones(), clock)


def another(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def refused(pairing: Pairing, typed: str, address: str = AYA) -> str:
    with pytest.raises(Refusal) as refusal:
        pairing.answer(typed, "a phone", address)
    return refusal.value.said.key


def void_the_code(pairing: Pairing) -> None:
    """Try wrongly until the code counts no more, each time from another address, which need not wait."""
    for number in range(MAX_WRONG_TRIES):
        refused(pairing, another(pairing.code), f"10.0.0.{number}")


def ask_patiently(pairing: Pairing, clock: Clock) -> None:
    """Ask for a code, and wait as long as that takes."""
    while not pairing.code:
        try:
            pairing.ask()
        except TooSoon as too_soon:
            clock.now += too_soon.wait_s


def test_whoever_reads_the_code_is_let_in_once(pairing: Pairing) -> None:
    assert pairing.code == ""
    assert refused(pairing, "000000") == "pairing.no_code"
    assert pairing.ask() == VALID_S
    code = pairing.code
    assert len(code) == 6
    assert code.isdecimal()
    phone, token = pairing.answer(code, "Aya's phone", AYA)
    assert pairing.phones.known(token) == phone
    assert phone.name == "Aya's phone"
    assert pairing.code == ""
    assert refused(pairing, code, BEN) == "pairing.used"
    assert len(pairing.phones.all()) == 1


def test_codes_differ() -> None:
    codes = set()
    for _ in range(20):
        pairing = Pairing(PairedPhones())
        pairing.ask()
        codes.add(pairing.code)
    assert len(codes) > 15


@pytest.mark.parametrize("shape", ["{0} {1}", "{0}-{1}", " {0}{1} ", "wide"])
def test_a_code_may_be_typed_as_people_do(pairing: Pairing, shape: str) -> None:
    pairing.ask()
    code = pairing.code
    wide = code.translate({ord(str(digit)): chr(0xFF10 + digit) for digit in range(10)})
    typed = wide if shape == "wide" else shape.format(code[:3], code[3:])
    assert pairing.answer(typed, "Aya", AYA)


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "abcdef", "１２３４５x", "١٢٣٤٥٦"])
def test_what_is_no_code_at_all_is_no_try(pairing: Pairing, typed: str) -> None:
    pairing.ask()
    for _ in range(3 * MAX_WRONG_TRIES):
        assert refused(pairing, typed) == "pairing.six_digits"
    assert pairing.code != ""


def test_a_code_runs_out_and_asking_again_changes_nothing_under_the_fingers_of_whoever_is_typing(
    pairing: Pairing, clock: Clock
) -> None:
    pairing.ask()
    code = pairing.code
    clock.now += VALID_S - 1
    assert pairing.ask() == 1
    assert pairing.code == code
    clock.now += 1
    assert refused(pairing, code) == "pairing.expired"
    assert pairing.code == ""


def test_five_wrong_tries_make_a_code_void_and_the_right_one_comes_too_late(pairing: Pairing, clock: Clock) -> None:
    pairing.ask()
    code = pairing.code
    with pytest.raises(NotTheCode) as wrong:
        pairing.answer(another(code), "Aya", AYA)
    assert wrong.value.said == message("pairing.wrong", left=MAX_WRONG_TRIES - 1)
    said = [refused(pairing, another(code), f"10.0.0.{number}") for number in range(1, MAX_WRONG_TRIES)]
    assert said == ["pairing.wrong"] * (MAX_WRONG_TRIES - 2) + ["pairing.void"]
    assert refused(pairing, code) == "pairing.void"
    with pytest.raises(TooSoon) as too_soon:
        pairing.ask()
    clock.now += too_soon.value.wait_s
    pairing.ask()
    assert pairing.answer(pairing.code, "Aya", AYA)


def test_who_is_wrong_again_waits_longer_and_others_need_not_wait(pairing: Pairing, clock: Clock) -> None:
    waits = []
    for attempt in range(12):
        ask_patiently(pairing, clock)
        try:
            pairing.answer(another(pairing.code), "guess", AYA)
        except TooSoon as too_soon:
            waits.append(too_soon.wait_s)
            assert refused(pairing, another(pairing.code), f"192.168.2.{attempt}") != "pairing.wait"
            clock.now += too_soon.wait_s
        except NotTheCode:
            pass
    assert waits == sorted(waits)
    assert len(set(waits)) > 2


def test_the_right_code_of_a_phone_that_has_to_wait_is_not_looked_at(pairing: Pairing, clock: Clock) -> None:
    pairing.ask()
    for _ in range(3):
        refused(pairing, another(pairing.code))
    assert refused(pairing, pairing.code) == "pairing.wait"
    clock.now += 4
    assert pairing.answer(pairing.code, "Aya", AYA)


def test_a_day_of_guessing_from_everywhere_gets_few_tries(pairing: Pairing, clock: Clock) -> None:
    end, tries = clock.now + 24 * 3600, 0
    while clock.now < end:
        ask_patiently(pairing, clock)
        refused(pairing, another(pairing.code), f"10.0.0.{tries}")
        tries += 1
    assert 24 * 5 < tries < 24 * 3600 / MAX_WAIT_S * MAX_WRONG_TRIES + 60


def test_waiting_is_forgotten_after_an_hour_of_quiet_and_when_a_phone_is_paired(pairing: Pairing, clock: Clock) -> None:
    for _ in range(6):
        pairing.ask()
        void_the_code(pairing)
        with pytest.raises(TooSoon) as too_soon:
            pairing.ask()
        clock.now += too_soon.value.wait_s
    assert too_soon.value.wait_s > 60
    clock.now += FORGOTTEN_S + 1
    pairing.ask()
    void_the_code(pairing)
    with pytest.raises(TooSoon) as too_soon:
        pairing.ask()
    assert too_soon.value.wait_s <= 5
    clock.now += 5
    pairing.ask()
    pairing.answer(pairing.code, "Aya", AYA)
    pairing.ask()  # at once


def test_a_button_puts_the_code_away_and_nobody_brings_it_back_at_once(pairing: Pairing, clock: Clock) -> None:
    assert not pairing.put_away()
    pairing.ask()
    code = pairing.code
    assert pairing.put_away()
    assert pairing.code == ""
    assert refused(pairing, code) == "pairing.put_away"
    with pytest.raises(TooSoon):
        pairing.ask()
    pairing.open_window()  # only a button brings one back at once, and ends it too
    assert pairing.code
    assert pairing.put_away()
    with pytest.raises(TooSoon) as too_soon:
        pairing.ask()
    assert too_soon.value.wait_s == PUT_AWAY_S
    clock.now += PUT_AWAY_S
    pairing.ask()
    assert pairing.code


def test_however_many_addresses_try_little_is_remembered(pairing: Pairing) -> None:
    """Who has been quiet for longest is forgotten, and need not wait any more."""
    pairing.ask()
    for _ in range(3):
        refused(pairing, another(pairing.code), AYA)
    assert refused(pairing, another(pairing.code), AYA) == "pairing.wait"
    for number in range(MAX_ADDRESSES):
        refused(pairing, another(pairing.code), f"10.0.{number // 256}.{number % 256}")
        phone, _ = pairing.answer(pairing.code, "a phone that keeps codes coming", BEN)
        pairing.phones.revoke(phone.number)
        pairing.ask()
    assert refused(pairing, another(pairing.code), AYA) == "pairing.wrong"


def test_a_window_has_a_code_at_once_whatever_strangers_did_before(pairing: Pairing, clock: Clock) -> None:
    for _ in range(8):
        ask_patiently(pairing, clock)
        void_the_code(pairing)
    pairing.open_window()
    assert pairing.shown.is_window
    assert pairing.ask() == WINDOW_S
    assert pairing.answer(pairing.code, "Aya", AYA)
    assert pairing.shown == ("", False)


def test_a_window_replaces_the_code_that_a_stranger_asked_for_and_runs_out_after_a_minute(
    pairing: Pairing, clock: Clock
) -> None:
    pairing.ask()
    asked = pairing.code
    pairing.open_window()
    code = pairing.code
    assert code != asked
    assert refused(pairing, asked) == "pairing.wrong"
    clock.now += WINDOW_S - 1
    pairing.ask()
    assert pairing.code == code
    clock.now += 1
    assert refused(pairing, code) == "pairing.window_over"
    pairing.ask()  # nobody has to wait for what the person at the box did
    assert not pairing.shown.is_window


def test_in_a_window_an_address_has_three_tries_and_takes_none_from_another(pairing: Pairing) -> None:
    for number in range(MAX_WRONG_TRIES - 1):
        pairing.ask()
        refused(pairing, another(pairing.code), AYA if number < 3 else BEN)
    pairing.open_window()
    wrong = another(pairing.code)
    said = [refused(pairing, wrong, BEN) for _ in range(5)]
    assert said == ["pairing.wrong"] * (WINDOW_TRIES - 1) + ["pairing.window_tries"] * 3
    assert refused(pairing, pairing.code, BEN) == "pairing.window_tries"
    assert refused(pairing, wrong) == "pairing.wrong"  # though it had to wait before
    assert pairing.answer(pairing.code, "Aya", AYA)


def test_guessing_in_a_window_has_an_end_even_for_those_who_have_a_thousand_addresses(pairing: Pairing) -> None:
    pairing.open_window()
    wrong, tries = another(pairing.code), count()
    while pairing.code:
        refused(pairing, wrong, f"10.0.0.{next(tries) // WINDOW_TRIES}")
    assert next(tries) == MAX_WINDOW_GUESSES


_ADDRESSES = st.integers(1, 254).map("192.168.1.{}".format)
_ATTACKS = st.lists(st.tuples(st.sampled_from(["ask", "answer", "wait"]), _ADDRESSES, st.floats(0, 3)), max_size=60)


@given(before=_ATTACKS, during=_ATTACKS, typos=st.integers(0, WINDOW_TRIES - 1))
def test_the_person_at_the_box_gets_in_whatever_strangers_do(before: list, during: list, typos: int) -> None:
    clock = Clock()
    pairing, person = Pairing(PairedPhones(), clock), "192.168.1.255"

    def attack(steps: list, until: float) -> None:
        for what, address, seconds in steps:
            try:
                if what == "ask":
                    pairing.ask()
                elif what == "answer":
                    pairing.answer(another(pairing.code or "0"), "stranger", address)
                else:
                    clock.now = min(clock.now + seconds, until)
            except Refusal:
                pass

    attack(before, clock.now + 1000)
    pairing.open_window()
    until = clock.now + WINDOW_S - 1
    for _ in range(typos):
        attack(during, until)
        refused(pairing, another(pairing.code), person)
    attack(during, until)
    phone, _ = pairing.answer(pairing.code, "Aya", person)
    assert [one.name for one in pairing.phones.all()] == [phone.name] == ["Aya"]
