"""Terms that hold for a player, agreed on by name before anybody knows who sits where.

What an option of the kind *sides* lists may be sides or, until the seats are drawn, usernames
(law 7.1 of Fun Family Chess: a list of players, then of their sides).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge
from games.refusals import Invalid
from games.rules.contract import RuleSet

Names = dict[str, list[str]]


def check_terms(rules: RuleSet[Any], options: Mapping[str, Any]) -> tuple[dict[str, Any], Names]:
    """Return the complete options without names, and the names by option.

    Raises ``IllegalOptions``: whoever is named counts as one of the sides that are left, so that
    names can ask for nothing that sides could not.
    """
    names = {
        field.name: [one for one in options[field.name] if _is_name(rules, one)]
        for field in rules.option_fields()
        if field.kind == "sides" and isinstance(options.get(field.name), list)
    }
    plain = dict(options)
    for option, named in names.items():
        plain[option] = [one for one in options[option] if one not in named]
    checked = dict(rules.check_options(plain))
    sides = rules.seats(checked)
    as_if = {
        option: [*checked[option], *[s for s in sides if s not in checked[option]][: len(named)]]
        for option, named in names.items()
        if named
    }
    rules.check_options(checked | as_if)
    return checked, {option: named for option, named in names.items() if named}


def _is_name(rules: RuleSet[Any], one: object) -> bool:
    return isinstance(one, str) and one not in rules.sides


def find_players(names: Names, people: Sequence[User]) -> dict[str, list[int]]:
    """Return the terms by player; raises ``Invalid`` for a name that none of these people bears."""
    known = {person.username.lower(): person.pk for person in people}
    for option, named in names.items():
        for name in named:
            if name.lower() not in known:
                raise Invalid(
                    _("{name} wasn't invited by name.").format(name=name[:30]),
                    field=option,
                    code="unknown",
                )
        if len({name.lower() for name in named}) < len(named):
            raise Invalid(_("You named a player twice."), field=option, code="not_allowed")
    return {option: [known[name.lower()] for name in named] for option, named in names.items()}


def options_of(
    rules: RuleSet[Any], challenge: Challenge, seated: Mapping[str, User]
) -> Mapping[str, Any]:
    """Return the options of the game that a challenge becomes: players stand there by side."""
    if not challenge.by_player:
        return challenge.options
    sides = {user.pk: side for side, user in seated.items()}
    drawn = {
        option: [
            *challenge.options[option],
            *(side for pk in players if (side := sides[pk]) not in challenge.options[option]),
        ]
        for option, players in challenge.by_player.items()
    }
    return rules.check_options(challenge.options | drawn)
