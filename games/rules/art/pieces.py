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
        "M38 29a12 12 0 0 1 24 0 12 12 0 0 1-24 0zM37 41h26v6H37z"
        "M56 46c0 10 3 15 10 20 5 3 7 6 7 11v5H27v-5c0-5 2-8 7-11 7-5 10-10 10-20z",
        "",
    ),
    "r": Art(
        "M27 18h11v8h7v-8h10v8h7v-8h11v18l-7 6v22l5 6q5 2 5 6v6H24v-6q0-4 5-6l5-6V42l-7-6z",
        "M35 43h30M34 64.5h32",
    ),
    "n": Art(
        "M31 82c0-19 18-25 18-37-7 5-14 10-20 9l-7-9 13-18 4-14 9 8c17 0 29 14 29 31v30z",
        "M58 31q13 11 11 35M37 36l3-2",
    ),
    "b": Art(
        "M45 15a5 5 0 0 1 10 0 5 5 0 0 1-10 0z"
        "M50 17c10 7 19 17 19 28 0 7-4 12-9 15l3 6c9 2 13 6 13 11v5H24v-5c0-5 4-9 13-11"
        "l3-6c-5-3-9-8-9-15 0-11 9-21 19-28z",
        "M50 33v16M42 41h16M38.5 63.5h23",
    ),
    "q": Art(
        "M11.5 29a5.5 5.5 0 0 1 11 0 5.5 5.5 0 0 1-11 0z"
        "M33 21a5.5 5.5 0 0 1 11 0 5.5 5.5 0 0 1-11 0z"
        "M56 21a5.5 5.5 0 0 1 11 0 5.5 5.5 0 0 1-11 0z"
        "M77.5 29a5.5 5.5 0 0 1 11 0 5.5 5.5 0 0 1-11 0z"
        "M17 30l18.5 20 3-28L50 46l11.5-24 3 28L83 30 73 60c-1.5 5-1.5 8 0 11q3 3 3 6v5H24v-5"
        "q0-3 3-6c1.5-3 1.5-6 0-11z",
        "M29 62q21-7 42 0M27.5 71.5h45",
    ),
    "k": Art(
        "M46 9h8v7h7v8h-7v9c15-4 27 3 27 16 0 8-5 13-9 19l3 4q2 2 2 5v5H23v-5q0-3 2-5l3-4"
        "c-4-6-9-11-9-19 0-13 12-20 27-16v-9h-7v-8h7z",
        "M50 38v26M29 68q21-7 42 0",
    ),
}
"""By the lower-case letter of the notation."""

FEET = {
    "p": "M27.400 74h45.2l.4 3v5H27v-5z",
    "r": "M24.6 74h50.8l.6 2v6H24v-6z",
    "n": "M31.7 74H77v8H31z",
    "b": "M24.5 74h51l.5 3v5H24v-5z",
    "q": "M24.8 74h50.4l.8 3v5H24v-5z",
    "k": "M23.9 74h52.2l.9 3v5H23v-5z",
}
"""The band at the foot of each, within its outline: a page may colour it."""

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
