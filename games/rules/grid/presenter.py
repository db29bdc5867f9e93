"""The face of a game on squares: its pictures by its scene, its words by tables of sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.contract import (
    ActWords,
    Collage,
    Happening,
    Narration,
    Reason,
    Side,
)
from games.rules.contract.board import Scene as SceneData
from games.rules.grid import drawing
from games.rules.grid.scene import Scene
from games.rules.pieces import goes, side_name, sign, taken, yours
from games.rules.text import gettext as _
from games.rules.text import gettext_noop, pgettext

SENTENCES: Final = {
    "move": gettext_noop("{name}'s {piece} moves from {from} to {to}."),
    "capture": gettext_noop("{name}'s {piece} takes the {captured} on {to}."),
    "promotion": gettext_noop("{name}'s pawn becomes a {promotion} on {to}."),
    "check": gettext_noop("Check."),
    "checkmate": gettext_noop("Checkmate."),
}
"""What every game on squares shows; a game adds its own."""
CHECKS: Final = {
    "check": gettext_noop("Check!"),
    "checkmate": gettext_noop("Checkmate!"),
    "check_said": gettext_noop("Check to {to}!"),
    "mated": gettext_noop("{by} has mated {to}!"),
}
"""What a sentence about a turn adds to its move; ``{to}`` is whom it concerns, ``{by}`` who did it:
a mate is found when the turn comes to its victim, after someone else's move."""
YOU_MATED: Final = gettext_noop("You have mated {to}!")
IN_A_TOWER: Final = {
    0: gettext_noop("{piece} {from} to {to}"),
    1: gettext_noop("{piece} {from} up to {to}"),
    -1: gettext_noop("{piece} {from} down to {to}"),
}
"""A move where boards are one above the other: on its level, up and down."""
TAKES_IN_A_TOWER: Final = {
    0: gettext_noop("{piece} {from} takes the {captured} on {to}"),
    1: gettext_noop("{piece} {from} up, takes the {captured} on {to}"),
    -1: gettext_noop("{piece} {from} down, takes the {captured} on {to}"),
}
"""A capture there, likewise."""

SceneOf = Callable[[str, Side | None, tuple[str, ...]], Scene]
"""Makes a scene of a position's text, the side that looks and the last recorded actions."""


