"""``SMALL=1``, for a machine with one gigabyte."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from config.local.supervisor import Supervisor


@pytest.mark.parametrize(("small", "workers"), [("0", 4), ("1", 2)])
def test_every_queue_has_a_worker(
    small: str, workers: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SMALL", small)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))

    found = Supervisor()._workers()

    assert len(found) == workers
    taken = [part.command[part.command.index("-Q") + 1] for part in found]
    assert sorted(",".join(taken).split(",")) == sorted(settings.CELERY_TASK_QUEUES)
    # What runs in processes has one for each task; a small machine has no room for that.
    pools = {part.command[part.command.index("-P") + 1] for part in found}
    assert ("prefork" in pools) is (small == "0")
