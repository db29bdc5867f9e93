"""Glicko-2, one game at a time (Glickman, "Example of the Glicko-2 system", 2022).

Three things are added. A game to more goals shows more of who is stronger: its factor ``weight``, 1
for a single game, stretches the scale on which two players are compared. And time passes between
games by days, not by rating periods: the deviation grows with them. A third bounds what accounts
made for it can give: a game against someone unknown is less evidence, ``trust``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import exp, log, pi, sqrt
from typing import Final

TAU: Final = 0.5
"""How far the volatility may change in one game."""
PERIODS_A_DAY: Final = 0.107
"""So a deviation of 60 grows to 110 in two years without a game: the post is slow."""
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
MOST_VOLATILITY: Final = 0.1
LEAST_RATING: Final = 400.0
MOST_CHANGE: Final = 350.0
PROVISIONAL: Final = 110.0
"""A rating whose deviation is at least this is shown with a question mark."""
_SCALE: Final = 173.7178
_MIDDLE: Final = 1500.0
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong someone seems: the rating, how far it may be off, and how steady it is."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Return whether too little is known to take the number for certain."""
        return self.deviation >= PROVISIONAL

    def after(self, pause: timedelta) -> Strength:
        """Return what is known of someone who has not played for so long."""
        return Strength(self.rating, _grown(self, self.volatility, pause), self.volatility)


def rate(
    mine: Strength,
    theirs: Strength,
    score: float,
    *,
    weight: float = 1.0,
    trust: float = 1.0,
    pause: timedelta = timedelta(days=1 / PERIODS_A_DAY),
    share: float = 1.0,
) -> Strength:
    """Return a player's strength after a game against ``theirs``.

    ``score`` is 1 for a win, ½ for a draw, 0 for a defeat; ``pause`` is the time since the last
    rated game, after which one is known less well. ``trust`` is how much of a game this one
    shows: with less, the rating moves less and stays as uncertain. ``share`` is the part of the
    change of the rating that counts.
    """
    mu, phi = (mine.rating - _MIDDLE) / _SCALE, mine.deviation / _SCALE
    mu_j, phi_j = (theirs.rating - _MIDDLE) / _SCALE, theirs.deviation / _SCALE
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    expected = 1 / (1 + exp(-weight * g * (mu - mu_j)))
    variance = 1 / (trust * weight**2 * g**2 * expected * (1 - expected))
    surprise = trust * weight * g * (score - expected)
    volatility = _volatility(phi, mine.volatility, variance, variance * surprise)
    grown = _grown(mine, volatility, pause) / _SCALE
    phi_after = 1 / sqrt(1 / grown**2 + 1 / variance)
    change = _SCALE * phi_after**2 * surprise * share
    change = min(max(change, -MOST_CHANGE), MOST_CHANGE)
    return Strength(
        max(mine.rating + change, LEAST_RATING),
        _bounded(phi_after * _SCALE),
        min(volatility, MOST_VOLATILITY),
    )


def _grown(strength: Strength, volatility: float, pause: timedelta) -> float:
    periods = pause / timedelta(days=1) * PERIODS_A_DAY
    phi = strength.deviation / _SCALE
    return _bounded(sqrt(phi**2 + volatility**2 * max(periods, 0.0)) * _SCALE)


def _bounded(deviation: float) -> float:
    return min(max(deviation, LEAST_DEVIATION), MOST_DEVIATION)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility: step 5 of the paper, by the Illinois method."""
    start = log(sigma**2)

    def f(x: float) -> float:
        top = exp(x) * (delta**2 - phi**2 - variance - exp(x))
        return top / (2 * (phi**2 + variance + exp(x)) ** 2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
