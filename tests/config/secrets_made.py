"""Every kind of secret that a running copy makes or is given, each brought about once."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import httpx
import psycopg

from config.local.servers import Folders
from tests.config.service import Service, free_port

PASSWORD = "corner-flag-24"
MAIL_PASSWORD = "throw-in-4711"
METRICS_TOKEN = "let-me-see-the-figures"
CALLBACK = "https://app.example/done"


def environment() -> dict[str, str]:
    """Return what a copy is given that shall say as much as it can."""
    return {
        "METRICS_TOKEN": METRICS_TOKEN,
        # No one listens there: what cannot be sent is written about all the more.
        "EMAIL_URL": f"smtp://club:{MAIL_PASSWORD}@127.0.0.1:{free_port()}",
        "PRIVATE_TARGETS": "1",
        "LOG_LEVEL": "debug",
    }


@contextmanager
def logged_in(service: Service) -> Iterator[httpx.Client]:
    """Give a client that keeps cookies and is logged in as alice."""
    with httpx.Client(base_url=f"http://127.0.0.1:{service.port}", timeout=60) as client:
        account = {"username": "alice", "email": "alice@example.org", "password": PASSWORD}
        assert client.post("/api/v1/accounts", json=account).status_code == 201
        form = {"login": "alice", "password": PASSWORD}
        assert submit(client, "/accounts/login/", form).status_code == 302
        yield client


def submit(client: httpx.Client, path: str, form: dict[str, str]) -> httpx.Response:
    """Load a page, fill in its form and send it, as a browser does."""
    hidden = re.findall(
        r'<input type="hidden" name="(\w+)" (?:id="\w+" )?value="([^"]*)"|'
        r'<input type="hidden" name="(\w+)" value="([^"]*)"',
        client.get(path).text,
    )
    known = {a or c: b or d for a, b, c, d in hidden}
    return client.post(path, data={**known, **form}, headers={"Origin": str(client.base_url)})


def mailed(service: Service, pattern: str) -> str:
    """Return what a mail that waits to be sent says; mails are rows first."""
    found: list[str] = []

    def is_there() -> bool:
        with psycopg.connect(Folders(service.folder).database_url) as connection:
            for (text,) in connection.execute("SELECT m::text FROM accounts_outgoingmail m"):
                found.extend(re.findall(pattern, text))
        return bool(found)

    service.wait(is_there)
    return found[-1]


def reset_key(service: Service, browser: httpx.Client) -> list[str]:
    with httpx.Client(base_url=browser.base_url, timeout=60) as stranger:
        submit(stranger, "/accounts/password/reset/", {"email": "alice@example.org"})
        key = mailed(service, r"/password/reset/key/([\w-]+)/")
        for path in (f"/accounts/password/reset/key/{key}/", f"/accounts/password/reset/key/{key}"):
            stranger.get(path, follow_redirects=True)
    return [key, key.partition("-")[2]]


def confirmation_key(service: Service, browser: httpx.Client) -> list[str]:
    key = mailed(service, r"/confirm-email/([\w:-]+)/")
    browser.get(f"/accounts/confirm-email/{key}/")
    return [key]


def calendar_secret(service: Service, browser: httpx.Client) -> list[str]:
    path = urlsplit(browser.get("/api/v1/calendar").json()["url"]).path
    assert browser.get(path).status_code == 200
    secret = path.rpartition("/")[2].removesuffix(".ics")
    browser.get(f"/calendar/{secret}.ics")
    return [secret, secret.partition(":")[2]]


def stop_link(service: Service, browser: httpx.Client) -> list[str]:
    token = f"WzEsInR1cm4iXQ:{secrets.token_urlsafe(32)}"
    browser.get(f"/mail/stop/{token}/")
    browser.get(f"/mail/stop/{token}")
    return [token, token.partition(":")[2]]


def bearer(service: Service, browser: httpx.Client) -> list[str]:
    form = {"username": "alice", "password": PASSWORD}
    token = httpx.post(f"{browser.base_url}/api/v1/auth/token", json=form, timeout=60)
    secret: str = token.json()["token"]
    for word in ("Bearer", "Token"):
        header = {"Authorization": f"{word} {secret}"}
        httpx.get(f"{browser.base_url}/api/v1/me", headers=header, timeout=60)
    browser.get("/api/v1/games", params={"token": secret, "access_token": secret})
    return [secret, PASSWORD]


def webhook_secret(service: Service, browser: httpx.Client) -> list[str]:
    wish = {"url": f"http://127.0.0.1:{free_port()}/hook", "events": ["turn.played"]}
    headers = csrf(browser)
    made = browser.post("/api/v1/webhooks", json=wish, headers=headers).json()
    browser.post(f"/api/v1/webhooks/{made['id']}/test", json={}, headers=headers)
    return [made["secret"]]


def csrf(browser: httpx.Client) -> dict[str, str]:
    browser.get("/settings/")
    return {"X-CSRFToken": browser.cookies["csrftoken"], "Origin": str(browser.base_url)}


def app_tokens(service: Service, browser: httpx.Client) -> list[str]:
    form = {"name": "Pocket", "website": "", "redirect_uris": CALLBACK}
    submit(browser, "/developers/apps/new/", form)
    with psycopg.connect(Folders(service.folder).database_url) as connection:
        ((client_id,),) = connection.execute("SELECT client_id FROM accounts_app").fetchall()
    verifier = secrets.token_urlsafe(40)
    digest = hashlib.sha256(verifier.encode()).digest()
    asked = httpx.QueryParams(
        response_type="code",
        client_id=client_id,
        redirect_uri=CALLBACK,
        scope="games:read",
        state="s-1",
        code_challenge=base64.urlsafe_b64encode(digest).decode().rstrip("="),
        code_challenge_method="S256",
    )
    answer = submit(browser, f"/oauth/authorize?{asked}", {"allow": "yes"})
    code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
    form = {"grant_type": "authorization_code", "client_id": client_id, "code": code}
    form |= {"redirect_uri": CALLBACK, "code_verifier": verifier}
    first = browser.post("/oauth/token", data=form).json()
    form = {"grant_type": "refresh_token", "client_id": client_id}
    form["refresh_token"] = first["refresh_token"]
    second = browser.post("/oauth/token", data=form).json()
    browser.post("/oauth/token", data={**form, "refresh_token": "c11r_unknown-refresh-token"})
    device = {"client_id": client_id, "scope": "games:read"}
    shown = browser.post("/oauth/device-authorization", data=device).json()
    browser.get(shown["verification_uri_complete"])
    return [
        *(code, verifier, shown["user_code"], shown["device_code"], "unknown-refresh-token"),
        *(given[name] for given in (first, second) for name in ("access_token", "refresh_token")),
    ]


def session(service: Service, browser: httpx.Client) -> list[str]:
    cookies = dict(browser.cookies)
    named = [value for name, value in cookies.items() if "session" in name or "csrf" in name]
    assert len(named) == 2
    return named


def metrics_token(service: Service, browser: httpx.Client) -> list[str]:
    for given in (METRICS_TOKEN, METRICS_TOKEN + "-but-wrong"):
        browser.get("/metrics", headers={"Authorization": f"Bearer {given}"})
    return [METRICS_TOKEN]


def mail_password(service: Service, browser: httpx.Client) -> list[str]:
    return [MAIL_PASSWORD]


def keys_of_the_copy(service: Service, browser: httpx.Client) -> list[str]:
    return [(service.folder / "secret-key").read_text().strip()]


KINDS: list[Callable[[Service, httpx.Client], list[str]]] = [
    *(bearer, confirmation_key, reset_key, calendar_secret, stop_link, webhook_secret),
    *(app_tokens, session, metrics_token, mail_password, keys_of_the_copy),
]
