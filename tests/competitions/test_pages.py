"""The pages of competitions: read, entered, set up and looked after."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.features import competitions
from games.features.competitions.models import Certificate, Competition, Entry, Section
from games.features.competitions.pages.bracket import BracketPage, match_title
from games.features.competitions.payloads import SectionView, round_name
from tests.competitions.cups import DAY, MINUTE, beat, make_cup
from tests.competitions.friends import make_friendly

pytestmark = pytest.mark.django_db


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_rounds_and_matches_are_named_from_the_final() -> None:
    assert [round_name(n, 4, is_uneven=False) for n in (1, 2, 3, 4)] == [
        "Last 16", "Quarter-finals", "Semi-finals", "Final",
    ]  # fmt: skip
    assert round_name(1, 3, is_uneven=True) == "First round"
    assert match_title(2, 1, 3, is_uneven=True) == "Semi-final 1"
    assert round_name(1, 2, is_uneven=True) == match_title(1, 1, 2, is_uneven=True) == "Semi-final"
    assert match_title(3, 2, 3, is_uneven=True) == "Match for third place"


def test_a_bracket_reads_aloud_and_leads_to_the_boards() -> None:
    now = timezone.now() - 3 * DAY
    cup = make_cup(now, 5, third_place=True)
    cup.draw()
    player = cup.entry(4).user
    view = SectionView(cup.section, player)
    page = BracketPage(view)

    first, second, final = page.rounds()
    assert [one.name for one in (first, second, final)] == ["First round", "Semi-finals", "Final"]
    assert [side.name for side in second.matches[0].sides] == [
        cup.entry(1).user.username,
        "{} or {}".format(*(side.name for side in first.matches[1].sides)),
    ]
    assert [side.name for side in final.matches[0].sides] == [
        "Winner of Semi-final 1",
        "{} or {}".format(*(side.name for side in second.matches[1].sides)),
    ]  # fmt: skip
    assert final.matches[1].sides[0].name == "Loser of Semi-final 1"

    url = f"/competitions/{cup.competition.pk}/"
    html = as_user(player).get(url).content.decode()
    assert "First round, match 1: you play" in html, "a bye is no match"
    game_id = cup.running()[0].game_id
    assert f'href="/games/{game_id}/"' in html
    stranger = Client().get(url).content.decode()
    assert "Your match" not in stranger
    assert "Autumn Cup" in Client().get("/competitions/").content.decode()
    match_page = Client().get(f"{url}open/matches/1.2/")
    assert match_page.status_code == 200
    for path in (
        "nothing1/",
        f"{cup.competition.pk}/under-18/",
        f"{cup.competition.pk}/open/matches/9.9/",
    ):
        assert Client().get(f"/competitions/{path}").status_code == 404


def test_the_list_says_what_is_next_in_the_readers_own_competitions(alice: User) -> None:
    now = timezone.now() - 2 * DAY - MINUTE
    cup = make_cup(now, 2)
    cup.draw()
    [row] = cup.running()
    to_move = cup.entry(row.white).user
    other = cup.entry(3 - row.white).user
    make_friendly(timezone.now(), alice, [to_move])

    theirs = as_user(to_move).get("/competitions/").content.decode()
    assert 'class="mute now">Your turn, ' in theirs
    assert 'class="mute">2 players, not started</span>' in theirs
    assert "1 opponent still has to play" in as_user(other).get("/competitions/").content.decode()
    assert "In progress" in Client().get("/competitions/").content.decode()


def test_a_player_enters_withdraws_and_signs_on_the_page(bob: User) -> None:
    now = timezone.now() - 10 * MINUTE
    cup = make_cup(now, 1, sections={"under-18": 8})
    url = f"/competitions/{cup.competition.pk}/under-18/"
    client = as_user(bob)
    assert "I was born on" in client.get(url).content.decode()

    client.post(f"{url}enter/", {})
    assert not Entry.objects.filter(user=bob).exists(), "without the statement nobody is in"
    client.post(f"{url}enter/", {"is_young": "on", "be_named": "on"})
    entry = Entry.objects.get(user=bob)
    assert (entry.born_on_or_after, entry.is_named) == (cup.section.cut_off, True)
    client.post(f"{url}withdraw/")
    assert not Entry.objects.filter(user=bob).exists()
    client.post(f"{url}enter/", {"is_young": "on"})

    Competition.objects.update(closes_at=now + 3 * MINUTE, starts_at=now + 4 * MINUTE)
    cup.competition.sections.update(due_at=now)
    cup.competition.refresh_from_db()
    cup.draw()
    cup.play_out()
    paper = Certificate.objects.get(entry__user=bob)
    answer = client.post(f"{url}certificate/", {"name": "Bob the Great"})
    assert answer["Location"] == f"/certificates/{paper.pk}/"
    assert "Bob the Great" in Client().get(answer["Location"]).content.decode()
    client.post(f"{url}certificate/", {"delete": "1"})
    assert "Bob the Great" not in Client().get(answer["Location"]).content.decode()


def test_a_cup_is_set_up_on_a_phone(alice: User, bob: User) -> None:
    beat(timezone.now())
    form = {
        "name": "Friends",
        "ruleset": "standard",
        "limit": "8",
        "entry_days": "7",
        "days_per_turn": "1",
        "round_days": "28",
        "prize": "A cake",
        "no_plans": "on",
        "has_rest": "on",
    }
    assert as_user(bob).post("/competitions/new/", form).status_code == 422
    for reader in (Client(), as_user(bob)):
        listed = reader.get("/competitions/").content.decode()
        assert "Cup with friends" in listed
        assert "No cups right now" in listed
        assert 'href="/competitions/new/"' not in listed
    User.objects.filter(pk=alice.pk).update(date_joined=timezone.now() - 40 * DAY)
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    listed = as_user(alice).get("/competitions/").content.decode()
    assert 'href="/competitions/new/"' in listed

    answer = as_user(alice).post("/competitions/new/", form)

    cup = Competition.objects.get()
    assert answer["Location"] == f"/competitions/{cup.pk}/"
    section = cup.sections.get()
    assert (section.status, section.limit, cup.is_private) == ("entries", 8, True)
    assert (cup.plans, cup.has_rest) == (False, True)
    assert cup.prizes == [{"section": "open", "standing": 1, "text": "A cake"}]
    page = as_user(alice).get(answer["Location"]).content.decode()
    assert "Send this link" in page
    assert "They pause your clock, up to two a week." in page
    assert "Friends" not in Client().get("/competitions/").content.decode()


def test_operators_see_what_is_late_and_let_it_go_on(alice: User) -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 2)
    cup.draw()
    Section.objects.update(set_aside_at=timezone.now(), set_aside_reason="Boom")
    assert as_user(alice).get("/operator/competitions/").status_code == 302
    operator = as_user(cup.competition.organiser)

    html = operator.get("/operator/competitions/").content.decode()
    assert "quarantined: Boom" in html
    assert cup.entry(cup.running()[0].white).user.username in html, "it waits for White"
    operator.post("/operator/competitions/", {"revive": str(cup.section.pk)})
    assert cup.section.set_aside_at is None


def test_penalties_are_chosen_and_shown_on_the_page(now: datetime) -> None:
    from django.db import transaction

    from games.play.apply import apply_step
    from games.store.locking import lock_game

    real = timezone.now()
    cup = make_cup(real - 2 * DAY - 5 * MINUTE, 2, ruleset="eleven")
    cup.draw()
    row = cup.running()[0]
    with transaction.atomic():
        game = lock_game(row.game_id)
        apply_step(game, game.rules, game.rules.agree_draw(game.rules.load(game.state)), now=real)
    cup.pass_to(real)
    url = f"/competitions/{cup.competition.pk}/open/matches/1.1/"
    form = {f"{kind}_{n}": "d" for kind in ("shot", "stand") for n in range(1, 6)}
    for number in (1, 2):
        client = as_user(cup.entry(number).user)
        assert "Shot 1" in client.get(url).content.decode()
        client.post(f"{url}shootout/", form)

    html = Client().get(url).content.decode()
    assert "shoots at d, the king is on d" in html
    assert "by penalties" in html


def test_a_match_that_was_resigned_says_so() -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 2, ruleset="eleven")
    cup.draw()
    cup.play_out()
    url = f"/competitions/{cup.competition.pk}/"

    assert "By resignation</a>" in Client().get(url).content.decode()
    assert "by resignation" in Client().get(f"{url}open/matches/1.1/").content.decode()
    ends = {"lost to", "beat"}
    for certificate in Certificate.objects.all():
        html = Client().get(f"/certificates/{certificate.pk}/").content.decode()
        (how,) = (end for end in ends if f">{end} " in html)
        assert ">by resignation</text>" in html
        assert ("reached the final of" in html) == (how == "lost to") == (certificate.standing == 2)
        page = as_user(certificate.entry.user).get(url).content.decode()
        assert ("You came second." in page) == (how == "lost to")


def test_the_laws_of_the_cup_are_the_same_in_german() -> None:
    folder = Path(competitions.__file__).parent
    english, german = (
        re.findall(r"^(\*\*\d+\.\d+\*\*|## \d+\.)", (folder / name).read_text(), re.M)
        for name in ("LAWS.md", "LAWS.de.md")
    )
    assert english == german

    html = Client().get("/competitions/laws/", headers={"Accept-Language": "de"}).content.decode()
    assert "<h1>Die Turnierregeln</h1>" in html
    assert 'class="prose laws" lang="de"' in html
    assert "nur auf Englisch" not in html


def test_the_laws_of_the_cup_have_an_anchor_each() -> None:
    html = Client().get("/competitions/laws/").content.decode()
    assert 'id="6.4"' in html
    assert 'href="#8"' in html
