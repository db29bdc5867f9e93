"""Django in this process on the servers of a topology."""

from __future__ import annotations

import os

from tests.topology import Topology

LIMITS_OF_A_CROWD = {
    # All come from one address here; what is counted by person stays as it is.
    "LIMIT_ADDRESS": "1000000/60",
    "LIMIT_LOGIN": "1000000/60",
    "LOG_LEVEL": "warning",
}


def set_up(topology: Topology) -> None:
    """Set Django up on the same database; connections are opened when needed.

    Processes that are started again later must not see what was meant for this one.
    """
    before = dict(os.environ)
    os.environ |= topology.environment | {"DATABASE_POOL": "0"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    os.environ.clear()
    os.environ.update(before)
