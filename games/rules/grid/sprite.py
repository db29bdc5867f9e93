"""The drawings that a page refers to, coloured by its style sheet."""

from __future__ import annotations

from functools import cache

from games.rules.art.pieces import PIECES
from games.rules.grid.drawing import SIGNS

_HATCH = (
    '<pattern id="g-hatch" width="14" height="14" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><path fill="#a3a79f" d="M0 0H14V14H0z"/>'
    '<path fill="#6d726b" d="M0 0H5V14H0z"/></pattern>'
)
"""What stone is filled with."""


@cache
def draw_sprite() -> str:
    """Return pieces as ``#p-k`` to ``#p-p``, 100 units wide, and signs as ``#g-white`` etc."""
    pieces = "".join(
        f'<g id="p-{letter}"><path d="{art.outline}"/>'
        + (f'<path class="detail" d="{art.detail}"/>' if art.detail else "")
        + "</g>"
        for letter, art in PIECES.items()
    )
    signs = "".join(f'<path id="g-{owner}" d="{path}"/>' for owner, path in SIGNS.items())
    return (
        '<svg width="0" height="0" class="sprite" aria-hidden="true" focusable="false"><defs>'
        f"{pieces}{signs}{_HATCH}</defs></svg>"
    )
