"""What there is to see: boards of squares, already turned for the side that looks."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.contract import Side, board


class Square(NamedTuple):
    """A square that exists, in columns and rows from the upper left corner of its panel."""

    name: str
    x: int
    y: int
    is_dark: bool


class Piece(NamedTuple):
    """What stands on a square. ``art`` is one of ``kqrbnp``; ``label`` names it for who listens.

    ``state`` is empty, ``away`` (drawn faint) or ``out`` (drawn as stone); ``level`` is 2 for a
    pawn on its second level, which looks different.
    """

    at: str
    art: str
    owner: Side
    label: str
    state: str = ""
    level: int = 1


class Panel(NamedTuple):
    """One board. ``rise`` is the height of a square over its width; ``title`` its plate."""

    name: str
    title: str
    width: int
    height: int
    squares: tuple[Square, ...]
    pieces: tuple[Piece, ...]
    rise: float = 1.0


class Scene(NamedTuple):
    """All panels, the top one first, and what is marked on them.

    ``signs`` distinguishes sides by a sign on each piece, ``text`` is the position read aloud.
    """

    panels: tuple[Panel, ...]
    text: str
    touched: tuple[str, ...] = ()
    """The squares of the last turn."""
    checked: tuple[str, ...] = ()
    """Kings against whom a check is in force."""
    signs: bool = False
    arrows: tuple[tuple[str, str], ...] = ()
    """From whom each check in force comes, and to whom: squares."""

    def as_data(self) -> board.Scene:
        """Return the scene as plain JSON data, for a page that draws it."""
        return {
            "panels": [_panel_data(panel) for panel in self.panels],
            "touched": list(self.touched),
            "checked": list(self.checked),
            "signs": self.signs,
            "arrows": [list(arrow) for arrow in self.arrows],
            "text": self.text,
        }


def _panel_data(panel: Panel) -> board.ScenePanel:
    return {
        "name": panel.name,
        "title": panel.title,
        "width": panel.width,
        "height": panel.height,
        "squares": [
            {"name": name, "x": x, "y": y, "shade": "dark" if is_dark else "light"}
            for name, x, y, is_dark in panel.squares
        ],
        "pieces": [
            {
                "at": piece.at,
                "art": piece.art,
                "owner": piece.owner,
                "label": piece.label,
                "state": piece.state,
                "level": piece.level,
            }
            for piece in panel.pieces
        ],
        "rise": panel.rise,
    }


def name_pieces(panels: tuple[Panel, ...]) -> str:
    """Return all pieces of some panels in words, those of one owner together."""
    by_owner: dict[str, list[str]] = {}
    for panel in panels:
        for piece in panel.pieces:
            by_owner.setdefault(piece.owner, []).append(f"{piece.label} {piece.at}")
    return ". ".join(f"{', '.join(sorted(names))}" for names in by_owner.values()) + "."
