"""`jarapon first-boot`: files with which a fresh Raspberry Pi OS installs itself, as far as no Pi is needed."""

import io
import json
import os
import re
import runpy
import shutil
import site
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from cli.main import main
from device.oled.pages.installing import installing_pages
from device.system.first_boot import ARCHIVE
from device.testing.display import SH1106, SSD1306, Chip, DisplayBus
from tests.support.paths import ROOT
from tests.support.system_tools import needs
from tests.support.tiers import first

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl aya@desk"
SSID = 'はる "🀄": #1'
WIFI = ("--wifi", SSID, "--password", "correct horse", "--country", "jp")
NAMES = {"user-data", "network-config", "meta-data", ARCHIVE}

needs_cloud_init = needs("cloud-init")
needs_netplan = needs("netplan")


def first_boot(folder: Path, *words: str, lang: str = "en") -> int:
    return main(["--lang", lang, "first-boot", "--out", str(folder), *words])


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a Japanese box with a Wi-Fi and a key is given, from an English computer."""
    folder = tmp_path_factory.mktemp("card")
    (folder / "key.pub").write_text(KEY + "\n")
    assert first_boot(folder / "bootfs", *WIFI, "--language", "ja", "--ssh-key", str(folder / "key.pub")) == 0
    return folder / "bootfs"


def test_the_files_say_what_was_asked_for_and_keep_the_password_to_themselves(card: Path) -> None:
    assert {path.name for path in card.iterdir()} == NAMES | {"ssh"}
    network = yaml.safe_load((card / "network-config").read_text(encoding="utf-8"))["network"]
    wlan = network["wifis"]["wlan0"]
    assert wlan["regulatory-domain"] == "JP"
    assert list(wlan["access-points"]) == [SSID]
    assert re.fullmatch("[0-9a-f]{64}", wlan["access-points"][SSID]["password"])
    assert not any(b"correct horse" in path.read_bytes() for path in card.iterdir())
    user_data = (card / "user-data").read_text(encoding="utf-8")
    assert user_data.startswith("#cloud-config\n")
    asked = yaml.safe_load(user_data)
    assert asked["hostname"] == "jarapon"
    assert asked["users"][0]["ssh_authorized_keys"] == [KEY]
    assert asked["users"][0]["lock_passwd"] is True
    with tarfile.open(card / ARCHIVE) as program:
        assert b"JARAPON_COUNTRY=JP\n" in program.extractfile("first-boot.env").read()


@pytest.fixture
def settings_alone(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Leaves the program out, which takes long to be packed; gives the countries that are packed with it."""
    countries: list[str] = []

    def packed(_program: Path, _language: str, country: str, _screens: bytes) -> bytes:
        countries.append(country)
        return b""

    monkeypatch.setattr("device.system.first_boot._archive", packed)
    return countries


@pytest.mark.usefixtures("settings_alone")
def test_without_wifi_the_box_uses_its_cable_and_without_a_key_nobody_logs_in(tmp_path: Path) -> None:
    assert first_boot(tmp_path, "--hostname", "table-2") == 0
    network = yaml.safe_load((tmp_path / "network-config").read_text())["network"]
    assert set(network) == {"version", "ethernets"}
    asked = yaml.safe_load((tmp_path / "user-data").read_text())
    assert asked["hostname"] == "table-2"
    assert {path.name for path in tmp_path.iterdir()} == NAMES
    assert "sudo" not in asked["users"][0]


def test_the_country_opens_the_wifi_of_a_box_with_a_cable_too(tmp_path: Path, settings_alone: list[str]) -> None:
    """Without it the Wi-Fi stays blocked, and so does one of the box's own."""
    for number, words in enumerate(((), ("--country", "jp"), WIFI)):
        assert first_boot(tmp_path / str(number), *words) == 0
    assert settings_alone == ["", "JP", "JP"]


