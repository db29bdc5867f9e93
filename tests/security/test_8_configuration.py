"""OWASP API8: how it is set up. Headers and CORS: see test_headers."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "DATABASE_URL": "postgres://app:x@db.internal/app",
    "REDIS_URL": "redis://redis.internal:6379/0",
    "EMAIL_URL": "smtp+tls://mail.internal",
    "SITE_URL": "https://eleven.example",
    "ALLOWED_HOSTS": "eleven.example",
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    base = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**base, "DJANGO_SETTINGS_MODULE": "config.settings", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_deployment_check_finds_nothing(tmp_path):
    environment = {
        **PRODUCTION,
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "TRUSTED_PROXIES": "1",
    }
    code = (
        "import django; django.setup();"
        "from django.core import checks;"
        "found = checks.run_checks(include_deployment_checks=True);"
        "print([str(m) for m in found if not m.is_silenced()])"
    )
    checked = manage("shell", "-v", "0", "-c", code, **environment)
    assert checked.stdout.strip() == "[]", checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("site", "names"),
    [
        ("https://eleven.example", ["__Host-sessionid", "__Host-csrftoken"]),
        ("http://127.0.0.1:8000", ["sessionid", "csrftoken"]),
    ],
)
def test_over_https_no_neighbour_can_plant_a_cookie(tmp_path, site, names):
    environment = {"DATA_DIR": str(tmp_path), "SECRET_KEY": secrets.token_urlsafe(50)}
    code = (
        "from django.conf import settings as s;"
        "print([s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME], s.SESSION_COOKIE_PATH,"
        " s.SESSION_COOKIE_DOMAIN, s.CSRF_COOKIE_DOMAIN, s.SESSION_COOKIE_SECURE)"
    )
    shown = manage("shell", "-v", "0", "-c", code, **PRODUCTION | environment | {"SITE_URL": site})
    assert shown.stdout.strip() == f"{names} / None None {site.startswith('https')}", shown.stderr


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "x" * 60}, "SECRET_KEY"),
        ({"SITE_URL": "http://eleven.example"}, "HTTPS"),
        ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL"),
        ({"LIMIT_TOKEN": "many"}, "LIMIT_TOKEN"),
        ({"LIMIT_TOKEN": "10/0"}, "LIMIT_TOKEN"),
        ({"TRUSTED_PROXIES": "all"}, "TRUSTED_PROXIES"),
        ({"LIMITS": "perhaps"}, "LIMITS"),
        ({"HSTS_PRELOAD": "1"}, "HSTS_SUBDOMAINS"),
    ],
)
def test_an_unsafe_setting_stops_the_start(tmp_path, change, word):
    environment = {
        **PRODUCTION,
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": secrets.token_urlsafe(50),
        **change,
    }
    checked = manage("check", **environment)
    assert checked.returncode != 0
    assert word in checked.stderr.splitlines()[-1]


@pytest.mark.django_db
def test_a_crash_of_the_api_says_nothing_of_the_inside(client, monkeypatch):
    from games.api.views import games

    monkeypatch.setattr(games.GamesView, "list_games", lambda *args, **kwargs: 1 / 0)
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
