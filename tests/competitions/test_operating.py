"""What operators see of competitions, and what they do to their secrets."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.features.competitions.field import Field, lots_of
from games.features.competitions.figures import figures
from games.features.competitions.models import Section, Shootout
from games.features.competitions.payloads import SectionView
from games.features.competitions.services.secrets import renew_secrets
from games.features.competitions.steps.penalties import begin_shootout, result_of
from tests.competitions.cups import DAY, make_cup

pytestmark = pytest.mark.django_db


def test_secrets_of_draws_are_sealed_again_and_drawn_again_while_that_changes_nothing(
    settings: Any,
) -> None:
    now = timezone.now() - 3 * DAY
    cup = make_cup(now, 2, ruleset="eleven")
    first = cup.section.commitment
    assert renew_secrets(now=now) == 1
    section = cup.section
    assert section.commitment == lots_of(section).commitment != first
    assert section.earlier_commitments[0]["commitment"] == first
    assert SectionView(section, None).payload()["earlier_commitments"][0]["commitment"] == first
    cup.draw()
    field = Field.of(cup.section)
    begin_shootout(field, next(iter(field.bracket)), cup.now)
    drawn, asked = cup.section.commitment, Shootout.objects.get().commitment

    call_command("renew_seeds", stdout=StringIO())
    assert cup.section.commitment == drawn, "what is drawn stays"
    row = Shootout.objects.get()
    assert row.earlier_commitments[0]["commitment"] == asked != row.commitment
    went = result_of(row, cup.section, "1.1")

    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, long enough to be one"
    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    assert result_of(Shootout.objects.get(), cup.section, "1.1") == went
    assert lots_of(cup.section).commitment == drawn


def test_figures_report_what_is_late_and_what_was_set_aside() -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 2)
    cup.draw()
    cup.section.rounds.update(ends_at=timezone.now() - DAY)
    Section.objects.update(set_aside_at=timezone.now())

    told = {(one.name, *one.labels.values()): one.value for one in figures()}

    assert told["competition_sections", "playing"] == 1
    assert told["competition_sections", "drawn"] == 0
    assert told["competition_matches_late",] == 1
    assert told["competition_sections_set_aside",] == 1
    assert told["competition_overdue_seconds",].total_seconds() == 0
