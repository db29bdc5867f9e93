"""Chess Eleven behind the contract of a rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.rules.chess_eleven import live, match, stalls
from games.rules.chess_eleven.actions import TEXT, legal_actions
from games.rules.chess_eleven.choices import choices_after, outcomes_of
from games.rules.chess_eleven.described import (
    ElevenDescription,
    Formation,
    FormationBySide,
    Stalled,
)
from games.rules.chess_eleven.formation import read_formation
from games.rules.chess_eleven.happenings import game_over, round_ended
from games.rules.chess_eleven.match import CLAIM_AT, State, Termination, may_claim
from games.rules.chess_eleven.notation import SIDES, write_position
from games.rules.chess_eleven.playing import play_turn
from games.rules.chess_eleven.squares import BLACK, WHITE
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.turn import DROP_BALL
from games.rules.chess_eleven.words.prompts import warn
from games.rules.contract import (
    ABORT,
    ADJUDICATE,
    ADJUDICATE_DRAW,
    BALL_WON,
    CALL_OFF,
    CAPTURE,
    CHECK,
    CLAIM,
    FINAL_WHISTLE,
    HALVES,
    RESIGN,
    SHOT,
    TIME_OUT,
    UNTIL,
    ActRecord,
    Happening,
    OptionField,
    Options,
    Outcome,
    Phase,
    Roll,
    Side,
    Step,
    Summary,
    Terms,
    check_fields,
    roll_for,
)
from games.rules.errors import (
    ArrangementLocked,
    IllegalAct,
    IllegalOptions,
    NotationError,
    NotToAct,
    OutOfPhase,
)
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

NEWEST: Final = 2

GOALS_TO_WIN = OptionField(
    name="goals_to_win",
    kind="whole",
    default=2,
    label=gettext_noop("Goals to win"),
    law="2.1",
    least=1,
    most=9,
    words=gettext_noop("first to {}"),
    instead=UNTIL,
)
ENDS_AT = OptionField(
    name=UNTIL,
    kind="time",
    default=None,
    label=gettext_noop("Ends at"),
    help=gettext_noop("Then the side with more goals wins. With the same number it's a draw."),
    law="9.17",
    words=gettext_noop("until {}"),
)


class ChessEleven:
    """The laws of Chess Eleven (``LAWS.md``).

    In version 1 a round that stalls ends the match by the final whistle; since version 2 it ends
    by a drop ball (9.3, 9.4).
    """

    key = "eleven"
    name = "Chess Eleven"
    sides: tuple[Side, ...] = SIDES
    has_arrangements = True
    has_chance = True
    live_clock = HALVES

    def __init__(self, version: int = NEWEST) -> None:
        self.version = version

    def live_fields(self) -> tuple[OptionField, ...]:
        return live.FIELDS

    def option_fields(self) -> tuple[OptionField, ...]:
        return (GOALS_TO_WIN, ENDS_AT)

    def check_options(self, options: Terms) -> Terms:
        """Return ``{"goals_to_win": 1 to 9}`` (2.1), with ``until`` or that alone (9.17)."""
        said = dict(options)
        if said.get(ENDS_AT.name) is None:
            said.pop(ENDS_AT.name, None)
        is_open = ENDS_AT.name in said and GOALS_TO_WIN.name not in said
        fields = [ENDS_AT] if is_open else [GOALS_TO_WIN]
        try:
            checked = check_fields([*fields, ENDS_AT], said)
        except IllegalOptions as error:
            if error.field != GOALS_TO_WIN.name:
                raise
            raise IllegalOptions(
                _("Choose 1 to 9 goals."), field="goals_to_win", law="2.1"
            ) from error
        return {name: value for name, value in checked.items() if value is not None}

    def seats(self, options: Terms) -> tuple[Side, ...]:
        return SIDES

    def start(self, options: Terms) -> State:
        goals = self.check_options(options).get(GOALS_TO_WIN.name, 0)
        return State(goals_to_win=goals, stalls=self._no_stalls())

    def live_options(self, options: Terms, live_terms: Terms) -> Terms:
        """Return the agreed number of goals, if there is one (9.14)."""
        goals = live_terms["goals"]
        return {} if goals is None else {GOALS_TO_WIN.name: goals}

    def start_live(self, options: Terms, live_terms: Terms) -> State:
        return live.start(live_terms["goals"], self._no_stalls())

    def load(self, text: str) -> State:
        """Return the state that a text shows; one without drop balls has had none."""
        state = match.read_state(text)
        if (state.stalls is None) == (self.version == 1):
            return state
        if state.stalls is not None:
            raise NotationError(_("Version 1 of the laws counts no drop balls."), law=None)
        return replace(state, stalls=Stalls())

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

    def forfeited_by(self, state: State) -> frozenset[Side]:
        if state.outcome is not None and state.live is not None:
            # Who aborts a live game, and anyone who kept it waiting, has lost nothing (9.15).
            loser = state.outcome.ranking[1:]
            return frozenset(loser[0] if state.outcome.reason == Termination.LEFT else ())
        by_clock = (Termination.TIMEOUT, Termination.ABORTED)
        if state.outcome is None or state.outcome.reason not in by_clock:
            return frozenset()
        assert state.position is not None, "only a turn can be missed for good (9.5)"
        return frozenset({SIDES[state.position.side]})

    def legal_actions(self, state: State) -> tuple[str, ...]:
        if state.phase is not Phase.PLAYING or state.position is None:
            return ()
        return tuple(sorted(TEXT[action] for action in legal_actions(state.position)))

    def choices(self, state: State, after: Sequence[str]) -> Options:
        if state.phase is not Phase.PLAYING or state.position is None:
            raise OutOfPhase(_("You can't play a turn now."), law="2.2")
        options = choices_after(state.position, after)
        if state.stalls is not None and state.position.quiet >= stalls.SHOWN_FROM:
            options["prompt"] = warn(options["prompt"], state.position.quiet)
        return options

    def play(self, state: State, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[State]:
        if state.phase is not Phase.PLAYING or state.position is None:
            raise OutOfPhase(_("You can't play a turn now."), law="2.2")
        if side not in self.to_act(state):
            raise NotToAct(_("It isn't {side}'s turn.").format(side=side), law="6.6")
        return play_turn(state, state.position, actions, roll=roll)

    def situation(self, state: State, side: Side) -> str:
        """Return the position without the quiet turns, or what a formation is chosen by."""
        return match.situation(state)

    def outcomes(self, state: State, actions: Sequence[str]) -> Mapping[str, int]:
        if state.phase is not Phase.PLAYING or state.position is None:
            raise OutOfPhase(_("You can't play a turn now."), law="2.2")
        return outcomes_of(state.position, actions)

    def foresee(
        self, state: State, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[State]:
        roll = roll_for(self.outcomes(state, actions), outcome)
        return self.play(state, side, actions, roll=roll)

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        by_others = [one for one in happenings if one.get("side", side) != side]
        found = {one["type"] for one in by_others} & {BALL_WON, CHECK, SHOT}
        return frozenset(found | {CAPTURE for one in by_others if "captures" in one})

    def arrange(
        self, state: State, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[State]:
        if state.phase is not Phase.FORMATION:
            raise OutOfPhase(_("You can't choose a formation now."), law="3.6")
        index = SIDES.index(side)
        if state.ready[index]:
            raise ArrangementLocked(
                _("You're ready, so your formation is locked (3.6)."), law="3.6"
            )
        formation = read_formation(index, arrangement, may_substitute=state.may_substitute == index)
        after = match.set_formation(state, index, formation, ready=ready)
        return self._started(after) if after.phase is Phase.PLAYING else Step(after)

    def arranged_for(self, arrangement: Mapping[str, Any], side: Side) -> dict[str, Any]:
        """Return White's formation as this side has it: Black's ranks count from the other end."""
        pieces = arrangement["pieces"]
        if side != SIDES[0]:
            pieces = {f"{name[0]}{9 - int(name[1])}": piece for name, piece in pieces.items()}
        return {"pieces": pieces}

    def time_out(self, state: State) -> Step[State]:
        self._demand_active(state)
        if state.live is not None and state.phase is Phase.PLAYING:
            return live.run_out(state)
        after = match.time_out(state)
        if after.phase is Phase.PLAYING:
            return self._started(after)
        (late,) = self.forfeited_by(after)
        return Step(after, act=ActRecord(late, TIME_OUT))

    def act(self, state: State, side: Side, name: str) -> Step[State]:
        """Resign (2.6), claim a drop ball (9.3), or abort a live game (9.15)."""
        if name == RESIGN:
            return self._resign(state, side)
        if name == CLAIM or (name == FINAL_WHISTLE and self.version == 1):
            return self._claim(state, side)
        if name == FINAL_WHISTLE:
            raise IllegalAct(
                _("You can't claim the final whistle. Claim a drop ball (9.3, 9.4)."),
                legal=(RESIGN, CLAIM),
                law="9.4",
            )
        if name == ABORT and state.live is not None:
            return live.abort(state, side)
        raise IllegalAct(
            _("Chess Eleven has no {x!r}.").format(x=name[:30]),
            legal=(RESIGN, CLAIM),
            law="9.4" if self.version == 1 else "2.6",
        )

    def run_out(self, state: State) -> Step[State]:
        return self.time_out(state)

    def may_break(self, state: State) -> bool:
        return live.may_break(state)

    def time_up(self, state: State) -> Step[State]:
        """Return what follows a half (9.12), or a correspondence game whose time is over (9.17)."""
        self._demand_active(state)
        return live.time_up(state) if state.live is not None else live.full_time(state)

    def by_post(self, state: State) -> Step[State]:
        return live.by_post(state)

    def agree_draw(self, state: State) -> Step[State]:
        self._demand_active(state)
        return Step(match.finish(state, Termination.AGREEMENT, None))

    def adjudicate(self, state: State, winner: Side | None) -> Step[State]:
        self._demand_active(state)
        record = (
            ActRecord(SIDES[0], ADJUDICATE_DRAW)
            if winner is None
            else ActRecord(winner, ADJUDICATE)
        )
        won_by = None if winner is None else SIDES.index(winner)
        return Step(match.finish(state, Termination.ADJUDICATED, won_by), act=record)

    def call_off(self, state: State) -> Step[State]:
        self._demand_active(state)
        after = match.finish(state, Termination.CALLED_OFF, None)
        return Step(after, act=ActRecord(SIDES[0], CALL_OFF))

    def draws_needed(self, state: State) -> frozenset[Side]:
        return frozenset(SIDES)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def describe(self, state: State) -> dict[str, Any]:
        """Return score, round, position and formations as ``GET /games/{id}`` shows them."""
        position = state.position
        playing = state.phase is Phase.PLAYING and position is not None
        shown = position is not None and state.phase is not Phase.FORMATION
        described = live.live_description(state)
        white, black = state.score
        description: ElevenDescription = {
            "goals_to_win": state.goals_to_win,
            "score": {"white": white, "black": black},
            "round": state.round,
            "side_to_play": SIDES[position.side] if playing and position is not None else None,
            "position": write_position(position) if shown and position is not None else None,
            "in_check": bool(playing and position is not None and position.is_check(position.side)),
            "formation": self._formations(state),
            "legal_actions": list(self.legal_actions(state)),
            "may_claim_final_whistle": self.version == 1 and may_claim(state),
            **self._stalled(state),
        }
        return {**description, **({} if described is None else {"live": described})}

    def summary(self, description: Mapping[str, Any]) -> Summary:
        """Return the round, the score, whose turn it is, and who may resign or claim."""
        formation, to_play = description["formation"], description["side_to_play"]
        if formation is not None:
            phase = Phase.FORMATION
            to_act = frozenset(side for side, chosen in formation.items() if not chosen["ready"])
        elif to_play is not None:
            phase, to_act = Phase.PLAYING, frozenset({to_play})
        else:
            phase, to_act = Phase.OVER, frozenset()
        acts: tuple[str, ...] = ()
        if phase is not Phase.OVER:
            may = description["may_claim_final_whistle"] or description.get("may_claim_drop_ball")
            acts = (RESIGN, CLAIM) if may else (RESIGN,)
        described = description.get("live")
        if described is not None and described["may_abort"]:
            acts += (ABORT,)
        return Summary(
            phase=phase,
            to_act=to_act,
            position=description["position"],
            round=description["round"],
            score=description["score"],
            acts=dict.fromkeys(SIDES, acts),
            live=described,
        )

    def _resign(self, state: State, side: Side) -> Step[State]:
        self._demand_active(state)
        winner = 1 - SIDES.index(side)
        after = match.finish(state, Termination.RESIGNATION, winner)
        return Step(after, act=ActRecord(side, RESIGN))

    def _claim(self, state: State, side: Side) -> Step[State]:
        if side not in SIDES or not may_claim(state):
            raise OutOfPhase(self._why_no_claim(), law="9.3")
        record = ActRecord(side, CLAIM)
        if state.stalls is None:
            return Step(match.whistle(state), act=record)
        after = match.end_round(state, DROP_BALL)
        ended = round_ended(state.round, after, DROP_BALL, stalls.REPETITION)
        return Step(after, (ended, *game_over(after)), act=record, restarts_clock=True)

    def _why_no_claim(self) -> str:
        if self.version == 1:
            return _("You can claim the final whistle after {claim_at} quiet turns (9.3).").format(
                claim_at=CLAIM_AT
            )
        return _(
            "You can claim a drop ball when a position occurs for the third time in a round (9.3)."
        )

    def _no_stalls(self) -> Stalls | None:
        return None if self.version == 1 else Stalls()

    def _stalled(self, state: State) -> Stalled:
        """Return how far the round has stalled; nothing in version 1."""
        if state.stalls is None:
            return {}
        at = state.position if state.phase is not Phase.FORMATION else None
        return {
            "may_claim_drop_ball": may_claim(state),
            "quiet_turns": 0 if at is None else at.quiet,
            "drop_balls": state.stalls.drop_balls,
            "drop_balls_in_a_row": state.stalls.in_a_row,
        }

    def _demand_active(self, state: State) -> None:
        if state.phase is Phase.OVER:
            raise OutOfPhase(_("The game is over."), law="2.1")

    def _formations(self, state: State) -> FormationBySide | None:
        if state.phase is not Phase.FORMATION:
            return None
        return {"white": self._formation(state, WHITE), "black": self._formation(state, BLACK)}

    def _formation(self, state: State, side: int) -> Formation:
        return {
            "pieces": state.formations[side].as_dict(),
            "substitute": state.formations[side].substitute,
            "ready": state.ready[side],
            "may_substitute": state.may_substitute == side,
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
