"""Other addresses at which a page can find its box again after the address changed.

They are the box's name, its other addresses, and its address in its own Wi-Fi. The page's script tries them when it
loses the box, and moves to where the same box answers.
"""

import hashlib
import secrets
from functools import cache
from pathlib import Path
from typing import cast

from flask import g, request

from device.phones.addresses import local_name, own_addresses, url_of
from device.system.hotspot_profile import known_access
from device.system.start_options import USUAL_HOST

PAGE_HOST = "jarapon.host"  # key in the WSGI environment
_MACHINE = Path("/etc/machine-id")


def other_origins() -> list[str]:
    """The origins of the box, except that of the current request."""
    if "places" not in g:
        port, offered = int(request.environ["SERVER_PORT"]), known_access()
        hosts = [local_name(page_host()), *own_addresses(page_host()), offered.address if offered else ""]
        # A Content-Security-Policy cannot name an IPv6 address.
        found = dict.fromkeys(url_of(host, port) for host in hosts if host and ":" not in host)
        g.places = [place for place in found if place != request.host_url.rstrip("/")]
    return cast(list[str], g.places)


def page_host() -> str:
    """The address at which the page listens."""
    return str(request.environ.get(PAGE_HOST, USUAL_HOST))


@cache
def box_id() -> str:
    """A stable identifier of this box that reveals nothing else about it.

    It cannot be guessed, so a page that names it was served by this box.
    """
    try:
        machine = _MACHINE.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return secrets.token_hex(16)
    return hashlib.sha256(f"jarapon {machine}".encode()).hexdigest()[:32]
