"""Where webhooks may point: a public server over HTTPS; in development also this machine.

A name is looked up again for every delivery and the connection is made to the address that was looked at, so a name
that changes its address afterwards leads nowhere else.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.kernel.ruleset import Rejected

LONGEST: Final = 2_000
_PORTS: Final = {"https": 443, "http": 80}
# IPv4 addresses inside IPv6 ones that the standard library does not take out itself.
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
# Of IPv6 nothing else is given to anybody; the standard library takes old and odd blocks outside for global.
_UNICAST: Final = ipaddress.ip_network("2000::/3")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForbiddenTargetError(Exception):
    """The name leads to an address that is not public."""


class Target(NamedTuple):
    """``host`` as written, for the Host header and the certificate; ``path`` with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What the Host header says."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _PORTS[self.scheme] else f"{name}:{self.port}"


def check_url(url: str) -> Target:
    """``Rejected`` bad_url, saying what is wrong."""
    if not 0 < len(url) <= LONGEST or not url.isascii() or any(c <= " " or c == "\x7f" or c == "\\" for c in url):
        raise _bad(f"it must be 1 to {LONGEST} ASCII characters without spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise _bad(str(error)) from error
    host = parts.hostname or ""
    if parts.scheme not in _PORTS or not host or port == 0:
        raise _bad("it must begin with https:// and name a host")
    if "@" in parts.netloc or "#" in url:
        raise _bad("it must hold no user, password or fragment")
    if parts.scheme == "http" and (settings.PRODUCTION or not _is_loopback(host)):
        raise _bad("only https:// is allowed")
    literal = _literal(host)
    if settings.PRODUCTION and (host == "localhost" or (literal is not None and not is_public(literal))):
        raise _bad("the host must be a public one")
    return Target(parts.scheme, host, port or _PORTS[parts.scheme], _path(parts))


async def look_up(target: Target) -> str:
    """The address to connect to. ``ForbiddenTargetError`` if any of the host's is not public, in production."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if settings.PRODUCTION:
        check_public(addresses)
    return addresses[0]


def check_public(addresses: Iterable[str]) -> None:
    """``ForbiddenTargetError`` unless all of them are public."""
    if not all(is_public(ipaddress.ip_address(address.partition("%")[0])) for address in addresses):
        raise ForbiddenTargetError("the host's address is not public")


def is_public(address: Address) -> bool:
    """Reachable for everybody; IPv4 addresses that are written as IPv6 ones are looked at as what they are."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(inner)
        if address not in _UNICAST:
            return False
    return address.is_global and not address.is_multicast


def _is_loopback(host: str) -> bool:
    literal = _literal(host)
    return host == "localhost" or (literal is not None and literal.is_loopback)


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _bad(why: str) -> Rejected:
    return Rejected("bad_url", "", f"the address cannot be a webhook's: {why}", "url")
