"""The box's own Wi-Fi: switched on and off by NetworkManager, and in words where that cannot be.

The answers of nmcli below are those of NetworkManager 1.42. The last test has the real one, on a machine of its own.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest

from device.system.hotspot import Answer, Hotspot, nmcli
from device.system.hotspot_profile import HotspotAccess, known_access, new_profile, write_profile
from device.texts import LANGUAGES, say
from engines.messages import Refusal
from tests.support.paths import ROOT
from tests.support.system_tools import needs

ON = Answer(0, "jarapon-hotspot:activated\nlo:loopback")
OFF = Answer(0, "home:activated\nlo:loopback")
NO_DEVICE = Answer(
    4, "Error: Connection activation failed: No suitable device found for this connection (device lo not …"
)


class Manager:
    """Answers as nmcli would, and notes what it was asked."""

    def __init__(self, change: Answer, radio: str = "enabled:enabled", active: Answer = OFF) -> None:
        self.change, self.radio, self.active = change, Answer(0, radio), active
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, *words: str, timeout_s: float) -> Answer:
        assert timeout_s > 0
        self.asked.append(words)
        return self.radio if words[-1] == "radio" else self.active if "--active" in words else self.change


@pytest.fixture
def profile(tmp_path, monkeypatch):
    """The profile that the installer has made."""
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    file = tmp_path / "jarapon-hotspot.nmconnection"
    write_profile(file)
    return file


def test_at_the_club_the_box_opens_its_wifi_and_at_home_it_goes_back(profile):
    manager = Manager(Answer(0, "Connection successfully activated"))
    hotspot = Hotspot(profile, manager)
    assert hotspot.access is None
    access = hotspot.start()
    assert access == hotspot.offered
    assert access.ssid.startswith("Jarapon-")
    assert access.address == "10.10.10.10"
    manager.active = ON
    assert hotspot.access == access
    hotspot.stop()
    assert [words[-2:] for words in manager.asked if "--wait" in words] == [
        ("up", "jarapon-hotspot"),
        ("down", "jarapon-hotspot"),
    ]


def test_switching_on_what_is_on_throws_no_phone_out(profile):
    manager = Manager(Answer(0, ""), active=ON)
    assert Hotspot(profile, manager).start() is not None
    assert not any("up" in words for words in manager.asked)


class TwoAtOnce(Manager):
    """While the Wi-Fi is being opened somebody else asks for it, too."""

    def __init__(self, profile: Path) -> None:
        super().__init__(Answer(0, ""))
        self.hotspot = Hotspot(profile, self)
        self.other = Thread(target=self.hotspot.start)
        self.looked = Event()

    def __call__(self, *words: str, timeout_s: float) -> Answer:
        if current_thread() is self.other:
            self.looked.set()
        elif words[-2] == "up":
            self.other.start()
            self.looked.wait(0.5)  # who looks now would not see it yet
            self.active = ON
        return super().__call__(*words, timeout_s=timeout_s)


def test_two_who_switch_it_on_at_once_throw_out_nobody(profile):
    manager = TwoAtOnce(profile)
    manager.hotspot.start()
    manager.other.join()
    assert [words[-2] for words in manager.asked if "--wait" in words] == ["up"]


def test_a_wifi_that_is_just_being_opened_is_not_on_yet(profile):
    assert Hotspot(profile, Manager(Answer(0, ""), active=Answer(0, "jarapon-hotspot:activating"))).access is None


@pytest.mark.parametrize(("change", "radio", "key"), [
    (NO_DEVICE, "missing:enabled", "no_device"),
    (NO_DEVICE, "enabled:disabled", "switched_off"),
    (NO_DEVICE, "disabled:enabled", "switched_off"),
    (NO_DEVICE, "enabled:enabled", "failed"),
    (Answer(4, "Error: Connection activation failed: Not authorized to control networking."), "", "not_allowed"),
    (Answer(8, "Error: NetworkManager is not running."), "", "not_running"),
    (Answer(10, "Error: unknown connection 'jarapon-hotspot'."), "", "not_set_up"),
    (Answer(3, "Error: Timeout expired (30 seconds)"), "", "too_long"),
    (Answer(None, ""), "", "no_manager"),
])  # fmt: skip
def test_whatever_keeps_it_from_opening_is_one_sentence(profile, change, radio, key):
    with pytest.raises(Refusal) as refused:
        Hotspot(profile, Manager(change, radio)).start()
    assert refused.value.said.key == f"hotspot.{key}"
    assert all(say(refused.value.said, language) for language in LANGUAGES)


def test_closing_a_wifi_that_is_not_open_is_no_trouble(profile):
    Hotspot(profile, Manager(Answer(10, "Error: 'jarapon-hotspot' is not an active connection."))).stop()


def test_a_machine_where_nothing_was_installed_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    hotspot = Hotspot(tmp_path / "none", Manager(Answer(0, "")))
    assert hotspot.offered is None
    with pytest.raises(Refusal, match="not_set_up"):
        hotspot.start()


def test_a_machine_without_networkmanager_says_so(profile, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    hotspot = Hotspot(profile)
    assert hotspot.access is None
    with pytest.raises(Refusal, match="no_manager"):
        hotspot.start()


def test_a_networkmanager_that_hangs_is_given_up(tmp_path, monkeypatch):
    hangs = tmp_path / "nmcli"
    hangs.write_text("#!/bin/sh\nexec sleep 60\n")
    hangs.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert nmcli("general", timeout_s=0.2).code == 3


def test_only_root_may_read_the_profile_and_two_boxes_differ(profile, tmp_path):
    assert profile.stat().st_mode & 0o777 == 0o600
    assert new_profile() != profile.read_text()
    with pytest.raises(FileExistsError):
        write_profile(profile)


def test_the_service_reads_what_root_has_handed_to_it(profile, tmp_path, monkeypatch):
    given = tmp_path / "credentials"
    given.mkdir()
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(given))
    assert known_access() is None
    (given / "hotspot").write_text("none")  # as the unit has it where there is no profile
    assert known_access() is None
    shutil.copy(profile, given / "hotspot")
    assert isinstance(known_access(), HotspotAccess)


# The real thing.
needs_network_manager = needs(
    "NetworkManager",
    "dnsmasq",
    "dbus-daemon",
    "ip",
    "dhclient",
    "systemd-socket-activate",
    "unshare",
    "/usr/lib/polkit-1/polkitd",
)
WORLD = ROOT / "tests" / "support" / "device" / "network_manager.sh"


@pytest.fixture
def own_network():
    """Only root may make one, and not in every container."""
    if os.getuid() != 0:
        pytest.skip("not root: the real NetworkManager was not tried")
    if subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("no namespaces here: the real NetworkManager was not tried")


def real_evening(folder, **environment):
    command = ["unshare", "--net", "--mount", str(WORLD), str(folder)]
    command += [sys.executable, "-m", "tests.support.device.hotspot_day", str(folder)]
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PATH": path, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.full
@needs_network_manager
@pytest.mark.usefixtures("own_network")
def test_an_evening_at_the_club_with_the_real_networkmanager(tmp_path):
    """The box is the user of the unit; a phone takes its address from it and is shown the page whatever it asks for.

    No kernel makes a Wi-Fi here: the profile is tried as it is first, and then with a cable in its place.
    """
    told = real_evening(tmp_path)
    assert told["as_wifi"] == "hotspot.no_device"
    assert "address='10.10.10.10'" in told["on"]
    assert set(told["probes"].values()) == {"302 http://10.10.10.10:8000/ False"}
    assert told["page"] == "200 None True"
    assert told["off"] == told["off_again"] == "None"
    manager = "org.freedesktop.NetworkManager"
    assert told["allowed"] == [f"{manager}.network-control:yes", f"{manager}.wifi.share.protected:yes"]


@pytest.mark.full
@needs_network_manager
@pytest.mark.usefixtures("own_network")
def test_without_its_rules_the_box_may_not_touch_the_real_networkmanager(tmp_path):
    told = real_evening(tmp_path, WITHOUT_RULES="yes")
    assert told["on"] == "hotspot.not_allowed"
    assert told["allowed"] == []