@pytest.mark.usefixtures("settings_alone")
def test_the_box_goes_by_the_time_zone_of_the_computer_or_by_another(
    tmp_path: Path, live_in: Callable[[str], None]
) -> None:
    live_in("Europe/London")
    for number, (words, zone) in enumerate({(): "Europe/London", ("--timezone", "Asia/Tokyo"): "Asia/Tokyo"}.items()):
        assert first_boot(tmp_path / str(number), *words) == 0
        assert yaml.safe_load((tmp_path / str(number) / "user-data").read_text())["timezone"] == zone


@pytest.mark.usefixtures("settings_alone")
def test_a_key_of_an_earlier_time_opens_nothing_any_more(card: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(card, tmp_path / "bootfs")
    assert first_boot(folder, "--replace") == 0
    assert {path.name for path in folder.iterdir()} == NAMES


def raspberry_pi_os(folder: Path, *files: str) -> Path:
    """A card's boot partition as it comes."""
    folder.mkdir()
    for name in ("cmdline.txt", "config.txt", *files):
        (folder / name).write_text("# of the system\n")
    return folder


@pytest.mark.usefixtures("settings_alone")
@pytest.mark.parametrize(("lang", "ready", "copy"), [("en", "ready", "Put them"), ("ja", "できました", "に入れて")])
def test_it_says_whether_the_card_is_ready_or_files_have_to_be_put_there(
    lang: str, ready: str, copy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = raspberry_pi_os(tmp_path / "bootfs", "user-data", "network-config", "meta-data")
    assert first_boot(card, "--replace", lang=lang) == 0
    told = capsys.readouterr().out
    assert ready in told
    assert copy not in told
    assert first_boot(tmp_path / "folder", lang=lang) == 0
    assert copy in capsys.readouterr().out


@pytest.mark.usefixtures("settings_alone")
def test_a_card_that_imager_has_given_settings_takes_these(tmp_path: Path) -> None:
    """Imager's name for its settings would count, so that files that are written again would not be taken."""
    card = raspberry_pi_os(tmp_path / "bootfs", "user-data", "network-config", "meta-data")
    options = card / "cmdline.txt"
    options.write_bytes(
        b"console=tty1 root=PARTUUID=1-02 rootwait ds=nocloud;i=rpi-imager-17641 cfg80211.ieee80211_regdom=JP"
    )
    assert first_boot(card, "--replace") == 0
    assert options.read_bytes() == b"console=tty1 root=PARTUUID=1-02 rootwait cfg80211.ieee80211_regdom=JP"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_card_with_an_older_system_is_refused(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It would read none of the files, and start as if there were none."""
    card = raspberry_pi_os(tmp_path / "bootfs")
    before = sorted(card.iterdir())
    assert first_boot(card, "--replace", lang=lang) == 2
    assert "Raspberry Pi OS 13" in capsys.readouterr().err
    assert sorted(card.iterdir()) == before


@needs_cloud_init
def test_cloud_init_finds_nothing_wrong_with_the_settings(card: Path, tmp_path: Path) -> None:
    def judged(file: Path) -> int:
        return subprocess.run(["cloud-init", "schema", "--config-file", str(file)], check=False).returncode

    assert judged(card / "user-data") == 0
    (tmp_path / "user-data").write_text((card / "user-data").read_text().replace('"ssh_pwauth": false', '"users": 5'))
    assert judged(tmp_path / "user-data") != 0


def netplan_made(card: Path, folder: Path) -> str:
    """The connection for NetworkManager that the image's netplan makes of the card's Wi-Fi."""
    (folder / "etc/netplan").mkdir(parents=True)
    shutil.copy(card / "network-config", folder / "etc/netplan/50-cloud-init.yaml")
    # This stands in the image.
    (folder / "etc/netplan/00-all.yaml").write_text("network: {version: 2, renderer: NetworkManager}\n")
    subprocess.run(["netplan", "generate", "--root-dir", str(folder)], check=True)
    return next(folder.rglob("*netplan-wlan0-*")).read_text(encoding="utf-8")


@needs_netplan
def test_netplan_makes_a_connection_of_the_wifi(card: Path, tmp_path: Path) -> None:
    made = netplan_made(card, tmp_path)
    key = json.loads((card / "network-config").read_text())["network"]["wifis"]["wlan0"]["access-points"][SSID]
    assert f"psk={key['password']}" in made
    assert "key-mgmt=wpa-psk" in made
    assert "hidden" not in made


@pytest.mark.usefixtures("settings_alone")
@needs_netplan
@pytest.mark.parametrize(
    "ssid", first(["🍣;#[x]=1", r"  a\b $HOME `id` %s", "0123", "わが家", "'quotes\"", "yes", "~"], 3)
)
def test_any_name_of_a_hidden_wifi_is_kept_to_the_letter(ssid: str, tmp_path: Path) -> None:
    words = ("--wifi", ssid, "--hidden", "--password", r"""\$"'`d x!%s""", "--country", "JP")
    assert first_boot(tmp_path / "card", *words) == 0
    made = netplan_made(tmp_path / "card", tmp_path)
    kept = re.search("^ssid=(.*)$", made, re.M)
    assert kept
    # As NetworkManager reads it: `\s` is a space.
    assert re.sub(r"\\(.)", lambda sign: " " if sign[1] == "s" else sign[1], kept[1]) == ssid
    assert "hidden=true" in made.splitlines()


@pytest.mark.parametrize(("words", "en", "ja"), [
    (("--wifi", "あ" * 11, *WIFI[2:]), "33 bytes", "33バイト"),
    (("--wifi", "", *WIFI[2:]), "0 bytes", "0バイト"),
    (("--wifi", "a\x07b", *WIFI[2:]), "invisible", "見えない"),
    (("--wifi", "home", "--password", "seven77", "--country", "JP"), "8 to 63", "8〜63"),
    (("--wifi", "home", "--password", "x" * 64, "--country", "JP"), "8 to 63", "8〜63"),
    (("--wifi", "home", "--password", "ひみつのことば！", "--country", "JP"), "8 to 63", "8〜63"),
    (("--wifi", "home", "--password", "", "--country", "JP"), "cable", "LANケーブル"),
    (("--wifi", "home", "--password", "correct horse"), "is missing", "書いてありません"),
    (("--wifi", "home", "--country", "JP"), "--password", "--password"),
    (("--country", "Japan"), "--country JP", "--country JP"),
    (("--country", "JA"), "“JA”", "「JA」"),
    (("--country", "UK"), "GB", "GB"),
    (("--hidden",), "--wifi", "--wifi"),
    (("--language", "fr"), "fr", "fr"),
    (("--hostname", "My Box"), "My Box", "My Box"),
    (("--timezone", "Asia/Tokio"), "Asia/Tokio", "Asia/Tokio"),
    (("--ssh-key", "no/such.pub"), "no/such.pub", "no/such.pub"),
    (("--ssh-key", str(ROOT / "LICENSE")), ".pub", ".pub"),
])  # fmt: skip
def test_what_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...], en: str, ja: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, said in (("en", en), ("ja", ja)):
        try:
            assert first_boot(tmp_path / "bootfs", *words, lang=lang) == 2
        except SystemExit as ended:  # words that are wrong for any command
            assert ended.code == 2
        told = capsys.readouterr().err
        assert said in told
        assert len(told.splitlines()) == 1
    assert not (tmp_path / "bootfs").exists()


@pytest.mark.usefixtures("settings_alone")
def test_nothing_is_overwritten_unless_that_is_asked_for_and_then_a_card_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same settings too: where the archive was damaged, cloud-init would not unpack it again."""
    (tmp_path / "user-data").write_text("mine")
    assert first_boot(tmp_path, *WIFI) == 2
    assert "user-data" in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("user-data", "mine")]
    instances = set()
    for _ in range(2):
        assert first_boot(tmp_path, *WIFI, "--replace") == 0
        instances.add(yaml.safe_load((tmp_path / "meta-data").read_text())["instance-id"])
    assert (tmp_path / "user-data").read_text() != "mine"
    assert len(instances) == 2


@pytest.mark.full
def test_the_archive_holds_no_leftovers_and_is_the_same_each_time(card: Path, tmp_path: Path) -> None:
    assert first_boot(tmp_path, *WIFI, "--language", "ja") == 0
    packed = (card / ARCHIVE).read_bytes()
    assert (tmp_path / ARCHIVE).read_bytes() == packed
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        assert not [name for name in archive.getnames() if "__pycache__" in name]
        assert {(member.uid, member.uname) for member in archive} == {(0, "")}


@pytest.mark.full
def test_what_the_archive_holds_is_enough_to_run(card: Path, tmp_path: Path) -> None:
    """The installer's own last check, with the libraries of this environment and nothing else of this checkout."""
    shutil.unpack_archive(card / ARCHIVE, tmp_path)
    code = f"import sys; sys.path[:0] = {[str(tmp_path), *site.getsitepackages()]}; from cli.main import main; main()"
    done = subprocess.run([sys.executable, "-ISc", code, "games"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "reversi" in done.stdout


def screens_in(card: Path, folder: Path) -> Path:
    """What the card brings for the display, beside the program that shows it."""
    shutil.unpack_archive(card / ARCHIVE, folder)
    return folder / "first-boot-screens.json"


@pytest.mark.parametrize(
    ("chip", "address"), first([(SSD1306, 0x3C), (SH1106, 0x3D), (SSD1306, 0x3D), (SH1106, 0x3C)], 2)
)
def test_the_display_shows_how_far_it_is_before_any_library_is_there(
    chip: type[Chip], address: int, card: Path, tmp_path: Path
) -> None:
    screens = screens_in(card, tmp_path)
    show = runpy.run_path(str(tmp_path / "systemd/first_boot_screen.py"))["main"]
    bus = PlainBus(DisplayBus(chip, address))
    for name, page in installing_pages("ja", has_wifi=True).items():
        assert show(screens, name, tmp_path, lambda _: bus) == 0
        assert bus.display.picture() == page.image.tobytes()
    bus.display.unplug()
    assert show(screens, "1", tmp_path, lambda _: bus) == 1


def test_the_program_that_shows_it_needs_only_a_fresh_systems_own_python(card: Path, tmp_path: Path) -> None:
    screens = screens_in(card, tmp_path)
    program = [sys.executable, "-I", "-S", str(tmp_path / "systemd/first_boot_screen.py"), str(screens), "1"]
    done = subprocess.run([*program, os.devnull], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "goes on without it" in done.stdout


class PlainBus:
    """The kernel's bus as `first_boot_screen.py` sees it, with a display on it."""

    def __init__(self, display: DisplayBus) -> None:
        self.display, self.address = display, 0

    def choose(self, address: int) -> None:
        self.address = address

    def write(self, data: bytes) -> None:
        self.display.write(self.address, list(data))

    def read(self) -> int:
        return self.display.read_byte(self.address)


class Pi:
    """A fresh Pi below a folder, with the card's files and programs that only note how they were called."""

    def __init__(self, folder: Path, card: Path) -> None:
        self.root, self.fakes, self.asked = folder / "root", folder / "fakes", folder / "asked"
        shutil.copytree(card, self.root / "boot/firmware")
        (self.root / "opt").mkdir()
        self.fakes.mkdir()
        for name in ("raspi-config", "nmcli", "nm-online", "apt-get", "systemctl", "python3"):
            self.fake(name, "exit 0")
        path = f"{self.fakes}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "DESTDIR": str(self.root)}

    def fake(self, name: str, does: str) -> None:
        (self.fakes / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{self.asked}\n{does}\n')
        (self.fakes / name).chmod(0o755)

    def start(self) -> None:
        """What cloud-init does: the command that it is told to run once."""
        command = yaml.safe_load((self.root / "boot/firmware/user-data").read_text(encoding="utf-8"))["bootcmd"][0]
        assert command[:5] == ["cloud-init-per", "instance", "jarapon", "sh", "-c"]
        here = re.sub("/(opt|boot)/", rf"{self.root}/\1/", command[5])
        subprocess.run(["sh", "-c", here], env=self.environment, check=True)

    def install(self) -> int:
        """What the service does that cloud-init has started."""
        unit = (self.root / "opt/jarapon-first-boot/systemd/jarapon-first-boot.service").read_text()
        program = re.search("^ExecStart=/bin/sh (.*)$", unit, re.M)
        settings = re.search("^EnvironmentFile=(.*)$", unit, re.M)
        assert program
        assert settings
        lines = (self.root / settings[1][1:]).read_text().splitlines()
        environment = self.environment | dict(line.split("=") for line in lines)
        done = subprocess.run(["sh", str(self.root / program[1][1:])], env=environment, check=False)
        return done.returncode

    @property
    def shown(self) -> list[str]:
        """The names of the pictures that the display was given, in order."""
        return re.findall(
            r"first_boot_screen\.py .*first-boot-screens\.json (\S+) .*/dev/i2c-1$", self.asked.read_text(), re.M
        )

    @property
    def log(self) -> str:
        return (self.root / "boot/firmware/jarapon-log.txt").read_text()


def test_a_fresh_pi_with_these_files_installs_itself_once(card: Path, tmp_path: Path) -> None:
    pi = Pi(tmp_path, card)
    pi.start()
    assert "systemctl start --no-block jarapon-first-boot.service" in pi.asked.read_text()
    assert pi.install() == 0
    asked = pi.asked.read_text()
    for words in (
        "raspi-config nonint do_wifi_country JP", "nmcli radio wifi on", "raspi-config nonint do_i2c 0",
        "python3-picamera2", "systemctl disable jarapon-first-boot.service",
    ):  # fmt: skip
        assert words in asked
    assert "--lang ja" in (pi.root / "etc/default/jarapon").read_text()
    assert (pi.root / "opt/jarapon/cli/main.py").is_file()
    assert (pi.root / "etc/systemd/system/jarapon.service").is_file()
    assert not (pi.root / "opt/jarapon-first-boot").exists()
    assert "done" in pi.log.splitlines()[-1]
    assert pi.shown == ["1", "2", "3", "4"]
    assert asked.index("do_i2c 0") < asked.index("first_boot_screen.py")


@pytest.mark.full
def test_a_program_that_was_copied_only_in_part_is_named_where_people_look(card: Path, tmp_path: Path) -> None:
    pi = Pi(tmp_path, card)
    archive = pi.root / "boot/firmware" / ARCHIVE
    archive.write_bytes(archive.read_bytes()[:1_000_000])
    with pytest.raises(subprocess.CalledProcessError):
        pi.start()
    assert ARCHIVE in pi.log
    assert "first-boot --replace" in pi.log


@pytest.fixture
def pi(card: Path, tmp_path: Path) -> Pi:
    """One that was started with the card."""
    pi = Pi(tmp_path, card)
    pi.start()
    return pi


@pytest.mark.full
def test_a_pi_without_a_display_installs_itself_all_the_same(pi: Pi) -> None:
    pi.fake("python3", "exit 1")
    assert pi.install() == 0
    assert "done" in pi.log.splitlines()[-1]


@pytest.mark.full
@pytest.mark.parametrize(("fails", "step"), [("nm-online", "2 of 4"), ("apt-get", "3 of 4")])
def test_the_log_says_what_did_not_work_and_the_next_try_goes_on(fails: str, step: str, pi: Pi) -> None:
    pi.fake(fails, "exit 100")
    assert pi.install() != 0
    last = pi.log.splitlines()[-1]
    assert "did not work" in last
    assert step in last
    assert pi.shown == [str(number) for number in range(1, int(step[0]) + 1)] + [f"{step[0]}-failed"]
    assert not (pi.root / "opt/jarapon").exists()
    pi.fake(fails, "exit 0")
    assert pi.install() == 0
    assert "done" in pi.log.splitlines()[-1]


@pytest.mark.full
def test_a_card_that_cannot_be_written_is_shown_on_the_display(pi: Pi) -> None:
    (pi.root / "boot/firmware/jarapon-log.txt").mkdir()
    assert pi.install() != 0
    assert pi.shown == ["1-failed"]
