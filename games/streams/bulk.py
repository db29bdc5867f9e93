"""Many games as lines of JSON: read a page at a time, as fast as the reader takes them.

Nothing but the page that is being written is held, and no thread or connection while the reader
is slow.
"""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.http.errors.refusals import Refusal
from config.http.pagination import Span
from games.models import Act, Arrangement, Game, Turn
from games.play import watching
from games.shown import export
from games.shown.payloads import game_payload
from games.store import selectors
from games.store.game_lists import Wanted, read_games
from games.streams.endpoint import not_here, release_thread
from games.streams.frames import Form
from games.streams.reading import in_thread_of

MOST_GAMES: Final = 10_000
MOST_RECORDS: Final = 1_000
"""So many lines at most: of games, and of games with all their turns."""
MOST_TOGETHER: Final = 20
"""So many of these answers are under way in one process; each person has one."""
_PAGE, _PAGE_OF_RECORDS = 100, 10

_RESTS: Final = 3.0
"""For each second of a processor that lines cost, so many pass without any being made."""

# One thread for all readers: Python runs one at a time, and the others play turns.
_threads: Final = ThreadPoolExecutor(1, thread_name_prefix="bulk")
_FORGOTTEN_AFTER: Final = 60.0
_GZIP: Final = zlib.MAX_WBITS | 16
"""Makes zlib write the form that ``Content-Encoding: gzip`` names."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which games are to be written, and how."""

    wanted: Wanted
    with_turns: bool
    limit: int
    owner: str
    """Who asks, for the limits: a person, or an address where no one is logged in."""
    base_url: str


def write_lines(request: HttpRequest, order: Order) -> StreamingHttpResponse:
    """Return the answer that writes these games; refuse where it cannot be written now."""
    if not isinstance(request, ASGIRequest):
        raise not_here()
    if not _readers.admit(order.owner):
        words = _("Too many games are being downloaded right now. Try again.")
        raise Refusal("busy", words, headers={"Retry-After": "5"})
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    packer = None
    if "gzip" in request.headers.get("Accept-Encoding", "").lower():
        # Django would make each chunk a file of its own, of which many clients read the first.
        packer = zlib.compressobj(wbits=_GZIP)
        headers["Content-Encoding"] = "gzip"
    return StreamingHttpResponse(
        _lines(order, packer), content_type=Form.NDJSON.value, headers=headers
    )


class Pace:
    """Lets what is worked on in one thread take a share of the processor, and no more."""

    def __init__(self, rests: float) -> None:
        self._rests = rests
        self._until = 0.0

    @contextmanager
    def keep(self) -> Iterator[None]:
        """Wait until the rest after the work before is over, and measure this work."""
        time.sleep(max(0.0, self._until - time.monotonic()))
        began = time.thread_time()
        try:
            yield
        finally:
            worked = time.thread_time() - began
            self._until = time.monotonic() + self._rests * worked


_pace: Final = Pace(_RESTS)


class _Readers:
    """Who is being written to in this process. Who was not for a minute counts no more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[str, float] = {}

    def admit(self, owner: str) -> bool:
        """Count one more, unless they are counted already or there are too many."""
        now = time.monotonic()
        with self._lock:
            self._seen = {who: at for who, at in self._seen.items() if at > now - _FORGOTTEN_AFTER}
            if owner in self._seen or len(self._seen) >= MOST_TOGETHER:
                return False
            self._seen[owner] = now
            return True

    def keep(self, owner: str) -> None:
        """Continue counting someone."""
        with self._lock:
            self._seen[owner] = time.monotonic()

    def dismiss(self, owner: str) -> None:
        """Count someone no more."""
        with self._lock:
            self._seen.pop(owner, None)


_readers: Final = _Readers()


async def _lines(order: Order, packer: Any) -> AsyncIterator[bytes]:
    try:
        await release_thread()
        after: list[Any] | None = None
        left = order.limit
        while left > 0:
            _readers.keep(order.owner)
            size = min(left, _PAGE_OF_RECORDS if order.with_turns else _PAGE)
            span = Span(after, False, size)
            places, text = await in_thread_of(_threads, _read_page, order, span, packer)
            if text:
                yield text
            if len(places) < size:
                break
            after = places[-1]
            left -= size
        if packer is not None:
            yield packer.flush()
    finally:
        _readers.dismiss(order.owner)


def _read_page(order: Order, span: Span, packer: Any) -> tuple[list[Any], bytes]:
    """Return the place of each game of a page in the list, and the page as it is written."""
    with _pace.keep():
        return _write_page(order, span, packer)


def _write_page(order: Order, span: Span, packer: Any) -> tuple[list[Any], bytes]:
    games = watching.watch_games(
        lambda: read_games(order.wanted, span), timezone.now(), order.wanted.viewer
    )
    records = _with_turns(games, order.base_url) if order.with_turns else _alone(games, order)
    lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in records)
    text = "".join(f"{line}\n" for line in lines).encode()
    if packer is not None:
        text = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return [[game.created_at, game.pk] for game in games], text


def _alone(games: Iterable[Game], order: Order) -> Iterable[Mapping[str, Any]]:
    return (game_payload(game, order.base_url) for game in games)


def _with_turns(games: Iterable[Game], base_url: str) -> Iterable[Mapping[str, Any]]:
    """Yield the whole record of each game, read in three statements for all of them."""
    ids = [game.pk for game in games]
    turns = selectors.by_game(Turn.objects.order_by("game", "number"), ids)
    acts = selectors.by_game(Act.objects.order_by("game", "turn", "index"), ids)
    arrangements = selectors.by_game(Arrangement.objects.order_by("round", "side"), ids)
    for game in games:
        # Of a live game onlookers are shown an earlier state.
        number = game.next_turn
        parts = (
            [turn for turn in turns[game.pk] if turn.number < number],
            [act for act in acts[game.pk] if act.turn <= number],
            [one for one in arrangements[game.pk] if one.round <= game.round],
        )
        yield export.export_json(game, *parts, base_url)
