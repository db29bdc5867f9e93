"""Readers are served in turn, what is urgent first, and one of them never has all places."""

from __future__ import annotations

import pytest

from config.http import paces
from config.http.fair_queue import IN_PLAY_FOR, Crowded, FairQueue, Waiting


def nothing() -> None:
    pass


def put(queue: FairQueue, *readers: str, is_urgent: bool = False) -> list[Waiting]:
    return [queue.put(nothing, reader, is_urgent=is_urgent) for reader in readers]


def served(queue: FairQueue) -> str:
    """Return the readers in the order in which one place serves them."""
    order = []
    while waiting := queue.take():
        order.append(waiting.reader)
        queue.done(waiting)
    return " ".join(order)


def test_the_lines_are_served_in_turn() -> None:
    queue = FairQueue(4)
    put(queue, *"aaaa", "b", "b", "c")

    assert served(queue) == "a b c a b a a"
    assert len(queue) == 0


def test_who_comes_later_waits_for_one_of_each_line() -> None:
    queue = FairQueue(1)
    put(queue, *"aaabbb")
    queue.done(queue.take())  # type: ignore[arg-type]
    put(queue, "c")

    assert served(queue) == "b a c b a b"


def test_what_is_urgent_goes_first_and_in_turn_too() -> None:
    queue = FairQueue(4)
    put(queue, "a", "b")
    put(queue, *"mmmm", "n", is_urgent=True)

    assert served(queue) == "m n m m m a b"


def test_one_reader_has_at_most_half_of_the_places() -> None:
    queue = FairQueue(4)
    put(queue, *"mmmm", is_urgent=True)
    put(queue, "m", "m")
    first, second = queue.take(), queue.take()

    assert [first, second].count(None) == 0
    assert queue.take() is None
    put(queue, "a")
    assert [w.reader for w in (queue.take(), queue.take()) if w] == ["a"]
    queue.done(first)  # type: ignore[arg-type]
    third = queue.take()
    assert third is not None
    assert third.reader == "m"


def test_beside_the_turns_of_others_one_reader_has_one_place() -> None:
    now = [0.0]
    queue = FairQueue(4, lambda: now[0])
    put(queue, *"zz", is_urgent=True)
    put(queue, *"mmaaz")

    taken = [queue.take() for _ in range(5)]
    # Two turns of one reader alone, then one call of each other: the third is kept for turns.
    assert [w.reader for w in taken if w] == ["z", "z", "m", "a"]
    assert len(queue) == 3

    for waiting in taken[:2]:
        queue.done(waiting)  # type: ignore[arg-type]
    later = queue.take()
    assert later is not None
    assert later.reader == "z"
    queue.done(later)
    assert queue.take() is None
    now[0] += IN_PLAY_FOR
    last = queue.take()
    assert last is not None
    assert last.reader == "m"


def in_play(now: list[float]) -> FairQueue:
    """Return a queue beside which another reader has just played."""
    queue = FairQueue(4, lambda: now[0])
    put(queue, "z", is_urgent=True)
    queue.done(queue.take())  # type: ignore[arg-type]
    return queue


def work(queue: FairQueue, seconds: float) -> bool:
    """Let one thing take so long of a processor; return whether anything was begun."""
    waiting = queue.take()
    if waiting is not None:
        queue.done(waiting, seconds)
    return waiting is not None


def test_beside_the_turns_of_others_a_reader_keeps_to_a_pace() -> None:
    now = [0.0]
    queue = in_play(now)
    put(queue, *"mmm")

    assert work(queue, paces.AT_FIRST)
    rest = queue.take() or queue.first_rest()
    assert rest == pytest.approx(paces.BESIDE / paces.SHARE)
    now[0] += rest  # type: ignore[operator]
    assert work(queue, 0.002)
    assert queue.take() is None
    assert queue.first_rest() == pytest.approx((paces.BESIDE + 0.002) / paces.SHARE)


def test_a_reader_who_rests_holds_up_neither_others_nor_own_turns() -> None:
    queue = in_play([0.0])
    put(queue, "m")
    assert work(queue, 0.5)
    put(queue, "m", "a")
    put(queue, "m", is_urgent=True)

    assert served(queue) == "m a"
    assert len(queue) == 1


