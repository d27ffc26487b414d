"""An evening at the club, run as root on the machine of network_manager.sh; prints as JSON what became of each step.

The box is the user jarapon; the phone takes its address from the box by DHCP and asks for what phones ask for.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.system.hotspot_profile import FILE, NAME, write_profile
from tests.support.paths import ROOT
from tests.support.waiting import eventually
from tests.support.web.fake_box import FakeBox
from web.app import create_app
from web.server.http import open_server

BOX = ["setpriv", "--reuid=4242", "--regid=4242", "--clear-groups"]
PHONE = ["nsenter", "--target", os.environ["PHONE"], "--net"]
# What phones and computers ask for to find out whether there is an internet, and a page that somebody wants to see.
PROBES = [
    "http://captive.apple.com/hotspot-detect.html",
    "http://connectivitycheck.gstatic.com/generate_204",
    "http://www.msftconnecttest.com/connecttest.txt",
    "http://detectportal.firefox.com/canonical.html",
    "http://games.example/rules?of=sevens",
]
TAKE_ADDRESS = """#!/bin/sh
[ -n "$new_ip_address" ] || exit 0
ip address add "$new_ip_address/$new_subnet_mask" dev "$interface"
ip route add default via "$new_routers"
echo "nameserver $new_domain_name_servers" >/etc/resolv.conf
"""
# Programs of the box and of the phone: each says in one line what came of it.
SWITCH = """
import sys
from pathlib import Path
from device.system.hotspot import Hotspot
from device.texts import say
from engines.messages import Refusal
hotspot = Hotspot(Path(sys.argv[1]))
try:
    getattr(hotspot, sys.argv[2])()
    print(hotspot.access)
except Refusal as refusal:
    print(refusal.said.key)
"""
ASK = """
import http.client, sys
from urllib.parse import urlsplit
url = urlsplit(sys.argv[1])
asked = http.client.HTTPConnection(url.hostname, url.port or 80, timeout=20)
asked.request("GET", url.path or "/", headers={"Host": url.netloc})
answer = asked.getresponse()
print(answer.status, answer.headers["Location"], "prompt" in answer.read().decode())
"""


def said(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    return done.stdout.strip()


def switch(to: str, profile: Path) -> str:
    return said(*BOX, sys.executable, "-c", SWITCH, str(profile), to)


def ask(url: str) -> str:
    return said(*PHONE, sys.executable, "-c", ASK, url)


def install_profile() -> Path:
    """Have root make the profile; gives the copy that the unit hands to the box."""
    write_profile(FILE)
    load_profile()
    given = Path("/run/profile")
    given.write_bytes(FILE.read_bytes())
    given.chmod(0o644)
    return given


def put_cable() -> None:
    """Make the profile one of the cable wlan0, and leave it as it is else."""
    kept = re.sub(r"\[wifi.*?\n\n", "", FILE.read_text(), flags=re.S).replace("type=wifi", "type=ethernet")
    FILE.write_text(kept.replace("\n\n", "\ninterface-name=wlan0\n\n", 1))
    load_profile()


def load_profile() -> None:
    subprocess.run(["nmcli", "connection", "load", str(FILE)], check=True)


@contextmanager
def usual_port() -> Iterator[None]:
    """Port 80 as systemd hands it over."""
    words = ["systemd-socket-activate", "--listen=0.0.0.0:80"]
    words += [sys.executable, "-P", "-m", "web.server.usual_port", "--port", "8000", "--camera", "demo"]
    with subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL) as served:
        eventually(lambda: "00000000:0050 " in Path("/proc/net/tcp").read_text())
        yield
        served.terminate()


@contextmanager
def address_taken(folder: Path) -> Iterator[None]:
    """The phone has an address, a way out and a name server of the box's, until it leaves."""
    script = folder / "take-address"
    script.write_text(TAKE_ADDRESS)
    script.chmod(0o755)
    files = ["-lf", str(folder / "leases"), "-pf", str(folder / "dhclient.pid")]
    subprocess.run([*PHONE, "dhclient", "-1", "-q", "-sf", str(script), *files, "phone0"], check=False, timeout=60)
    yield
    subprocess.run([*PHONE, "dhclient", "-x", "-q", *files, "phone0"], check=False)


def evening(folder: Path) -> None:
    given = install_profile()
    results["as_wifi"] = switch("start", given)
    put_cable()
    results["on"] = switch("start", given)
    active = said("nmcli", "--terse", "--fields", "NAME", "connection", "show", "--active").splitlines()
    if NAME in active:
        with address_taken(folder), usual_port(), open_server(create_app(FakeBox().services), 8000):
            results["probes"] = {url: ask(url) for url in PROBES}
            results["page"] = ask("http://10.10.10.10:8000/")
    results["off"] = switch("stop", given)
    results["off_again"] = switch("stop", given)
    permissions = said(*BOX, "nmcli", "--terse", "general", "permissions").splitlines()
    results["allowed"] = sorted(line for line in permissions if line.endswith(":yes"))


results: dict[str, object] = {}
evening(Path(sys.argv[1]))
sys.stdout.write(json.dumps(results) + "\n")
