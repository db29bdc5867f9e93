"""The service's settings under a wall clock that follows ``STEPPED_CLOCK``."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from tests.faults import clock

clock.follow(Path(os.environ["STEPPED_CLOCK"]))
