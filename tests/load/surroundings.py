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
    """Set Django up on the same database; connections are opened when needed."""
    os.environ |= topology.environment | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_POOL": "0",
    }
    import django

    django.setup()
