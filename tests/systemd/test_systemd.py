"""How the box lives on a machine: the unit, held against systemd's own judgement, and the installer, in a folder."""

import configparser
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.main import command_line
from device.system import decoder, hotspot_profile, worker
from device.system.hotspot_profile import access_of, new_profile
from device.system.start_options import USUAL_PORTS
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.tiers import first

UNIT = ROOT / "systemd" / "jarapon.service"
INSTALLER = ROOT / "systemd" / "install.sh"
INSTALLED = (
    "etc/systemd/system/jarapon.service",
    "etc/udev/rules.d/60-jarapon.rules",
    "etc/avahi/services/jarapon.service",
    "etc/default/jarapon",
    "etc/polkit-1/rules.d/50-jarapon-polkit.rules",
    "etc/NetworkManager/dnsmasq-shared.d/jarapon.conf",
    "etc/systemd/system/jarapon-http.socket",
    "etc/systemd/system/jarapon-http.service",
    "opt/jarapon/pyproject.toml",
    "opt/jarapon/requirements.lock",
    "opt/jarapon/Makefile",
    "opt/jarapon/systemd/announce.sh",
    "opt/jarapon/cli/main.py",
    "opt/jarapon/engines/reversi/rules.py",
    "opt/jarapon/simulator/render/tiles.py",
)
# Tenths: 0 is shut in, 100 is open to everything. The box must reach the home network, its camera and its pins.
MOST_EXPOSED = 15
PORT_80 = ("jarapon-http.socket", "jarapon-http.service")

needs_systemd = needs("systemd-analyze")


def unit(path=UNIT):
    """A unit as sections of keys; a key that stands more than once keeps its last value."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str
    read.read_string(path.read_text(encoding="utf-8"))
    return read


def analyze(how, *units):
    """systemd's judgement of units, whose programs are there."""
    text = {path: path.read_text(encoding="utf-8") for path in units}
    for path in units:
        there = re.sub(r"/opt/jarapon/(\.venv/bin/(jarapon|python)|systemd/announce\.sh)", "/bin/true", text[path])
        path.write_text(there.replace("WorkingDirectory=/opt/jarapon", ""), encoding="utf-8")
    options = {
        "verify": ["verify", "--recursive-errors=yes"],
        "security": ["security", "--offline=true", f"--threshold={MOST_EXPOSED}"],
    }
    return run(["systemd-analyze", "--no-pager", *options[how], *map(str, units)])


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.fixture
def units(tmp_path):
    """A copy of the unit of the box, and of those that serve port 80."""
    return [Path(shutil.copy(UNIT.with_name(name), tmp_path)) for name in (UNIT.name, *PORT_80)]


@needs_systemd
def test_systemd_understands_every_line_of_the_units(units):
    for judged in (analyze("verify", units[0]), analyze("verify", *units[1:])):
        assert (judged.returncode, judged.stderr) == (0, "")
    units[0].write_text(UNIT.read_text().replace("WatchdogSec=", "WatchDogSeconds="))
    assert "WatchDogSeconds" in analyze("verify", units[0]).stderr


@needs_systemd
def test_the_box_and_what_serves_port_80_are_shut_in(units):
    for one in (units[0], units[2]):
        judged = analyze("security", one)
        assert judged.returncode == 0, judged.stdout[-2000:]
    opened = UNIT.read_text().replace("ProtectSystem=strict\n", "").replace("CapabilityBoundingSet=\n", "")
    opened = opened.replace("SystemCallFilter=@system-service\n", "").replace("NoNewPrivileges=yes\n", "")
    units[0].write_text(opened)
    assert analyze("security", units[0]).returncode != 0


def test_there_is_memory_for_the_box_and_the_processes_that_it_starts():
    """The box takes about 250 MB, and each of its children 60 MB before it has done anything."""
    box, child = 250 << 20, 60 << 20
    needed = box + child + decoder.MEMORY_BYTES + child + worker.MEMORY_BYTES
    high, most = (int(unit()["Service"][name].removesuffix("M")) << 20 for name in ("MemoryHigh", "MemoryMax"))
    assert needed <= high < most


