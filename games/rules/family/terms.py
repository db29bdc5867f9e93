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
                "A game with four players takes about ten weeks at one lap a day. Remaining "
                "players can agree to a draw at any time. If someone stops, a bot can replace "
                "them."
            ),
        ),
    ),
)
MAY_LEAVE: Final = OptionField(
    name="may_leave",
    kind="sides",
    default=[],
    label=gettext_noop("Can leave and return"),
    law="7.1",
    help=gettext_noop(
        "Good for children. Players who leave miss their turns until they return. At least one "
        "player must stay."
    ),
    choices=tuple((side, SIDE_NAMES[side]) for side in SIDES),
    words=gettext_noop("can leave: {}"),
)
