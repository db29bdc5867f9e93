"""Fun Family Chess behind the contract of a rule set."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from games.rules.contract import (
    ABORTED,
    CLAIM,
    RESIGN,
    STAY,
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
    Standing,
    Step,
    Summary,
    Terms,
    TurnRecord,
    check_fields,
    roll_for,
)
from games.rules.errors import (
    IllegalAct,
    IllegalOptions,
    IllegalTurn,
    NotationError,
    NotToAct,
    OutOfPhase,
)
from games.rules.family import match
from games.rules.family.match import (
    State,
    claimable,
    letter_of,
    side_of,
    sides_of,
    to_act,
)
from games.rules.family.moves import Move, attackers, legal_moves
from games.rules.family.notation import (
    read_check,
    read_move,
    write_check,
    write_move,
    write_notation,
    write_position,
)
from games.rules.family.position import AWAY, IN_THE_GAME, OUT, PRESENT, Position, is_waiting
from games.rules.family.refusals import law_against, law_against_saying
from games.rules.family.squares import NAMES, SEATED, SEATS, SIDES
from games.rules.family.telling import alarms_for, tell_change, tell_end, tell_move
from games.rules.family.turn import Change, may_be_told, move_made, play
from games.rules.pieces import SIDE_NAMES, side_name
from games.rules.text import gettext as _
from games.rules.text import gettext_noop, listed

LEAVE, RETURN, STAY_AWAY = "leave", "return", "away"
ACTS: Final = (RESIGN, CLAIM, LEAVE, STAY, RETURN, STAY_AWAY)
_PRESENCE: Final = {
    "A": "present",
    "a": "leaving",
    "L": "away",
    "l": "returning",
    "M": "out",
    "R": "out",
    "T": "out",
}
_SAYS: Final = {LEAVE: ("A", "a"), STAY: ("a", "A"), RETURN: ("L", "l"), STAY_AWAY: ("l", "L")}
"""What each act makes of a status: it needs the first and gives the second."""

SEATS_FIELD: Final = OptionField(
    name="seats",
    kind="choice",
    default=4,
    label=gettext_noop("Players"),
    law="2.1",
    choices=(
        (2, gettext_noop("two")),
        (3, gettext_noop("three")),
        (4, gettext_noop("four")),
    ),
    words=gettext_noop("{} players"),
    notes=(
        (
            4,
            gettext_noop(
                "A game of four takes some 70 laps: ten weeks at a lap a day. Those who are left "
                "may agree on a draw at any time, or go on against a robot that takes the place "
                "of whoever stops."
            ),
        ),
    ),
)
MAY_LEAVE: Final = OptionField(
    name="may_leave",
    kind="sides",
    default=[],
    label=gettext_noop("May leave and return"),
    law="7.1",
    help=gettext_noop(
        "For children: who leaves is passed over until they return. Never all of them."
    ),
    choices=tuple((side, SIDE_NAMES[side]) for side in SIDES),
    words=gettext_noop("may leave: {}"),
)


class FunFamilyChess:
    """The laws of Fun Family Chess, version 1."""

    key = "family"
    version = 1
    name = "Fun Family Chess"
    sides: tuple[Side, ...] = SIDES
    seating_law = "2.1"
    has_arrangements = False
    has_chance = False

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
                _("Only sides that are played may leave (7.1)."), field="may_leave", law="7.1"
            )
        if set(leaving) == set(seats):
            raise IllegalOptions(_("Not everybody may leave (7.1)."), field="may_leave", law="7.1")
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
            raise NotationError(_("The options of a state are an object of JSON.")) from error
        if not isinstance(agreed, dict):
            raise NotationError(_("The options of a state are an object of JSON."))
        return match.read_state(text, self.check_options(agreed))

    def dump(self, state: State) -> str:
        return match.write_state(state)

    def describe(self, state: State) -> dict[str, Any]:
        """Return position, presence, checks and acts as ``GET /games/{id}`` shows them."""
        position, over = state.position, state.outcome is not None
        waits = not over and is_waiting(position)
        playing = not over and not waits
        claim = claimable(state)
        return {
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
            "acts": {
                side: list(acts)
                for side in sides_of(_seated(state))
                if (acts := _acts(state, side, claim))
            },
            "may_claim": claim,
        }

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
        position = _playable(state)
        side = side_of(position.side)
        actions: list[Choice] = []
        shown, complete = position, -1
        prompt = (
            _("You are in check.") if position.side in position.checks else _("Choose a piece.")
        )
        if after:
            move, said = _read_turn(position, after)
            told = may_be_told(position, move)
            shown = move_made(position, move, said)
            complete = 1 if said or not told else 0
            prompt = _("Send your turn.")
            if complete == 0:
                prompt = _("Say check? Only what is said counts.")
                actions = [_check_choice(shown, said) for said in _sets(told)]
        else:
            actions = [_move_choice(position, move) for move in legal_moves(position)]
        return {
            "after": list(after),
            "side": side,
            "position": write_position(shown),
            "complete": complete,
            "prompt": prompt,
            "actions": sorted(actions, key=lambda choice: choice["text"]),
        }

    def play(self, state: State, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[State]:
        position = _playable(state)
        if side != side_of(position.side):
            is_out = position.status_of(letter_of(side)) in OUT
            raise NotToAct(
                _("It is not {side}'s turn.").format(side=side), law="6.3" if is_out else "2.5"
            )
        move, said = _read_turn(position, actions)
        advance = play(position, move, said)
        after = match.after_turn(state, position.side, advance)
        happenings: list[Happening] = [tell_move(position, move)]
        if said:
            happenings.append({"type": "check_said", "side": side, "to": list(sides_of(said))})
        happenings += [tell_change(change) for change in advance.changes]
        turn = TurnRecord(
            side=side,
            round=position.lap,
            actions=(write_move(move), *([write_check(said)] if said else [])),
            notation=write_notation(position, move, said),
            rolls=(),
            position_before=write_position(position),
            position_after=write_position(after.position),
        )
        return Step(after, (*happenings, *tell_end(after)), turn)

    def situation(self, state: State, side: Side) -> str:
        return match.key(state.position)

    def outcomes(self, state: State, actions: Sequence[str]) -> Mapping[str, int]:
        _read_turn(_playable(state), actions)
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
                _("There is no {x!r} in {name}.").format(x=name[:30], name=self.name),
                legal=ACTS,
                law="10.2",
            )
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        if name not in _acts(state, side, claimable(state)):
            if name in _SAYS and state.position.status_of(letter_of(side)) == _SAYS[name][1]:
                return Step(state)
            raise _out_of_phase(state, side, name)
        seat, record = letter_of(side), ActRecord(side, name)
        if name == RESIGN:
            return _acted(state, match.put_out(state, seat, "R"), record)
        if name == CLAIM:
            reason = claimable(state)
            assert reason is not None, "_acts offers no other claim"
            ended = match.finish(state, reason, state.position.seats(PRESENT))
            return _acted(state, ended, record)
        if name == LEAVE and seat == state.position.side and not is_waiting(state.position):
            after, changes = match.leave(state, seat)
            return _acted(state, after, record, changes)
        return _acted(state, match.say(state, seat, _SAYS[name][1]), record)

    def time_out(self, state: State) -> Step[State]:
        """Put out who missed the turn, or away if the terms let him leave (9.2, 9.3)."""
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        if is_waiting(state.position):
            late = to_act(state)[0]
            return _acted(state, match.wait_over(state), ActRecord(side_of(late), TIME_OUT))
        seat = state.position.side
        record = ActRecord(side_of(seat), TIME_OUT)
        if seat in state.may_leave and _may_go(state, seat):
            after, changes = match.leave(state, seat)
            return _acted(state, after, record, changes)
        if seat not in state.moved and seat not in state.may_leave:
            return _acted(state, match.finish(state, ABORTED, ""), record)
        return _acted(state, match.put_out(state, seat, "T"), record)

    def agree_draw(self, state: State) -> Step[State]:
        if state.outcome is not None:
            raise OutOfPhase(_("The game is over."), law="8.5")
        present = state.position.seats(PRESENT)
        if len(present) < 2:
            raise OutOfPhase(_("A draw needs two players who are present (8.3)."), law="8.3")
        ended = match.finish(state, match.AGREEMENT, present)
        return Step(ended, tuple(tell_end(ended)))


def _seated(state: State) -> str:
    return SEATED[state.options["seats"]]


def _may_go(state: State, seat: str) -> bool:
    """Return whether 7.3 lets a player leave in his own turn."""
    position = state.position
    return seat not in position.checks and len(position.seats(PRESENT)) > 1


def _acts(state: State, side: Side, claim: str | None) -> tuple[str, ...]:
    """Return what a side may do now besides its turn; ``claim`` is what can be claimed."""
    if state.outcome is not None or side not in sides_of(_seated(state)):
        return ()
    seat, position = letter_of(side), state.position
    status = position.status_of(seat)
    if status not in IN_THE_GAME:
        return ()
    acts = [RESIGN]
    if status in PRESENT and claim:
        acts.append(CLAIM)
    if seat in state.may_leave:
        own_turn = seat == position.side and not is_waiting(position)
        for name, (needed, _) in _SAYS.items():
            void = name == LEAVE and own_turn and not _may_go(state, seat)
            if status == needed and not void:
                acts.append(name)
    return tuple(acts)


def _out_of_phase(state: State, side: Side, name: str) -> OutOfPhase:
    """Return the refusal of an act that this side cannot do now."""
    seat = letter_of(side)
    status = state.position.status_of(seat)
    if status not in IN_THE_GAME:
        what = _("{side} is out of the game (6.3).").format(side=side_name(side))
        return OutOfPhase(what, law="6.3")
    if name == CLAIM:
        return OutOfPhase(_("Nothing can be claimed in this position (8.3)."), law="8.3")
    if seat not in state.may_leave:
        what = _("Only those named before the game may leave and return (7.1).")
        return OutOfPhase(what, law="7.1")
    if name == LEAVE and status == "A":
        what = _("Nobody leaves in check, nor as the last one present (7.3).")
        return OutOfPhase(what, law="7.3")
    if name in (LEAVE, STAY) and status in AWAY:
        return OutOfPhase(_("Who is away may return (7.2)."), law="7.2")
    return OutOfPhase(_("Who is present may leave (7.2)."), law="7.2")


def _acted(
    before: State, after: State, record: ActRecord, changes: tuple[Change, ...] = ()
) -> Step[State]:
    """Return the step of an act; the clock begins anew where others are awaited after it."""
    happening: Happening = {"type": "act", "side": record.side, "act": record.name}
    told = [tell_change(change) for change in changes]
    return Step(
        after,
        (happening, *told, *tell_end(after)),
        act=record,
        restarts_clock=after.outcome is None and to_act(after) != to_act(before),
    )


def _playable(state: State) -> Position:
    if state.outcome is not None:
        raise OutOfPhase(_("The game is over."), law="8.5")
    if is_waiting(state.position):
        raise OutOfPhase(_("The game waits for those who are away (7.5)."), law="7.5")
    return state.position


def _read_turn(position: Position, actions: Sequence[str]) -> tuple[Move, str]:
    """Return the legal move and what is said; raises ``IllegalTurn`` with what would be legal."""
    moves = legal_moves(position)
    texts = sorted(write_move(move) for move in moves)
    if not actions:
        raise IllegalTurn(_("A turn begins with a move."), index=0, legal=texts, law="2.5")
    move = read_move(actions[0])
    if move not in moves:
        raise IllegalTurn(
            _("{x} is not legal here.").format(x=actions[0]),
            index=0,
            legal=texts,
            law=law_against(position, move),
        )
    if len(actions) == 1:
        return move, ""
    said, told = read_check(actions[1]), may_be_told(position, move)
    if not set(said) <= set(told):
        legal = [write_check(one) for one in _sets(told)]
        raise IllegalTurn(
            _("{x} cannot be said here.").format(x=actions[1]),
            index=1,
            legal=legal,
            law=law_against_saying(position, move, said),
        )
    if len(actions) > 2:
        raise IllegalTurn(
            _("The turn is over before {x}.").format(x=actions[2]), index=2, legal=(), law="2.5"
        )
    return move, said


def _sets(told: str) -> list[str]:
    return [
        "".join(said) for count in range(1, len(told) + 1) for said in combinations(told, count)
    ]


def _move_choice(position: Position, move: Move) -> Choice:
    told = tell_move(position, move)
    choice: Choice = {
        "text": write_move(move),
        "kind": "move",
        "label": write_notation(position, move, ""),
        "from": told["from"],
        "to": told["to"],
    }
    if "captures" in told:
        choice["captures"] = told["captures"]
    return choice


def _check_choice(position: Position, said: str) -> Choice:
    """Return the saying of check to some kings; with one of them, also by whom and where."""
    names = listed([side_name(side) for side in sides_of(said)])
    choice: Choice = {
        "text": write_check(said),
        "kind": "check",
        "label": _("Say check to {names}").format(names=names),
    }
    if len(said) == 1:
        king = position.king(said)
        choice["from"] = NAMES[min(attackers(position.board, king, position.side))]
        choice["to"] = NAMES[king]
    return choice


FAMILY: Final = FunFamilyChess()
