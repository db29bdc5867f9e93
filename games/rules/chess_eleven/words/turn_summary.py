"""A turn in a few signs, for a list of turns: ``Nc3–d5, shot e8: goal``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Happening

OUTCOMES = {"goal": "goal", "save": "saved", "block": "blocked", "corner": "corner"}


def phrase(happenings: Sequence[Happening]) -> str:
    """Return what a turn did; the page's script says the same of a turn just played."""
    parts: list[str] = []
    for event in happenings:
        match event["type"]:
            case "move":
                letter = event["piece"].upper().replace("P", "")
                sign = "×" if "captures" in event else "–"
                parts.append(f"{letter}{event['from']}{sign}{event['to']}")
            case "pass":
                parts.append(f"pass {event['to']}")
            case "shot":
                parts.append(f"shot {event['to']}: {OUTCOMES[event['outcome']]}")
            case "check":
                parts[-1] += "+"
            case "checkmate":
                parts[-1] += "#"
    return ", ".join(parts)