@dataclass(eq=False)
class GridPresenter:
    """A face made of tables. ``positions`` gives the text of a state's position."""

    tagline: str
    reasons: Mapping[str, Reason]
    acts: Mapping[str, ActWords]
    scene: SceneOf
    positions: Callable[[Any], str]
    sentences: Mapping[str, str] = field(default_factory=lambda: SENTENCES)
    endings: Mapping[str, str] = field(default_factory=dict)
    """A sentence for each reason of an end; ``{name}`` is who won."""
    remark: Callable[[Mapping[str, Any], Side | None], str] = lambda description, side: ""
    """What a list says of a game besides its number of moves."""
    round_name: str = gettext_noop("move {}")
    board: str = "grid"

    def board_data(
        self, position: str, side: Side | None = None, last: Sequence[str] = ()
    ) -> SceneData:
        """Return the scene as plain data."""
        return self.scene(position, side, tuple(last)).as_data()

    def diagram(self, position: str, origin: str, targets: Sequence[str]) -> str:
        """Return a position as SVG for a page of rules, and where a piece can go."""
        width = 250 if self.scene(position, None, ()).panels[1:] else 320
        return drawing.draw_moves(self.scene(position, None, ()), origin, targets, width)

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        """Return a sentence for each thing that happened, the players called by their names."""
        sentences = (self._sentence(event, names) for event in happenings)
        return tuple(sentence for sentence in sentences if sentence)

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        """Return a turn in shorthand: ``Ng1–f3+``."""
        text = ""
        for event in happenings:
            match event["type"]:
                case "move":
                    between = "×" if "captures" in event else "–"
                    text = f"{sign(event['piece'])}{event['from']}{between}{event['to']}"
                    text += f"={sign(event['promotion'])}" if "promotion" in event else ""
                case "check":
                    text += "+"
                case "checkmate":
                    text += "#"
                case "check_said":
                    called = _and([_called(side, names) for side in event["to"]])
                    text += _(", check to {join}").format(join=called)
        return text

    def turn_sentence(
        self,
        happenings: Sequence[Happening],
        before: str = "",
        names: Mapping[Side, str] | None = None,
    ) -> str:
        """Return a turn in a sentence that follows the player's name: ``knight takes on e5.``"""
        parts = [_move_words(happenings[0], names)]
        for event in happenings[1:]:
            if template := CHECKS.get(event["type"]):
                sides = event.get("to") or [event["side"]]
                by = _called(event["by"], names) if "by" in event else ""
                if by and names and not names[event["by"]]:
                    template = YOU_MATED
                called = _and([_called(side, names) for side in sides])
                parts.append(_(template).format(to=called, by=by))
        return " ".join(parts)

    def situation(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return the number of the move, and what is special about the position."""
        remark = self.remark(description, side)
        if not remark and description["in_check"]:
            own = side is not None and side == description["side_to_play"]
            remark = _("you're in check") if own else _("check")
        parts = [_(self.round_name).format(description["round"]), remark]
        return " · ".join(part for part in parts if part)

    def rules_anchor(self, description: Mapping[str, Any]) -> str:
        """Return the chapter of the rules that fits: check, or the moves."""
        return "check" if description["in_check"] else "moves"

    def thumbnail(self, description: Mapping[str, Any], side: Side | None) -> str:
        """Return the small board of a game for a page."""
        return drawing.thumbnail(self.scene(description["position"], side, ()))

    def draw(
        self,
        state: Any,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        """Return the board as SVG, the squares of the last turn tinted."""
        return drawing.draw(self.scene(position or self.positions(state), side, tuple(last)))

    def layers(
        self,
        state: Any,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        """Return the same picture in layers."""
        return drawing.layers(self.scene(position or self.positions(state), side, tuple(last)))

    def _sentence(self, event: Happening, names: Mapping[Side, str]) -> str:
        kind = event["type"]
        if kind == "game_over":
            winner = event["winner"]
            ended = self.endings[event["reason"]]
            return _(ended).format(name=names.get(winner, winner))
        if kind == "act":
            kind = event["act"]
        elif kind == "move" and "captures" in event:
            kind = "capture"
        template = _(self.sentences.get(kind, ""))
        words = {key: _word(key, value, names) for key, value in event.items()}
        if "captures" in event:
            words["captured"] = taken(event["captures"])
        sentence = template.format(name=names.get(event.get("side", ""), ""), **words)
        if kind in ("move", "capture") and "promotion" in event:
            name = names.get(event["side"], "")
            promoted = self.sentences["promotion"]
            sentence += " " + _(promoted).format(name=name, **words)
        return sentence


def _called(side: Side, names: Mapping[Side, str] | None) -> str:
    """Return whom a turn concerns: by name, the reader *you*, without names by the side."""
    if names is None:
        return side_name(side)
    return names[side] or pgettext("check to", "you")


def _move_words(event: Happening, names: Mapping[Side, str] | None) -> str:
    """Return a move in a sentence without a player: ``pawn to e8, now a queen.``"""
    start, end = event["from"], event["to"]
    if event["piece"] == "K" and abs(ord(start[0]) - ord(end[0])) == 2:
        return _("castles.")
    template = _("{piece} takes on {to}") if "captures" in event else _("{piece} to {to}")
    words = {"captured": taken(event["captures"])} if "captures" in event else {}
    if start[0].isdigit():
        # Where boards are one above the other, it matters from which level a piece comes.
        words["from"] = start
        way = (end[0] > start[0]) - (end[0] < start[0])
        moves = (TAKES_IN_A_TOWER if "captures" in event else IN_A_TOWER)[way]
        template = _(moves)
    if "of" in event:
        # Among several it matters whose piece was taken.
        if names is not None and not names[event["of"]]:
            template = _("{piece} takes {captured} on {to}")
            words["captured"] = yours(event["captures"])
        else:
            template = _("{piece} takes {whose} {captured} on {to}")
            words["whose"] = _("{name}'s").format(name=_called(event["of"], names))
    sentence = template.format(piece=goes(event["piece"]), to=end, **words)
    if "promotion" in event:
        sentence = _("{move}, now a {piece}").format(move=sentence, piece=goes(event["promotion"]))
    return f"{sentence}."


def _and(names: Sequence[str]) -> str:
    return (
        _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
        if (len(names) > 1)
        else "".join(names)
    )


def _word(key: str, value: Any, names: Mapping[Side, str]) -> str:
    """Return a member of a happening as a sentence has it."""
    if key in ("piece", "promotion"):
        return goes(value)
    if key == "by":
        return names.get(value, str(value))
    if isinstance(value, list):
        return _and([names.get(one, str(one)) for one in value])
    return str(value)
