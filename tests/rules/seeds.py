"""How often tests that play at random begin anew: ``TEST_SEEDS=20`` lets them play for longer."""

import os

SEEDS = range(int(os.environ.get("TEST_SEEDS", "1")))
