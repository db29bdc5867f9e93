"""A text and a position: the one turn that is meant, and what is to follow it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Game
from games.refusals import Unprocessable
from games.rules import registry
from games.rules.contract import RuleSet
from games.rules.errors import RulesError
from games.rules.sentences import Condition, Sentence
from games.rules.speech import MOST_NEAREST, Actions, Speech, nearest_turns, read_turns


class Understood(NamedTuple):
    """A turn, and the conditional moves that were sent with it, as ``POST /turns`` takes them."""

    actions: list[str]
    plans: list[dict[str, Any]]
    fallback: dict[str, Any] | None


class _Reader:
    """Reads turns of one game."""

    def __init__(self, game: Game) -> None:
        self.rules: RuleSet[Any] = game.rules
        self.speech: Speech = registry.find(game.ruleset, game.rules_version).speech
        self.is_german = (get_language() or "").startswith("de")

    def read(self, state: Any, text: str) -> Actions:
        """Return the one legal turn that a text means; raises ``Unprocessable``."""
        choices = partial(self.rules.choices, state)
        readings = read_turns(text, choices, self.speech, is_german=self.is_german)
        if len(readings) == 1:
            return readings[0]
        if readings:
            detail = _("“{text}” could be more than one turn. Choose one.")
            nearest = readings[:MOST_NEAREST]
        else:
            detail = _("We don't understand “{text}”. Did you mean one of these?")
            nearest = nearest_turns(text, choices, self.speech)
        raise Unprocessable(
            detail.format(text=_short(text)),
            code="not_understood",
            nearest=[{"text": " ".join(one), "label": self._label(state, one)} for one in nearest],
        )

    def _label(self, state: Any, actions: Actions) -> str:
        """Return a turn in the words of its choices."""
        words = []
        for place, action in enumerate(actions):
            options = self.rules.choices(state, actions[:place])["actions"]
            words += [one["label"] for one in options if one["text"] == action]
        return ", ".join(words)

    def foresee(self, state: Any, actions: Sequence[str], outcome: str | None) -> Any:
        """Return the state after a turn."""
        side = self.rules.choices(state, ())["side"]
        return self.rules.foresee(state, side, actions, outcome).state


def understand(game: Game, state: Any, sentence: Sentence) -> Understood:
    """Return what a sentence about a turn means in this state; raises ``Unprocessable``."""
    reader = _Reader(game)
    actions = reader.read(state, sentence.turn)
    plans = [_plan(reader, state, actions, one) for one in sentence.conditions]
    fallback = None
    if sentence.tries:
        fallback = {"tries": [_try(one) for one in sentence.tries], "unless": []}
    return Understood(list(actions), plans, fallback)


def _plan(reader: _Reader, state: Any, actions: Actions, said: Condition) -> dict[str, Any]:
    """Return a conditional move as ``POST /turns`` takes it: its line begins with the turn."""
    rules = reader.rules
    side = rules.choices(state, ())["side"]
    if not said.reply or not (said.outcome or said.turns):
        raise _unread(said.text)
    outcomes = list(rules.outcomes(state, actions))
    fitting = [one for one in outcomes if one.partition("@")[0] == said.outcome]
    if (said.outcome and len(fitting) != 1) or (outcomes and not said.outcome):
        raise _unread(said.text)
    outcome = fitting[0] if fitting else None
    line: list[dict[str, Any]] = [{"actions": list(actions), "outcome": outcome}]
    after = reader.foresee(state, actions, outcome)
    for text in said.turns:
        if rules.outcome(after) is not None:
            raise _unread(said.text)
        turn = reader.read(after, text)
        if rules.outcomes(after, turn):
            raise _unread(said.text)
        line.append({"actions": list(turn), "outcome": None})
        after = reader.foresee(after, turn, None)
    try:
        is_own = rules.choices(after, ())["side"] == side
    except RulesError:
        is_own = False
    if not is_own:
        detail = _("In “{text}” it isn't your turn yet. Name their turns too: if {example}")
        example = ", ".join([*([said.outcome] if said.outcome else []), *said.turns, "…"])
        raise Unprocessable(
            detail.format(text=_short(said.text), example=f"{example}: {said.reply}"),
            code="not_understood",
            nearest=[],
        )
    reply = reader.read(after, said.reply)
    return {"line": line, "reply": {"do": "turn", "actions": list(reply)}, "replace": False}


def _try(text: str) -> list[str]:
    """Return a turn that is to be tried later: in our notation, for no position is known yet."""
    actions = [one for one in text.lower().replace(",", " ").split() if one]
    if not actions or any(len(one) > _LONGEST_ACTION for one in actions):
        raise _unread(text)
    return actions


_LONGEST_ACTION = 16


def _unread(text: str) -> Unprocessable:
    detail = _("We don't understand “{text}”. Nothing was played.").format(text=_short(text))
    return Unprocessable(detail, code="not_understood", nearest=[])


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"
