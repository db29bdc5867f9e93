"""The operator's page: what it shows, what can be done there, and the log of it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts import site_rules
from accounts.models import OperatorAct, OutgoingMail, SiteRules, User
from games.models import Outage
from notifications.models import Notification

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/signup/"


@pytest.fixture(autouse=True)
def as_usual() -> Any:
    """Forget what this process has seen of the rules."""
    yield
    site_rules._Seen.rules = SiteRules()


@pytest.fixture
def operator(db: None) -> User:
    return User.objects.create_superuser("operator", "op@example.org", "a-long-word-1")


@pytest.fixture
def page(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def do(page: Client, act: str, reason: str = "it is time", **fields: object) -> str:
    """Do something on the page and return what it says."""
    answer = page.post(f"/operator/acts/{act}/", {"reason": reason, **fields}, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return re.findall(r'<p class="note"[^>]*>(.*?)</p>', answer.content.decode(), re.DOTALL)[0]


def acts() -> list[tuple[str, str]]:
    return list(OperatorAct.objects.order_by("id").values_list("what", "reason"))


def test_it_shows_health_and_every_figure(page: Client) -> None:
    html = page.get("/operator/").content.decode()

    for part in ("worker", "beat", "referee", "pushes", "engine"):
        assert re.search(rf"<dt>{part}</dt><dd[^>]*>(ok|not seen|silent)", html)
    assert "There is no backup in DATA_DIR." in html or "Newest backup" in html
    assert "Turns played, robots" in html
    assert "The clocks run." in html


def test_players_and_staff_without_the_right_can_do_nothing(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get("/operator/").status_code == 302
    assert client.post("/operator/acts/pause/", {"reason": "x"}).status_code == 302

    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert client.post("/operator/acts/pause/", {"reason": "x"}).status_code == 404
    assert "Pause the clocks" not in client.get("/operator/").content.decode()
    assert not Outage.objects.exists()
    assert acts() == []


def test_the_clocks_are_paused_and_resumed(page: Client, operator: User) -> None:
    assert "have been paused since" in do(page, "pause", "a new disk")
    assert "The clocks are paused since" in page.get("/operator/").content.decode()
    assert "are given back" in do(page, "resume", "it is in")

    assert acts() == [("clocks_paused", "a new disk"), ("clocks_resumed", "it is in")]
    assert set(OperatorAct.objects.values_list("operator", flat=True)) == {operator.pk}


def test_nothing_is_done_without_a_reason(page: Client) -> None:
    answer = page.post("/operator/acts/pause/", {"reason": " "})

    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    assert not Outage.objects.exists()
    assert page.post("/operator/acts/no-such-act/", {"reason": "x"}).status_code == 404


def test_an_announcement_is_on_every_page_until_it_ends(page: Client, client: Client) -> None:
    until = timezone.now() + timedelta(hours=2)
    do(
        page,
        "announcement",
        announcement="Cup <final> tonight",
        announcement_until=f"{until:%Y-%m-%dT%H:%M}",
    )

    for path in ("/", "/status/", "/accounts/login/", "/no-such-page/"):
        assert "Cup &lt;final&gt; tonight" in client.get(path).content.decode(), path
    assert site_rules.notice(until + timedelta(minutes=1)) is None

    do(page, "announcement", announcement="")
    assert "final" not in client.get("/").content.decode()
    assert [what for what, _ in acts()] == ["announced", "announcement_removed"]


def test_maintenance_is_announced_with_its_end(page: Client, client: Client) -> None:
    begins, ends = timezone.now() + timedelta(hours=1), timezone.now() + timedelta(hours=3)
    times = {
        "maintenance_from": f"{begins:%Y-%m-%dT%H:%M}",
        "maintenance_until": f"{ends:%Y-%m-%dT%H:%M}",
    }
    do(page, "maintenance", **times)

    shown = client.get("/").content.decode()
    assert re.search(r"Maintenance (on|from) \d", shown)
    assert f"{begins:%H:%M}" in shown
    assert f"{ends:%H:%M} UTC" in shown
    german = client.get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "Die Uhren stehen solange still" in german
    assert site_rules.notice(ends + timedelta(minutes=1)) is None
    backwards = {
        "maintenance_from": times["maintenance_until"],
        "maintenance_until": times["maintenance_from"],
    }
    assert page.post("/operator/acts/maintenance/", {"reason": "x", **backwards}).status_code == 422


def test_another_process_sees_it_with_its_next_heartbeat(page: Client, client: Client) -> None:
    do(page, "announcement", announcement="Hello")
    site_rules._Seen.rules = SiteRules()
    assert "Hello" not in client.get("/").content.decode()

    site_rules.look()

    assert "Hello" in client.get("/").content.decode()


def sign_up(client: Client, email: str = "dora@example.org", **headers: str) -> int:
    form = {"username": "dora", "email": email, "password1": "a-long-word-1"}
    return client.post(SIGN_UP, form, **headers).status_code  # type: ignore[arg-type]


def sign_up_by_api(client: Client, email: str = "dora@example.org") -> dict[str, Any]:
    body = {"username": "dora", "email": email, "password": "a-long-word-1"}
    answer = client.post("/api/v1/accounts", body, "application/json")
    return {"status": answer.status_code, **answer.json()}


def test_closed_means_no_account_and_no_guest(page: Client, client: Client) -> None:
    do(page, "sign_up", sign_up="closed")

    assert "No new accounts" in client.get(SIGN_UP).content.decode()
    assert sign_up(client) == 200
    refused = sign_up_by_api(client)
    assert (refused["status"], refused["code"]) == (403, "sign_up_closed")
    guest = client.post("/api/v1/guests", {"time_zone": "UTC"}, "application/json")
    assert guest.json()["code"] == "sign_up_closed"
    assert not User.objects.exclude(username="operator").filter(is_bot=False).exists()
    (act,) = OperatorAct.objects.all()
    assert act.details == {"sign_up": ["open", "closed"]}


def test_by_invitation_whoever_has_a_link_signs_up_until_the_links_end(page: Client) -> None:
    do(page, "sign_up", sign_up="invited")
    said = do(page, "invite", "the chess club")
    path = "/" + said.partition("://")[2].partition("/")[2].replace("&amp;", "&")
    assert sign_up(Client()) == 200
    assert not User.objects.filter(username="dora").exists()

    invited = Client()
    assert "Create account" in invited.get(path).content.decode()
    assert sign_up(invited) == 302
    assert User.objects.filter(username="dora").exists()

    late = Client()
    late.get(path)
    do(page, "end_invitations")
    assert "No new accounts" in late.get(SIGN_UP).content.decode()
    assert "No new accounts" in late.get(path).content.decode()


@pytest.mark.parametrize("address", ["dora@spam.example", "dora@MAIL.spam.example"])
def test_domains_that_may_not_sign_up(page: Client, client: Client, address: str) -> None:
    do(page, "sign_up", sign_up="open", blocked_domains="@Spam.example\nother.example")

    assert sign_up(client, address) == 200
    refused = sign_up_by_api(client, address)
    assert refused["status"] == 400
    assert "email provider" in refused["errors"][0]["detail"]
    assert sign_up(Client(), "dora@notspam.example") == 302


def test_networks_that_may_not_sign_up(page: Client, client: Client) -> None:
    do(page, "sign_up", sign_up="open", blocked_networks="203.0.113.0/24\n2001:db8::/32")

    assert sign_up(client, REMOTE_ADDR="203.0.113.9") == 200
    assert sign_up(client, REMOTE_ADDR="2001:db8::1") == 200
    assert not User.objects.filter(username="dora").exists()
    assert sign_up(client, REMOTE_ADDR="198.51.100.1") == 302


@pytest.mark.parametrize(
    "fields",
    [{"blocked_domains": "nonsense"}, {"blocked_networks": "203.0.113.1/24"}, {"sign_up": "x"}],
)
def test_what_makes_no_sense_changes_nothing(page: Client, fields: dict[str, str]) -> None:
    form = {"reason": "x", "sign_up": "open", **fields}
    assert page.post("/operator/acts/sign_up/", form).status_code == 422
    assert not SiteRules.objects.exists()


def test_an_email_is_looked_up_and_sent_again(page: Client, game: Any, alice: User) -> None:
    event = game.events.first()
    row = Notification.objects.create(
        event=event,
        user=alice,
        channel="mail",
        kind="turn",
        status="failed",
        due_at=timezone.now(),
        settled_at=timezone.now(),
        last_error="550 no such mailbox",
        attempts=12,
    )
    OutgoingMail.objects.create(recipient=alice.email, subject="Confirm", text="t")

    for asked in ("Alice", alice.email.upper()):
        html = page.get("/operator/", {"mail": asked}).content.decode()
        assert "550 no such mailbox" in html
        assert "Waits: Confirm" in html
    do(page, "send_again", "the mailbox is back", notification=row.pk, mail="alice")

    row.refresh_from_db()
    assert (row.status, row.attempts) == ("pending", 0)
    (act,) = OperatorAct.objects.all()
    assert (act.what, act.user_id, act.reason) == ("email_resent", alice.pk, "the mailbox is back")
    assert "still waiting" in do(page, "send_again", notification=row.pk)
    assert "No account has" in page.get("/operator/", {"mail": "nobody"}).content.decode()


def test_the_email_that_confirms_an_address_is_sent_again(page: Client) -> None:
    erik = User.objects.create_user("erik", "erik@example.org")
    EmailAddress.objects.create(user=erik, email=erik.email, primary=True, verified=False)

    do(page, "verify", "it went to spam", user=erik.pk)

    assert [row.recipient for row in OutgoingMail.objects.all()] == ["erik@example.org"]
    assert acts() == [("verification_resent", "it went to spam")]
    assert "a moment ago" in do(page, "verify", "again", user=erik.pk)
    assert len(acts()) == 1


def test_the_log_is_shown_with_who_whom_what_why_and_when(page: Client, alice: User) -> None:
    do(page, "pause", "a new <disk>")
    OperatorAct.objects.create(operator=None, what="account_locked", user=alice, reason="insults")

    html = page.get("/operator/").content.decode()
    rows = [
        re.sub(r"<[^>]+>|\s+", " ", row) for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)
    ]
    (first,) = [row for row in rows if "insults" in row]
    assert "a command account locked alice" in " ".join(first.split())
    assert "a new &lt;disk&gt;" in html
