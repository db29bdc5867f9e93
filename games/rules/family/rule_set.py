"""Fun Family Chess behind the contract of a rule set."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.rules.contract import (
    ABORTED,
    AGREE_DRAW,
    CLAIM,
    DECLARED,
    LET_LEAVE,
    RESIGN,
    TIME_OUT,
    ActRecord,
    Happening,
    OptionField,
    Options,
    Outcome,
    Phase,
    Roll,
    Side,
    Standing,
    Step,
    Summary,
    Terms,
    TurnRecord,
    check_fields,
    roll_for,
)
from games.rules.errors import IllegalAct, IllegalOptions, NotationError, NotToAct, OutOfPhase
from games.rules.family import match
from games.rules.family.acts import (
    ACTS,
    LEAVE,
    LETS,
    SAYS,
    acted,
    acts_of,
    may_go,
    out_of_phase,
    seated,
)
from games.rules.family.described import FamilyDescription
from games.rules.family.happenings import alarms_for, describe_change, describe_end, describe_move
from games.rules.family.match import State, claimable, letter_of, side_of, sides_of, to_act
from games.rules.family.moves import legal_moves
from games.rules.family.notation import write_check, write_move, write_notation, write_position
from games.rules.family.options import options_of, playable, read_turn
from games.rules.family.position import OUT, PRESENT, is_dead, is_kings_alone, is_waiting
from games.rules.family.squares import SEATED, SEATS, SIDES
from games.rules.family.terms import MAY_LEAVE, SEATS_FIELD
from games.rules.family.turn import play
from games.rules.pieces import side_name
from games.rules.text import gettext as _

NEWEST: Final = 2

_PRESENCE: Final = {
    "A": "present",
    "a": "leaving",
    "L": "away",
    "l": "returning",
    "M": "out",
    "R": "out",
    "T": "out",
}


class FunFamilyChess:
    """The laws of Fun Family Chess (``LAWS.md``).

    In version 1 only kings alone are a dead position; since version 2, in a game of two seats,
    also a king and a bishop or knight against a king (8.3).
    """

    key = "family"
    sides: tuple[Side, ...] = SIDES
    seating_law = "2.1"
    has_arrangements = False
    has_chance = False

    def __init__(self, version: int = NEWEST) -> None:
        self.version = version
        self._is_dead = is_kings_alone if version == 1 else is_dead

    @property
    def name(self) -> str:
        return _("Fun Family Chess")

    # --- the terms

    def option_fields(self) -> tuple[OptionField, ...]:
        return (SEATS_FIELD, MAY_LEAVE)

    def check_options(self, options: Terms) -> Terms:
        """Return seats and who may leave: sides that are played, never all of them (7.1)."""
        checked = check_fields(self.option_fields(), options)
        seats = self.seats(checked)
        leaving = checked["may_leave"]
        if not set(leaving) <= set(seats):
            raise IllegalOptions(
                _("Only sides in this game can be allowed to leave (7.1)."),
                field="may_leave",
                law="7.1",
            )
        if set(leaving) == set(seats):
            raise IllegalOptions(
                _("Not all players can be allowed to leave (7.1)."), field="may_leave", law="7.1"
            )
        return {**checked, "may_leave": [side for side in seats if side in leaving]}

    def seats(self, options: Terms) -> tuple[Side, ...]:
        return sides_of(SEATED[options["seats"]])

    # --- the state

    def start(self, options: Terms) -> State:
        return match.start(self.check_options(options))

    def load(self, text: str) -> State:
        try:
            agreed = json.loads(text.split(";", 1)[0])
        except ValueError as error:
            raise NotationError(
                _("The options of a state must be a JSON object."), law=None
            ) from error
        if not isinstance(agreed, dict):
            raise NotationError(_("The options of a state must be a JSON object."), law=None)
        return match.read_state(text, self.check_options(agreed))

    def dump(self, state: State) -> str:
        return match.write_state(state)

    def describe(self, state: State) -> dict[str, Any]:
        """Return position, presence, checks and acts as ``GET /games/{id}`` shows them."""
        position, over = state.position, state.outcome is not None
        waits = not over and is_waiting(position)
        playing = not over and not waits
        claim = claimable(state)
        description: FamilyDescription = {
            "round": position.lap,
            "side_to_play": side_of(position.side) if playing else None,
            "position": write_position(position),
            "in_check": playing and position.side in position.checks,
            "checks": {side_of(king): side_of(by) for king, by in position.checks.items()},
            "presence": {
                side_of(seat): _PRESENCE[letter]
                for seat, letter in zip(SEATS, position.status, strict=True)
                if letter in _PRESENCE
            },
            "waits_for": list(sides_of(to_act(state))) if waits else [],
            "legal_actions": sorted(
                write_move(move) for move in (legal_moves(position) if playing else ())
            ),
            "may_claim": claim,
        }
        acts = {side: list(acts_of(state, side, claim)) for side in sides_of(seated(state))}
        return {**description, "acts": {side: found for side, found in acts.items() if found}}

    def summary(self, description: Mapping[str, Any]) -> Summary:
        side, waits_for = description["side_to_play"], description["waits_for"]
        presence = description["presence"]
        standing = {
            seat: Standing.OUT if shown == "out" else Standing.AWAY
            for seat, shown in presence.items()
            if shown in ("out", "away", "returning")
        }
        over = side is None and not waits_for
        return Summary(
            Phase.OVER if over else Phase.PLAYING,
            to_act=frozenset(waits_for or ([side] if side else [])),
            position=description["position"],
            standing=standing,
            acts={seat: tuple(acts) for seat, acts in description["acts"].items()},
        )

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def forfeited_by(self, state: State) -> frozenset[Side]:
        late = state.position.seats("T")
        if state.outcome is not None and state.outcome.is_aborted:
            late += state.position.side
        return frozenset(sides_of(late))

    def draws_needed(self, state: State) -> frozenset[Side]:
        """Return those who are in the game and present (8.3)."""
        return frozenset(sides_of(state.position.seats(PRESENT)))

    # --- what may be done

    def choices(self, state: State, after: Sequence[str]) -> Options:
        return options_of(playable(state), after)

    def play(self, state: State, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[State]:
        position = playable(state)
        if side != side_of(position.side):
            is_out = position.status_of(letter_of(side)) in OUT
            raise NotToAct(
                _("It isn't {side}'s turn.").format(side=side), law="6.3" if is_out else "2.5"
            )
        move, said = read_turn(position, actions)
        advance = play(position, move, said, ends_at=self._is_dead)
        after = match.after_turn(state, position.side, advance)
        happenings: list[Happening] = [describe_move(position, move)]
        if said:
            happenings.append({"type": "check_said", "side": side, "to": list(sides_of(said))})
        happenings += [describe_change(change) for change in advance.changes]
        turn = TurnRecord(
            side=side,
            round=position.lap,
            actions=(write_move(move), *([write_check(said)] if said else [])),
            notation=write_notation(position, move, said),
            rolls=(),
            position_before=write_position(position),
            position_after=write_position(after.position),
        )
        return Step(after, (*happenings, *describe_end(after)), turn)

    def situation(self, state: State, side: Side) -> str:
        return match.key(state.position)

    def outcomes(self, state: State, actions: Sequence[str]) -> Mapping[str, int]:
        read_turn(playable(state), actions)
        return {}

    def foresee(
        self, state: State, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[State]:
        step = self.play(state, side, actions, roll=0)
        roll_for({}, outcome)
        return step

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        return alarms_for(happenings, side)

    def arrange(
        self, state: State, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[State]:
        raise OutOfPhase(_("Fun Family Chess has no formations."), law="2.2")

    def act(self, state: State, side: Side, name: str) -> Step[State]:
        """Resign, claim a draw, leave or return, or take that back (6.2, 7.2, 8.3)."""
        if name not in ACTS:
            raise IllegalAct(
                _("{name} has no {x!r}.").format(x=name[:30], name=self.name),
                legal=ACTS,
                law="10.2",
            )
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        if name not in acts_of(state, side, claimable(state)):
            if name in SAYS and state.position.status_of(letter_of(side)) == SAYS[name][1]:
                return Step(state)
            raise out_of_phase(state, side, name)
        seat, record = letter_of(side), ActRecord(side, name)
        if name == RESIGN:
            return acted(state, match.put_out(state, seat, "R"), record)
        if name == CLAIM:
            reason = claimable(state)
            assert reason is not None, "acts_of offers no other claim"
            ended = match.finish(state, reason, state.position.seats(PRESENT))
            return acted(state, ended, record)
        if name == LEAVE and seat == state.position.side and not is_waiting(state.position):
            after, changes = match.leave(state, seat)
            return acted(state, after, record, changes)
        return acted(state, match.say(state, seat, SAYS[name][1]), record)

    def supervise(self, state: State, side: Side, name: str) -> Step[State]:
        """Let a player leave or return, chosen before the game or not, or declare a draw (9.5)."""
        if name == AGREE_DRAW:
            return replace(self._draw(state, DECLARED), act=ActRecord(side, name))
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        seat, position = letter_of(side), state.position
        given = LETS[name].get(position.status_of(seat))
        if given is None:
            what = _("{side} isn't away (7.2).")
            if name == LET_LEAVE:
                what = _("{side} can't leave now (7.2).")
            raise OutOfPhase(what.format(side=side_name(side)), law="7.2")
        record = ActRecord(side, name)
        if given == "a" and seat == position.side and not is_waiting(position):
            if not may_go(state, seat):
                raise OutOfPhase(
                    _("A player can't leave in check or as the last one present (7.3)."), law="7.3"
                )
            after, changes = match.leave(state, seat)
            return acted(state, after, record, changes)
        return acted(state, match.say(state, seat, given), record)

    def time_out(self, state: State) -> Step[State]:
        """Put out who missed the turn, or away if the terms let him leave (9.2, 9.3)."""
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        if is_waiting(state.position):
            late = to_act(state)[0]
            return acted(state, match.wait_over(state), ActRecord(side_of(late), TIME_OUT))
        seat = state.position.side
        record = ActRecord(side_of(seat), TIME_OUT)
        if seat in state.may_leave and may_go(state, seat):
            after, changes = match.leave(state, seat)
            # Where the game then waits for the same side, this is a time of its own (7.5).
            return replace(acted(state, after, record, changes), restarts_clock=True)
        if seat not in state.moved and seat not in state.may_leave:
            return acted(state, match.finish(state, ABORTED, ""), record)
        return acted(state, match.put_out(state, seat, "T"), record)

    def agree_draw(self, state: State) -> Step[State]:
        return self._draw(state, match.AGREEMENT)

    def _draw(self, state: State, reason: str) -> Step[State]:
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        present = state.position.seats(PRESENT)
        if len(present) < 2:
            raise OutOfPhase(_("A draw needs two present players (8.3)."), law="8.3")
        ended = match.finish(state, reason, present)
        return Step(ended, tuple(describe_end(ended)))


FAMILY: Final = FunFamilyChess()
FIRST: Final = FunFamilyChess(version=1)
