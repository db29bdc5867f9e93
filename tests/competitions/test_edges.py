"""What someone may try, by mistake or on purpose, and what follows from it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.competitions.certificate_picture import Step, draw
from games.features.competitions.figures import figures
from games.features.competitions.models import Certificate, Competition, Entry, Section, Shootout
from games.features.competitions.services import disputes
from games.features.competitions.services.leaving import put_out, withdraw
from notifications.calendar import write_calendar
from tests.competitions.cups import DAY, MINUTE, level, make_cup, people
from tests.competitions.leagues import make_league
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.markup import tight

pytestmark = pytest.mark.django_db

CUPS = f"{API}/competitions"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def operator(client_of: Clients) -> APIClient:
    return client_of(User.objects.create_user("operator", is_staff=True))


def body(**said: Any) -> dict[str, Any]:
    closes_at = timezone.now() + 7 * DAY
    return {"name": "Cup", "ruleset": "standard", "closes_at": closes_at.isoformat(), **said}


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_days_that_cannot_be_are_refused(operator: APIClient) -> None:
    now = timezone.now()
    young = {"sections": [{"section": "under-18"}]}
    for said, pointer in (
        ({"closes_at": (now - MINUTE).isoformat()}, "#/closes_at"),
        ({"closes_at": (now + 4 * MINUTE).isoformat()}, "#/closes_at"),
        ({"closes_at": "0001-01-01T00:00:00Z"}, "#/closes_at"),
        ({"closes_at": "9999-12-31T23:59:59Z"}, "#/closes_at"),
        ({"opens_at": (now + 8 * DAY).isoformat()}, "#/closes_at"),
        ({"starts_at": (now + 6 * DAY).isoformat()}, "#/starts_at"),
        ({"age_date": "0001-01-01", **young}, "#/age_date"),
        ({"age_date": "0014-02-29", **young}, "#/age_date"),
    ):
        problem = refused(operator.post(CUPS, body(**said), format="json"), 400, "invalid")
        assert [error["pointer"] for error in problem["errors"]] == [pointer], said
    assert not Competition.objects.exists()
    opened = operator.post(CUPS, body(opens_at="2001-01-01T00:00:00Z"), format="json").json()
    assert opened["opens_at"] >= opened["created_at"], "nothing opened before it was announced"


def test_the_age_date_is_the_first_day_in_utc_until_another_is_named(operator: APIClient) -> None:
    now = timezone.now()
    first = (now + 20 * DAY).astimezone(UTC).date()
    opens_at = (now + DAY).isoformat()
    # Half past midnight east of Greenwich is the day before in UTC.
    early = f"{first}T00:30:00+13:00"
    said = body(opens_at=opens_at, starts_at=early, sections=[{"section": "under-18"}])
    made = operator.post(CUPS, said, format="json").json()
    assert made["age_date"] == str(first - DAY)
    one = f"{CUPS}/{made['id']}"

    moved = operator.patch(one, {"starts_at": f"{first}T12:00:00Z"}, format="json").json()
    assert moved["age_date"] == str(first), "it is still the first day"
    assert moved["sections"][0]["cut_off"] == _cut_off(first)
    named = operator.patch(one, {"age_date": str(first - 3 * DAY)}, format="json").json()
    assert named["sections"][0]["cut_off"] == _cut_off(first - 3 * DAY)
    again = operator.patch(one, {"starts_at": f"{first + DAY}T12:00:00Z"}, format="json").json()
    assert again["age_date"] == str(first - 3 * DAY), "that one was named"


def _cut_off(day: date) -> str:
    from games.features.competitions.age import cut_off

    return cut_off(day, 18).isoformat()


def test_a_name_is_one_line_of_text_in_mails_and_on_paper(operator: APIClient, alice: User) -> None:
    for name in ("Cup\nBcc: all@example.org", "A\x07B", "\u202egnp.exe", "Cup\u2028B"):
        refused(operator.post(CUPS, body(name=name), format="json"), 400, "invalid")
    prize = {"section": "open", "standing": 1, "text": "A\nB"}
    refused(operator.post(CUPS, body(prizes=[prize]), format="json"), 400, "invalid")
    for name in ("Ж" * 60, "漢" * 60, "👩‍🏫 Mütze & <b>Söhne</b>", "W" * 60, "Al"):
        paper = Certificate(
            competition=name, section="open", standing=1, entrants=2, awarded_on=date(2027, 3, 12)
        )
        lines = ElementTree.fromstring(draw(paper, name)).iter(f"{SVG}text")
        shown = {one.text: float(one.get("font-size", "0")) for one in lines}
        assert shown[name] * len(name) * (2 if name[0] == "漢" else 1) < 480, "within the frame"


def test_a_long_way_to_the_cup_has_a_line_for_each_match() -> None:
    paper = Certificate(
        competition="Cup", section="open", standing=1, entrants=32, awarded_on=date(2027, 3, 12)
    )
    names = ["alice", "bob", "charlie", "a-name-of-thirty-letters-or-so", "one-more"]
    steps = [Step("1–1", name, is_won=True, by="on penalties") for name in names]

    lines = list(ElementTree.fromstring(draw(paper, "alice", steps)).iter(f"{SVG}text"))
    shown = {float(one.get("y", "0")): one for one in lines if "penalties" in (one.text or "")}

    assert len(shown) == len(steps), "none has the place of another"


def test_prizes_are_of_sections_that_are_played(operator: APIClient) -> None:
    prize = {"section": "under-18", "standing": 1, "text": "A book"}
    problem = refused(operator.post(CUPS, body(prizes=[prize]), format="json"), 400, "invalid")
    assert problem["errors"][0]["pointer"] == "#/prizes"
    cup = operator.post(CUPS, body(), format="json").json()
    one = f"{CUPS}/{cup['id']}"
    refused(operator.patch(one, {"prizes": [prize]}, format="json"), 400, "invalid")
    league = {**body(kind="league"), "prizes": [{**prize, "section": "division-2"}]}
    assert operator.post(CUPS, league, format="json").status_code == 201


def test_of_the_seeded_no_more_stay_than_a_quarter_of_the_places(client_of: Clients) -> None:
    now = timezone.now() - 10 * MINUTE
    cup = make_cup(now, 8)
    organiser, one = client_of(cup.competition.organiser), f"{CUPS}/{cup.competition.pk}"
    strongest = [cup.players[5].username, cup.players[6].username.upper()]
    seeding = {"seeding": {"open": strongest}}
    assert organiser.patch(one, seeding, format="json").status_code == 200
    for user in cup.players[:4]:
        withdraw(user, cup.competition.pk, "open", now=cup.now)
    league = make_league(now, people(2, "other"))
    other = f"{CUPS}/{league.competition.pk}"
    refused(organiser.patch(other, {"seeding": {"division-1": []}}, format="json"), 400, "invalid")

    Competition.objects.filter(pk=cup.competition.pk).update(
        closes_at=now + 9 * MINUTE, starts_at=now + DAY
    )
    late = refused(organiser.patch(one, seeding, format="json"), 409, "entries_closed")
    assert "entries are open" in late["detail"]
    cup.competition.refresh_from_db()
    cup.section.__class__.objects.filter(pk=cup.section.pk).update(due_at=now)
    cup.pass_to(now + 10 * MINUTE)

    drawn = cup.section
    assert (drawn.size, len(drawn.drawn_numbers)) == (4, 3)
    assert cup.entry(1).user == cup.players[5]


def test_who_is_moved_up_has_room_for_one_more_match(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = make_cup(now, 4, sections={"open": 2})
    busy, free = cup.players[2:]
    cup.draw()
    from games.features.competitions.services import leaving

    real = leaving.running_matches
    monkeypatch.setattr(
        leaving, "running_matches", lambda user, *rest: 10 if user == busy else real(user, *rest)
    )
    row = cup.running()[0]

    withdraw(cup.entry(row.white).user, cup.competition.pk, "open", now=cup.now)

    assert cup.entry(row.white).user == free


def test_penalties_of_a_match_that_someone_left_are_asked_of_no_one(client_of: Clients) -> None:
    cup = make_cup(timezone.now() - 2 * DAY - 5 * MINUTE, 4, ruleset="eleven")
    cup.draw()
    cup.now = timezone.now()
    row = level(cup)
    match = cup.match("1.1") if row.match.number == 1 else cup.match("1.2")
    leaver, stays = cup.entry(match.upper).user, cup.entry(match.lower).user
    page = f"/competitions/{cup.competition.pk}/open/matches/{match.name}/"
    assert "choose your penalties" in as_user(stays).get("/").content.decode()
    assert b"choose your penalties" in write_calendar(stays, cup.now)
    assert b"choose your penalties" not in write_calendar(cup.entry(_other(match)).user, cup.now)
    assert "Hand in" in as_user(stays).get(page).content.decode()

    withdraw(leaver, cup.competition.pk, "open", now=cup.now)
    cup.pass_to(cup.now + DAY + MINUTE)

    assert Shootout.objects.get().resolved_at is None
    assert "choose your penalties" not in as_user(stays).get("/").content.decode()
    assert b"choose your penalties" not in write_calendar(stays, cup.now)
    assert "Hand in" not in as_user(stays).get(page).content.decode()
    hand = {"shots": list("ddddd"), "stands": list("ddddd")}
    url = f"{CUPS}/{cup.competition.pk}/sections/open/matches/{match.name}/shootout"
    refused(client_of(stays).put(url, hand, format="json"), 409, "shootout_closed")
    due_at = cup.section.due_at
    assert due_at is None or due_at > cup.now, "nothing is overdue"
    (overdue,) = (one.value for one in figures() if one.name == "competition_overdue_seconds")
    assert overdue == timedelta()


def _other(match: Any) -> int:
    """Return the number of someone who is not in this match."""
    return next(n for n in (1, 2, 3, 4) if n not in (match.upper, match.lower))


def test_why_someone_was_put_out_is_read_by_the_two_of_that_match(client_of: Clients) -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 4)
    cup.draw()
    for row in cup.running():
        cup.win(row, row.match.upper)
    cup.pass_to(cup.now + MINUTE)
    final = cup.running()[0].match
    accused, opponent = cup.entry(final.upper), cup.entry(final.lower)
    beaten = cup.entry(cup.match("1.1").lower).user

    organiser, ident = cup.competition.organiser, cup.competition.pk
    put_out(organiser, ident, "open", accused.place, "He cheats", now=cup.now)

    one = f"{CUPS}/{cup.competition.pk}/sections/open/matches"
    assert client_of(opponent.user).get(f"{one}/2.1").json()["reason"] == "He cheats"
    assert client_of(accused.user).get(f"{one}/2.1").json()["reason"] == "He cheats"
    assert client_of(beaten).get(f"{one}/1.1").json()["reason"] is None
    assert client_of(beaten).get(f"{one}/2.1").json()["reason"] is None


def test_everyone_reads_the_state_of_their_entry(now: datetime) -> None:
    real = timezone.now()
    cup = make_cup(real - 10 * MINUTE, 4, sections={"under-18": 2}, age_check="shown")
    url = f"/competitions/{cup.competition.pk}/under-18/"
    cup.section.entries.exclude(place=4).update(age_seen_at=real)
    unseen, late = cup.players[3], cup.players[2]

    def reads(user: User) -> str:
        return unescape(as_user(user).get(url).content.decode())

    assert "You're in." in reads(cup.players[0])
    assert "You're on the waiting list." in reads(late)
    organiser, ident = cup.competition.organiser, cup.competition.pk
    put_out(organiser, ident, "under-18", 2, "Not a player", now=cup.now)
    assert "You're in." not in reads(cup.players[1])
    assert "Disqualified by the organiser: Not a player" in reads(cup.players[1])
    assert "You're in." in reads(late), "one place has become free"
    Competition.objects.update(closes_at=real - 2 * MINUTE, starts_at=real - MINUTE)
    cup.competition.sections.update(due_at=real)
    cup.pass_to(real)
    assert "no proof of your age was seen" in reads(unseen)
    withdraw(late, ident, "under-18", now=real)
    assert "You have withdrawn." in reads(late)


def test_a_dispute_keeps_what_was_confirmed_until_it_is_closed(
    now: datetime, client_of: Clients
) -> None:
    cup = make_cup(now, 2, sections={"under-15": 16})
    cup.draw()
    cup.play_out()
    organiser, ident = cup.competition.organiser, cup.competition.pk
    url = f"{CUPS}/{ident}/sections/under-15/dispute"
    refused(client_of(cup.players[0]).post(url), 403, "not_the_organiser")
    for _ in range(2):
        assert client_of(organiser).post(url).json()["is_disputed"] is True

    cup.pass_to(cup.now + 60 * DAY)
    assert cup.section.entries.filter(stated_at__isnull=False).count() == 2
    page = as_user(organiser).get(f"/competitions/{ident}/under-15/").content.decode()
    assert "a dispute is open" in page
    disputes.close_dispute(organiser, ident, "under-15", now=cup.now)

    assert not cup.section.entries.filter(stated_at__isnull=False).exists()
    shown = client_of(cup.players[0]).get(f"{CUPS}/{ident}/sections/under-15").json()
    assert shown["is_disputed"] is None


def test_the_organiser_alone_changes_the_text_the_prize_and_the_seeding(alice: User) -> None:
    cup = make_cup(timezone.now() - 10 * MINUTE, 8)
    organiser, url = cup.competition.organiser, f"/competitions/{cup.competition.pk}/edit/"
    assert as_user(alice).get(url).status_code == 403
    assert Client().get(url).status_code == 302
    page = as_user(organiser).get(url).content.decode()
    assert "At most 2" in page
    form = {"text": "Bring friends.", "prize-open": "A cake", "seeds-open": "nobody"}
    refusal = as_user(organiser).post(url, form)
    assert refusal.status_code == 422
    assert "nobody has not entered" in refusal.content.decode()
    names = [cup.players[3].username, cup.players[1].username]
    form["seeds-open"] = "\r\n".join(names)

    assert as_user(organiser).post(url, form).status_code == 302

    cup.competition.refresh_from_db()
    assert cup.competition.text == "Bring friends."
    assert cup.competition.prizes == [{"section": "open", "standing": 1, "text": "A cake"}]
    cup.draw()
    assert [cup.entry(n).user.username for n in (1, 2)] == names


def test_a_bracket_shows_colours_and_whom_each_game_waits_for(client_of: Clients) -> None:
    cup = make_cup(timezone.now() - 2 * DAY - 5 * MINUTE, 2)
    cup.draw()
    row = cup.running()[0]
    white = cup.entry(row.white).user.username
    url = f"/competitions/{cup.competition.pk}/"

    html = tight(Client().get(url).content.decode())
    section = client_of().get(f"{CUPS}/{cup.competition.pk}/sections/open").json()
    (match,) = section["rounds"][0]["matches"]

    assert f"waiting for {white}, until" in html
    assert '<span class="vh"> White' in html
    (game,) = match["games"]
    assert game["awaiting"] == [row.white]
    assert game["deadline"] is not None
    cup.win(row, row.match.upper)
    cup.pass_to(cup.now + MINUTE)
    assert "waiting for" not in Client().get(url).content.decode()


def test_no_one_touches_what_another_organises(client_of: Clients, charlie: User) -> None:
    cup = make_cup(timezone.now() - 10 * MINUTE, 2, sections={"under-18": 8}, age_check="shown")
    stranger, page = client_of(charlie), f"/competitions/{cup.competition.pk}/under-18/"
    one = f"{CUPS}/{cup.competition.pk}"
    entry = f"{one}/sections/under-18/entries/1"
    for answer in (
        stranger.patch(one, {"text": "Mine"}, format="json"),
        stranger.patch(one, {"seeding": {"under-18": []}}, format="json"),
        stranger.post(f"{entry}/age-seen"),
        stranger.post(f"{entry}/put-out", {"reason": "No"}, format="json"),
        stranger.delete(f"{one}/sections/under-18/dispute"),
    ):
        refused(answer, 403, "not_the_organiser")
    browser = as_user(charlie)
    for path in ("entries/1/age-seen/", "entries/1/put-out/", "dispute/"):
        assert browser.post(f"{page}{path}", {"reason": "No"}).status_code == 403
    assert browser.post(f"/competitions/{cup.competition.pk}/goes-on/", {}).status_code == 403
    assert not Entry.objects.exclude(status="entered", age_seen_at=None).exists()
    assert not Section.objects.filter(disputed_at__isnull=False).exists()


def test_an_operator_who_plays_looks_after_nothing(client_of: Clients) -> None:
    cup = make_cup(timezone.now() - 10 * MINUTE, 2)
    url = f"{CUPS}/{cup.competition.pk}"
    User.objects.filter(pk=cup.players[0].pk).update(is_staff=True)
    player = User.objects.get(pk=cup.players[0].pk)
    out = {"reason": "I want to win"}

    answer = client_of(player).post(f"{url}/sections/open/entries/2/put-out", out, format="json")

    refused(answer, 403, "not_the_organiser")
    assert (
        "Put out"
        not in as_user(player).get(f"/competitions/{cup.competition.pk}/").content.decode()
    )


@pytest.mark.long
def test_no_secret_of_a_draw_is_shown_before_its_last_lot(client_of: Clients) -> None:
    from config.backends.encryption import unseal
    from games.features.competitions.field import lots_of

    cup = make_cup(timezone.now() - 2 * DAY - 5 * MINUTE, 4, ruleset="eleven")
    secrets = [lots_of(cup.section).secret.hex()]
    organiser = cup.competition.organiser
    people_ = (None, cup.players[0], organiser)

    def leaks() -> list[str]:
        one = f"/competitions/{cup.competition.pk}"
        paths = [f"{API}{one}", f"{API}{one}/sections/open", f"{one}/", f"/embed{one}/"]
        if cup.section.is_drawn:
            paths += [f"{API}{one}/sections/open/matches/1.1", f"{one}/open/matches/1.1/"]
        return [
            path
            for user in people_
            for path in paths
            if any(
                secret in (as_user(user) if user else Client()).get(path).content.decode()
                for secret in secrets
            )
        ]

    assert leaks() == []
    cup.draw()
    assert leaks() == []
    cup.now = timezone.now()
    row = level(cup)
    secrets.append(unseal(bytes(Shootout.objects.get().sealed_secret)).hex())
    assert leaks() == []
    cup.pass_to(cup.now + DAY + MINUTE)
    for one in cup.running():
        cup.win(one, one.match.upper)
    cup.pass_to(cup.now + MINUTE)
    secrets.pop()
    assert leaks() == [], "the final is still to come"
    cup.play_out()
    assert leaks() != []
    assert row is not None
