"""The box's own Wi-Fi: switched on and off by NetworkManager, and in words where that cannot be.

The answers of nmcli below are those of NetworkManager 1.42. The last test has the real one, on a machine of its own.
"""

import json
import os
import shutil
import subprocess
import sys
from threading import Event, Thread, current_thread

import pytest

from device.system.hotspot import Answer, Hotspot, nmcli
from device.system.hotspot_profile import HotspotAccess, known_access, new_profile, write_profile
from device.texts import LANGUAGES, say
from engines.messages import Refusal
from tests.support.paths import ROOT
from tests.support.refusals import refused
from tests.support.system_tools import needs

ON = Answer(0, "jarapon-hotspot:activated\nlo:loopback")
OFF = Answer(0, "home:activated\nlo:loopback")
OPENED = Answer(0, "Connection successfully activated")
NO_DEVICE = Answer(
    4, "Error: Connection activation failed: No suitable device found for this connection (device lo not …"
)


class Manager:
    """Answers as nmcli would, and notes what it was asked to change."""

    def __init__(self, change=OPENED, radio="enabled:enabled", active=OFF):
        self.change, self.radio, self.active, self.changes = change, Answer(0, radio), active, []

    def __call__(self, *words, timeout_s):
        assert timeout_s > 0
        if "--wait" in words:
            self.changes.append(words[-2:])
            return self.change
        return self.radio if words[-1] == "radio" else self.active


@pytest.fixture
def profile(tmp_path, monkeypatch):
    """The profile that the installer has made."""
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    file = tmp_path / "jarapon-hotspot.nmconnection"
    write_profile(file)
    return file


def test_at_the_club_the_box_opens_its_wifi_and_at_home_it_goes_back(profile):
    manager = Manager()
    hotspot = Hotspot(profile, manager)
    access = hotspot.start()
    assert access == hotspot.offered
    assert access.ssid.startswith("Jarapon-")
    assert access.address == "10.10.10.10"
    assert hotspot.access is None
    manager.active = Answer(0, "jarapon-hotspot:activating")  # is not on yet
    assert hotspot.access is None
    manager.active = ON
    assert hotspot.access == hotspot.start() == access
    hotspot.stop()
    manager.change = Answer(10, "Error: 'jarapon-hotspot' is not an active connection.")
    hotspot.stop()  # closing what is not open is no trouble
    opened, *closed = manager.changes
    assert opened == ("up", "jarapon-hotspot"), "to switch on what is on throws phones out"
    assert closed == [("down", "jarapon-hotspot")] * 2


class TwoAtOnce(Manager):
    """While the Wi-Fi is being opened somebody else asks for it, too."""

    def __init__(self, profile):
        super().__init__()
        self.hotspot, self.looked = Hotspot(profile, self), Event()
        self.other = Thread(target=self.hotspot.start)

    def __call__(self, *words, timeout_s):
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
    assert manager.changes == [("up", "jarapon-hotspot")]


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
    with pytest.raises(Refusal) as refusal:
        Hotspot(profile, Manager(change, radio)).start()
    assert refusal.value.said.key == f"hotspot.{key}"
    assert all(say(refusal.value.said, language) for language in LANGUAGES)


def test_a_machine_without_networkmanager_or_where_nothing_was_installed_says_so(profile, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert Hotspot(profile).access is None
    with refused("hotspot.no_manager"):
        Hotspot(profile).start()
    profile.unlink()
    assert Hotspot(profile).offered is None
    with refused("hotspot.not_set_up"):
        Hotspot(profile).start()


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
    is_root = os.getuid() == 0
    if (
        not is_root
        or subprocess.run(["unshare", "--net", "--mount", "true"], check=False, stderr=subprocess.DEVNULL).returncode
    ):
        pytest.skip("not root, or no namespaces here: the real NetworkManager was not tried")


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
