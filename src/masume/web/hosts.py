"""Names of hosts: as a user gives them, as a browser sends them, and as they are written in addresses."""

import re

from masume.core.errors import InputError
from masume.core.messages import quote

_WILDCARDS = ("", "0.0.0.0", "::", "[::]")  # noqa: S104 - nothing is bound to them here
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/\[\]@?#*]+)(?::\d{0,5})?", re.ASCII | re.IGNORECASE)
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def parse_host(text: str) -> str | None:
    """Return the host of a Host header or of a user, in lower case and without its port; None if it is malformed."""
    match = _HOST.fullmatch(text.strip(" \t"))
    return match[1].lower().removesuffix(".") or None if match else None


def is_wildcard(host: str) -> bool:
    """Return whether a host stands for all addresses of this machine, so that it is no name in a browser."""
    return host in _WILDCARDS


def parse_bind_host(host: str) -> str:
    """Return the host that a server should listen at; raise InputError if it can be none."""
    plain = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not is_wildcard(plain) and parse_host(in_address(plain)) != in_address(plain).lower().removesuffix("."):
        raise InputError(f"host: expected a name or an IP address without a port, not {quote(host)}")
    return plain


def names_of(host: str) -> tuple[str, ...]:
    """Return the name under which browsers ask a server that is bound to this host; none for a wildcard."""
    return () if is_wildcard(host) else (in_address(host),)


def in_address(host: str) -> str:
    """Return a host as it is written in addresses: one of IP version 6 is in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
