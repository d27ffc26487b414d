"""Which host names the box answers to, as a defence against DNS rebinding.

A page on the internet can make its own name resolve to an address in the home network; its scripts then have the same
origin as our page. Such a name is not one of ours. A numeric address cannot be rebound, so any is accepted.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence

_PORT = re.compile(r":\d{1,5}$")


def is_own_name(host: str, names: Sequence[str] = ()) -> bool:
    """Whether the `Host` of a request is this machine; `names` are further names of it.

    >>> is_own_name("192.168.1.23:8000"), is_own_name("localhost"), is_own_name("evil.example")
    (True, True, False)
    >>> is_own_name("Box.Home:8000", ["box.home"])
    True
    """
    name = without_port(host).removesuffix(".").lower()
    is_address = _address_of(name) is not None
    return is_address or name in {"localhost", *(own.lower() for own in names)} or _is_machine_name(name)


def is_loopback(name: str) -> bool:
    """Whether an address, or the name in a `Host`, is that of the loopback.

    >>> [is_loopback(name) for name in ("127.0.0.1", "[::1]", "::ffff:127.0.0.1", "localhost", "192.168.1.23")]
    [True, True, True, True, False]
    """
    address = _address_of(name)
    mapped = getattr(address, "ipv4_mapped", None)  # of IPv6 alone
    return name.lower() == "localhost" if address is None else (mapped or address).is_loopback


def without_port(host: str) -> str:
    """The name or address in a `Host`."""
    return _PORT.sub("", host)


def _address_of(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        return None


def _is_machine_name(name: str) -> bool:
    """Whether it is the machine's own name, bare, full or `.local`; Avahi adds a number if the name is taken."""
    own = socket.gethostname().lower()
    bare = own.partition(".")[0]
    return name in (own, bare) or re.fullmatch(rf"{re.escape(bare)}(-\d+)?\.local", name) is not None
