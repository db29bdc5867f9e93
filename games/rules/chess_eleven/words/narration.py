"""What happened, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.chess_eleven.formation import NAMES as PIECES
from games.rules.chess_eleven.notation import SIDES
from games.rules.contract import Happening, Narration, Side

ROUND_ENDS = {
    "goal": "Goal for {name}.",
    "checkmate": "Checkmate by {name}, worth two goals.",
    "drop_ball": "Neither side can play: a drop ball ends the round.",
}
SHOT_ENDS = {
    "goal": "{name} shoots at {to}: goal!",
    "save": "{name} shoots at {to}: saved by the king.",
    "block": "{name} shoots at {to}: blocked on {at}.",
    "corner": "{name} shoots at {to}: corner.",
}
MATCH_ENDS = {
    "goals": "{name} wins the match.",
    "resignation": "{name} wins: the other side resigned.",
    "timeout": "{name} wins on time.",
    "agreement": "A draw by agreement.",
    "final_whistle": "The final whistle: {name} wins.",
    "aborted": "The match is aborted, without a result.",
}


def narrate(happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
    """Return a sentence for each thing that happened, the players called by their names."""
    return tuple(sentence for event in happenings if (sentence := _sentence(event, names)))


def _piece(letter: str) -> str:
    return PIECES[letter.upper()]


def _sentence(event: Happening, names: Mapping[Side, str]) -> str:
    side = event.get("side") or event.get("winner")
    name = names.get(side, str(side)) if side else ""
    match event["type"]:
        case "move" if "captures" in event:
            return (
                f"{name}'s {_piece(event['piece'])} takes the {_piece(event['captures'])}"
                f" on {event['to']}."
            )
        case "move":
            return f"{name}'s {_piece(event['piece'])} goes from {event['from']} to {event['to']}."
        case "pass":
            return f"{name} passes from {event['from']} to {event['to']}."
        case "shot":
            return SHOT_ENDS[event["outcome"]].format(name=name, **{"at": "", **_squares(event)})
        case "ball_won":
            return f"{name} has the ball on {event['at']}."
        case "check":
            return "Check."
        case "checkmate":
            return "Checkmate."
        case "goal_kick":
            return f"Goal kick: {name}'s king has the ball."
        case "passed_over":
            return f"{name} has nothing to play and is passed over."
        case "round_started":
            return f"Round {event['round']}: {name} kicks off."
        case "round_ended":
            return f"{ROUND_ENDS[event['reason']].format(name=name)} {_score(event, names)}."
        case "game_over":
            if event["reason"] == "final_whistle" and not name:
                return "The final whistle: a draw."
            return MATCH_ENDS[event["reason"]].format(name=name)
    return ""


def _score(event: Happening, names: Mapping[Side, str]) -> str:
    """Return the goals between the names, for not every reader counts White's first."""
    # Side by side, not as they come: what was in a database has no order.
    white, black = ((names.get(side, side.title()), event["score"][side]) for side in SIDES)
    return f"{white[0]} {white[1]}–{black[1]} {black[0]}"


def _squares(event: Happening) -> dict[str, str]:
    return {key: str(event[key]) for key in ("to", "at") if key in event}