def test_without_play_no_one_rests() -> None:
    queue = FairQueue(4)
    put(queue, *"mm")

    assert work(queue, 10)
    assert work(queue, 10)
    assert queue.first_rest() is None


def test_no_rest_is_long() -> None:
    now = [0.0]
    queue = in_play(now)
    put(queue, *"mm")
    assert work(queue, 10)

    assert queue.take() is None
    assert queue.first_rest() == pytest.approx(paces.LONGEST_REST)
    now[0] += paces.LONGEST_REST
    put(queue, "z", is_urgent=True)
    assert served(queue) == "z m"


def test_turns_without_end_keep_to_a_pace_too() -> None:
    queue = in_play([0.0])
    put(queue, *"mm", is_urgent=True)

    assert work(queue, 0.5)
    assert queue.take() is None


def test_one_place_is_kept_for_what_is_urgent() -> None:
    queue = FairQueue(4)
    put(queue, *"abcdef")

    assert [w.reader for w in (queue.take() for _ in range(4)) if w] == ["a", "b", "c"]
    put(queue, "z", is_urgent=True)
    urgent = queue.take()
    assert urgent is not None
    assert urgent.reader == "z"
    queue.done(urgent)
    assert queue.take() is None


@pytest.mark.parametrize(("places", "of_one", "of_all"), [(1, 1, 1), (2, 1, 2), (3, 1, 2)])
def test_with_few_places_something_is_always_done(places: int, of_one: int, of_all: int) -> None:
    alone, many = FairQueue(places), FairQueue(places)
    put(alone, *"aaaa")
    put(many, *"abcd")

    assert [alone.take() is not None for _ in range(4)].count(True) == of_one
    assert [many.take() is not None for _ in range(4)].count(True) == of_all


def test_what_the_process_wants_itself_has_no_bound_but_its_turn() -> None:
    queue = FairQueue(2)
    put(queue, "a", "b", is_urgent=True)
    ours = [queue.put(nothing) for _ in range(2)]
    order = [queue.take() for _ in range(4)]

    assert [w.reader for w in order if w] == ["a", "b", "", ""]
    assert order[2:] == ours


def test_a_line_has_an_end() -> None:
    queue = FairQueue(4, most_of_one=2)
    put(queue, "m", "m")

    with pytest.raises(Crowded):
        put(queue, "m")
    with pytest.raises(Crowded):
        put(queue, "m", is_urgent=True)
    put(queue, "a")
    assert served(queue) == "m a m"


def test_where_there_is_no_room_the_longest_line_gives_way() -> None:
    queue = FairQueue(4, most_waiting=4)
    long = put(queue, "m", "m", "m")
    put(queue, "a", "b")

    assert isinstance(long[-1].future.exception(0), Crowded)
    with pytest.raises(Crowded):
        put(queue, "m")
    assert len(queue) == 4
    assert served(queue) == "m a b m"


def test_what_is_urgent_takes_the_room_of_what_is_not() -> None:
    queue = FairQueue(4, most_waiting=2)
    put(queue, "a", "b")
    put(queue, "a", "b", is_urgent=True)

    with pytest.raises(Crowded):
        put(queue, "c", is_urgent=True)
    assert served(queue) == "a b"


def test_who_hangs_up_waits_no_more() -> None:
    queue = FairQueue(4)
    gone, stays = put(queue, "m", "m")

    assert queue.take_back(gone)
    assert not queue.take_back(gone)
    assert queue.take() is stays
    assert not queue.take_back(stays)
    assert len(queue) == 0


def test_what_was_cancelled_is_passed_over() -> None:
    queue = FairQueue(4)
    gone, _ = put(queue, "m", "a")
    gone.future.cancel()

    assert served(queue) == "a"


def test_nothing_is_kept_of_readers_who_are_gone() -> None:
    queue = FairQueue(4)
    for number in range(1000):
        put(queue, f"10.0.0.{number}")
        served(queue)

    assert not any((queue._waiting, queue._running, queue._urgent, queue._others))
