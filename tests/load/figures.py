"""How long each call took, and what went wrong."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any


class Figures:
    """The measurements of all players together."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """Seconds of each answered attempt, by call."""
        self.errors: Counter[tuple[str, str]] = Counter()
        """Attempts that had to be made again: broken connections and answers from 500 on."""
        self.refusals: Counter[tuple[str, str]] = Counter()
        """Answers from 400 to 499: the player had to do something else."""

    def note(self, call: str, seconds: float) -> None:
        """Note an answered attempt."""
        self.times[call].append(seconds)

    def note_error(self, call: str, what: str) -> None:
        """Note an attempt that has to be made again."""
        self.errors[call, what] += 1

    def note_refusal(self, call: str, status: int, body: Any) -> None:
        """Note that the service said no."""
        code = body.get("code", "") if isinstance(body, dict) else ""
        self.refusals[call, f"{status} {code}".strip()] += 1

    def table(self) -> Iterator[str]:
        """Yield the lines of a table: for each call how often, and how long in milliseconds."""
        yield f"{'call':<12}{'times':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'worst':>8} ms"
        for call, times in sorted(self.times.items()):
            p50, p95, p99 = percentiles(times)
            yield (
                f"{call:<12}{len(times):>8}{p50:>8.1f}{p95:>8.1f}{p99:>8.1f}"
                f"{max(times) * 1e3:>8.1f}"
            )
        for name, counted in (("errors", self.errors), ("refusals", self.refusals)):
            said = ", ".join(f"{call}: {what} {n}" for (call, what), n in sorted(counted.items()))
            yield f"{name}: {said or 'none'}"


def percentiles(times: list[float]) -> tuple[float, float, float]:
    """Return the 50th, 95th and 99th per cent in milliseconds."""
    if len(times) < 2:
        return (times[0] * 1e3,) * 3 if times else (0.0, 0.0, 0.0)
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49] * 1e3, cuts[94] * 1e3, cuts[98] * 1e3
