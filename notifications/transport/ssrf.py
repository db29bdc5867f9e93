"""Where outgoing requests may go: to public addresses and nowhere else.

People give us addresses to send to. One that leads into our own network would let them speak
with machines that trust us. So a name is resolved once, every address that it resolves to is
checked, and the connection goes to a checked address: a name that resolves to something else a
moment later changes nothing. However an address is spelled, it is the resolved one that counts.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LONGEST_URL: Final = 2000
RESOLVE_SECONDS: Final = 5.0
MOST_TRIED: Final = 3
"""So many of the addresses of a name are tried."""

_Address = IPv4Address | IPv6Address

_CLOSED: Final = tuple(
    ip_network(network)
    for network in (
        # IPv4: this network, private ones, shared ones, loopback, link-local, protocol
        # assignments, documentation, relays, benchmarks, multicast, reserved.
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # IPv6, within what is global: protocol assignments (Teredo among them), documentation,
        # 6to4, which leads wherever it likes.
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
)
_LOCAL_NAMES: Final = (".localhost", ".invalid", ".local", ".internal", ".home.arpa")
"""RFC 6761, 6762, 8375, and what ICANN keeps for private use."""
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
_NAT64: Final = IPv6Network("64:ff9b::/96")

_HTTPS_ALONE: Final = gettext_lazy(
    "The address must start with https://. A server on your own computer also accepts "
    "http://127.0.0.1 if you start it with PRIVATE_TARGETS=1."
)

_resolvers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="resolver")


class ForbiddenAddress(ValueError):
    """An address that nothing is sent to; the message says why, for the one who gave it."""


class UnknownAddress(OSError):
    """A name that does not resolve now; it may later."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes: the name for the other side, checked addresses for the connection."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...]


def check_url(url: str) -> None:
    """Raise ``ForbiddenAddress`` for a URL that could never be sent to.

    It asks no one, so that a request can ask it: how long a name takes to resolve is in the hands
    of anyone who owns the name. What a name leads to is looked at with each sending.
    """
    _scheme, host, port, _path = _split(url)
    if settings.PRIVATE_TARGETS:
        return
    try:
        # However an address is spelled: this takes what the C library takes, but no names.
        found = socket.getaddrinfo(host, port, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        is_open = "." in host.rstrip(".") and not host.rstrip(".").endswith(_LOCAL_NAMES)
    else:
        is_open = all(is_public(ip_address(str(e[4][0]).partition("%")[0])) for e in found)
    if not is_open:
        raise ForbiddenAddress(_("{host} isn't a public address.").format(host=host))


def find_target(
    url: str, look_up: Callable[..., Any] | None = None, seconds: float = RESOLVE_SECONDS
) -> Target:
    """Return where a URL leads right now, by a ``look_up`` that works as ``getaddrinfo`` does.

    Raises ``ForbiddenAddress`` if any of its addresses is not public and the operator has not
    allowed that, ``UnknownAddress`` if it has none.
    """
    scheme, host, port, path = _split(url)
    addresses = _resolve(host, port, look_up or socket.getaddrinfo, seconds)
    if not settings.PRIVATE_TARGETS:
        for address in addresses:
            if not is_public(address):
                raise ForbiddenAddress(_("{host} isn't a public address.").format(host=host))
    return Target(scheme, host, port, path, tuple(str(a) for a in addresses[:MOST_TRIED]))


def is_public(address: _Address) -> bool:
    """Return whether an address belongs to the public network."""
    if isinstance(address, IPv6Address):
        if inner := address.ipv4_mapped:
            return is_public(inner)
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _GLOBAL_UNICAST:
            return False
    return not any(address in network for network in _CLOSED)


def _split(url: str) -> tuple[str, str, int, str]:
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise ForbiddenAddress(_("This isn't a web address."))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ForbiddenAddress(_("This isn't a web address.")) from error
    schemes = ("https", "http") if settings.PRIVATE_TARGETS else ("https",)
    if parts.scheme not in schemes or not host or "\\" in url:
        raise ForbiddenAddress(_HTTPS_ALONE)
    if parts.username is not None or parts.password is not None:
        raise ForbiddenAddress(_("Leave names and passwords out of the address."))
    port = port or (443 if parts.scheme == "https" else 80)
    if port not in (80, 443) and port < 1024 and not settings.PRIVATE_TARGETS:
        raise ForbiddenAddress(_("We send nothing to port {port}.").format(port=port))
    path = parts.path or "/"
    return parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path


def _resolve(host: str, port: int, look_up: Callable[..., Any], seconds: float) -> list[_Address]:
    # In a thread of its own: a resolver that hangs knows no time limit.
    asked = _resolvers.submit(
        look_up, host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
    )
    try:
        found = asked.result(seconds)
    except TookTooLong as error:
        raise UnknownAddress(_("We couldn't look up {host} in time.").format(host=host)) from error
    except (OSError, UnicodeError) as error:
        raise UnknownAddress(_("We couldn't find {host}.").format(host=host)) from error
    addresses = [ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    if not addresses:
        raise UnknownAddress(_("We couldn't find {host}.").format(host=host))
    return list(dict.fromkeys(addresses))
