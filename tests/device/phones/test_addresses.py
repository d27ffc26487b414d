"""Which of a machine's addresses phones are given, and that a Pi without any yet says so and goes on looking."""

import ipaddress
from types import SimpleNamespace
from typing import Any

import pytest

from cli import phone_access
from cli.main import main
from cli.phone_access import PhoneAccess
from device.phones import addresses
from device.phones.addresses import local_name, own_addresses, ranked
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.system.hotspot_profile import HotspotAccess


@pytest.mark.parametrize(("found", "way_out", "best"), [
    ([("lo", "127.0.0.1"), ("wlan0", "192.168.1.23")], "192.168.1.23", ["192.168.1.23"]),
    ([("eth0", "10.0.0.5"), ("wlan0", "192.168.1.23")], "192.168.1.23", ["192.168.1.23", "10.0.0.5"]),
    ([("docker0", "172.17.0.1"), ("br-1f2e3d", "172.18.0.1"), ("wlan0", "192.168.4.1")], "", ["192.168.4.1"]),
    ([("tailscale0", "100.101.2.3"), ("wg0", "10.9.0.2"), ("end0", "192.168.1.9")], "10.9.0.2", ["192.168.1.9"]),
    ([("eth0", "169.254.3.4"), ("wlan0", "192.168.1.23")], "", ["192.168.1.23", "169.254.3.4"]),
    ([("eth0", "203.0.112.7"), ("wlan0", "192.168.1.23")], "203.0.112.7", ["192.168.1.23", "203.0.112.7"]),
    ([("eth0", "192.168.1.22"), ("eth0", "192.168.1.22")], "", ["192.168.1.22"]),
    ([("lo", "127.0.0.1")], "", []),
])  # fmt: skip
def test_the_address_is_the_one_where_the_phones_are(found, way_out: str, best: list[str]) -> None:
    assert ranked(found, way_out) == best


def test_this_machine_s_addresses_can_be_had_and_one_without_any_network_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not any(ipaddress.ip_address(address).is_loopback for address in own_addresses())
    loopback = SimpleNamespace(name="lo", ips=[SimpleNamespace(ip="127.0.0.1", is_IPv4=True)])
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: [loopback])
    assert own_addresses() == []


def test_a_page_has_the_addresses_at_which_it_listens(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    ips = [
        SimpleNamespace(ip=ip, is_IPv4=isinstance(ip, str))
        for ip in ("192.168.1.23", ("2001:db8::7", 0, 0), ("fe80::7", 0, 3))
    ]
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: [SimpleNamespace(name="wlan0", ips=ips)])
    assert own_addresses() == ["192.168.1.23"]
    assert own_addresses("::") == ["192.168.1.23", "2001:db8::7"]
    assert own_addresses("2001:db8::7") == ["2001:db8::7"]
    monkeypatch.setattr(addresses, "_AVAHI", tmp_path)
    assert (local_name("192.168.1.23"), bool(local_name("::"))) == ("", True)


@pytest.mark.parametrize(("host", "address"), [
    ("::1", "http://[::1]:8000"), ("2001:db8::7", "http://[2001:db8::7]:8000"), ("10.0.0.5", "http://10.0.0.5:8000"),
])  # fmt: skip
def test_a_page_that_listens_at_one_address_names_no_other(host: str, address: str, capsys) -> None:
    box = DoorBox()
    PhoneAccess(box.pairing, box.greet, 8000, "en", host)
    told = capsys.readouterr().out.splitlines()
    assert (told[0], box.greeted) == (address, [(address, "", None)])
    assert not any("http" in line for line in told[1:])


def test_the_machine_has_a_name_where_somebody_answers_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "RaspberryPi")
    monkeypatch.setattr(addresses, "_AVAHI", tmp_path / "pid")
    assert local_name() == ""
    (tmp_path / "pid").write_text("1")
    assert local_name() == "raspberrypi.local"
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: "localhost")
    assert local_name() == ""


