"""A game's answer from Python values to JSON, as dicts by orjson and as Structs by msgspec.

``python -m tests.bench.encoding [ROUNDS]``. Both make every object of the example game again and
write it, in turn, so that a slower minute falls on both. Measure it again before typed shapes
(``config/http/shapes.py``) become anything but ``TypedDict``, which is a plain dict at run time.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
import orjson

TIMES = 20_000


def main(rounds: int) -> None:
    """Measure and print the median of both in microseconds, and their ratio."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from games.shown.examples import PLAYING

    encoder, build = msgspec.json.Encoder(), builder("Game", PLAYING)
    ways: dict[str, Callable[[], bytes]] = {
        "dicts, orjson": lambda: orjson.dumps(copied(PLAYING)),
        "Structs, msgspec": lambda: encoder.encode(build(PLAYING)),
    }
    assert len({way() for way in ways.values()}) == 1, "both write the same"
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _round in range(rounds):
        for name, way in ways.items():
            began = time.process_time()
            for _time in range(TIMES):
                way()
            found[name].append((time.process_time() - began) / TIMES * 1e6)
    for name, all_of in found.items():
        print(f"{name}: {statistics.median(all_of):.2f} µs ({min(all_of):.2f}-{max(all_of):.2f})")


def copied(value: Any) -> Any:
    """Return a value with each of its objects made again, as a payload function makes them."""
    if isinstance(value, dict):
        return {name: copied(one) for name, one in value.items()}
    return value


def builder(name: str, example: Any) -> Callable[[Any], Any]:
    """Return a function that makes a value like the example of Structs."""
    if not isinstance(example, dict):
        return lambda value: value
    struct = msgspec.defstruct(name, [(member, Any) for member in example], rename=None)
    parts = [(member, builder(member, one)) for member, one in example.items()]
    return lambda value: struct(*[build(value[member]) for member, build in parts])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
