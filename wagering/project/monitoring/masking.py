"""The last line of defence: what looks like a credential does not leave the process in a log line.

Nothing here logs a credential on purpose. This is for the library that prints its headers, and for the exception that
quotes its argument.
"""

from __future__ import annotations

import re
from typing import Final

MASK: Final = "***"

# No pattern takes a quote or a backslash with it, so a masked line of JSON stays JSON.
_VALUE: Final = r"[A-Za-z0-9._~+/=:-]"
_CREDENTIAL: Final = re.compile(
    # "Authorization: Bearer x", "X-Signature=x", "'token': 'x'", "?token=x": the name stays, the value goes.
    r"(?P<name>(?:bearer|basic|hmac)\s+|"
    r"(?:authorization|signature|token|secret|password|passwd|api[-_]?key|sessionid|csrftoken|cookie)"
    r"[\"'\\]*\s*[:=]\s*[\"'\\]*(?:(?:bearer|basic|hmac)\s+)?)" + _VALUE + r"{6,}"
    # JSON Web Tokens, and long hexadecimal or mixed random texts wherever they stand.
    r"|eyJ[\w-]{8,}(?:\.[\w-]+){1,2}"
    r"|(?<![A-Za-z0-9])[0-9a-fA-F]{40,}(?![A-Za-z0-9])"
    r"|(?-i:(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,})",
    re.IGNORECASE | re.ASCII,
)

# Without any of these nothing above can match; looking for them takes a tenth of the time, and every line comes here.
_HINTS: Final = (
    "bearer", "basic", "hmac", "authorization", "signature", "token", "secret", "password", "passwd", "api",
    "sessionid", "cookie", "eyj",
)  # fmt: skip
_LONG: Final = re.compile(r"[\w-]{40}", re.ASCII)


def mask(text: str) -> str:
    """``text`` with everything that looks like a bearer token, a signature or a key replaced by ``***``."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS) and not _LONG.search(text):
        return text
    return _CREDENTIAL.sub(lambda found: (found["name"] or "") + MASK, text)
