"""Two games that the service has never heard of, to show that it hosts any.

Stones lie in a heap. A turn takes one to three, and may end with a word; anyone who takes the
last one wins. *Pair* is for two, without score, rounds or formations. *Quad* is for two to four:
resigning or missing a deadline puts one out and the others play on, and everyone may leave at any
time and return.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from games.rules.contract import (
    CLAIM,
    RESIGN,
    TIME_OUT,
    ActRecord,
    ActWords,
    Choice,
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

SEATS = ("white", "silver", "black", "gold")
IN, AWAY, OUT = "ilo"
"""Letters of those who are in the game, have left it, are out of it."""
STONES = OptionField("stones", "whole", 9, "Stones in the heap", least=3, most=60)
PLAYERS = OptionField(
    "seats", "choice", 4, "Players", choices=((2, "two"), (3, "three"), (4, "four"))
)
WORD = OptionField("word", "flag", True, "A word after the turn")


@dataclass(frozen=True)
class Heap:
    """How a game stands: the stones, each seat's letter, who is to play, who went out when."""

    stones: int
    standing: tuple[tuple[Side, str], ...]
    side: Side
    turns: int = 0
    gone: tuple[Side, ...] = ()
    late: tuple[Side, ...] = ()
    end: str = ""
    first: tuple[Side, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side for side, _ in self.standing)

    @property
    def present(self) -> tuple[Side, ...]:
        return tuple(side for side, letter in self.standing if letter == IN)

    def write(self) -> str:
        letters = "".join(letter for _, letter in self.standing)
        return f"{self.stones} {self.side} {letters}"


