"""What happened, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.chess_eleven import stalls
from games.rules.chess_eleven.notation import SIDES
from games.rules.contract import Happening, Narration, Side
from games.rules.pieces import goes, taken
from games.rules.text import gettext as _
from games.rules.text import gettext_noop, score_text

ROUND_ENDS = {
    "goal": gettext_noop("Goal for {name}!"),
    "checkmate": gettext_noop("Checkmate by {name}, worth two goals."),
    "drop_ball": gettext_noop("Neither side can play. A drop ball ends the round."),
}
DROP_BALLS = {
    stalls.REPETITION: gettext_noop(
        "Same position for the third time. A drop ball ends the round."
    ),
    stalls.QUIET_TURNS: gettext_noop("{n} quiet turns. A drop ball ends the round."),
}
"""Why there is a drop ball, where both could play on (9.3)."""
SHOT_ENDS = {
    "goal": gettext_noop("{name} shoots at {to}. Goal!"),
    "save": gettext_noop("{name} shoots at {to}. What a save!"),
    "block": gettext_noop("{name} shoots at {to}. Blocked on {at}!"),
    "corner": gettext_noop("{name} shoots at {to}. Corner!"),
}
MATCH_ENDS = {
    "goals": gettext_noop("{name} wins the game."),
    "resignation": gettext_noop("{name} wins because the other side resigned."),
    "timeout": gettext_noop("{name} wins on time."),
    "agreement": gettext_noop("A draw by agreement."),
    "final_whistle": gettext_noop("The final whistle! {name} wins."),
    "full_time": gettext_noop("Full time. {name} wins!"),
    "left": gettext_noop("{name} wins because the other side missed three turns in a row."),
    "aborted": gettext_noop("The game is aborted and has no result."),
}


def narrate(happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
    """Return a sentence for each thing that happened, the players called by their names."""
    return tuple(sentence for event in happenings if (sentence := _sentence(event, names)))


def _sentence(event: Happening, names: Mapping[Side, str]) -> str:
    side = event.get("side") or event.get("winner")
    name = names.get(side, str(side)) if side else ""
    match event["type"]:
        case "move" if "captures" in event:
            return _("{name}'s {piece} takes the {captured} on {to}.").format(
                name=name,
                piece=goes(event["piece"]),
                captured=taken(event["captures"]),
                to=event["to"],
            )
        case "move":
            return _("{name}'s {piece} moves from {start} to {to}.").format(
                name=name, piece=goes(event["piece"]), start=event["from"], to=event["to"]
            )
        case "pass":
            return _("{name} passes from {start} to {to}.").format(
                name=name, start=event["from"], to=event["to"]
            )
        case "shot" if "outcome" not in event:
            return _("{name} shoots at {to}.").format(name=name, to=event["to"])
        case "shot":
            shot = SHOT_ENDS[event["outcome"]]
            return _(shot).format(name=name, **{"at": "", **_squares(event)})
        case "ball_won":
            return _("{name} has the ball on {at}.").format(name=name, at=event["at"])
        case "check":
            return _("Check.")
        case "checkmate":
            return _("Checkmate.")
        case "run_out" if event["in_check"]:
            return _("{name} didn't answer the check in time.").format(name=name)
        case "run_out":
            return _("{name}'s time runs out.").format(name=name)
        case "half_time":
            return _("Half-time: {score}.").format(score=_score(event, names))
        case "by_post":
            return _("The game continues by correspondence, to {goals} goals.").format(
                goals=event["goals_to_win"]
            )
        case "goal_kick":
            return _("Goal kick. {name}'s king has the ball.").format(name=name)
        case "passed_over":
            return _("{name} can't play and misses the turn.").format(name=name)
        case "round_started":
            return _("Round {round}: {name} kicks off.").format(round=event["round"], name=name)
        case "round_ended":
            end = DROP_BALLS.get(event.get("because", "")) or ROUND_ENDS[event["reason"]]
            ended = _(end).format(name=name, n=stalls.GIVEN_AT)
            # A page that calls its reader "you" says the score itself.
            return f"{ended} {_score(event, names)}." if "score" in event else ended
        case "game_over":
            if event["reason"] == "final_whistle" and not name:
                return _("The final whistle! It's a draw.")
            if event["reason"] == "full_time" and not name:
                return _("Full time. It's a draw.")
            ended = MATCH_ENDS[event["reason"]]
            return _(ended).format(name=name)
    return ""


def _score(event: Happening, names: Mapping[Side, str]) -> str:
    """Return the goals between the names, for not every reader counts White's first."""
    # Side by side, not as they come: what was in a database has no order.
    white, black = ((names.get(side, side.title()), event["score"][side]) for side in SIDES)
    return f"{white[0]} {score_text(white[1], black[1])} {black[0]}"


def _squares(event: Happening) -> dict[str, str]:
    return {key: str(event[key]) for key in ("to", "at") if key in event}
