"""What has left the broker's queues leaves its file as well, once a day."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from accounts.tasks import compact_broker
from config.local import servers
from tests.patience import stretched, until

SECRET = b"alice@example.org"


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[servers.Folders]:
    """A broker that keeps a file, as the one that `up` starts."""
    folders = servers.Folders(tmp_path)
    folders.make()
    process = subprocess.Popen(servers.valkey_command(folders))
    try:
        until(lambda: servers.valkey_answers(folders))
        yield folders
    finally:
        process.terminate()
        process.wait(stretched(20))


def kept(folders: servers.Folders) -> bytes:
    """Return everything in the broker's files."""
    return b"".join(file.read_bytes() for file in folders.valkey.rglob("*") if file.is_file())


def test_the_broker_file_forgets_what_has_left_its_queues(folders, settings):
    settings.REDIS_URL = folders.redis_url
    with redis.Redis.from_url(folders.redis_url) as broker:
        broker.rpush("celery", b"to " + SECRET)
        assert broker.lpop("celery") is not None
        until(lambda: SECRET in kept(folders))

        assert compact_broker()

        until(lambda: not broker.info("persistence")["aof_rewrite_in_progress"])
        until(lambda: SECRET not in kept(folders))
