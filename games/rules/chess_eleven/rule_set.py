"""Chess Eleven behind the contract of a rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base import (
    Choices,
    Collage,
    Happening,
    Narration,
    Options,
    Outcome,
    Phase,
    Roll,
    Side,
    Step,
    Termination,
)
from games.rules.chess_eleven import match
from games.rules.chess_eleven.actions import TEXT, legal_actions
from games.rules.chess_eleven.choices import choices_after
from games.rules.chess_eleven.formation import read_formation
from games.rules.chess_eleven.match import CLAIM_AT, State
from games.rules.chess_eleven.notation import SIDES, write_position
from games.rules.chess_eleven.picture import drawing
from games.rules.chess_eleven.picture.layers import collage_of
from games.rules.chess_eleven.playing import play_turn
from games.rules.chess_eleven.words import narration, summary, turn_summary
from games.rules.errors import ArrangementLocked, IllegalOptions, NotToAct, OutOfPhase

DEFAULT_GOALS = 2


class ChessEleven:
    """The laws of Chess Eleven (``rules/chess-eleven.md``), version 1."""

    key = "eleven"
    version = 1
    name = "Chess Eleven"
    sides: tuple[Side, ...] = SIDES

    def check_options(self, options: Options) -> Options:
        """Return ``{"goals_to_win": 1 to 9}`` (2.1)."""
        goals = options.get("goals_to_win", DEFAULT_GOALS)
        if isinstance(goals, bool) or not isinstance(goals, int) or not 1 <= goals <= 9:
            raise IllegalOptions("A match is played to 1 to 9 goals.", field="goals_to_win")
        return {"goals_to_win": goals}

    def start(self, options: Options) -> State:
        return State(goals_to_win=self.check_options(options)["goals_to_win"])

    def load(self, text: str) -> State:
        return match.read_state(text)

    def dump(self, state: State) -> str:
        return match.write_state(state)

    def phase(self, state: State) -> Phase:
        return state.phase

    def to_act(self, state: State) -> frozenset[Side]:
        if state.phase is Phase.FORMATION:
            return frozenset(
                name for name, ready in zip(SIDES, state.ready, strict=True) if not ready
            )
        if state.phase is Phase.PLAYING and state.position is not None:
            return frozenset({SIDES[state.position.side]})
        return frozenset()

    def overdue(self, state: State) -> frozenset[Side]:
        by_clock = (Termination.TIMEOUT, Termination.ABORTED)
        if state.outcome is None or state.outcome.termination not in by_clock:
            return frozenset()
        assert state.position is not None, "only a turn can be missed for good (9.5)"
        return frozenset({SIDES[state.position.side]})

    def legal_actions(self, state: State) -> tuple[str, ...]:
        if state.phase is not Phase.PLAYING or state.position is None:
            return ()
        return tuple(sorted(TEXT[action] for action in legal_actions(state.position)))

    def choices(self, state: State, after: Sequence[str]) -> Choices:
        if state.phase is not Phase.PLAYING or state.position is None:
            raise OutOfPhase("No turn can be played now.")
        return choices_after(state.position, after)

    def play(self, state: State, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[State]:
        if state.phase is not Phase.PLAYING or state.position is None:
            raise OutOfPhase("No turn can be played now.")
        if side not in self.to_act(state):
            raise NotToAct(f"It is not {side}'s turn.")
        return play_turn(state, state.position, actions, roll=roll)

    def arrange(
        self, state: State, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[State]:
        if state.phase is not Phase.FORMATION:
            raise OutOfPhase("No formation can be chosen now.")
        index = SIDES.index(side)
        if state.ready[index]:
            raise ArrangementLocked("You said that you are ready: the formation is locked (3.6).")
        formation = read_formation(index, arrangement, may_substitute=state.may_substitute == index)
        after = match.set_formation(state, index, formation, ready=ready)
        return self._started(after) if after.phase is Phase.PLAYING else Step(after)

    def time_out(self, state: State) -> Step[State]:
        self._demand_active(state)
        after = match.time_out(state)
        return self._started(after) if after.phase is Phase.PLAYING else Step(after)

    def resign(self, state: State, side: Side) -> Step[State]:
        self._demand_active(state)
        winner = 1 - SIDES.index(side)
        return Step(match.finish(state, Termination.RESIGNATION, winner))

    def agree_draw(self, state: State) -> Step[State]:
        self._demand_active(state)
        return Step(match.finish(state, Termination.AGREEMENT, None))

    def claim(self, state: State, side: Side) -> Step[State]:
        if side not in SIDES or not self._may_claim(state):
            raise OutOfPhase(f"The final whistle can be claimed from {CLAIM_AT} quiet turns (9.3).")
        return Step(match.whistle(state))

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def describe(self, state: State) -> dict[str, Any]:
        """Return score, round, position and formations as ``GET /games/{id}`` shows them."""
        position = state.position
        playing = state.phase is Phase.PLAYING and position is not None
        shown = position is not None and state.phase is not Phase.FORMATION
        return {
            "goals_to_win": state.goals_to_win,
            "score": dict(zip(SIDES, state.score, strict=True)),
            "round": state.round,
            "side_to_play": SIDES[position.side] if playing and position is not None else None,
            "position": write_position(position) if shown and position is not None else None,
            "in_check": bool(playing and position is not None and position.is_check(position.side)),
            "formation": self._formations(state) if state.phase is Phase.FORMATION else None,
            "legal_actions": list(self.legal_actions(state)),
            "may_claim_final_whistle": self._may_claim(state),
        }

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return narration.narrate(happenings, names)

    def draw(
        self,
        state: State,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        """Return the pitch as SVG; in the formation phase both formations, ball on the spot."""
        position = position or _shown(state)
        if position is None:
            white, black = (formation.as_dict() for formation in state.formations)
            return drawing.draw_formation(white, black, side=side)
        return drawing.draw_position(position, side=side, last=last, before=before)

    def collage(
        self,
        state: State,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        position = position or _shown(state)
        if position is None:
            white, black = (formation.as_dict() for formation in state.formations)
            return collage_of(drawing.read_formations(white, black), side=side)
        return collage_of(drawing.read_picture(position), side=side, last=last, before=before)

    def brief(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.brief(description, side)

    def chapter(self, description: Mapping[str, Any]) -> str:
        return summary.chapter(description)

    def phrase(self, happenings: Sequence[Happening]) -> str:
        return turn_summary.phrase(happenings)

    def sketch(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.sketch(description, side)

    def _demand_active(self, state: State) -> None:
        if state.phase is Phase.OVER:
            raise OutOfPhase("The game is over.")

    def _may_claim(self, state: State) -> bool:
        return (
            state.phase is Phase.PLAYING
            and state.position is not None
            and state.position.quiet >= CLAIM_AT
        )

    def _formations(self, state: State) -> dict[str, Any]:
        return {
            name: {
                "pieces": state.formations[side].as_dict(),
                "substitute": state.formations[side].substitute,
                "ready": state.ready[side],
                "may_substitute": state.may_substitute == side,
            }
            for side, name in enumerate(SIDES)
        }

    def _started(self, state: State) -> Step[State]:
        happening = {
            "type": "round_started",
            "round": state.round,
            "side": SIDES[state.kicks_off],
        }
        locked = {
            name: {"pieces": state.formations[side].as_dict()} for side, name in enumerate(SIDES)
        }
        return Step(state, (happening,), locked=locked)


def _shown(state: State) -> str | None:
    """Return the position that a picture of this state shows; None while formations are chosen."""
    if state.phase is Phase.FORMATION or state.position is None:
        return None
    return write_position(state.position)
