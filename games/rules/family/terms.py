"""What is agreed on before a game of Fun Family Chess."""

from __future__ import annotations

from typing import Final

from games.rules.contract import OptionField
from games.rules.family.squares import SIDES
from games.rules.pieces import SIDE_NAMES
from games.rules.text import gettext_noop

SEATS_FIELD: Final = OptionField(
    name="seats",
    kind="choice",
    default=4,
    label=gettext_noop("Players"),
    law="2.1",
    choices=(
        (2, gettext_noop("two")),
        (3, gettext_noop("three")),
        (4, gettext_noop("four")),
    ),
    words=gettext_noop("{} players"),
    notes=(
        (
            4,
            gettext_noop(
                "A game of four takes some 70 laps: ten weeks at a lap a day. Those who are left "
                "may agree on a draw at any time, or go on against a robot that takes the place "
                "of whoever stops."
            ),
        ),
    ),
)
MAY_LEAVE: Final = OptionField(
    name="may_leave",
    kind="sides",
    default=[],
    label=gettext_noop("May leave and return"),
    law="7.1",
    help=gettext_noop(
        "For children: who leaves is passed over until they return. Never all of them."
    ),
    choices=tuple((side, SIDE_NAMES[side]) for side in SIDES),
    words=gettext_noop("may leave: {}"),
)
