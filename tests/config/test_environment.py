"""Settings come from the environment, and a bad value stops the start with a clear line."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment as env
from config.local import servers, supervisor
from config.local.servers import Folders
from tests.config.loading import load_settings
from tests.config.service import BASE, free_port

LONG = "q7Xw9" * 12


BAD = (
    ("PORT", "eighty", "PORT must be a number from 1 to 65535, not 'eighty'."),
    ("DEBUG", "perhaps", "DEBUG must be 1 or 0, not 'perhaps'."),
    ("SITE_URL", "chess.example.org", "SITE_URL must look like https://chess.example.org"),
    ("SHORT_CLOCKS", "2", "SHORT_CLOCKS must be 1 or 0, not '2'."),
    ("SITE_URL", "http://chess.example.org", "passwords would cross the net in the clear"),
    ("DATABASE_URL", "sqlite:///x", "DATABASE_URL must look like postgres://"),
    ("DATABASE_URL", "postgres://h:port/x", "DATABASE_URL must look like postgres://"),
    ("DATABASE_URL", "nonsense", "DATABASE_URL must look like postgres://"),
    ("REDIS_URL", "amqp://x", "REDIS_URL must look like redis://host:6379/0"),
    ("REDIS_URL", "redis://r:port", "REDIS_URL must look like redis://host:6379/0"),
    ("EMAIL_URL", "mail:me", "EMAIL_URL must begin with smtp://host"),
    ("EMAIL_URL", "smtp://mail:port", "EMAIL_URL must begin with smtp://host"),
    ("SITE_URL", "https://[::1", "SITE_URL must look like https://chess.example.org"),
    ("CSRF_TRUSTED_ORIGINS", "a.example.org", "CSRF_TRUSTED_ORIGINS must be addresses such as"),
    ("DEFAULT_FROM_EMAIL", "post", "DEFAULT_FROM_EMAIL must be like Chess <post@"),
    ("VAPID_PRIVATE_KEY", "short", "VAPID_PRIVATE_KEY must be a private key of P-256"),
    ("VAPID_SUBJECT", "me", "VAPID_SUBJECT must begin with mailto: or https://"),
    ("SECRET_KEY", "short", "SECRET_KEY is too easy to guess"),
    ("SECRET_KEY", "", "Set SECRET_KEY to a long random text"),
    ("LOG_FORMAT", "xml", "LOG_FORMAT must be one of json, console, not 'xml'."),
    ("SECURITY_CONTACT", "me", "SECURITY_CONTACT must be a mail address or begin with https"),
    ("UCI_ENGINE", "stockfish", "UCI_ENGINE must be the whole path of a program that can be run"),
    ("UCI_ENGINE", "/etc/passwd", "UCI_ENGINE must be the whole path of a program"),
    ("DATABASE_POOL", "-1", "DATABASE_POOL must be a number from 0 to 200, not '-1'."),
)


def test_a_bad_value_is_named_with_what_would_be_right() -> None:
    given = {"DATABASE_URL": "postgres://a@b/c", "REDIS_URL": "redis://r:6379", "SECRET_KEY": LONG}

    told = load_settings([{**given, name: value} for name, value, _ in BAD])

    for (name, value, words), found in zip(BAD, told, strict=True):
        assert words in found.get("refused", ""), (name, value)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("EMAIL_URL", "smtp://mail:port", "EMAIL_URL must begin with smtp://host"),
        ("OUTBOUND_PROCESSES", "many", "OUTBOUND_PROCESSES must be a number from 1 to 64"),
        ("HOST", "10.255.254.253", "HOST is 10.255.254.253, which is not an address of this"),
        ("HOST", "nowhere.invalid", "HOST is nowhere.invalid, which is not an address of this"),
    ],
)
def test_up_checks_what_is_set_before_anything_starts(
    tmp_path: Path, name: str, value: str, words: str
) -> None:
    given = {"DATA_DIR": str(tmp_path), "PORT": str(free_port()), name: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "up"],
        env={"PATH": os.environ["PATH"], **given},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.strip().startswith(words)
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "pg").exists()


def test_every_command_says_in_one_line_what_is_wrong() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "backup"],
        env={"PATH": os.environ["PATH"], "SITE_URL": "https://[::1"},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("chess.example.org", True),
        ("8.8.8.8", True),
        ("127.0.0.1", False),
        ("192.168.1.20", False),
        ("::1", False),
        ("localhost", False),
        ("chess.local", False),
    ],
)
def test_strangers_reach_a_public_host_alone(host: str, public: bool) -> None:
    assert env.is_public(host) is public


def test_a_public_copy_without_a_contact_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SITE_URL", "https://chess.example.org")
    monkeypatch.setenv("SECURITY_CONTACT", "help@example.org")
    supervisor.Supervisor()._say_what_is_missing()
    assert capsys.readouterr() == ("", "")

    monkeypatch.delenv("SECURITY_CONTACT")
    supervisor.Supervisor()._say_what_is_missing()
    assert "SECURITY_CONTACT is not set" in "".join(capsys.readouterr())


def test_every_variable_is_in_the_operators_table() -> None:
    reading = re.compile(r"env\.[a-z_]+\(\s*\"([A-Z_]+)\"|\(\"([A-Z]+_PROCESSES)\"")
    files = ("config/settings.py", "config/local/supervisor.py")
    found = {
        one or other for file in files for one, other in reading.findall((BASE / file).read_text())
    }
    table = "".join(
        line for line in (BASE / "OPERATING.md").read_text().splitlines() if line.startswith("| `")
    )

    assert len(found) > 35
    assert {name for name in found if f"`{name}`" not in table} == set()


def test_a_bad_value_stops_the_start() -> None:
    given = {"SITE_URL": "https://chess.example.org", "SHORT_CLOCKS": "1", "SECRET_KEY": LONG}
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        env={"PATH": os.environ["PATH"], **given},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "SHORT_CLOCKS=1 is for a copy on one's own machine" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("given", "asked", "expected"),
    [
        ("redis://r:6379", 1, "redis://r:6379/1"),
        ("redis://:pw@r:6379/7", 0, "redis://:pw@r:6379/0"),
        ("rediss://r:6380/0", 1, "rediss://r:6380/1"),
        ("unix:///run/valkey.sock", 1, "unix:///run/valkey.sock?db=1"),
        ("unix:///run/valkey.sock?db=3", 0, "unix:///run/valkey.sock?db=0"),
    ],
)
def test_a_redis_address_is_pointed_at_another_database(
    given: str, asked: int, expected: str
) -> None:
    assert env.redis_address(given, asked) == expected


def test_celery_spells_a_socket_its_own_way() -> None:
    spelt = env.broker_address("unix:///run/valkey.sock")

    assert spelt == "redis+socket:///run/valkey.sock?virtual_host=0"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("rediss://:pw@r:6380", "rediss://:pw@r:6380/0?ssl_cert_reqs=required"),
        (
            "rediss://r/?ssl_ca_certs=/etc/ca.pem",
            "rediss://r/0?ssl_cert_reqs=required&ssl_ca_certs=%2Fetc%2Fca.pem",
        ),
        ("rediss://r/?ssl_cert_reqs=none", "rediss://r/0?ssl_cert_reqs=none"),
        ("redis://r", "redis://r/0"),
    ],
)
def test_celery_checks_certificates(given: str, expected: str) -> None:
    assert env.broker_address(given) == expected


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://mail", 25, False, False),
        ("smtp+tls://mail", 587, True, False),
        ("smtps://mail:4650", 4650, False, True),
    ],
)
def test_mail_goes_the_way_its_address_says(address: str, port: int, tls: bool, ssl: bool) -> None:
    settings = env.mail_settings(address)

    assert settings["EMAIL_PORT"] == port
    assert settings["EMAIL_USE_TLS"] is tls
    assert settings["EMAIL_USE_SSL"] is ssl


def test_a_mail_password_may_hold_any_sign_and_is_never_shown() -> None:
    assert env.mail_settings("smtp://a%40b:p%2F@mail")["EMAIL_HOST_PASSWORD"] == "p/"
    with pytest.raises(ImproperlyConfigured) as caught:
        env.mail_settings("smpt://alice:hunter22@mail")
    assert "hunter22" not in str(caught.value)


def test_two_first_starts_read_the_same_key(tmp_path: Path) -> None:
    first = env.kept_secret(tmp_path / "key")

    assert env.kept_secret(tmp_path / "key") == first
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_folder_too_long_or_odd_for_sockets_gets_a_short_one() -> None:
    assert Folders(Path("/srv/chess")).sockets == Path("/srv/chess/run")
    for path in ("/srv/" + "x" * 90, "/srv/my chess", "/srv/schäch"):
        sockets = Folders(Path(path)).sockets
        assert len(str(sockets)) < 80
        assert sockets != Path(path) / "run"
    assert Folders(Path("/a b")).sockets != Folders(Path("/b a")).sockets


def test_without_prepared_statements_a_pooler_in_between_can_live(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert env.connection_options({})["prepare_threshold"] == 2
    monkeypatch.setenv("DATABASE_PREPARE", "0")
    assert env.connection_options({})["prepare_threshold"] is None


def test_a_pool_of_none_keeps_connections_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.connection_options({})["pool"]["max_size"] == 8
    monkeypatch.setenv("DATABASE_POOL", "0")
    assert "pool" not in env.connection_options({})


def test_where_no_build_fits_one_line_asks_for_servers_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(servers.importlib.util, "find_spec", lambda name: None)
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("PORT", str(free_port()))
    handlers = {number: signal.getsignal(number) for number in (2, 15, 1)}

    status = supervisor.main([])

    for number, handler in handlers.items():
        signal.signal(number, handler)
    assert status == 1
    assert capsys.readouterr().err.strip() == servers.NO_WHEEL
    assert "\n" not in servers.NO_WHEEL


@pytest.mark.parametrize(("host", "asked"), [("::", "::1"), ("0.0.0.0", "127.0.0.1")])
def test_a_copy_on_every_address_is_asked_at_one_of_them(
    monkeypatch: pytest.MonkeyPatch, host: str, asked: str
) -> None:
    """A machine may know localhost by the other family alone."""
    port = free_port()
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("PORT", str(port))
    family = socket.AF_INET6 if ":" in asked else socket.AF_INET
    with socket.create_server((asked, port), family=family) as listening:
        thread = threading.Thread(target=_answer_once, args=(listening,))
        thread.start()
        status = supervisor.Supervisor()._web_status("/readyz")
        thread.join()

    assert status == 200


def _answer_once(listening: socket.socket) -> None:
    listening.settimeout(10)
    connection, _ = listening.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
