"""The project's settings with one game more in the catalog: the one line that adding a game takes."""

import games.catalog
from tests.added_game.high_card import RULESET
from wagering.project.settings import *  # noqa: F403  (settings are a module)

vars(games.catalog)["CATALOG"] = {**games.catalog.CATALOG, RULESET.id: RULESET}
