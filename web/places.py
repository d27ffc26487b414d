"""Where else a page may find its box, when the address changes at which it was opened.

A page that was opened at one address knows no later one. What it can know is the box's name, its other addresses, and
the one that it has in its own Wi-Fi; its script tries these when the box is lost, and goes where the same box answers.
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

PAGE_HOST = "jarapon.host"  # in the environment of a request
_MACHINE = Path("/etc/machine-id")


def other_places() -> list[str]:
    """The origins under which the box may be found, besides the one at which it was asked."""
    if "places" not in g:
        port, offered = int(request.environ["SERVER_PORT"]), known_access()
        hosts = [local_name(page_host()), *own_addresses(page_host()), offered.address if offered else ""]
        # A policy of what a page may ask (CSP) cannot name an address of IPv6.
        found = dict.fromkeys(url_of(host, port) for host in hosts if host and ":" not in host)
        g.places = [place for place in found if place != request.host_url.rstrip("/")]
    return cast(list[str], g.places)


def page_host() -> str:
    """The address at which the page listens."""
    return str(request.environ.get(PAGE_HOST, USUAL_HOST))


@cache
def box_id() -> str:
    """What tells this box from any other one, the same after every start; nothing else can be learned from it.

    Nobody can guess it, so that a page that names it has been one of this box's.
    """
    try:
        machine = _MACHINE.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return secrets.token_hex(16)
    return hashlib.sha256(f"jarapon {machine}".encode()).hexdigest()[:32]
