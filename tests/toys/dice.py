"""A third toy, written from CONTRIBUTING's "Add a rule set" alone: dice, points, three at a table.

Whose turn it is rolls a die and counts its spots; who first has the points agreed on wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.rules.contract import (
    RESIGN,
    TIME_OUT,
    ActRecord,
    ActWords,
    Collage,
    Happening,
    Narration,
    OptionField,
    Options,
    Outcome,
    Phase,
    Reason,
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
from games.rules.errors import IllegalAct, IllegalTurn, NotationError, NotToAct, OutOfPhase
from games.rules.registry import Hosted

SIDES = ("red", "green", "blue")
POINTS = OptionField("points", "whole", 12, "Points to win", least=1, most=99, words="to {} points")


@dataclass(frozen=True)
class Table:
    """The points of each, who is to roll, who went out when, and how it ended."""

    goal: int
    points: tuple[int, ...] = (0, 0, 0)
    turn: int = 0
    out: tuple[int, ...] = ()
    late: int = -1
    end: str = ""

    @property
    def seats_in(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(3) if seat not in self.out)

    @property
    def mover(self) -> int:
        """Whose turn it is: those in the game in order, counted from the turns played."""
        return next(seat for seat in (*range(self.turn % 3, 3), *range(3)) if seat not in self.out)


class Dice:
    """The laws."""

    key = "dice"
    version = 1
    name = "Dice"
    sides: tuple[Side, ...] = SIDES
    has_arrangements = False
    has_chance = True

    def option_fields(self) -> tuple[OptionField, ...]:
        return (POINTS,)

    def check_options(self, options: Terms) -> Terms:
        return check_fields(self.option_fields(), options)

    def seats(self, options: Terms) -> tuple[Side, ...]:
        return SIDES

    def start(self, options: Terms) -> Table:
        return Table(self.check_options(options)["points"])

    def dump(self, state: Table) -> str:
        lists = [",".join(map(str, one)) for one in (state.points, state.out)]
        return ";".join([str(state.goal), *lists, str(state.turn), str(state.late), state.end])

    def load(self, text: str) -> Table:
        try:
            goal, points, out, turn, late, end = text.split(";")
            return Table(
                int(goal),
                tuple(int(one) for one in points.split(",")),
                int(turn),
                tuple(int(one) for one in out.split(",") if one),
                int(late),
                end,
            )
        except ValueError as error:
            raise NotationError(f"This is no table: {text[:40]!r}.", law=None) from error

    def describe(self, state: Table) -> dict[str, Any]:
        return {
            "position": self._position(state),
            "to_roll": None if state.end else SIDES[state.mover],
            "points": dict(zip(SIDES, state.points, strict=True)),
            "out_of_it": [SIDES[seat] for seat in state.out],
        }

    def summary(self, description: Mapping[str, Any]) -> Summary:
        mover, out = description["to_roll"], description["out_of_it"]
        return Summary(
            phase=Phase.PLAYING if mover else Phase.OVER,
            to_act=frozenset({mover}) if mover else frozenset(),
            position=description["position"],
            score=description["points"],
            standing=dict.fromkeys(out, Standing.OUT),
            acts={side: (RESIGN,) for side in SIDES if mover and side not in out},
        )

    def outcome(self, state: Table) -> Outcome | None:
        if not state.end:
            return None
        if state.end == "aborted":
            return Outcome("aborted")
        best = sorted(state.seats_in, key=lambda seat: -state.points[seat])
        places = [best] if state.end == "agreement" else [[seat] for seat in best]
        ranking = [*places, *([seat] for seat in reversed(state.out))]
        return Outcome(state.end, tuple(tuple(SIDES[s] for s in place) for place in ranking))

    def forfeited_by(self, state: Table) -> frozenset[Side]:
        return frozenset({SIDES[state.late]} if state.late >= 0 else ())

    def draws_needed(self, state: Table) -> frozenset[Side]:
        return frozenset(SIDES[seat] for seat in state.seats_in)

    def choices(self, state: Table, after: Sequence[str]) -> Options:
        self._check_continues(state)
        if after:
            self._check_turn(after)
        return {
            "after": list(after),
            "side": SIDES[state.mover],
            "position": self._position(state),
            "complete": 1 if after else -1,
            "prompt": "Send it." if after else "Roll.",
            "actions": [] if after else [{"text": "roll", "kind": "roll", "label": "Roll"}],
        }

    def play(self, state: Table, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[Table]:
        self._check_continues(state)
        seat = state.mover
        if side != SIDES[seat]:
            raise NotToAct(f"It isn't {side}'s turn.", law=None)
        self._check_turn(actions)
        rolled = roll() if callable(roll) else roll
        spots = rolled % 6 + 1
        points = tuple(one + spots * (at == seat) for at, one in enumerate(state.points))
        end = "points" if points[seat] >= state.goal else ""
        after = replace(state, points=points, turn=state.turn - state.turn % 3 + seat + 1, end=end)
        record = TurnRecord(
            side=side,
            round=state.turn // 3 + 1,
            actions=(f"roll={spots}",),
            notation=f"+{spots}",
            rolls=(rolled,),
            position_before=self._position(state),
            position_after=self._position(after),
        )
        return Step(after, ({"type": "rolled", "side": side, "spots": spots},), turn=record)

    def situation(self, state: Table, side: Side) -> str:
        return f"{self._position(state)} {state.out} {state.mover}"

    def outcomes(self, state: Table, actions: Sequence[str]) -> Mapping[str, int]:
        self._check_continues(state)
        self._check_turn(actions)
        return {str(spots): len(range(spots - 1, 100, 6)) for spots in range(1, 7)}

    def foresee(
        self, state: Table, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[Table]:
        roll_for(self.outcomes(state, actions), outcome)
        return self.play(state, side, actions, roll=int(outcome or 1) - 1)

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        return frozenset()

    def arrange(
        self, state: Table, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[Table]:
        raise OutOfPhase("Nothing is arranged.", law=None)

    def act(self, state: Table, side: Side, name: str) -> Step[Table]:
        self._check_continues(state)
        if name != RESIGN:
            raise IllegalAct(f"Nobody can {name[:20]!r} here.", legal=(RESIGN,), law=None)
        if SIDES.index(side) in state.out:
            raise OutOfPhase("You are out.", law=None)
        return self._put_out(state, SIDES.index(side), "resignation", ActRecord(side, RESIGN))

    def time_out(self, state: Table) -> Step[Table]:
        self._check_continues(state)
        late = replace(state, late=state.mover)
        act = ActRecord(SIDES[state.mover], TIME_OUT)
        if state.turn < 3:
            return Step(replace(late, end="aborted"), act=act)
        return self._put_out(late, state.mover, "timeout", act)

    def agree_draw(self, state: Table) -> Step[Table]:
        self._check_continues(state)
        return Step(replace(state, end="agreement"))

    def _put_out(self, state: Table, seat: int, reason: str, act: ActRecord) -> Step[Table]:
        after = replace(state, out=(*state.out, seat))
        is_over = len(after.seats_in) == 1
        return Step(replace(after, end=reason) if is_over else after, act=act)

    def _position(self, state: Table) -> str:
        return " ".join(str(one) for one in state.points)

    def _check_continues(self, state: Table) -> None:
        if state.end:
            raise OutOfPhase("The game is over.", law=None)

    def _check_turn(self, actions: Sequence[str]) -> None:
        for index, action in enumerate(actions):
            if action != "roll":
                raise NotationError(f"{action[:20]!r} is no action.", law=None)
            if index:
                raise IllegalTurn("One roll a turn.", index=index, legal=[], law=None)
        if not actions:
            raise IllegalTurn("A turn is a roll.", index=0, legal=["roll"], law=None)


class DicePresenter:
    """The face."""

    tagline = "Three people and a die"
    board = ""
    reasons: ClassVar[Mapping[str, Reason]] = {
        "points": Reason(text="{winner} had the points first.", is_by_score=True),
        "resignation": Reason(": {loser} resigned", text="{loser} resigned."),
        "timeout": Reason(" on time", text="{loser}'s time ran out."),
        "agreement": Reason(" by agreement", text="A draw was agreed."),
        "aborted": Reason(text="Somebody never rolled."),
    }
    acts: ClassVar[Mapping[str, ActWords]] = {RESIGN: ActWords("Resign…", "Resign?", yes="Resign")}

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return tuple(f"{names[one['side']]} rolls {one['spots']}." for one in happenings)

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return ", ".join(f"rolls {one['spots']}" for one in happenings)

    def turn_sentence(
        self,
        happenings: Sequence[Happening],
        before: str = "",
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return f"{self.turn_summary(happenings, before)}."

    def diagram(self, position: str, origin: str, targets: Sequence[str]) -> str:
        """Return nothing: there are no squares of this kind."""
        return ""

    def situation(self, description: Mapping[str, Any], side: Side | None) -> str:
        return " – ".join(str(one) for one in description["points"].values())

    def rules_anchor(self, description: Mapping[str, Any]) -> str:
        return "turn"

    def thumbnail(self, description: Mapping[str, Any], side: Side | None) -> str:
        return '<svg viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8"/></svg>'

    def board_data(self, position: str, side: Side | None = None, last: Sequence[str] = ()) -> None:
        return None

    def draw(
        self,
        state: Table,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="640"'
            ' height="640"><rect width="64" height="64" fill="#eed"/></svg>'
        )

    def layers(
        self,
        state: Table,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        return Collage(64, self.draw(state), (), self.draw(state))


def hosted() -> Hosted:
    """Return the game as the service hosts it: without a tree and without a robot."""
    return Hosted(Dice(), DicePresenter())
