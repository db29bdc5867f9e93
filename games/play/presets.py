"""Arrangements that a person keeps to use again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.models import Preset
from games.refusals import Invalid, NotFound, illegal_arrangement
from games.rules import registry
from games.rules.errors import IllegalArrangement, NotationError
from games.rules.registry import UnknownRuleSet


def save_preset(
    user_id: int, slot: int, name: str, ruleset: str, content: Mapping[str, Any], *, now: datetime
) -> Preset:
    """Keep an arrangement in a slot, in place of what was there, and return it.

    It must be one with which the first side could begin a game. Raises ``NotFound`` for a slot
    that does not exist, ``Invalid`` and ``Unprocessable``.
    """
    _check_slot(slot)
    try:
        rules = registry.get(ruleset)
    except UnknownRuleSet as error:
        raise Invalid(_("This game doesn't exist."), field="ruleset", code="unknown") from error
    if not rules.has_arrangements:
        raise Invalid(_("This game has no formations."), field="ruleset", code="not_allowed")
    start = rules.start(rules.check_options({}))
    try:
        rules.arrange(start, rules.sides[0], content, ready=False)
    except (IllegalArrangement, NotationError) as error:
        raise illegal_arrangement(error, ruleset) from error
    preset, _rest = Preset.objects.update_or_create(
        user_id=user_id,
        ruleset=ruleset,
        slot=slot,
        defaults={"name": name, "content": dict(content), "saved_at": now},
    )
    return preset


def delete_preset(user_id: int, slot: int, ruleset: str) -> None:
    """Empty a slot; raises ``NotFound`` if nothing is in it."""
    _check_slot(slot)
    gone, _rest = Preset.objects.filter(user=user_id, ruleset=ruleset, slot=slot).delete()
    if not gone:
        raise NotFound(_("This slot is empty."))


def _check_slot(slot: int) -> None:
    if not 1 <= slot <= Preset.SLOTS:
        raise NotFound(_("Use a slot from 1 to {slots}.").format(slots=Preset.SLOTS))
