"""A game of White against Black on squares: the laws of the game that such games share.

A ``Board`` knows how pieces move; a ``Duel`` is the rule set over it: mate and stalemate, dead
positions, repetition, quiet moves, claims, resigning, and what a missed deadline means. Standard
chess and Future Chess are duels, and their laws say the same of all this.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

from games.rules import repetition
from games.rules.contract import (
    ABORT,
    ABORTED,
    ADJUDICATE,
    ADJUDICATE_DRAW,
    ADJUDICATED,
    BY_POST,
    CALL_OFF,
    CALLED_OFF,
    CAPTURE,
    CHECK,
    CLAIM,
    FISCHER,
    RESIGN,
    TIME_OUT,
    ActRecord,
    Choice,
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
    TurnRecord,
    check_fields,
    roll_for,
)
from games.rules.contract.described import BoardDescription
from games.rules.duel_board import Board, DuelLaws, MoveT, PositionT
from games.rules.duel_outcome import (
    AGREEMENT,
    CHECKMATE,
    DEAD_POSITION,
    QUIET_MOVES,
    REPETITION,
    RESIGNATION,
    SIDES,
    STALEMATE,
    TIMEOUT,
    game_over,
    read_outcome,
    win,
    write_outcome,
)
from games.rules.errors import (
    IllegalAct,
    IllegalTurn,
    NotationError,
    NotToAct,
    OutOfPhase,
)
from games.rules.pieces import with_signs
from games.rules.text import gettext as _

LIVE: Final = "live"
"""The last field of the state of a game that is played live."""
CLAIM_REPEATED: Final = 3
END_REPEATED: Final = 5
CLAIM_QUIET: Final = 100
END_QUIET: Final = 150


@dataclass(frozen=True)
class DuelState(Generic[PositionT]):
    """All that is needed to continue with a duel."""

    options: Mapping[str, Any]
    position: PositionT
    counts: repetition.Counts
    outcome: Outcome | None = None
    is_live: bool = False


@dataclass(eq=False)
class Duel(Generic[PositionT, MoveT]):
    """A rule set over a board. ``agree_from`` names the option that holds early draws back."""

    key: str
    version: int
    title: str
    """What the game is called, marked by ``gettext_noop``."""
    board: Board[PositionT, MoveT]
    laws: DuelLaws
    fields: tuple[OptionField, ...] = ()
    agree_from: str = ""
    sides: tuple[Side, ...] = SIDES
    has_arrangements: bool = False
    has_chance: bool = False
    live: tuple[OptionField, ...] = ()
    """The terms of the clock where it is played live."""
    live_clock: str = FISCHER

    @property
    def name(self) -> str:
        return _(self.title)

    # --- the terms

    def option_fields(self) -> Sequence[OptionField]:
        return self.fields

    def check_options(self, options: Terms) -> Terms:
        return check_fields(self.fields, options)

    def seats(self, options: Terms) -> tuple[Side, ...]:
        return self.sides

    # --- the state

    def at(self, position: PositionT) -> DuelState[PositionT]:
        """Return the state of a game that has come to a position no one knows how."""
        state = DuelState(self.check_options({}), position, {})
        return replace(state, outcome=self._end_automatically(state))

    def start(self, options: Terms) -> DuelState[PositionT]:
        agreed = self.check_options(options)
        position = self.board.start(agreed)
        counts = repetition.count({}, self.board.key(position), resets=True)
        return DuelState(agreed, position, counts)

    def live_fields(self) -> Sequence[OptionField]:
        return self.live

    def live_options(self, options: Terms, live: Terms) -> Terms:
        return options

    def start_live(self, options: Terms, live: Terms) -> DuelState[PositionT]:
        return replace(self.start(options), is_live=True)

    def load(self, text: str) -> DuelState[PositionT]:
        fields = text.split(";")
        is_live = len(fields) == 5 and fields.pop() == LIVE
        if len(fields) != 4:
            raise NotationError(
                _("A state has 4 fields, not {fields}.").format(fields=len(fields)), law=None
            )
        try:
            agreed = json.loads(fields[0])
        except ValueError as error:
            raise NotationError(
                _("The options of a state must be a JSON object."), law=None
            ) from error
        if not isinstance(agreed, dict):
            raise NotationError(_("The options of a state must be a JSON object."), law=None)
        options = self.check_options(agreed)
        return DuelState(
            options,
            self.board.read(fields[1]),
            repetition.read_counts(fields[2]),
            read_outcome(fields[3]),
            is_live,
        )

    def dump(self, state: DuelState[PositionT]) -> str:
        options = json.dumps(state.options, separators=(",", ":"), sort_keys=True)
        counts = repetition.write_counts(state.counts)
        position = self.board.write(state.position)
        text = f"{options};{position};{counts};{write_outcome(state.outcome)}"
        return f"{text};{LIVE}" if state.is_live else text

    def describe(self, state: DuelState[PositionT]) -> dict[str, Any]:
        """Return position, check, legal moves and claims as ``GET /games/{id}`` shows them."""
        position, over = state.position, state.outcome is not None
        legal = [] if over else self.board.legal_moves(position)
        description: BoardDescription = {
            "round": position.move,
            "side_to_play": None if over else SIDES[position.side],
            "position": self.board.write(position),
            "in_check": self.board.is_check(position),
            "legal_actions": sorted(self.board.write_action(move) for move in legal),
            "may_claim": None if over else self._claimable(state),
        }
        happening = {"live": {"may_abort": self._may_abort(state)}} if state.is_live else {}
        return {**description, **happening}

    def summary(self, description: Mapping[str, Any]) -> Summary:
        side = description["side_to_play"]
        position = description["position"]
        if side is None:
            return Summary(Phase.OVER, position=position)
        acts: tuple[str, ...] = (RESIGN, CLAIM) if description["may_claim"] else (RESIGN,)
        live = description.get("live")
        if live is not None and live["may_abort"]:
            acts += (ABORT,)
        return Summary(
            Phase.PLAYING,
            to_act=frozenset({side}),
            position=position,
            acts=dict.fromkeys(SIDES, acts),
            live=live,
        )

    def outcome(self, state: DuelState[PositionT]) -> Outcome | None:
        return state.outcome

    def forfeited_by(self, state: DuelState[PositionT]) -> frozenset[Side]:
        if state.outcome is None or state.outcome.reason not in (TIMEOUT, ABORTED):
            return frozenset()
        if state.is_live and state.outcome.is_aborted:
            return frozenset()
        return frozenset({SIDES[state.position.side]})

    def draws_needed(self, state: DuelState[PositionT]) -> frozenset[Side]:
        return frozenset(SIDES)

    # --- what may be done

    def choices(self, state: DuelState[PositionT], after: Sequence[str]) -> Options:
        self._demand_going_on(state)
        position = state.position
        actions: list[Choice] = []
        if after:
            move = self._legal(position, after)
            side = SIDES[position.side]
            position = self.board.make_move(position, move)
            prompt = _("Send your move.")
        else:
            side = SIDES[position.side]
            moves = self.board.legal_moves(position)
            actions = sorted(
                (self._choice(position, move) for move in moves), key=lambda one: one["text"]
            )
            prompt = (
                _("You're in check.") if self.board.is_check(position) else _("Choose a piece.")
            )
        return {
            "after": list(after),
            "side": side,
            "position": self.board.write(position),
            "complete": 1 if after else -1,
            "prompt": prompt,
            "actions": actions,
        }

    def play(
        self, state: DuelState[PositionT], side: Side, actions: Sequence[str], *, roll: Roll
    ) -> Step[DuelState[PositionT]]:
        self._demand_going_on(state)
        before = state.position
        if side != SIDES[before.side]:
            raise NotToAct(_("It isn't {side}'s turn.").format(side=side), law=self.laws.turn)
        move = self._legal(before, actions)
        position = self.board.make_move(before, move)
        counts = repetition.count(
            state.counts, self.board.key(position), resets=position.quiet == 0
        )
        after = replace(state, position=position, counts=counts)
        after = replace(after, outcome=self._end_automatically(after))
        happenings = [self.board.describe_move(before, move)]
        if self.board.is_check(position):
            mates = after.outcome is not None and after.outcome.reason == CHECKMATE
            happenings.append({"type": CHECKMATE if mates else "check", "side": side})
        turn = TurnRecord(
            side=side,
            round=before.move,
            actions=(self.board.write_action(move),),
            notation=self.board.write_notation(before, move),
            rolls=(),
            position_before=self.board.write(before),
            position_after=self.board.write(position),
        )
        return Step(after, (*happenings, *game_over(after.outcome)), turn)

    def situation(self, state: DuelState[PositionT], side: Side) -> str:
        return self.board.key(state.position)

    def outcomes(self, state: DuelState[PositionT], actions: Sequence[str]) -> Mapping[str, int]:
        self._demand_going_on(state)
        self._legal(state.position, actions)
        return {}

    def foresee(
        self,
        state: DuelState[PositionT],
        side: Side,
        actions: Sequence[str],
        outcome: str | None,
    ) -> Step[DuelState[PositionT]]:
        step = self.play(state, side, actions, roll=0)
        roll_for({}, outcome)
        return step

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        by_others = [happening for happening in happenings if happening.get("side", side) != side]
        found = {CAPTURE for happening in by_others if "captures" in happening}
        return frozenset(found | {CHECK for happening in by_others if happening["type"] == CHECK})

    def arrange(
        self,
        state: DuelState[PositionT],
        side: Side,
        arrangement: Mapping[str, Any],
        *,
        ready: bool,
    ) -> Step[DuelState[PositionT]]:
        raise OutOfPhase(_("{name} has no formations.").format(name=self.name), law=self.laws.start)

    def act(self, state: DuelState[PositionT], side: Side, name: str) -> Step[DuelState[PositionT]]:
        """Resign, claim a draw by repetition or quiet moves, or abort a live game."""
        if name == ABORT and state.is_live:
            return self._abort(state, side)
        if name not in (RESIGN, CLAIM):
            raise IllegalAct(
                _("{name} has no {x!r}.").format(x=name[:30], name=self.name),
                legal=(RESIGN, CLAIM),
                law=self.laws.agreement,
            )
        self._demand_going_on(state)
        if name == RESIGN:
            ended = Outcome(RESIGNATION, win(1 - SIDES.index(side)))
        else:
            claimed = self._claimable(state)
            if claimed is None:
                raise OutOfPhase(
                    _(
                        "You can claim a draw when a position has occurred {claim_repeated} "
                        "times, or after {claim_quiet} moves without a capture or a pawn move."
                    ).format(claim_repeated=CLAIM_REPEATED, claim_quiet=CLAIM_QUIET),
                    law=self.laws.claim,
                )
            ended = Outcome(claimed, (SIDES,))
        return self._ended(state, ended, ActRecord(side, name))

    def time_out(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        """End the game: aborted before your first move, drawn against a king alone, else lost."""
        self._demand_going_on(state)
        late = state.position.side
        if state.position.move == 1:
            ended = Outcome(ABORTED)
        elif self.board.has_king_alone(state.position, 1 - late):
            ended = Outcome(TIMEOUT, (SIDES,))
        else:
            ended = Outcome(TIMEOUT, win(1 - late))
        return self._ended(state, ended, ActRecord(SIDES[late], TIME_OUT))

    def run_out(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        return self.time_out(state)

    def may_break(self, state: DuelState[PositionT]) -> bool:
        return False  # There are no halves.

    def time_up(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        raise OutOfPhase(_("This game has no halves."), law=self.laws.over)

    def by_post(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        self._demand_going_on(state)
        after = replace(state, is_live=False)
        return Step(
            after,
            ({"type": BY_POST, "live": {}},),
            act=ActRecord(SIDES[0], BY_POST),
            restarts_clock=True,
        )

    def agree_draw(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        self._demand_going_on(state)
        earliest = state.options.get(self.agree_from, 0)
        if state.position.move < earliest:
            raise OutOfPhase(
                _("In this game you can agree to a draw from move {earliest}.").format(
                    earliest=earliest
                ),
                law=self.laws.agreement,
            )
        return self._ended(state, Outcome(AGREEMENT, (SIDES,)), None)

    def adjudicate(
        self, state: DuelState[PositionT], winner: Side | None
    ) -> Step[DuelState[PositionT]]:
        self._demand_going_on(state)
        if winner is None:
            record = ActRecord(SIDES[0], ADJUDICATE_DRAW)
            return self._ended(state, Outcome(ADJUDICATED, (SIDES,)), record)
        ended = Outcome(ADJUDICATED, win(SIDES.index(winner)))
        return self._ended(state, ended, ActRecord(winner, ADJUDICATE))

    def call_off(self, state: DuelState[PositionT]) -> Step[DuelState[PositionT]]:
        self._demand_going_on(state)
        return self._ended(state, Outcome(CALLED_OFF), ActRecord(SIDES[0], CALL_OFF))

    # --- within

    def _ended(
        self, state: DuelState[PositionT], outcome: Outcome, act: ActRecord | None
    ) -> Step[DuelState[PositionT]]:
        return Step(replace(state, outcome=outcome), tuple(game_over(outcome)), act=act)

    def _may_abort(self, state: DuelState[PositionT]) -> bool:
        """Return whether a live game may be aborted: a side has not moved yet."""
        return state.outcome is None and state.position.move == 1

    def _abort(self, state: DuelState[PositionT], side: Side) -> Step[DuelState[PositionT]]:
        if not self._may_abort(state):
            raise OutOfPhase(
                _("You can abort a game only until both sides have moved."), law=self.laws.over
            )
        return self._ended(state, Outcome(ABORTED), ActRecord(side, ABORT))

    def _demand_going_on(self, state: DuelState[PositionT]) -> None:
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law=self.laws.over)

    def _legal(self, position: PositionT, actions: Sequence[str]) -> MoveT:
        """Return the one move of a turn; raises ``IllegalTurn`` with what would be legal."""
        moves = self.board.legal_moves(position)
        if not actions:
            raise IllegalTurn(
                _("Play one move per turn."), index=0, legal=self._texts(moves), law=self.laws.turn
            )
        move = self.board.read_action(actions[0])
        if move not in moves:
            raise IllegalTurn(
                _("{x} isn't legal here.").format(x=actions[0]),
                index=0,
                legal=self._texts(moves),
                law=self.board.law_against(position, move),
            )
        if len(actions) > 1:
            raise IllegalTurn(
                _("The turn is over before {x}.").format(x=actions[1]),
                index=1,
                legal=(),
                law=self.laws.turn,
            )
        return move

    def _texts(self, moves: Sequence[MoveT]) -> list[str]:
        return sorted(self.board.write_action(move) for move in moves)

    def _choice(self, position: PositionT, move: MoveT) -> Choice:
        happening = self.board.describe_move(position, move)
        choice: Choice = {
            "text": self.board.write_action(move),
            "kind": "move",
            "label": with_signs(self.board.write_notation(position, move)),
            "from": happening["from"],
            "to": happening["to"],
        }
        if "captures" in happening:
            choice["captures"] = happening["captures"]
        return choice

    def _claimable(self, state: DuelState[PositionT]) -> str | None:
        """Return what a claim would end the game by, or ``None``."""
        if repetition.times(state.counts, self.board.key(state.position)) >= CLAIM_REPEATED:
            return REPETITION
        return QUIET_MOVES if state.position.quiet >= CLAIM_QUIET else None

    def _end_automatically(self, state: DuelState[PositionT]) -> Outcome | None:
        """Return the end that a move has brought about; mate goes before everything else."""
        position = state.position
        if not self.board.legal_moves(position):
            if self.board.is_check(position):
                return Outcome(CHECKMATE, win(1 - position.side))
            return Outcome(STALEMATE, (SIDES,))
        if self.board.is_dead(position):
            return Outcome(DEAD_POSITION, (SIDES,))
        if repetition.times(state.counts, self.board.key(position)) >= END_REPEATED:
            return Outcome(REPETITION, (SIDES,))
        return Outcome(QUIET_MOVES, (SIDES,)) if position.quiet >= END_QUIET else None
