"""The product's own drawings of the six pieces and the ball.

A piece stands in a box of 100 by 100, upright on y = 82. ``outline`` is filled with the
side's colour and stroked with its edge (``paint-order: stroke``, so one path gives both);
``detail`` are thin lines on it. The ball is round its own centre with a radius of 20.
"""

from __future__ import annotations

from typing import NamedTuple


class Art(NamedTuple):
    """The two paths of one drawing."""

    outline: str
    detail: str


PIECES: dict[str, Art] = {
    "p": Art(
        "M50 18a13 13 0 0 1 8 23h6v6h-7c1 12 6 18 13 24v11H30V71c7-6 12-12 13-24h-7v-6h6"
        "a13 13 0 0 1 8-23z",
        "",
    ),
    "r": Art(
        "M26 18h11v8h8v-8h10v8h8v-8h11v20l-7 6v22l7 6v10H26V72l7-6V44l-7-6z",
        "M35 45h30M35 66h30",
    ),
    "n": Art(
        "M32 82c0-19 17-24 17-36-7 5-13 10-19 9l-7-9 13-18 4-14 9 7c17 0 27 15 27 31v30z",
        "M57 33q12 10 10 32M37 36l3-2",
    ),
    "b": Art(
        "M50 12a6 6 0 0 1 3.5 10.9C63 30 68 38 68 46c0 7-4 12-8 15l7 9h8v12H25V70h8"
        "l7-9c-4-3-8-8-8-15 0-8 5-16 14.5-23.1A6 6 0 0 1 50 12z",
        "M50 35v17M42 43h16",
    ),
    "q": Art(
        "M17 24a6 6 0 0 1 9 5l9 18 1-22a6 6 0 1 1 6 .5L50 46l8-20.5a6 6 0 1 1 6-.5"
        "l1 22 9-18a6 6 0 1 1 6 5.5L73 66v16H27V66l-7-32a6 6 0 0 1-3-10z",
        "M30 66h40",
    ),
    "k": Art(
        "M46 10h8v7h7v8h-7v9c15-4 26 2 26 15 0 8-5 13-9 18v15H29V67c-4-5-9-10-9-18"
        " 0-13 11-19 26-15v-9h-7v-8h7z",
        "M50 40v26M31 67h38",
    ),
}
"""By the lower-case letter of the notation."""

BALL = Art(
    "M0-8L7.6-2.5 4.7 6.5H-4.7L-7.6-2.5z"
    "M0-13.5L6.3-15.8 7-18.7A20 20 0 0 0-7-18.7L-6.3-15.8z"
    "M12.8-4.2L17 1.1 20 .9A20 20 0 0 0 15.6-12.5L13.1-10.9z"
    "M7.9 10.9L4.2 16.5 5.3 19.3A20 20 0 0 0 16.7 11L14.4 9.1z"
    "M-7.9 10.9L-14.4 9.1-16.7 11A20 20 0 0 0-5.3 19.3L-4.2 16.5z"
    "M-12.8-4.2L-13.1-10.9-15.6-12.5A20 20 0 0 0-20 .9L-17 1.1z",
    "M0-8V-13.5M7.6-2.5L12.8-4.2M4.7 6.5L7.9 10.9M-4.7 6.5L-7.9 10.9M-7.6-2.5L-12.8-4.2",
)
"""``outline`` are the dark patches, ``detail`` the seams."""
