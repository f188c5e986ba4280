"""Settings for worker processes of the fault tests: the project's, with the tests' wiring."""

from wagering.project.settings import *  # noqa: F403  (settings are a module)

WAGERING_WIRING = "tests.support.announcements"
