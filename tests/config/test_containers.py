"""``Dockerfile`` and ``compose.yaml``: read here, and their processes run without an engine."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.config.service import copy_prepared
from tests.topology import BASE, Topology, compose, image_command

SERVICES: dict[str, Any] = compose()["services"]
DOCKERFILE = (BASE / "Dockerfile").read_text()
WORKERS = ("worker", "outbound-worker", "robot-worker", "engine-worker")
OURS = ("prepare", "web", *WORKERS, "beat", "referee")


def test_the_topology_is_whole() -> None:
    assert set(SERVICES) == {*OURS, "proxy", "database", "redis", "mail"}
    assert SERVICES["web"]["deploy"]["replicas"] == 2
    assert SERVICES["worker"]["deploy"]["replicas"] == 2
    assert "deploy" not in SERVICES["beat"]


@pytest.mark.parametrize("name", OURS)
def test_our_containers_may_do_no_more_than_they_need(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_no_secret_has_a_value_in_the_file() -> None:
    environment = SERVICES["web"]["environment"]

    assert environment["SECRET_KEY"].startswith("${SECRET_KEY:?")
    assert environment["EMAIL_URL"].startswith("${EMAIL_URL:?")
    assert environment["DATABASE_URL"].startswith("postgres://chess:${POSTGRES_PASSWORD:?")
    assert SERVICES["database"]["environment"]["POSTGRES_PASSWORD"].startswith(
        "${POSTGRES_PASSWORD:?"
    )
    assert environment["METRICS_TOKEN"] == "${METRICS_TOKEN:-}"


def test_the_mail_catcher_runs_only_when_asked_for_and_shows_mails_to_this_machine_alone() -> None:
    assert SERVICES["mail"]["profiles"] == ["catcher"]
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["mail"]["ports"])


def test_only_the_proxy_is_reached_from_elsewhere() -> None:
    open_to_all = {
        name
        for name, service in SERVICES.items()
        for port in service.get("ports", [])
        if not port.startswith("127.0.0.1:")
    }

    assert open_to_all == {"proxy"}


@pytest.mark.parametrize("name", ["web", *WORKERS, "beat", "referee"])
def test_every_part_that_may_hang_is_looked_at(name: str) -> None:
    service = SERVICES[name]
    test = " ".join(service["healthcheck"]["test"])

    assert "readyz" in test or service["environment"]["PULSE_FILE"] in test


def test_hsts_binds_other_hosts_only_if_the_operator_says_so() -> None:
    assert not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS
    assert not settings.SECURE_HSTS_PRELOAD


def test_nothing_of_ours_starts_before_its_tables_are_there() -> None:
    for name in ("web", *WORKERS, "beat", "referee"):
        assert SERVICES[name]["depends_on"]["prepare"] == {
            "condition": "service_completed_successfully"
        }


def test_every_part_is_given_time_to_finish() -> None:
    in_hand = int(image_command()[-1])
    assert int(SERVICES["web"]["stop_grace_period"].rstrip("s")) > in_hand
    # CELERY_TASK_TIME_LIMIT is a minute.
    for name in WORKERS:
        assert int(SERVICES[name]["stop_grace_period"].rstrip("s")) > 60


def test_every_queue_has_one_worker_and_the_clock_shares_its_own_with_mails_alone() -> None:
    commands = {name: SERVICES[name]["command"] for name in WORKERS}
    taken = {name: command[command.index("-Q") + 1] for name, command in commands.items()}

    assert taken["worker"] == "celery"
    assert sorted(",".join(taken.values()).split(",")) == sorted(settings.CELERY_TASK_QUEUES)


def test_the_image_runs_as_an_ordinary_user_and_holds_no_key() -> None:
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
    last = stages[-1]

    assert re.search(r"^USER chess$", last, re.MULTILINE)
    assert last.index("USER chess") < last.index("CMD")
    assert not re.search(r"^(ENV|ARG).*SECRET", DOCKERFILE, re.MULTILINE)
    assert "--require-hashes" in stages[1]


def test_the_image_takes_all_that_the_service_is_made_of() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", DOCKERFILE, re.MULTILINE))
    apps = {path.parent.name for path in BASE.glob("*/apps.py")}
    let_in = (BASE / ".dockerignore").read_text().split()

    assert apps == copied
    assert all(f"!{name}" in let_in for name in copied)


@pytest.mark.timeout(120)
def test_the_same_processes_run_without_containers(tmp_path: Path) -> None:
    # Tables and static files are there, as at every start but the first.
    made = copy_prepared(tmp_path / "made")
    topology = Topology(tmp_path)
    topology.servers.make()
    (made / "pg").rename(topology.servers.postgres)
    (tmp_path / "data").mkdir()
    (made / "static").rename(tmp_path / "data" / "static")

    with topology:
        names = set(topology.parts)
        for url in topology.urls:
            with urllib.request.urlopen(f"{url}/readyz") as answer:
                told = json.load(answer)
            assert (told["database"], told["redis"], told["worker"]) == ("ok", "ok", "ok")
        # Beat, the broker and the worker of the clock have found each other.
        while json.load(urllib.request.urlopen(f"{topology.urls[0]}/readyz"))["sweeps"] != "ok":
            time.sleep(0.2)
        pids = {part.process.pid for part in topology.parts.values() if part.process}

    assert names == {
        *("database", "redis", "mail", "beat"),
        *("web-1", "web-2", "worker-1", "worker-2"),
        *("outbound-worker", "robot-worker", "engine-worker", "referee"),
    }
    assert len(pids) == len(names)
    assert not any(part.is_running() for part in topology.parts.values())
