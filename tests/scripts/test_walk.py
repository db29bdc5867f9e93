"""Walking lines: turns of both sides, to and fro, and what is asked of the service."""

from __future__ import annotations

import pytest

from tests.scripts.conftest import Run

pytestmark = pytest.mark.needs("notebook")

MAKE = """
  const { LONGEST, Walk } = await import("/static/notebook/walk.js");
  const act = (text) => ({ text });
  let asked = 0;
  // A turn is one action; with "shot" it may end in two ways.
  const ask = async ({ line, after }) => {
    asked += 1;
    const isShot = after[0] === "shot";
    return {
      side: line.length % 2 ? "black" : "white", line: [], after, complete: after.length ? 1 : -1,
      outcomes: isShot ? { goal: 55, save: 45 } : {}, actions: [act("a"), act("shot")],
    };
  };
  const make = (more = {}) => new Walk("/api", { turn: 3, ask, ...more });
  const written = ({ actions, outcome }) => actions.join(" ") + (outcome ? `=${outcome}` : "");
  const said = (walk) => walk.line.map(written).join(", ");
"""


def test_a_turn_to_which_nothing_can_be_added_ends(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make();
      await walk.look();
      await walk.add(act("a"));
      return [said(walk), walk.steps[0].side, walk.known.side, walk.staged.length];
    """)

    assert told == ["a", "white", "black", 0]


def test_unless_it_may_not_end_alone(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make({{ endsAlone: () => false }});
      await walk.look();
      await walk.add(act("a"));
      return [said(walk), walk.actions, walk.canEnd];
    """)

    assert told == ["", ["a"], True]


def test_a_shot_waits_for_its_outcome(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make();
      await walk.look();
      await walk.add(act("shot"));
      const open = [walk.outcomes, walk.canEnd];
      await walk.end("own goal");
      const wrong = said(walk);
      await walk.end("goal");
      return [...open, wrong, said(walk)];
    """)

    assert told == [[["goal", 55], ["save", 45]], False, "", "shot=goal"]


def test_back_and_forth_ask_nothing_twice(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make();
      await walk.look();
      await walk.add(act("a"));
      await walk.add(act("a"));
      const before = asked;
      await walk.back();
      await walk.undo();
      const start = [said(walk), walk.ahead.length];
      await walk.forth();
      await walk.forth();
      return [...start, said(walk), walk.ahead.length, asked - before];
    """)

    assert told == ["", 2, "a, a", 0, 0]


def test_another_turn_leaves_the_branch_that_was_ahead(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make();
      await walk.look();
      await walk.add(act("a"));
      await walk.add(act("a"));
      await walk.back();
      await walk.back();
      await walk.add(act("shot"));
      await walk.end("save");
      return [said(walk), walk.ahead];
    """)

    assert told == ["shot=save", []]


def test_a_line_has_an_end(run: Run) -> None:
    told = run(f"""{MAKE}
      const walk = make();
      await walk.look();
      for (let i = 0; i < LONGEST + 2; i++) await walk.add(act("a"));
      return [walk.steps.length === LONGEST, walk.isFull];
    """)

    assert told == [True, True]
