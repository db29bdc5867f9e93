"""Taps on a board that come before the service has said what may follow."""

from __future__ import annotations

from typing import Any

from tests.scripts.conftest import Run

HAND = """
  document.body.innerHTML =
    '<p id="live"></p><script type="application/json" id="page">{}</script>';
  const { Hand } = await import("/static/games/hand.js");
  const e4 = { from: "e2", to: "e4" }, d5 = { from: "d7", to: "d5" };
  class Own extends Hand {
    meaning({ square }) {
      const meant = this.actions.filter(({ from, to }) => from === this.selected && to === square);
      return { square, meant, isSure: true };
    }
    isOwn() { return false; }
    selectedWords(square) { return square; }
    enter(isNew) { if (isNew) this.selected = null; }
    present() {}
    glide() {}
  }
  const chosen = [];
  const hand = new Own(new EventTarget(), "white");
  hand.connect({ choose: ({ to }) => chosen.push(to), changed: () => {} });
  const tap = (square) => hand.tapped({ square });
  const show = (turn, staged, actions) =>
    hand.show({ turn, staged, pending: [], isMine: true, options: actions && { actions } });
  const settled = () => new Promise((go) => setTimeout(go));
"""


def chosen(run: Run, what: str) -> list[Any]:
    """Return where the hand goes on a board that is shown so."""
    squares: list[Any] = run(
        f"{HAND} {what} await settled(); document.body.replaceChildren(); return chosen;"
    )
    return squares


def test_a_quick_tap_is_answered_with_the_service(run: Run) -> None:
    assert chosen(run, 'show(1, [], null); tap("e2"); tap("e4"); show(1, [], [e4]);') == ["e4"]


def test_a_quick_tap_after_a_turn_that_ended_by_itself_is_for_the_next(run: Run) -> None:
    what = """
      show(1, [], [e4]); tap("e2"); tap("e4");
      show(1, [e4], null); tap("d7"); tap("d5");
      show(2, [], [d5]);
    """

    assert chosen(run, what) == ["e4", "d5"]


def test_a_tap_before_an_undo_was_for_what_is_undone(run: Run) -> None:
    what = 'show(1, [e4], null); tap("e2"); tap("e4"); show(1, [], [e4]);'

    assert chosen(run, what) == []
