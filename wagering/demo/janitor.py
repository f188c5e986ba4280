"""Ends the demonstration's processes when the demonstration is gone, however it went. Standard library only.

``python -m wagering.demo.janitor GROUP ...``: waits until standard input ends, which the kernel brings about when the
process at its other end dies, then ends those process groups: asked first, made to a little later.
"""

import os
import signal
import sys
import time

PATIENCE_S = 6.0


def end(groups: list[int], patience: float = PATIENCE_S) -> None:
    """SIGTERM to every group, then SIGKILL to what is left of them after ``patience`` seconds."""
    left = [group for group in groups if _signal(group, signal.SIGTERM)]
    until = time.monotonic() + patience
    while left and time.monotonic() < until:
        time.sleep(0.1)
        left = [group for group in left if _signal(group, 0)]
    for group in left:
        _signal(group, signal.SIGKILL)


def _signal(group: int, number: int) -> bool:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    end([int(word) for word in sys.argv[1:]])
