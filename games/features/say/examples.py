"""What the API shows of playing by words: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from games.shown import examples

BOARD: Final = (
    "alice (white) – bob (black)  0–0\n"
    " 8  .  b  r  k  q  r  .  .\n"
    " 7  .  .  p  p  p  p  .  .\n"
    " 6  .  .  n  .  .  n  .  .\n"
    " 5  .  .  .  .  .  .  .  .\n"
    " 4  .  .  . (N) .  .  .  .\n"
    " 3  .  .  .  .  .  N  .  .\n"
    " 2  .  .  P  P  P  P  .  .\n"
    " 1  .  B  R  K  Q  R  .  .\n"
    "    a  b  c  d  e  f  g  h\n"
    "Turn 2: bob.\n"
    "Play by tomorrow 04:30 UTC.\n"
)
SAID: Final[dict[str, Any]] = {
    "did": "played",
    "text": "alice's knight goes from c3 to d4.",
    "ask": None,
    "board": BOARD,
    "turn": examples.PLAYED_TURN["turn"],
    "game": examples.PLAYED_TURN["game"],
}
