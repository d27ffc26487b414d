"""What systemd hears."""

import os
import socket

import pytest

from device.system.notify import Notifier


@pytest.fixture(params=["file", "abstract"])
def systemd(request, tmp_path):
    """A listening socket, and the name of it that systemd would put into the environment."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@jarapon-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0"))
        listening.settimeout(20)
        yield listening, {"NOTIFY_SOCKET": name}


def test_ready_alive_and_stopping_are_one_datagram_each(systemd):
    listening, environment = systemd
    notifier = Notifier(environment)
    notifier.ready("http://jarapon.local:8000\nWATCHDOG=trigger")
    notifier.alive()
    notifier.stopping()
    heard = [listening.recv(4096) for _ in range(3)]
    assert heard == [b"READY=1\nSTATUS=http://jarapon.local:8000 WATCHDOG=trigger", b"WATCHDOG=1", b"STOPPING=1"]


def test_started_by_hand_nothing_is_sent(caplog):
    notifier = Notifier({})
    notifier.ready("here")
    notifier.alive()
    assert caplog.records == []


def test_alive_is_passed_on_once_a_second(systemd):
    listening, environment = systemd
    now = [0.0]
    notifier = Notifier(environment, clock=lambda: now[0])
    for _ in range(21):
        notifier.alive()
        now[0] += 0.125
    notifier.stopping()
    heard = []
    while b"STOPPING=1" not in heard:
        heard.append(listening.recv(4096))
    assert heard == [b"WATCHDOG=1"] * 3 + [b"STOPPING=1"]


def test_a_service_manager_that_is_gone_or_never_reads_holds_nobody_up(tmp_path, caplog):
    name = str(tmp_path / "notify")
    notifier = Notifier({"NOTIFY_SOCKET": name})
    notifier.ready("nobody is there")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(name)
        notifier.ready("somebody is")
        for number in range(5000):
            notifier.ready(f"{number}")
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
