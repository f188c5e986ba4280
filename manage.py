#!/usr/bin/env python3
"""The one entry point: `manage.py demo`, `manage.py test`, and every Django command.

Standard library only until Django can be imported. Where it cannot, `.venv` is made, requirements.lock is installed
into it (every file checked against its hash) and this script starts itself again with that interpreter.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wagering.project.bootstrap import ensure_environment

if __name__ == "__main__":
    ensure_environment(Path(__file__).resolve())
    from wagering.project.entry import run

    run(sys.argv)
