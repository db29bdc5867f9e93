"""OWASP API8: how it is set up. Headers and CORS: see test_headers."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.config.loading import load_settings

PRODUCTION = {
    "DATABASE_URL": "postgres://app:x@db.internal/app",
    "REDIS_URL": "redis://redis.internal:6379/0",
    "EMAIL_URL": "smtp+tls://mail.internal",
    "SITE_URL": "https://eleven.example",
    "ALLOWED_HOSTS": "eleven.example",
}


def production(folder: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a copy that people play on."""
    key = secrets.token_urlsafe(50)
    return {**PRODUCTION, "DATA_DIR": str(folder), "SECRET_KEY": key, **environment}


@pytest.mark.long
def test_the_deployment_check_finds_nothing(tmp_path):
    code = (
        "import django; django.setup();"
        "from django.core import checks;"
        "found = checks.run_checks(include_deployment_checks=True);"
        "print([str(m) for m in found if not m.is_silenced()])"
    )
    checked = subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", "shell", "-v", "0", "-c", code],
        cwd=settings.BASE_DIR,
        env={
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            **production(tmp_path, TRUSTED_PROXIES="1"),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert checked.stdout.strip() == "[]", checked.stdout + checked.stderr


def test_over_https_no_neighbour_can_plant_a_cookie(tmp_path):
    sites = {
        "https://eleven.example": ["__Host-sessionid", "__Host-csrftoken"],
        # Django's own.
        "http://127.0.0.1:8000": [None, None],
    }
    asked = (
        *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE"),
        *("SESSION_COOKIE_PATH", "SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN"),
    )

    told = load_settings([production(tmp_path, SITE_URL=site) for site in sites], asked)

    for (site, names), found in zip(sites.items(), told, strict=True):
        assert [found.pop(name) for name in asked[:3]] == [*names, site.startswith("https")]
        # What Django takes where nothing is said: the whole host, and it alone.
        assert set(found.values()) == {None}


UNSAFE = (
    ({"SECRET_KEY": ""}, "SECRET_KEY"),
    ({"SECRET_KEY": "x" * 60}, "SECRET_KEY"),
    ({"SITE_URL": "http://eleven.example"}, "HTTPS"),
    ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL"),
    ({"LIMIT_TOKEN": "many"}, "LIMIT_TOKEN"),
    ({"LIMIT_TOKEN": "10/0"}, "LIMIT_TOKEN"),
    ({"TRUSTED_PROXIES": "all"}, "TRUSTED_PROXIES"),
    ({"LIMITS": "perhaps"}, "LIMITS"),
    ({"HSTS_PRELOAD": "1"}, "HSTS_SUBDOMAINS"),
)


def test_an_unsafe_setting_stops_the_start(tmp_path):
    told = load_settings([{**production(tmp_path), **change} for change, _ in UNSAFE])

    for (change, word), found in zip(UNSAFE, told, strict=True):
        assert word in found.get("refused", ""), change


@pytest.mark.django_db
def test_a_crash_of_the_api_says_nothing_of_the_inside(client, settings):
    settings.ROOT_URLCONF = "tests.security.crashing"
    client.raise_request_exception = False
    response = client.get("/api/v1/games")
    assert response.status_code == 500
    assert response.json()["code"] == "server_error"
    for word in ("Traceback", "ZeroDivision", "/games/", ".py"):
        assert word not in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/games", "/", "/accounts/login/"])
def test_answers_do_not_name_what_serves_them(client, path):
    response = client.get(path)
    assert "Server" not in response
    assert "X-Powered-By" not in response


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/.env", "/.git/config", "/var/secret-key", "/static/../manage.py"]
)
def test_files_of_the_service_are_not_served(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["../../manage.py", "%2e%2e/%2e%2e/manage.py", "..%2f..%2fREADME.md"]
)
def test_no_way_up_from_the_static_files(client, name):
    assert client.get(f"/static/{name}").status_code == 404
