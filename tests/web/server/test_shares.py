"""What each address may have at once: others keep theirs, and what was taken comes back."""

from dataclasses import dataclass

from web.limits import (
    ADDRESS_ANSWERS,
    ADDRESS_CONNECTIONS,
    ADDRESS_SMALL_BODIES,
    ADDRESS_THREADS,
    ADDRESS_UNREAD_BYTES,
    ALL_UPLOADS_BYTES,
    CONNECTION_EVERY_SECONDS,
    CONNECTIONS_AT_ONCE,
    CPU_BURST_SECONDS,
    CPU_REGAINED_PER_SECOND,
    MAX_JSON_BYTES,
    MAX_UPLOAD_BYTES,
    OWN_ADDRESSES,
    REQUEST_CPU_SECONDS,
    UNPAIRED_UPLOADS_BYTES,
)
from web.server.shares import Connection, Shares

ONE, OTHER = "192.168.1.20", "192.168.1.21"
PHOTO = 4 * 1024**2


@dataclass(eq=False)
class Line:
    """A connection that carries nothing."""

    address: str
    total_outbufs_len: int = 0


class Room:
    """Shares, a clock that stands still, and the connections whose requests were started."""

    def __init__(self) -> None:
        self.now = 0.0
        self.started: list[Connection] = []
        self.shares = Shares(self.started.append, lambda: self.now)

    def lines(self, address: str, count: int) -> list[Line]:
        lines = [Line(address) for _ in range(count)]
        for line in lines:
            self.shares.enter(line)
        return lines


def test_an_address_has_so_many_connections_and_the_box_itself_any() -> None:
    room = Room()
    lines = room.lines(ONE, ADDRESS_CONNECTIONS)
    assert not room.shares.has_room(ONE)
    assert room.shares.has_room(OTHER)
    room.shares.leave(lines[0])
    assert room.shares.has_room(ONE)
    for own in OWN_ADDRESSES:
        room.lines(own, 10 * ADDRESS_CONNECTIONS)
        assert room.shares.has_room(own)


def test_an_address_makes_so_many_connections_in_a_while() -> None:
    room = Room()
    made = 0
    while room.shares.has_room(ONE):
        (line,) = room.lines(ONE, 1)
        room.shares.leave(line)
        made += 1
    assert made == CONNECTIONS_AT_ONCE
    assert room.shares.has_room(OTHER)
    room.now = CONNECTION_EVERY_SECONDS
    assert room.shares.has_room(ONE)


def test_large_bodies_come_one_after_the_other_from_an_address() -> None:
    shares = Room().shares
    assert shares.reserve_body(ONE, PHOTO, True)
    assert not shares.reserve_body(ONE, PHOTO, True)
    assert shares.reserve_body(OTHER, PHOTO, True)
    shares.release_body(ONE, PHOTO, True)
    assert shares.reserve_body(ONE, PHOTO, True)


def test_small_bodies_pass_large_ones_and_are_bounded_for_each_address() -> None:
    shares = Room().shares
    assert shares.reserve_body(ONE, MAX_UPLOAD_BYTES, False)
    assert [shares.reserve_body(ONE, MAX_JSON_BYTES, False) for _ in range(ADDRESS_SMALL_BODIES + 1)] == [
        True
    ] * ADDRESS_SMALL_BODIES + [False]
    assert shares.reserve_body(OTHER, MAX_JSON_BYTES, False)


def test_phones_that_are_not_paired_leave_room_for_those_that_are() -> None:
    shares = Room().shares
    strangers = [shares.reserve_body(f"10.0.0.{n}", PHOTO, False) for n in range(40)]
    assert sum(strangers) == UNPAIRED_UPLOADS_BYTES // PHOTO
    paired = [shares.reserve_body(f"10.0.1.{n}", PHOTO, True) for n in range(40)]
    assert sum(strangers) + sum(paired) == ALL_UPLOADS_BYTES // PHOTO
    shares.release_body("10.0.0.0", PHOTO, False)
    assert shares.reserve_body("10.0.2.1", PHOTO, False)


def test_answers_that_are_made_at_once_are_bounded_and_the_others_wait_in_order() -> None:
    room = Room()
    lines = room.lines(ONE, ADDRESS_ANSWERS + 2)
    for line in lines:
        room.shares.enqueue(line)
    assert room.started == lines[:ADDRESS_ANSWERS]
    (other,) = room.lines(OTHER, 1)
    room.shares.enqueue(other)
    assert room.started[-1] is other
    room.shares.finish_answer(lines[0], 0.0)
    room.shares.free_thread(lines[1])
    assert room.started[-2:] == lines[ADDRESS_ANSWERS:]


def test_threads_of_an_address_are_bounded() -> None:
    room = Room()
    lines = room.lines(ONE, ADDRESS_THREADS + 1)
    for line in lines:
        room.shares.enqueue(line)
        room.shares.finish_answer(line, 0.0)  # but not all of it has been sent
    assert len(room.started) == ADDRESS_THREADS
    room.shares.free_thread(lines[0])
    assert room.started[-1] is lines[-1]


def test_the_next_request_of_a_connection_waits_for_the_one_before_it() -> None:
    room = Room()
    for address in (ONE, *OWN_ADDRESSES):
        room.started.clear()
        (line,) = room.lines(address, 1)
        room.shares.enqueue(line)
        room.shares.enqueue(line)
        assert room.started == [line]
        room.shares.free_thread(line)
        assert room.started == [line, line]


def test_whoever_does_not_take_its_answers_gets_no_more_of_them() -> None:
    room = Room()
    slow, next_one = room.lines(ONE, 2)
    slow.total_outbufs_len = ADDRESS_UNREAD_BYTES + 1
    room.shares.enqueue(next_one)
    assert room.started == []
    slow.total_outbufs_len = 0
    room.shares.tick()
    assert room.started == [next_one]


def test_whoever_has_kept_the_processor_busy_waits_until_time_has_passed() -> None:
    room = Room()
    first, then = room.lines(ONE, 2)
    room.shares.enqueue(first)
    room.shares.finish_answer(first, CPU_BURST_SECONDS - REQUEST_CPU_SECONDS + 1.0)
    room.shares.free_thread(first)
    room.shares.enqueue(then)
    assert room.started == [first]
    room.now = 1.0 / CPU_REGAINED_PER_SECOND
    room.shares.tick()
    assert room.started == [first]
    room.now += 0.1
    room.shares.tick()
    assert room.started == [first, then]


def test_a_connection_that_leaves_while_it_waits_never_starts() -> None:
    room = Room()
    lines = room.lines(ONE, ADDRESS_ANSWERS + 1)
    for line in lines:
        room.shares.enqueue(line)
    assert not room.shares.leave(lines[0])
    assert room.shares.leave(lines[-1])
    room.shares.free_thread(lines[0])
    assert room.started == lines[:ADDRESS_ANSWERS]


def test_addresses_that_take_nothing_any_more_are_forgotten() -> None:
    room = Room()
    for n in range(100):
        (line,) = room.lines(f"10.0.0.{n}", 1)
        room.shares.enqueue(line)
        room.shares.finish_answer(line, 1.0)
        room.shares.free_thread(line)
        room.shares.leave(line)
    room.shares.tick()
    assert len(room.shares) == 100
    room.now = 1.1 / CPU_REGAINED_PER_SECOND
    room.shares.tick()
    assert len(room.shares) == 0