class Stones:
    """What both games have in common."""

    key = "pair"
    version = 1
    name = "Pair"
    sides: tuple[Side, ...] = ("white", "black")
    has_arrangements = False
    has_chance = False
    own_acts: ClassVar[tuple[str, ...]] = ()

    def option_fields(self) -> tuple[OptionField, ...]:
        return (STONES,)

    def check_options(self, options: Terms) -> Terms:
        return check_fields(self.option_fields(), options)

    def seats(self, options: Terms) -> tuple[Side, ...]:
        return self.sides

    def start(self, options: Terms) -> Heap:
        options = self.check_options(options)
        sides = self.seats(options)
        return Heap(options["stones"], tuple((side, IN) for side in sides), sides[0])

    def dump(self, state: Heap) -> str:
        standing = ",".join(f"{side}:{letter}" for side, letter in state.standing)
        lists = [",".join(sides) or "-" for sides in (state.gone, state.late, state.first)]
        return ";".join(
            [str(state.stones), standing, state.side, str(state.turns), *lists, state.end or "-"]
        )

    def load(self, text: str) -> Heap:
        try:
            stones, standing, side, turns, gone, late, first, end = text.split(";")
            pairs = [pair.split(":") for pair in standing.split(",")]
            return Heap(
                stones=int(stones),
                standing=tuple((name, letter) for name, letter in pairs),
                side=side,
                turns=int(turns),
                gone=_sides(gone),
                late=_sides(late),
                first=_sides(first),
                end="" if end == "-" else end,
            )
        except ValueError as error:
            raise NotationError(f"This is no heap of stones: {text[:40]!r}.", law=None) from error

    def describe(self, state: Heap) -> dict[str, Any]:
        return {
            "stones": state.stones,
            "position": state.write(),
            "side_to_play": None if state.end else state.side,
            "standing": dict(state.standing),
            "may": {} if state.end else {side: self._acts_of(state, side) for side in state.sides},
        }

    def summary(self, description: Mapping[str, Any]) -> Summary:
        side = description["side_to_play"]
        words = {AWAY: Standing.AWAY, OUT: Standing.OUT}
        return Summary(
            phase=Phase.OVER if side is None else Phase.PLAYING,
            to_act=frozenset() if side is None else frozenset({side}),
            position=description["position"],
            standing={
                one: words[letter]
                for one, letter in description["standing"].items()
                if letter in words
            },
            acts={one: tuple(names) for one, names in description["may"].items()},
        )

    def outcome(self, state: Heap) -> Outcome | None:
        if not state.end:
            return None
        if state.end == "aborted":
            return Outcome("aborted")
        behind = [side for side in state.sides if side not in (*state.first, *state.gone)]
        places = [state.first, tuple(behind), *((side,) for side in reversed(state.gone))]
        return Outcome(state.end, tuple(place for place in places if place))

    def forfeited_by(self, state: Heap) -> frozenset[Side]:
        return frozenset(state.late)

    def draws_needed(self, state: Heap) -> frozenset[Side]:
        return frozenset(state.present)

    def choices(self, state: Heap, after: Sequence[str]) -> Options:
        self._check_continues(state)
        taken = self._read(state, after)
        actions: list[Choice] = []
        if not after:
            actions = [_take(number) for number in range(1, min(3, state.stones) + 1)]
        elif len(after) == 1 and taken < state.stones:
            actions = [{"text": "+", "kind": "word", "label": "Say it"}]
        return {
            "after": list(after),
            "side": state.side,
            "position": replace(state, stones=state.stones - taken).write(),
            "complete": -1 if not after else 0 if actions else 1,
            "prompt": "Say it, or send the turn." if after else "Take one to three stones.",
            "actions": actions,
        }

    def play(self, state: Heap, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[Heap]:
        self._check_continues(state)
        if side != state.side:
            raise NotToAct(f"It isn't {side}'s turn.", law=None)
        taken = self._read(state, actions)
        if not actions:
            raise IllegalTurn("A turn takes stones.", index=0, legal=["t1"], law=None)
        left = replace(state, stones=state.stones - taken, turns=state.turns + 1)
        won = left.stones == 0
        after = replace(left, end="last_stone", first=(side,)) if won else self._next(left)
        happening = {"type": "took", "side": side, "stones": taken, "word": len(actions) > 1}
        record = TurnRecord(
            side=side,
            round=state.turns // len(state.sides) + 1,
            actions=tuple(actions),
            notation=f"-{taken}" + ("!" if len(actions) > 1 else ""),
            rolls=(),
            position_before=state.write(),
            position_after=after.write(),
        )
        return Step(after, (happening,), turn=record)

    def situation(self, state: Heap, side: Side) -> str:
        return state.write()

    def outcomes(self, state: Heap, actions: Sequence[str]) -> Mapping[str, int]:
        self._check_continues(state)
        self._read(state, actions)
        return {}

    def foresee(
        self, state: Heap, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[Heap]:
        return self.play(state, side, actions, roll=roll_for({}, outcome))

    def alarms(self, happenings: Sequence[Happening], side: Side) -> frozenset[str]:
        return frozenset()

    def arrange(
        self, state: Heap, side: Side, arrangement: Mapping[str, Any], *, ready: bool
    ) -> Step[Heap]:
        raise OutOfPhase("Stones lie as they lie.", law=None)

    def act(self, state: Heap, side: Side, name: str) -> Step[Heap]:
        self._check_continues(state)
        if name not in (RESIGN, CLAIM, *self.own_acts):
            raise IllegalAct(f"Nobody can {name[:30]!r} here.", legal=(RESIGN, CLAIM), law=None)
        if side in state.gone:
            raise OutOfPhase("You are out.", law=None)
        if name == CLAIM:
            return self._claim(state, side)
        if name == RESIGN:
            return self._put_out(state, side, "resignation", ActRecord(side, RESIGN))
        return self._leave_or_return(state, side, name)

    def time_out(self, state: Heap) -> Step[Heap]:
        self._check_continues(state)
        side, act = state.side, ActRecord(state.side, TIME_OUT)
        if state.turns < len(state.sides):
            return Step(replace(state, end="aborted", late=(*state.late, side)), act=act)
        return self._put_out(replace(state, late=(*state.late, side)), side, "timeout", act)

    def agree_draw(self, state: Heap) -> Step[Heap]:
        self._check_continues(state)
        if len(state.present) < 2:
            raise OutOfPhase("A draw needs two.", law=None)
        return Step(replace(state, end="agreement", first=state.present))

    def _claim(self, state: Heap, side: Side) -> Step[Heap]:
        if CLAIM not in self._acts_of(state, side):
            raise OutOfPhase("Only the last stone can be claimed.", law=None)
        return Step(replace(state, end="claimed", first=(side,)), act=ActRecord(side, CLAIM))

    def _put_out(self, state: Heap, side: Side, reason: str, act: ActRecord) -> Step[Heap]:
        out = replace(state, standing=_put(state, side, OUT), gone=(*state.gone, side))
        if len(out.present) > 1:
            return Step(self._next(out) if side == out.side else out, act=act)
        return Step(replace(out, end=reason, first=out.present), act=act)

    def _leave_or_return(self, state: Heap, side: Side, name: str) -> Step[Heap]:
        letter = AWAY if name == "leave" else IN
        after = replace(state, standing=_put(state, side, letter))
        if after == state:
            return Step(state)
        if not after.present:
            raise OutOfPhase("The last one cannot leave.", law=None)
        act = ActRecord(side, name)
        if name == "leave" and side == state.side:
            return Step(self._next(after), act=act, restarts_clock=True)
        return Step(after, act=act)

    def _next(self, state: Heap) -> Heap:
        """Return the state with the next one who is present to play."""
        at = state.sides.index(state.side)
        order = (*state.sides[at + 1 :], *state.sides[: at + 1])
        return replace(state, side=next(side for side in order if side in state.present))

    def _acts_of(self, state: Heap, side: Side) -> list[str]:
        if side in state.gone:
            return []
        may_claim = state.stones == 1 and side == state.side
        leave = ["return" if (side, AWAY) in state.standing else "leave"] if self.own_acts else []
        return [RESIGN, *([CLAIM] if may_claim else []), *leave]

    def _check_continues(self, state: Heap) -> None:
        if state.end:
            raise OutOfPhase("The game is over.", law=None)

    def _read(self, state: Heap, actions: Sequence[str]) -> int:
        """Return how many stones a turn takes; raises a refusal for what is no turn."""
        legal = [f"t{number}" for number in range(1, min(3, state.stones) + 1)]
        taken = 0
        for index, action in enumerate(actions):
            if action != "+" and action not in ("t1", "t2", "t3"):
                raise NotationError(f"{action[:20]!r} is no action.", law=None)
            if action not in legal:
                raise IllegalTurn(f"{action} isn't legal here.", index=index, legal=legal, law=None)
            taken = int(action[1]) if index == 0 else taken
            legal = ["+"] if index == 0 and taken < state.stones else []
        return taken


class Pair(Stones):
    """For two."""


class Quad(Stones):
    """For two to four; who resigns is out, and who wants to may leave and return."""

    key = "quad"
    name = "Quad"
    sides = SEATS
    own_acts = ("leave", "return")

    def option_fields(self) -> tuple[OptionField, ...]:
        return (STONES, PLAYERS, WORD)

    def seats(self, options: Terms) -> tuple[Side, ...]:
        number = self.check_options(options)["seats"]
        return {2: ("white", "black"), 3: SEATS[:3], 4: SEATS}[number]


class StonesPresenter:
    """A face as plain as can be."""

    tagline = "A heap of stones"
    board = ""
    reasons: ClassVar[Mapping[str, Reason]] = {
        "last_stone": Reason(" by the last stone", text="{winner} took the last stone."),
        "claimed": Reason(" by claiming the last stone", text="{winner} claimed the last stone."),
        "resignation": Reason(": {loser} resigned", text="{loser} resigned.", lost="You resigned."),
        "timeout": Reason(" on time", text="{loser}'s time ran out."),
        "agreement": Reason(" by agreement", text="A draw was agreed."),
        "aborted": Reason(text="Somebody never came."),
    }
    acts: ClassVar[Mapping[str, ActWords]] = {
        RESIGN: ActWords("Resign…", "Resign?", "You are out.", "Resign"),
        CLAIM: ActWords("Claim the last stone"),
        "leave": ActWords("Leave for now"),
        "return": ActWords("Come back"),
    }

    def diagram(self, position: str, origin: str, targets: Sequence[str]) -> str:
        """Return nothing: there are no squares of this kind."""
        return ""

    def board_data(self, position: str, side: Side | None = None, last: Sequence[str] = ()) -> None:
        """Return nothing: a heap has no squares."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return tuple(f"{names[one['side']]} takes {one['stones']}." for one in happenings)

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return ", ".join(f"takes {one['stones']}" for one in happenings)

    def turn_sentence(
        self,
        happenings: Sequence[Happening],
        before: str = "",
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return f"{self.turn_summary(happenings, before)}."

    def situation(self, description: Mapping[str, Any], side: Side | None) -> str:
        return f"{description['stones']} stones left"

    def rules_anchor(self, description: Mapping[str, Any]) -> str:
        return "turn"

    def thumbnail(self, description: Mapping[str, Any], side: Side | None) -> str:
        return '<svg viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="3"/></svg>'

    def draw(
        self,
        state: Heap,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        stones = int((position or state.write()).split()[0])
        return _heap(stones, 640)

    def layers(
        self,
        state: Heap,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        picture = self.draw(state, position=position)
        return Collage(64, picture, (), picture)


class StonesTree:
    """Every way to continue with a heap, words left out."""

    ends_are_leaves = True

    def __init__(self, rules: Stones) -> None:
        self.rules = rules

    def start(self, options: Terms) -> Heap:
        return self.rules.start(options)

    def read(self, text: str) -> Heap:
        return self.rules.load(text)

    def write(self, position: Heap) -> str:
        return self.rules.dump(position)

    def edges(self, position: Heap) -> list[tuple[str, Heap | str]]:
        found: list[tuple[str, Heap | str]] = []
        for choice in self.rules.choices(position, ())["actions"]:
            after = self.rules.play(position, position.side, [choice["text"]], roll=0).state
            found.append((choice["text"], f"win {position.side}" if after.end else after))
        return found

    def count(self, position: Heap) -> tuple[int, list[Heap]]:
        onwards = [after for _, after in self.edges(position) if isinstance(after, Heap)]
        return len(self.edges(position)) - len(onwards), onwards


class StonesRobot:
    """Takes what it may."""

    strengths = ("easy",)
    slow_strengths = ()

    def choose_turn(self, state: Heap, strength: str, rng: Random) -> tuple[str, ...]:
        return (f"t{rng.randint(1, min(3, state.stones))}",)

    def agrees_to_draw(self, state: Heap, side: Side, strength: str) -> bool:
        return False

    def choose_arrangement(
        self, state: Heap, side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        raise AssertionError("nothing is arranged")


def hosted() -> tuple[Hosted, Hosted]:
    """Return both games as the service hosts them; only the first has a robot."""
    pair, quad = Pair(), Quad()
    return (
        Hosted(pair, StonesPresenter(), StonesTree(pair), StonesRobot()),
        Hosted(quad, StonesPresenter(), StonesTree(quad)),
    )


def _take(number: int) -> Choice:
    return {"text": f"t{number}", "kind": "take", "label": f"Take {number}"}


def _put(state: Heap, side: Side, letter: str) -> tuple[tuple[Side, str], ...]:
    return tuple((one, letter if one == side else old) for one, old in state.standing)


def _sides(text: str) -> tuple[Side, ...]:
    return () if text == "-" else tuple(text.split(","))


def _heap(stones: int, width: int) -> str:
    circles = "".join(
        f'<circle cx="{4 + 8 * (number % 8)}" cy="{4 + 8 * (number // 8)}" r="3" fill="#654"/>'
        for number in range(stones)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="{width}"'
        f' height="{width}"><rect width="64" height="64" fill="#eed"/>{circles}</svg>'
    )
