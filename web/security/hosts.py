"""Under which names the box answers.

A page on the internet can have its own name lead to an address in the home network (DNS rebinding), and then its
scripts would be our own page's in the browser's eyes. Such a name gives itself away: it is not one of ours. An address
in numbers cannot be such a name, so every one is right.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence

_PORT = re.compile(r":\d{1,5}$")


def is_own_name(host: str, names: Sequence[str] = ()) -> bool:
    """Whether the `Host` of a request means this machine; `names` are further ones that it is known by.

    >>> is_own_name("192.168.1.23:8000"), is_own_name("localhost"), is_own_name("evil.example")
    (True, True, False)
    >>> is_own_name("Box.Home:8000", ["box.home"])
    True
    """
    name = _PORT.sub("", host).removesuffix(".").lower()
    return _is_address(name) or name in {"localhost", *(own.lower() for own in names)} or _is_machines(name)


def _is_address(name: str) -> bool:
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        return False
    return True


def _is_machines(name: str) -> bool:
    """The machine's own name, bare, as it is, or in the network: Avahi adds a number when another one has it."""
    own = socket.gethostname().lower()
    bare = own.partition(".")[0]
    return name in (own, bare) or re.fullmatch(rf"{re.escape(bare)}(-\d+)?\.local", name) is not None
