"""Cups of 16 from the announcement to the certificates, and one of 128; to be run by hand.

``manage.py test tests/competitions/walk_through.py -n0 -s`` prints each bracket at its end and
what the clients' program says of the draw, which it repeats from the secret alone.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.services.deletion import delete_account
from games.features.competitions.models import Certificate, MatchGame, Section
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.services.leaving import put_out, withdraw
from games.models import Game
from games.play.apply import apply_step
from games.store.locking import lock_game
from tests.competitions.cups import DAY, MINUTE, Cup, make_cup

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("ruleset", ["eleven", "standard", "future"])
def test_a_cup_of_sixteen(ruleset: str) -> None:
    cup = make_cup(
        timezone.now() - 200 * DAY,
        16,
        ruleset=ruleset,
        round_days=14,
        third_place=True,
        sections={"open": 16},
        name=f"Cup of {ruleset}",
    )
    walk(cup, random.Random(ruleset))
    assert Certificate.objects.filter(entry__section=cup.section).count() >= 3


@pytest.mark.timeout(1800)
def test_a_cup_of_128() -> None:
    cup = make_cup(timezone.now() - 200 * DAY, 128, round_days=14, name="Cup of 128")
    walk(cup, random.Random(128))
    assert MatchGame.objects.filter(match__section=cup.section).count() >= 127


def walk(cup: Cup, chance: random.Random) -> None:
    """Play a cup in which people also vanish, leave, are put out and draw."""
    cup.draw()
    turns = 0
    while cup.section.status == Section.Status.PLAYING:
        turns += 1
        for row in cup.running():
            if MatchGame.objects.filter(pk=row.pk, result="").exists():
                end(cup, row, chance)
        cup.pass_to(cup.now + DAY + MINUTE)
        assert turns < 200
    show(cup)


def end(cup: Cup, row: MatchGame, chance: random.Random) -> None:
    number = chance.choice((row.match.upper, row.match.lower))
    entry = cup.entry(number)
    match chance.randrange(12):
        case 0:
            pass
        case 1:
            withdraw(entry.user, cup.competition.pk, cup.key, now=cup.now)
        case 2:
            organiser = cup.competition.organiser
            put_out(organiser, cup.competition.pk, cup.key, entry.place, "Engine", now=cup.now)
        case 3:
            delete_account(entry.user, cup.now)
        case 4 | 5 | 6 | 7:
            agree(cup, row)
        case _:
            cup.win(row, number)


def agree(cup: Cup, row: MatchGame) -> None:
    if cup.competition.ruleset == "standard":
        cup.draw_game(row)
        return
    with transaction.atomic():
        game = lock_game(row.game_id)
        rules = game.rules
        apply_step(game, rules, rules.agree_draw(rules.load(game.state)), now=cup.now)


def show(cup: Cup) -> None:
    """Print the bracket as its page tells it, and draw again with the clients' program."""
    section = cup.section
    assert not Game.objects.filter(status__in=Game.ACTIVE).exists()
    view = SectionView(section, None)
    print(f"\n{cup.competition.name}: {section.status}, {section.size} entrants")
    for one in BracketPage(view).rounds():
        print(f"  {one.name}")
        for card in one.matches[:16]:
            sides = " – ".join(
                f"{'*' if side.is_winner else ''}{side.name}"
                f"{f' [{side.score}]' if side.score else ''}"
                for side in card.sides
            )
            print(f"    {card.match}  {sides}: {card.by}")
    standing = [f"{one['standing']}. {one['player']}" for one in view.payload()["standing"][:4]]
    print("  Standing:", ", ".join(standing))
    papers = Certificate.objects.filter(entry__section=section)
    print("  Certificates:", ", ".join(f"{p.pk} (place {p.standing})" for p in papers))
    answer = Client().get(f"/api/v1/competitions/{cup.competition.pk}/sections/{section.key}")
    program = Path(settings.BASE_DIR) / "config/developers/clients/repeat_the_draw.py"
    said = subprocess.run(
        [sys.executable, str(program), cup.competition.pk],
        input=json.dumps(answer.json()),
        capture_output=True,
        text=True,
        check=False,
    )
    print("  repeat_the_draw.py:", said.stdout.strip() or said.stderr.strip())
    assert said.returncode == 0
