"""From which address a request comes, when proxies are in front of the service."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address of the client, an IPv6 one shortened to its /64 network.

    ``TRUSTED_PROXIES`` says how many proxies of ours add to ``X-Forwarded-For``. With 0 the header
    is not read; with n the n-th entry from the right counts: what is left of it anyone can have
    written.
    """
    remote = request.META.get("REMOTE_ADDR") or ""
    return address_of(remote, request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_of(remote: str, forwarded: str) -> str:
    """Return the same from the other end of the connection and the header of the proxies."""
    address = remote
    hops = settings.TRUSTED_PROXIES
    if hops:
        entries = forwarded.split(",")
        if len(entries) >= hops:
            address = entries[-hops].strip()
    return network_of(address[:100])


@lru_cache(1024)
def network_of(address: str) -> str:
    """Return an address in its one spelling; anyone who has an IPv6 address has a /64 of them."""
    try:
        parsed = ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        # A server on a Unix socket knows no address; all such clients share one.
        return "unknown"
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{ip_address(int(parsed) >> 64 << 64)}/64"
