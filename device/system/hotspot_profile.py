"""The profile of the box's own Wi-Fi, as NetworkManager keeps it: made once by root, when the box is installed.

    sudo python -m device.system.hotspot_profile /etc/NetworkManager/system-connections/jarapon-hotspot.nmconnection

The box may activate and read it, but not write it: whoever may write profiles can read the password of every Wi-Fi
that this machine knows, and redirect its name resolution.
"""

import configparser
import os
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

NAME = "jarapon-hotspot"
FILE = Path(f"/etc/NetworkManager/system-connections/{NAME}.nmconnection")
# The same number four times is easy to type, and no common default; NetworkManager's is 10.42.0.1.
ADDRESS = "10.10.10.10"
# The credential that systemd loads for the service (LoadCredential= in jarapon.service).
_CREDENTIAL = "hotspot"
_CONSONANTS, _VOWELS = "bdghkmnprstz", "aeiou"
_DIGITS = "23456789"  # 0 and 1 look like letters
_SUFFIX = "ACEFHJKNPRTUVXY3479"  # no wide letters: the name must fit beside its QR code
# WPA2, since the Pi's Wi-Fi can be no access point with WPA3 (raspberrypi/linux, issue 4718), and without protected
# management frames, with which phones cannot join it (issue 3619). The band is the one that every phone has.
_FORM = """\
[connection]
id={name}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn;
pairwise=ccmp;
group=ccmp;
pmf=1
psk={password}

[ipv4]
method=shared
address1={address}/24

[ipv6]
method=disabled
"""


@dataclass(frozen=True)
class HotspotAccess:
    """How a phone joins the box's own Wi-Fi."""

    ssid: str
    password: str
    address: str  # of the box there (IPv4)


def new_password() -> str:
    """Four syllables and four digits, which a child can type: one of 2^36 passwords.

    That keeps passers-by out. Whoever joins may watch; changing something takes a code from the box's display.

    >>> re.fullmatch("([b-z][aeiou]){4}-[2-9]{4}", new_password()) is not None
    True
    """
    syllables = [secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(4)]
    return "".join(syllables) + "-" + "".join(secrets.choice(_DIGITS) for _ in range(4))


def new_profile() -> str:
    """A profile with a new password and a random suffix of two characters, which distinguishes boxes in one room."""
    ssid = "Jarapon-" + "".join(secrets.choice(_SUFFIX) for _ in range(2))
    return _FORM.format(name=NAME, ssid=ssid, password=new_password(), address=ADDRESS)


def access_of(profile: str) -> HotspotAccess | None:
    """The access that a profile gives phones; None where it is no profile of a Wi-Fi with a password.

    >>> access_of("[wifi]\\nssid=Jarapon-7K\\n[wifi-security]\\npsk=kimonasu-4827\\n[ipv4]\\naddress1=10.10.10.10/24")
    HotspotAccess(ssid='Jarapon-7K', password='kimonasu-4827', address='10.10.10.10')
    """
    read = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        read.read_string(profile)
        address = re.split("[/,]", read["ipv4"]["address1"])[0]
        return HotspotAccess(read["wifi"]["ssid"], read["wifi-security"]["psk"], address)
    except (configparser.Error, KeyError):
        return None


def known_access(file: Path = FILE) -> HotspotAccess | None:
    """The access of the installed profile; None where there is none, or this process may not read it."""
    given = os.environ.get("CREDENTIALS_DIRECTORY")
    try:
        return access_of((Path(given) / _CREDENTIAL if given else file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def write_profile(file: Path) -> None:
    """Write a new profile that only root may read. Raises `FileExistsError`: the old password may be in use."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
        written.write(new_profile())


if __name__ == "__main__":
    write_profile(Path(sys.argv[1]))