class DoorBox:
    """What a door needs of a box; `greeted` keeps what the display was told."""

    def __init__(self, is_visible: bool = False) -> None:
        self.pairing = Pairing(PairedPhones(), is_display_visible=lambda: is_visible)
        self.greeted: list[tuple[str, str, HotspotAccess | None]] = []

    def greet(self, *shown: Any) -> None:
        self.greeted.append(shown)


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the machine, which may change."""
    hosts = ["192.168.1.23"]
    monkeypatch.setattr(phone_access, "own_addresses", lambda _: list(hosts))
    monkeypatch.setattr(phone_access, "local_name", lambda _: "")
    return hosts


class Door(PhoneAccess):
    """What phones are told of a box, and a look at the addresses after a while."""

    def __init__(self, box: DoorBox) -> None:
        self.now = 0.0
        super().__init__(box.pairing, box.greet, 8000, "en", clock=lambda: self.now)

    def look_later(self) -> None:
        self.now += 5
        self.announce_changes()


def test_a_box_that_is_up_before_its_wifi_tells_the_address_when_it_has_one(hosts, monkeypatch, capsys) -> None:
    hosts.clear()
    monkeypatch.setattr(phone_access, "local_name", lambda _: "raspberrypi.local")
    box = DoorBox()
    at_the_door = Door(box)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "http://localhost:8000"
    assert "not on a network" in told[1]
    assert (at_the_door.address, box.greeted) == ("http://localhost:8000", [("", "", None)])
    hosts.append("192.168.1.23")
    at_the_door.announce_changes()
    assert capsys.readouterr().out == ""  # not looked for at every turn
    at_the_door.look_later()
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "The page has a new address:",
        "http://192.168.1.23:8000",
        "On this computer: http://localhost:8000",
        "Most phones also find it as http://raspberrypi.local:8000.",
    ]
    at_the_door.look_later()
    assert box.greeted[1:] == [("http://192.168.1.23:8000", "http://raspberrypi.local:8000", None)]
    hosts[0] = "192.168.1.40"
    at_the_door.look_later()
    assert box.greeted[-1][0] == "http://192.168.1.40:8000"
    hosts.clear()  # the cable is pulled out: the old address leads nowhere
    at_the_door.look_later()
    assert box.greeted[-1] == ("", "", None)
    assert "not on a network" in capsys.readouterr().out


def test_a_box_with_a_cable_that_opens_its_own_wifi_shows_phones_that_one(hosts, monkeypatch, capsys) -> None:
    own = HotspotAccess("Jarapon-7K", "kimonasu-4827", "10.10.10.10")
    monkeypatch.setattr(phone_access, "known_access", lambda: own)
    box = DoorBox()
    at_the_door = Door(box)
    assert box.greeted == [("http://192.168.1.23:8000", "", None)]
    hosts.append("10.10.10.10")
    at_the_door.look_later()
    assert box.greeted[1:] == [("http://10.10.10.10:8000", "", own)]
    told = capsys.readouterr().out.splitlines()
    assert "http://10.10.10.10:8000" in told
    assert "The box's own Wi-Fi is on: Jarapon-7K, password kimonasu-4827" in told
    monkeypatch.setattr(phone_access, "local_name", lambda _: "jarapon.local")  # Avahi has come up late
    at_the_door.look_later()
    hosts.pop()
    at_the_door.look_later()
    assert box.greeted[2:] == [
        ("http://10.10.10.10:8000", "http://jarapon.local:8000", own),
        ("http://192.168.1.23:8000", "http://jarapon.local:8000", None),
    ]


@pytest.mark.parametrize(
    ("language", "is_visible", "expected"),
    [
        ("en", False, [
            "http://192.168.1.23:8000",
            "On this computer: http://localhost:8000",
            "To stop the box, press Ctrl-C.",
            "When a phone wants to change something, its code appears here.",
        ]),
        ("ja", True, [
            "http://192.168.1.23:8000",
            "このコンピューターでは：http://localhost:8000",
            "止めるには Ctrl-C を押してください。",
            "スマホから変更するときの番号は、ボックスの画面に出ます。",
        ]),
    ],
)  # fmt: skip
def test_the_address_stands_first_and_alone(
    hosts, monkeypatch, capsys, language: str, is_visible: bool, expected
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    PhoneAccess(DoorBox(is_visible).pairing, lambda *_: None, 8000, language)
    assert capsys.readouterr().out.splitlines() == expected
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")  # a service is not told to press keys
    PhoneAccess(DoorBox(is_visible).pairing, lambda *_: None, 8000, language)
    assert capsys.readouterr().out.splitlines() == [line for line in expected if "Ctrl-C" not in line]


@pytest.mark.parametrize("is_visible", [True, False])
def test_a_code_is_told_in_the_terminal_only_where_no_display_shows_it(hosts, capsys, is_visible: bool) -> None:
    box = DoorBox(is_visible)
    at_the_door = Door(box)
    capsys.readouterr()
    box.pairing.ask()
    for _ in range(3):
        at_the_door.announce_changes()
    assert capsys.readouterr().out.count(box.pairing.code) == (0 if is_visible else 1)
    box.pairing.open_window()
    at_the_door.announce_changes()
    told = capsys.readouterr().out
    assert (f"{box.pairing.code} (good for one minute" in told) is not is_visible


def test_whoever_has_the_command_line_opens_the_window_too(hosts, capsys, tmp_path) -> None:
    box = DoorBox()
    box.pairing = Pairing(PairedPhones(tmp_path / "phones.json"))
    at_the_door = Door(box)
    assert main(["phones", "--data", str(tmp_path), "--window", "--lang", "en"]) == 0
    capsys.readouterr()
    at_the_door.announce_changes()
    code = box.pairing.code
    assert code in capsys.readouterr().out
    at_the_door.announce_changes()  # a wish holds once
    assert box.pairing.code == code
    assert main(["phones", "--data", str(tmp_path / "none"), "--window", "--lang", "en"]) == 2
    assert "No such file" in capsys.readouterr().err
