"""Builds the files for a card's boot partition with which Raspberry Pi OS 13 installs the box by itself.

Its images read `user-data`, `network-config` and `meta-data` there once, at the first start (cloud-init, NoCloud). They
are YAML; JSON is YAML too, so no library is needed. The program lies beside them in an archive, so that nothing has to
be cloned; `systemd/first-boot.sh` says what is done with it.
"""

import gzip
import hashlib
import io
import json
import re
import secrets
import tarfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from device.system.household_time import known_zone
from engines.messages import Refusal, message

ARCHIVE = "jarapon.tar.gz"
FOLDER = "/opt/jarapon-first-boot"
LOG = "jarapon-log.txt"
SSH = "ssh"
# The account for people, beside that of the service. An image without one asks for it on a screen.
ACCOUNT = "keeper"
_BOOT = "/boot/firmware"
_UNIT = "jarapon-first-boot.service"
# ISO 3166, which the rules for Wi-Fi go by.
_COUNTRIES = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""


@dataclass(frozen=True)
class Network:
    """A Wi-Fi that the box is to join."""

    ssid: str
    key: str  # the pre-shared key derived from its password: 64 hexadecimal digits
    country: str  # ISO 3166, whose radio regulations apply
    is_hidden: bool = False  # it does not broadcast its name


def wifi(ssid: str, password: str, country: str, is_hidden: bool = False) -> Network:
    """A Wi-Fi by its name and password; raises `Refusal` for invalid ones.

    >>> wifi("IEEE", "password", "jp")  # the example of IEEE 802.11i, annex H.4.1
    Network(ssid='IEEE', key='f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e', country='JP', ...)
    """
    if not 1 <= len(ssid.encode()) <= 32 or any(unicodedata.category(sign)[0] == "C" for sign in ssid):
        raise Refusal(message("first_boot.bad_ssid", bytes=len(ssid.encode())))
    if not password:
        raise Refusal(message("first_boot.open_wifi"))
    if not re.fullmatch("[ -~]{8,63}", password):
        raise Refusal(message("first_boot.bad_password", signs=len(password)))
    country = country_code(country)
    key = hashlib.pbkdf2_hmac("sha1", password.encode(), ssid.encode(), 4096, 32)
    return Network(ssid, key.hex(), country, is_hidden)


def country_code(country: str) -> str:
    """The ISO 3166 code of a country, in capitals; raises `Refusal` for any other text."""
    if not country:
        raise Refusal(message("first_boot.no_country"))
    if country.upper() not in _COUNTRIES.split():
        raise Refusal(message("first_boot.bad_country", country=country))
    return country.upper()


def boot_files(
    program: Path,
    language: str,
    hostname: str,
    network: Network | None,
    ssh_key: str,
    screens: bytes,
    country: str = "",
    timezone: str = "",
) -> dict[str, bytes]:
    """The files by name; raises `Refusal` for invalid settings.

    `program` is the folder that `systemd/install.sh` installs from, `screens` the file of the display's pictures during
    the installation. Without a `network` the box uses its cable, without an `ssh_key` nobody can log in. A box with a
    cable needs a `country` for a Wi-Fi of its own; without a `timezone` it keeps the system's.
    """
    if not re.fullmatch("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", hostname):
        raise Refusal(message("first_boot.bad_hostname", hostname=hostname))
    if ssh_key and not re.fullmatch(r"(ssh|ecdsa|sk)-[!-~]+ [A-Za-z0-9+/=]+( [ -~]*)?", ssh_key):
        raise Refusal(message("first_boot.bad_key"))
    user = b"#cloud-config\n" + _yaml(_user_data(hostname, ssh_key, known_zone(timezone) if timezone else ""))
    files = {"user-data": user, "network-config": _yaml(_network_config(network))}
    # A card that was booted before takes settings only with a new instance id, even the same ones: cloud-init does not
    # unpack the program a second time otherwise, even if it failed the first time.
    files["meta-data"] = _yaml({"dsmode": "local", "instance-id": f"jarapon-{secrets.token_hex(6)}"})
    # A file of this name enables the SSH server, which is off in the image.
    ssh = {SSH: b""} if ssh_key else {}
    return files | ssh | {ARCHIVE: _archive(program, language, network.country if network else country, screens)}


def _yaml(value: object) -> bytes:
    # Not in ASCII: YAML has no surrogate pairs, by which JSON escapes other characters.
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def _user_data(hostname: str, ssh_key: str, timezone: str) -> dict[str, object]:
    account: dict[str, object] = {
        "name": ACCOUNT,
        "groups": "users,adm,audio,netdev,video,plugdev,input,gpio,spi,i2c,render,sudo",
        "shell": "/bin/bash",
        "lock_passwd": True,
    }
    data: dict[str, object] = {"hostname": hostname, "manage_etc_hosts": True, "users": [account], "ssh_pwauth": False}
    if timezone:
        data["timezone"] = timezone
    if ssh_key:
        account |= {"ssh_authorized_keys": [ssh_key], "sudo": "ALL=(ALL) NOPASSWD:ALL"}
    begin = (
        f"mkdir -p {FOLDER} && tar -xzf {_BOOT}/{ARCHIVE} --no-same-owner -C {FOLDER} && "
        f"systemctl enable {FOLDER}/systemd/{_UNIT} && systemctl start --no-block {_UNIT} || "
        f"{{ echo 'jarapon: {ARCHIVE} is not whole: run jarapon first-boot --replace' >>{_BOOT}/{LOG}; exit 1; }}"
    )
    # Not `runcmd`, which waits for the dialogue that asks for an account where there is none.
    data["bootcmd"] = [["cloud-init-per", "instance", "jarapon", "sh", "-c", begin]]
    return data


def _network_config(network: Network | None) -> dict[str, object]:
    """As Raspberry Pi Imager writes it; the image passes all of it to NetworkManager."""
    config: dict[str, object] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if network is not None:
        hidden = {"hidden": True} if network.is_hidden else {}
        config["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": network.country,
                "access-points": {network.ssid: {"password": network.key, **hidden}},
            }
        }
    return {"network": config}


def _archive(program: Path, language: str, country: str, screens: bytes) -> bytes:
    """The archive of the program, with the settings of its installer."""
    installer = program / "systemd" / "install.sh"
    if not installer.is_file():
        raise Refusal(message("first_boot.no_program", folder=str(program)))
    parts = re.findall('^PARTS="(.*)"$', installer.read_text(encoding="utf-8"), re.M)[0].split()
    packed = io.BytesIO()
    # Without the time, so that the same program gives the same archive.
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as squeezed, tarfile.open(fileobj=squeezed, mode="w") as tar:
        for part in parts:
            tar.add(program / part, part, filter=_without_leftovers)
        said = f"JARAPON_LANGUAGE={language}\nJARAPON_COUNTRY={country}\n".encode()
        for name, data in (("first-boot.env", said), ("first-boot-screens.json", screens)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def _without_leftovers(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if Path(member.name).name == "__pycache__":
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
