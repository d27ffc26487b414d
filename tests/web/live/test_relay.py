"""One listener at the table for all streams: everybody hears every state, in order, and nobody listens for nobody."""

import threading
import time

from device.table.listeners import Subscription
from device.table.snapshot import Snapshot
from tests.support.waiting import PATIENCE_S
from tests.support.web.fake_box import FakeTable
from web.live.relay import Relay


def heard(listener: Subscription, states: int) -> list[int]:
    """The serials of so many states."""
    found = [listener.next(PATIENCE_S) for _ in range(states)]
    assert None not in found, "nothing came"
    return [snapshot.serial for snapshot in found if snapshot is not None]


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "relay"]


def test_everybody_hears_every_state_and_whoever_comes_later_begins_with_the_newest() -> None:
    table = FakeTable()
    relay = Relay(table)
    with relay.subscribe() as first:
        assert heard(first, 1) == [1]
        table.lay("f5")
        assert heard(first, 1) == [2]
        with relay.subscribe() as second:
            table.lay("d6")
            table.lay("c3")
            assert heard(first, 2) == [3, 4]
            assert heard(second, 3) == [2, 3, 4]
        assert len(table.subscriptions) == 1
        table.lay("d3")
        assert heard(first, 1) == [5]
        assert second.waiting.empty()


def test_when_nobody_listens_any_more_the_table_is_left_alone_until_somebody_comes() -> None:
    before, table = threads(), FakeTable()
    relay = Relay(table, beat_s=0.01)
    for serial in (1, 2):
        with relay.subscribe() as listener:
            assert heard(listener, 1) == [serial]
            (relaying,) = [thread for thread in threads() if thread not in before]
        relaying.join(PATIENCE_S)
        assert table.subscriptions == []
        table.lay({1: "f5", 2: "d6"}[serial])


def test_what_happens_while_many_come_and_go_reaches_each_of_them_in_order() -> None:
    table = FakeTable()
    relay = Relay(table)
    told: list[list[int]] = []

    def listen() -> None:
        with relay.subscribe() as listener:
            serials = heard(listener, 1)
            while serials[-1] < 61:
                serials += heard(listener, 1)
            told.append(serials)

    phones = [threading.Thread(target=listen) for _ in range(20)]
    for phone in phones:
        phone.start()
    while table.snapshot.serial < 61:
        table.tell(table.snapshot)
    for phone in phones:
        phone.join(PATIENCE_S)
    assert len(told) == 20
    assert all(serials == list(range(serials[0], 62)) for serials in told)


class FailingSubscription(Subscription):
    """Fails to give a snapshot as long as its table says so."""

    def __init__(self, table: "FailingTable") -> None:
        super().__init__(table)
        self.table = table

    def next(self, timeout_s: float) -> Snapshot | None:
        found = super().next(timeout_s)
        if self.table.fails:
            raise ZeroDivisionError
        return found


class FailingTable(FakeTable):
    fails = False

    def subscribe(self) -> Subscription:
        return FailingSubscription(self)


def test_a_relay_that_fails_is_taken_over_by_one_that_begins_with_the_newest() -> None:
    table = FailingTable()
    relay = Relay(table)
    with relay.subscribe() as listener:
        assert heard(listener, 1) == [1]
        table.fails = True
        while relay.thread.trouble is None:
            table.tell(table.snapshot)
            time.sleep(0.005)
        table.fails = False
        while listener.next(0.0) is not None:
            pass
        table.lay("f5")
        newest = table.snapshot.serial
        relay.thread.restart()
        assert heard(listener, 1) == [newest]
        table.lay("d6")
        assert heard(listener, 1) == [newest + 1]
        assert relay.thread.trouble is None


def test_whoever_comes_to_a_relay_that_has_failed_is_told_all_the_same() -> None:
    table = FailingTable()
    relay = Relay(table)
    table.fails = True
    with relay.subscribe() as first:
        while relay.thread.trouble is None:
            table.tell(table.snapshot)
            time.sleep(0.005)
        table.fails = False
        with relay.subscribe() as second:
            newest = table.snapshot.serial
            assert heard(second, 1) == [newest]
            while heard(first, 1) != [newest]:
                pass
