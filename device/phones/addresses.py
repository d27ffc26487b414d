"""Under which address phones find this machine, which may have several: cable, Wi-Fi, containers, tunnels.

Nothing is sent to anybody to find out, so it works in a home network without the internet.
"""

import ipaddress
import socket
from collections.abc import Iterable
from pathlib import Path

import ifaddr

# What programs make to reach their own containers and tunnels; no phone is behind them.
_NOT_FOR_PHONES = (
    "lo", "docker", "br-", "veth", "virbr", "vnet", "vmnet", "vboxnet", "lxc", "lxd", "cni", "flannel", "cali",
    "podman", "tun", "tap", "wg", "tailscale", "zt", "ppp",
)  # fmt: skip
_AVAHI = Path("/run/avahi-daemon/pid")
_USUAL_PORT = 80


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine that phones may reach, the likeliest first; none where it is in no network."""
    adapters = ifaddr.get_adapters()
    found = [(adapter.name, str(address.ip)) for adapter in adapters for address in adapter.ips if address.is_IPv4]
    return ranked(found, _outgoing_address())


def ranked(found: Iterable[tuple[str, str]], outgoing: str = "") -> list[str]:
    """The addresses of (interface, address) that phones may reach, the likeliest first.

    `outgoing` is the one from which other networks are reached: in a home, that is where the phones are too.

    >>> ranked([("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth0", "169.254.7.1"), ("wlan0", "192.168.1.23")])
    ['192.168.1.23', '169.254.7.1']
    >>> ranked([("eth0", "192.168.1.22"), ("wlan0", "192.168.1.23")], outgoing="192.168.1.23")
    ['192.168.1.23', '192.168.1.22']
    """

    def unlikely(address: str) -> tuple[bool, bool, bool]:
        ip = ipaddress.ip_address(address)
        return ip.is_link_local, not ip.is_private, address != outgoing

    outward = [
        address
        for interface, address in found
        if not interface.startswith(_NOT_FOR_PHONES) and not ipaddress.ip_address(address).is_loopback
    ]
    return sorted(dict.fromkeys(outward), key=unlikely)


def local_name() -> str:
    """The machine's name as phones can call it (`raspberrypi.local`); empty where nobody answers to such names."""
    bare = socket.gethostname().partition(".")[0].lower()
    return f"{bare}.local" if bare and bare != "localhost" and _AVAHI.exists() else ""


def url_of(host: str, port: int) -> str:
    """The address of the page at a host, as people type it.

    >>> url_of("192.168.1.23", 8000), url_of("raspberrypi.local", 80)
    ('http://192.168.1.23:8000', 'http://raspberrypi.local')
    """
    return f"http://{host}" if port == _USUAL_PORT else f"http://{host}:{port}"


def _outgoing_address() -> str:
    """The address from which other networks are reached; empty where there are none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks which of our addresses would be used. (RFC 5737: nobody's.)
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
