"""A turn in a few signs, for a list of turns: ``Nc3–d5, shot e8: goal``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Happening
from games.rules.pieces import sign
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

OUTCOMES = {
    "goal": gettext_noop("goal"),
    "save": gettext_noop("saved"),
    "block": gettext_noop("blocked"),
    "corner": gettext_noop("corner"),
}


def summarize(happenings: Sequence[Happening]) -> str:
    """Return a turn in shorthand."""
    parts: list[str] = []
    for event in happenings:
        match event["type"]:
            case "move":
                between = "×" if "captures" in event else "–"
                parts.append(f"{sign(event['piece'])}{event['from']}{between}{event['to']}")
            case "pass":
                parts.append(_("pass {to}").format(to=event["to"]))
            case "shot":
                outcome = OUTCOMES[event["outcome"]]
                parts.append(_("shot {to}: {outcome}").format(to=event["to"], outcome=_(outcome)))
            case "check":
                parts[-1] += "+"
            case "checkmate":
                parts[-1] += "#"
    return ", ".join(parts)