def test_the_unit_starts_the_box_as_the_command_line_has_it():
    service = unit()["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == "/opt/jarapon/.venv/bin/jarapon"
    args = command_line().parse_args([word for word in arguments if word != "$JARAPON_OPTIONS"])
    assert str(args.data) == f"%S/{service['StateDirectory']}"
    assert args.port == USUAL_PORTS[0]
    assert service["Type"] == "notify"


def told_to_avahi(folder):
    """The kind of service and the port that phones are told."""
    service = ElementTree.parse(folder / "etc/avahi/services/jarapon.service").getroot().find("service")
    return service.findtext("type"), service.findtext("port")


def announce(folder, *words):
    """What the unit runs before the box, with the words of the box."""
    command = ["sh", str(ROOT / "systemd" / "announce.sh"), *words]
    return run(command, env={**os.environ, "DESTDIR": str(folder)})


def test_before_the_box_starts_phones_are_told_its_port(tmp_path):
    service = unit()["Service"]
    before, *words = shlex.split(service["ExecStartPre"])
    assert before == "-+/opt/jarapon/systemd/announce.sh"
    assert words[-1] == "$JARAPON_OPTIONS"
    assert set(words) <= set(shlex.split(service["ExecStart"]))
    assert announce(tmp_path, *words[:-1]).returncode == 0
    assert told_to_avahi(tmp_path) == ("_http._tcp", str(USUAL_PORTS[0]))


@pytest.mark.parametrize(("words", "port"), [
    ("--port 8000 --camera pi", "8000"),
    ("--port 8000 --camera usb:1 --port 8080 --lang ja", "8080"),
    ("--port 8000 --port=80", "80"),
])  # fmt: skip
def test_the_port_that_phones_are_told_is_the_one_that_the_box_takes(tmp_path, words, port):
    announce(tmp_path, "--port", "9999")
    assert announce(tmp_path, *words.split()).returncode == 0
    assert told_to_avahi(tmp_path) == ("_http._tcp", port)
    assert str(command_line().parse_args(["run", *words.replace("--lang ja", "").split()]).port) == port
    assert (tmp_path / "etc/avahi/services/jarapon.service").stat().st_mode & 0o777 == 0o644
    assert "up to date" in announce(tmp_path, *words.split()).stdout


def test_without_a_page_phones_are_told_of_none_and_what_is_no_port_is_not_told(tmp_path):
    announce(tmp_path, "--port", "8080")
    for words in (["--port"], ["--port", "http"], ["--port="]):
        refused = announce(tmp_path, *words)
        assert (refused.returncode, "no port" in refused.stderr) == (2, True)
    assert told_to_avahi(tmp_path)[1] == "8080"
    assert announce(tmp_path, "--port", "8000", "--headless").returncode == 0
    assert not files(tmp_path)


def test_every_group_of_the_rules_is_one_that_the_installer_gives_the_box():
    groups = set(re.findall(r'GROUP="(\w+)"', (ROOT / "systemd" / "60-jarapon.rules").read_text()))
    given = re.search(r"--groups ([\w,]+) jarapon", INSTALLER.read_text())[1].split(",")
    assert groups <= set(given)


@needs("node")
def test_polkit_lets_the_box_switch_the_machine_off_and_set_its_zone_and_nobody_else_nor_anything_else():
    rules = (ROOT / "systemd" / "50-jarapon-polkit.rules").read_text(encoding="utf-8")
    allowed = ("login1.power-off", "login1.power-off-multiple-sessions", "timedate1.set-timezone")
    others = ("login1.reboot", "login1.set-user-linger", "timedate1.set-time", "timedate1.set-ntp")
    asked = [(user, f"org.freedesktop.{action}") for user in ("jarapon", "somebody") for action in (*allowed, *others)]
    script = f"""
        var rules = [];
        var polkit = {{addRule: (rule) => rules.push(rule), Result: {{YES: "yes"}}}};
        {rules}
        for (const [user, id] of {json.dumps(asked)})
            console.log(rules.map((rule) => rule({{id: id}}, {{user: user}}) ?? "not handled").join());
    """
    said = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
    assert said == ["yes"] * 3 + ["not handled"] * 11


def install(folder, *arguments, script=INSTALLER, **settings):
    return run(["sh", str(script), *arguments], env={**os.environ, "DESTDIR": str(folder)}, **settings)


def files(folder):
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


@needs_systemd
def test_the_installer_puts_everything_in_its_place_and_says_so(tmp_path):
    done = install(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for name in INSTALLED:
        assert (tmp_path / name).is_file(), name
    for name in INSTALLED[:8]:
        assert f"writing /{name}" in done.stdout
    assert not list(tmp_path.rglob("__pycache__"))
    options = (tmp_path / "etc/default/jarapon").read_text()
    written = re.search(r'^JARAPON_OPTIONS="(.*)"$', options, re.M)[1]
    assert command_line().parse_args(["run", *written.split()]).camera in {"pi", "usb:0"}
    # In an image, where no systemd runs, the box and port 80 are there from its first start.
    for target, name in (("multi-user", "jarapon.service"), ("sockets", "jarapon-http.socket")):
        link = tmp_path / f"etc/systemd/system/{target}.target.wants/{name}"
        assert link.readlink() == Path("/etc/systemd/system") / name


@needs_systemd
def test_an_update_keeps_what_people_have_chosen_and_nothing_of_the_version_before(tmp_path):
    install(tmp_path)
    assert told_to_avahi(tmp_path)[1] == "8000"
    options = tmp_path / "etc/default/jarapon"
    options.write_text('JARAPON_OPTIONS="--camera usb:1 --lang ja --port 8080"\n', encoding="utf-8")
    gone, first = tmp_path / "opt/jarapon/engines/forgotten_game.py", (tmp_path / "opt/jarapon").resolve()
    gone.write_text("")
    unit_file = tmp_path / "etc/systemd/system/jarapon.service"
    unit_file.write_text("[Unit]\n")
    kept = options.stat().st_mtime_ns
    updated = install(tmp_path)
    assert (updated.returncode, options.stat().st_mtime_ns) == (0, kept)
    assert "stays as it is" in updated.stdout
    assert told_to_avahi(tmp_path)[1] == "8080"
    assert not gone.exists()
    assert (first / "engines/forgotten_game.py").exists()
    assert unit_file.read_bytes() == UNIT.read_bytes()
    before = files(tmp_path)
    again = install(tmp_path, script=tmp_path / "opt/jarapon/systemd/install.sh")
    assert (again.returncode, files(tmp_path)) == (0, before)
    assert "jarapon.service is up to date" in again.stdout


@needs_systemd
def test_uninstalling_leaves_the_recorded_games(tmp_path):
    install(tmp_path)
    journal = tmp_path / "var/lib/jarapon/journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_text("the games")
    for _ in range(2):
        assert install(tmp_path, "--uninstall").returncode == 0
        assert list(files(tmp_path)) == ["var/lib/jarapon/journal.db"]
    assert not [path for path in tmp_path.rglob("*") if path.is_symlink()]


def test_with_an_unknown_option_or_without_root_nothing_is_changed(tmp_path):
    refused = install(tmp_path, "--remove")
    assert refused.returncode == 2
    assert "--uninstall" in refused.stderr
    assert not files(tmp_path)
    # Copied to where anybody may read it; run as nobody where the tests are run by root.
    script = tmp_path / "systemd" / "install.sh"
    script.parent.mkdir()
    shutil.copy(INSTALLER, script)
    own = [folder for folder in tmp_path.parents if folder.is_relative_to(tempfile.gettempdir())]
    for folder in (tmp_path, *own[:-1], script.parent):
        folder.chmod(0o755)
    as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    refused = install("", script=script, **as_nobody)
    assert refused.returncode == 1
    assert "sudo" in refused.stderr


# What a machine has that is not there in a test, each noting what it was asked.
FAKES = {
    "udevadm": "",
    "nmcli": "",
    "sleep": "",
    "sync": "",
    "journalctl": "echo the last words of the box",
    "make": """
        [ -z "${BUILD_FAILS:-}" ] || exit 2
        mkdir -p "$2/.venv/bin"
        ln -s "$PYTHON" "$2/.venv/bin/python"
        printf '#!/bin/sh\\n' >"$2/.venv/bin/jarapon"
        chmod +x "$2/.venv/bin/jarapon"
    """,
    # The box is what the link names; a release with the file `bad` runs as badly as that says.
    "systemctl": """
        bad=$(cat "$DESTDIR/opt/jarapon/device/bad" 2>/dev/null || true)
        case "$1 $bad" in
            "restart ends at once") exit 1 ;;
            "restart "*) echo 0 >"$DESTDIR/restarts" ;;
            "is-active dead") exit 3 ;;
            "start "*) [ -z "${PORT_80_TAKEN:-}" ] || exit 1 ;;
            "show starts again")
                again=$(($(cat "$DESTDIR/restarts") + 1))  # read before `tee` empties the file
                echo "$again" | tee "$DESTDIR/restarts"
                ;;
            "show "*) cat "$DESTDIR/restarts" ;;
        esac
    """,
}


class Page(BaseHTTPRequestHandler):
    """The page of the box that is in use: in safe mode there is no table."""

    def do_GET(self):
        in_safe_mode = "in safe mode" in self.server.bad()
        self.send_response(503 if in_safe_mode or self.path != "/api/state" else 200)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def machine(tmp_path):
    """A machine with a running systemd, below a folder; gives the folder."""
    root, fakes = tmp_path / "root", tmp_path / "fakes"
    (root / "run/systemd/system").mkdir(parents=True)
    fakes.mkdir()
    for name, does in FAKES.items():
        (fakes / name).write_text(f'#!/bin/sh\nset -eu\necho "{name} $*" >>"$DESTDIR/asked"\n{does}\n')
        (fakes / name).chmod(0o755)
    bad = root / "opt/jarapon/device/bad"
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as page:
        page.bad = lambda: bad.read_text() if bad.exists() else ""
        threading.Thread(target=page.serve_forever, daemon=True).start()
        (root / "etc/default").mkdir(parents=True)
        (root / "etc/default/jarapon").write_text(f'JARAPON_OPTIONS="--port {page.server_port}"\n')
        yield root
        page.shutdown()


@pytest.fixture
def checkout(tmp_path):
    """A copy of what is installed and run here, to be changed."""
    copy = tmp_path / "checkout"
    for part in ("device/system", "systemd"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("engines", "vision", "web", "cli"):
        (copy / part).mkdir()
    for part in ("device/__init__.py", "pyproject.toml", "requirements.lock", "Makefile"):
        shutil.copy(ROOT / part, copy / part)
    return copy


def update(machine, checkout, **environment):
    """Install a checkout on the machine; gives what was said."""
    path = f"{machine.parent / 'fakes'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "DESTDIR": str(machine), "PATH": path, "PYTHON": sys.executable, **environment}
    return run(["sh", str(checkout / "systemd" / "install.sh")], env=environment)


def releases(machine):
    return sorted(path.name for path in (machine / "opt/jarapon-releases").iterdir())


def in_use(machine):
    return (machine / "opt/jarapon").resolve().name


HOTSPOT = "etc/NetworkManager/system-connections/jarapon-hotspot.nmconnection"


def test_an_update_is_built_beside_the_version_that_runs_and_one_before_it_is_kept(machine, checkout):
    used = []
    for number in range(3):
        (checkout / "device/news.py").write_text(f"NUMBER = {number}\n")
        cut_off = machine / "opt/jarapon-releases/0.0-half/device"  # what a power cut left of a version
        cut_off.mkdir(parents=True)
        done = update(machine, checkout)
        assert (done.returncode, done.stderr) == (0, "")
        assert (machine / "opt/jarapon/device/news.py").read_text() == f"NUMBER = {number}\n"
        assert os.access(machine / "opt/jarapon/.venv/bin/jarapon", os.X_OK)
        assert not cut_off.parent.exists()
        used.append(in_use(machine))
    assert releases(machine) == sorted(used[1:])
    asked = (machine / "asked").read_text()
    assert asked.count("systemctl restart jarapon.service") == 3
    assert str((machine / "opt/jarapon").readlink()) == f"jarapon-releases/{used[-1]}"


def test_the_box_gets_a_wifi_of_its_own_whose_password_stays_and_port_80_unless_another_program_has_it(
    machine, checkout
):
    done = update(machine, checkout, PORT_80_TAKEN="yes")
    assert done.returncode == 0
    assert f"writing /{HOTSPOT}" in done.stdout
    assert "port 80 is another program's" in done.stdout
    profile = machine / HOTSPOT
    made = profile.read_text()
    assert "ssid=Jarapon-" in made
    assert profile.stat().st_mode & 0o777 == 0o600
    asked = (machine / "asked").read_text()
    assert f"nmcli connection load {profile}" in asked
    assert "systemctl enable jarapon-http.socket" in asked
    again = update(machine, checkout)
    assert f"/{HOTSPOT} is yours and stays" in again.stdout
    assert "another program's" not in again.stdout
    assert profile.read_text() == made


def test_a_version_that_cannot_be_built_changes_nothing(machine, checkout):
    update(machine, checkout)
    before, asked = files(machine / "opt"), (machine / "asked").read_text()
    failed = update(machine, checkout, BUILD_FAILS="yes")
    assert failed.returncode != 0
    assert "nothing has been changed" in failed.stderr
    assert files(machine / "opt") == before
    assert "restart" not in (machine / "asked").read_text()[len(asked) :]


@pytest.mark.full  # a new environment for Python takes ten seconds
def test_a_library_with_another_hash_is_not_installed(machine, checkout):
    update(machine, checkout)
    before = files(machine / "opt")
    package = checkout / "packages" / "gamelib-1.0-py3-none-any.whl"
    package.parent.mkdir()
    with zipfile.ZipFile(package, "w") as wheel:
        about = "Metadata-Version: 2.1\nName: gamelib\nVersion: 1.0\n"
        wheel.writestr("gamelib-1.0.dist-info/METADATA", about)
        wheel.writestr("gamelib-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("gamelib-1.0.dist-info/RECORD", "")
    (checkout / "requirements.lock").write_text(f"gamelib==1.0 --hash=sha256:{'0' * 64}\n")
    (machine.parent / "fakes" / "make").unlink()
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(package.parent), "PIP_CONFIG_FILE": os.devnull}
    failed = update(machine, checkout, **offline)
    assert failed.returncode != 0
    assert "DO NOT MATCH THE HASHES" in failed.stderr
    assert files(machine / "opt") == before


@pytest.mark.parametrize("bad", first(["in safe mode", "ends at once", "starts again", "dead"]))
def test_a_version_that_does_not_run_well_is_taken_back(machine, checkout, bad):
    update(machine, checkout)
    good = in_use(machine)
    (checkout / "device/bad").write_text(bad)
    unit_file = machine / "etc/systemd/system/jarapon.service"
    before = unit_file.read_bytes()
    with (checkout / "systemd/jarapon.service").open("a") as newer:
        newer.write("# of the newer version\n")
    failed = update(machine, checkout)
    assert failed.returncode == 1
    assert "the last words of the box" in failed.stderr
    assert "the version before runs again" in failed.stderr
    assert (in_use(machine), releases(machine)) == (good, [good])
    assert unit_file.read_bytes() == before


def test_a_first_version_that_does_not_run_well_stays_and_says_so(machine, checkout):
    (checkout / "device/bad").write_text("in safe mode")
    failed = update(machine, checkout)
    assert failed.returncode == 1
    assert "no version before it" in failed.stderr
    assert (machine / "opt/jarapon/device/bad").exists()


@pytest.mark.parametrize("bad", ["", "dead"])
def test_an_installation_from_before_there_were_releases_is_taken_over(machine, checkout, bad):
    old = machine / "opt/jarapon"
    shutil.copytree(checkout, old)
    (old / "engines/old.py").write_text("")
    if bad:
        (checkout / "device/bad").write_text(bad)
    done = update(machine, checkout)
    assert (done.returncode, old.is_symlink()) == (1 if bad else 0, True)
    assert (old / "engines/old.py").exists() == bool(bad)
    assert [name for name in releases(machine) if name.startswith("before-")]


def test_the_unit_hands_the_box_the_profile_that_the_installer_makes_and_none_where_there_is_none():
    given = dict(re.findall("^(LoadCredential|SetCredential)=(.*)$", UNIT.read_text(), re.M))
    assert given == {"LoadCredential": f"hotspot:/{HOTSPOT}", "SetCredential": "hotspot:none"}
    assert str(hotspot_profile.FILE) == f"/{HOTSPOT}"
    assert access_of("none") is None


def test_every_name_of_a_shared_network_leads_to_the_address_of_the_profile():
    told = (ROOT / "systemd" / "jarapon-shared.conf").read_text()
    assert re.findall("^[^#].*$", told, re.M) == [f"address=/#/{access_of(new_profile()).address}"]


def test_a_version_from_before_port_80_takes_it_away_again(machine, checkout):
    newer = ("jarapon-http.socket", "jarapon-http.service", "50-jarapon-polkit.rules", "jarapon-shared.conf")
    for name in newer:
        (checkout / "systemd" / name).rename(checkout / name)
    assert update(machine, checkout).returncode == 0
    for name in newer:
        (checkout / name).rename(checkout / "systemd" / name)
    (checkout / "device/bad").write_text("dead")
    failed = update(machine, checkout)
    assert "the version before runs again" in failed.stderr
    assert not [name for name in files(machine / "etc") if "http" in name or "polkit" in name or "dnsmasq" in name]


def test_port_80_sends_phones_to_the_port_of_the_box():
    program, *words = shlex.split(unit(UNIT.with_name("jarapon-http.service"))["Service"]["ExecStart"])
    assert program == "/opt/jarapon/.venv/bin/python"
    assert words[-3:] == ["--port", str(USUAL_PORTS[0]), "$JARAPON_OPTIONS"]
    assert importlib.util.find_spec(words[words.index("-m") + 1])
