"""Finds the addresses at which phones reach this machine, which may have several: cable, Wi-Fi, containers, tunnels.

Nothing is sent over the network, so it works at home without the internet.
"""

import ipaddress
import socket
from collections.abc import Iterable
from pathlib import Path

import ifaddr

from device.system.start_options import USUAL_HOST

# Interfaces of containers and tunnels; no phone is behind them.
_NOT_FOR_PHONES = (
    "lo", "docker", "br-", "veth", "virbr", "vnet", "vmnet", "vboxnet", "lxc", "lxd", "cni", "flannel", "cali",
    "podman", "tun", "tap", "wg", "tailscale", "zt", "ppp",
)  # fmt: skip
_AVAHI = Path("/run/avahi-daemon/pid")
_USUAL_PORT = 80


def is_everywhere(host: str) -> bool:
    """Whether a server at this address listens on every address of the machine.

    >>> is_everywhere("0.0.0.0"), is_everywhere("::"), is_everywhere("::1")
    (True, True, False)
    """
    return ipaddress.ip_address(host).is_unspecified


def own_addresses(host: str = USUAL_HOST) -> list[str]:
    """The addresses at which phones may reach a page that listens at `host`, the likeliest first.

    Empty where this machine is in no network. Listening on every IPv6 address includes those of IPv4.
    """
    if not is_everywhere(host):
        return [host]
    found = [
        (adapter.name, address.ip if isinstance(address.ip, str) else address.ip[0])
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4 or host == "::"
    ]
    return ranked(found, _outgoing_address())


def ranked(found: Iterable[tuple[str, str]], outgoing: str = "") -> list[str]:
    """The addresses of (interface, address) pairs that phones may reach, the likeliest first.

    `outgoing` is the address used to reach other networks: at home, the phones are on that network too.

    >>> ranked([("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth0", "169.254.7.1"), ("wlan0", "192.168.1.23")])
    ['192.168.1.23', '169.254.7.1']
    >>> ranked([("eth0", "192.168.1.22"), ("wlan0", "192.168.1.23")], outgoing="192.168.1.23")
    ['192.168.1.23', '192.168.1.22']
    >>> ranked([("wlan0", "fe80::1"), ("wlan0", "2001:db8::7"), ("wlan0", "192.168.1.23")])
    ['192.168.1.23', '2001:db8::7']
    """

    def unlikely(address: str) -> tuple[int, bool, bool, bool]:
        ip = ipaddress.ip_address(address)
        return ip.version, ip.is_link_local, not ip.is_private, address != outgoing

    def is_outward(interface: str, address: str) -> bool:
        ip = ipaddress.ip_address(address)
        is_typed = not (ip.version == 6 and ip.is_link_local)  # browsers take none, since it needs the interface's name
        return is_typed and not ip.is_loopback and not interface.startswith(_NOT_FOR_PHONES)

    outward = [address for interface, address in found if is_outward(interface, address)]
    return sorted(dict.fromkeys(outward), key=unlikely)


def local_name(host: str = USUAL_HOST) -> str:
    """The machine's name for phones (`raspberrypi.local`); empty where nothing answers to such names.

    It may resolve to any address, so it is useless for a page that listens at one `host`.
    """
    if not is_everywhere(host):
        return ""
    bare = socket.gethostname().partition(".")[0].lower()
    return f"{bare}.local" if bare and bare != "localhost" and _AVAHI.exists() else ""


def url_of(host: str, port: int) -> str:
    """The URL of the page at a host, as people type it.

    >>> url_of("192.168.1.23", 8000), url_of("raspberrypi.local", 80), url_of("::1", 8000)
    ('http://192.168.1.23:8000', 'http://raspberrypi.local', 'http://[::1]:8000')
    """
    written = f"[{host}]" if ":" in host else host
    return f"http://{written}" if port == _USUAL_PORT else f"http://{written}:{port}"


def _outgoing_address() -> str:
    """The address used to reach other networks; empty if there are none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks which of our addresses would be used. (RFC 5737: a reserved address.)
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
