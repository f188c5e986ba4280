"""Virtual shoes: the order is sealed before the first card and opened when the shoe is retired.

The commitment is ``SHA-256(nonce + "\\n" + order)`` in hexadecimal: ``nonce`` is 64 hexadecimal digits of a fresh
random number, ``order`` the cards in the order in which they leave the shoe, separated by single spaces, ASCII.
"""

import hashlib
import secrets
from collections.abc import Iterable

from cryptography.fernet import Fernet
from django.conf import settings


def shuffled(pack: Iterable[str]) -> tuple[str, ...]:
    """A random order of ``pack``, from the operating system's generator."""
    order = list(pack)
    secrets.SystemRandom().shuffle(order)
    return tuple(order)


def new_nonce() -> str:
    """64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(nonce: str, order: tuple[str, ...]) -> str:
    """What is published before the first card."""
    return hashlib.sha256(f"{nonce}\n{' '.join(order)}".encode()).hexdigest()


def seal(nonce: str, order: tuple[str, ...]) -> bytes:
    """Encrypted with SHOE_SEAL_KEY, so that who reads the database reads no undealt card."""
    return Fernet(settings.SHOE_SEAL_KEY).encrypt(f"{nonce}\n{' '.join(order)}".encode())


def unseal(sealed: bytes) -> tuple[str, tuple[str, ...]]:
    """Nonce and order."""
    nonce, order = Fernet(settings.SHOE_SEAL_KEY).decrypt(sealed).decode().split("\n")
    return nonce, tuple(order.split(" "))
