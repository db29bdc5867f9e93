"""Answers that can be prepared: checked when they are, and carried out when their time comes."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from games.features.plans.walking import Walked, reply_turn
from games.laws import cited
from games.models import Game, Preset, Turn
from games.play.acts import do_act, resign
from games.play.draws import offer_draw
from games.play.formations import save_formation
from games.play.turns import play_turn
from games.refusals import Conflict, Unprocessable, illegal_arrangement
from games.rules.contract import Arranging, Phase, Side
from games.rules.errors import IllegalAct, IllegalArrangement, NotationError, OutOfPhase


class Do(StrEnum):
    """What a reply does."""

    TURN = "turn"
    FORMATION = "formation"
    RESIGN = "resign"
    CLAIM = "claim"
    FINAL_WHISTLE = "final_whistle"
    """A claim in a game of Chess Eleven that began under version 1 of its laws."""
    STOP = "stop"
    """Only say that the situation has come."""


def check_reply(
    game: Game, user_id: int, side: Side, walked: Walked, reply: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the answer as it is kept; it must be one that this side could give there.

    Raises ``Unprocessable``.
    """
    step = len(walked.turns)
    if side not in walked.summary.to_act or not _fits(reply["do"], walked.summary.phase):
        raise Unprocessable(_("You can't do this there."), code="not_my_turn_there", step=step)
    match reply["do"]:
        case Do.TURN:
            actions = list(reply["actions"])
            played = reply_turn(game, walked, actions)
            return {
                "do": Do.TURN,
                "actions": actions,
                "notation": played.notation,
                "offer_draw": bool(reply.get("offer_draw")),
                "happenings": [dict(one) for one in played.happenings],
            }
        case Do.FORMATION:
            return _formation(game, user_id, side, walked, reply)
        case Do.CLAIM | Do.FINAL_WHISTLE:
            _check_claim(game, side, walked, reply["do"])
    return {"do": reply["do"]}


def _check_claim(game: Game, side: Side, walked: Walked, name: str) -> None:
    """Raise ``Unprocessable`` for a claim that the laws of this game never allow.

    Whether its time has come, only the position of the day can say.
    """
    rules = game.rules
    try:
        rules.act(walked.state, side, name)
    except IllegalAct as error:
        raise Unprocessable(
            str(error),
            code="illegal_act",
            legal=list(error.legal),
            step=len(walked.turns),
            **cited(game.ruleset, error.law, game.rules_version),
        ) from error
    except OutOfPhase:
        return


def _fits(do: str, phase: Phase) -> bool:
    needed = {
        Do.TURN: Phase.PLAYING,
        Do.FORMATION: Phase.FORMATION,
        Do.CLAIM: Phase.PLAYING,
        Do.FINAL_WHISTLE: Phase.PLAYING,
    }
    return needed.get(Do(do), phase) is phase


def _formation(
    game: Game, user_id: int, side: Side, walked: Walked, reply: Mapping[str, Any]
) -> dict[str, Any]:
    rules, content = game.rules, {"pieces": reply.get("pieces")}
    if (slot := reply.get("preset")) is not None:
        preset = Preset.objects.filter(user=user_id, ruleset=game.ruleset, slot=slot).first()
        if preset is None or not isinstance(rules, Arranging):
            raise Unprocessable(
                _("This slot is empty."), code="illegal_formation", step=len(walked.turns)
            )
        content = dict(rules.arranged_for(preset.content, side))
    try:
        rules.arrange(walked.state, side, content, ready=False)
    except (IllegalArrangement, NotationError) as error:
        refusal = illegal_arrangement(error, game.ruleset)
        refusal.extra["step"] = len(walked.turns)
        raise refusal from error
    return {"do": Do.FORMATION, "preset": slot, **content}


def carry_out(
    game: Game, user_id: int, reply: Mapping[str, Any], *, now: datetime, by: Turn.By
) -> None:
    """Do in a locked game what was prepared, by the same services as by hand.

    Raises what they raise; nothing was changed then.
    """
    match reply["do"]:
        case Do.TURN:
            actions = reply["actions"]
            play_turn(user_id, game.pk, game.next_turn, actions, now=now, by=by)
            if reply.get("offer_draw"):
                # The turn may have ended the game, and once a turn is enough.
                with contextlib.suppress(Conflict):
                    offer_draw(user_id, game.pk, now=now)
        case Do.FORMATION:
            pieces = {"pieces": reply["pieces"]}
            save_formation(user_id, game.pk, pieces, ready=True, now=now, is_planned=True)
        case Do.RESIGN:
            resign(user_id, game.pk, now=now)
        case Do.CLAIM | Do.FINAL_WHISTLE:
            do_act(user_id, game.pk, reply["do"], now=now)
