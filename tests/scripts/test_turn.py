"""A turn that is being put together: what may follow, undo, failures, and what a reload keeps."""

from __future__ import annotations

from tests.scripts.conftest import Run

MAKE = """
  const { Turn } = await import("/static/games/turn.js");
  const act = (text) => ({ text });
  const options = (complete, ...texts) => ({ turn: 4, complete, actions: texts.map(act) });
  const asked = [];
  const ask = async (actions) => {
    asked.push(actions.join(" "));
    return actions.length === 1 ? options(0, "!e8") : options(1);
  };
  const make = (more = {}) => new Turn("stage", options(-1, "c3d5", "b1c3"), { ask, ...more });
"""


def test_each_action_asks_what_may_follow(run: Run) -> None:
    told = run(f"""{MAKE}
      const turn = make();
      const before = turn.canSend;
      await turn.add(act("c3d5"));
      const half = [turn.canSend, turn.options.actions[0].text];
      await turn.add(act("!e8"));
      return {{ before, half, asked, actions: turn.actions, complete: turn.options.complete }};
    """)

    assert told == {
        "before": False,
        "half": [True, "!e8"],
        "asked": ["c3d5", "c3d5 !e8"],
        "actions": ["c3d5", "!e8"],
        "complete": 1,
    }


def test_while_the_service_is_asked_the_newest_answer_is_known(run: Run) -> None:
    told = run(f"""{MAKE}
      let answer;
      const turn = make({{ ask: () => new Promise((resolve) => (answer = resolve)) }});
      const added = turn.add(act("c3d5"));
      const during = [turn.options, turn.known.turn, turn.canSend];
      answer(options(0));
      await added;
      return [...during, turn.canSend];
    """)

    assert told == [None, 4, False, True]


def test_undo_returns_what_was_taken_back(run: Run) -> None:
    told = run(f"""{MAKE}
      const turn = make();
      await turn.add(act("c3d5"));
      return [turn.undo().text, turn.undo() ?? null, turn.actions];
    """)

    assert told == ["c3d5", None, []]


def test_an_answer_that_fails_is_asked_again(run: Run) -> None:
    told = run(f"""{MAKE}
      let isDown = true;
      const down = async () => {{ throw new Error("down"); }};
      const turn = make({{ ask: (actions) => (isDown ? down() : ask(actions)) }});
      await turn.add(act("c3d5"));
      const during = [turn.error.message, turn.canSend];
      isDown = false;
      await turn.retry();
      return [...during, turn.error, turn.canSend];
    """)

    assert told == ["down", False, None, True]


def test_a_failure_of_what_was_taken_back_does_not_count(run: Run) -> None:
    told = run(f"""{MAKE}
      let fail;
      const turn = make({{ ask: () => new Promise((_, reject) => (fail = reject)) }});
      const added = turn.add(act("c3d5"));
      turn.undo();
      fail(new Error("down"));
      await added;
      return turn.error;
    """)

    assert told is None


def test_a_reload_keeps_actions_and_their_key(run: Run) -> None:
    told = run(f"""{MAKE}
      const left = make();
      await left.add(act("c3d5"));
      await left.add(act("!e8"));
      const come = make();
      await come.restore();
      const same = come.key === left.key;
      come.undo();
      return [come.actions, same, come.key === left.key];
    """)

    # The same actions sent again must not be played twice; others are another intention.
    assert told == [["c3d5"], True, False]


def test_what_is_no_longer_listed_is_not_restored(run: Run) -> None:
    told = run(f"""{MAKE}
      sessionStorage.setItem("stage", JSON.stringify({{ key: "old", actions: ["a1a2", "!e8"] }}));
      const turn = make();
      await turn.restore();
      return [turn.actions, turn.key === "old"];
    """)

    assert told == [[], False]


def test_forgotten_is_not_restored(run: Run) -> None:
    told = run(f"""{MAKE}
      const turn = make();
      await turn.add(act("c3d5"));
      turn.forget();
      const next = make();
      await next.restore();
      return next.actions;
    """)

    assert told == []
