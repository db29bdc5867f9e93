"""Turns on their way: kept until the service has answered, sent once, and refused for good."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.scripts.conftest import Run

TURN = {
    "user": "alice",
    "game": "g1",
    "turn": 3,
    "actions": ["e2e4"],
    "key": "k1",
    "language": "en",
}


def sent(run: Run, body: str, *answers: tuple[int, dict[str, Any]], user: str = "alice") -> Any:
    """Return what a script returns with an empty outbox and a service that answers so.

    ``posts`` are the turns that were sent, ``log`` what the page was called with.
    """
    return run(f"""
      if (!self.outbox) await import("/static/games/outbox.js");
      const {{ outbox }} = self;
      for (const one of await outbox.all()) await outbox.drop(one);
      const turn = {json.dumps(TURN)};
      const answers = {json.dumps(answers)};
      const [posts, log] = [[], []];
      const heard = {{ sent: ({{ game }}) => log.push(["sent", game]),
                       refused: ({{ why }}) => log.push(["refused", why]) }};
      const fetched = self.fetch;
      self.fetch = async (path, options) => {{
        if (path === "/api/v1/me") return Response.json({{ username: "{user}" }});
        posts.push([path, options.headers["Idempotency-Key"], JSON.parse(options.body)]);
        if (!answers.length) throw new TypeError("Failed to fetch");
        const [status, said] = answers.shift();
        return Response.json(said, {{ status }});
      }};
      try {{ {body} }} finally {{ self.fetch = fetched; }}
    """)


def test_a_turn_is_sent_with_its_key_and_then_kept_no_longer(run: Run) -> None:
    posts, log, left = sent(
        run,
        """await outbox.keep(turn);
           const left = await outbox.deliver(heard);
           return [posts, log, left];""",
        (201, {"turn": 4}),
    )

    path = "/api/v1/games/g1/turns"
    assert posts == [[path, "k1", {"turn": 3, "actions": ["e2e4"]}]]
    assert (log, left) == ([["sent", "g1"]], [])


def test_without_a_connection_it_waits_and_goes_with_the_same_key(run: Run) -> None:
    keys, error, kept = sent(
        run,
        """await outbox.keep(turn);
           let error = "";
           await outbox.deliver(heard).catch(({ name }) => { error = name; });
           answers.push([201, { turn: 4 }]);
           await outbox.deliver(heard);
           return [posts.map(([, key]) => key), error, await outbox.all()];""",
    )

    assert (keys, error, kept) == (["k1", "k1"], "TypeError", [])


@pytest.mark.parametrize(
    ("status", "code", "is_refused"),
    [
        (409, "stale_turn", True),
        (422, "illegal_turn", True),
        (409, "idempotency_key_in_use", False),
        (403, "csrf_failed", False),
        (401, "not_authenticated", False),
        (429, "throttled", False),
        (503, "busy", False),
        # A network that wants to be paid first.
        (404, "", False),
    ],
)
def test_only_what_the_service_will_never_take_is_refused(
    run: Run, status: int, code: str, *, is_refused: bool
) -> None:
    log, left, again = sent(
        run,
        """await outbox.keep(turn);
           const left = await outbox.deliver(heard);
           await outbox.deliver(heard).catch(() => {});
           return [log, left.length, posts.length];""",
        (status, {"code": code, "detail": "No."} if code else {}),
    )

    assert log == ([["refused", "No."]] if is_refused else [])
    assert (left, again) == ((0, 1) if is_refused else (1, 2))


def test_a_second_turn_of_a_game_does_not_push_out_the_first(run: Run) -> None:
    both, own, kept = sent(
        run,
        """const second = { ...turn, key: "k2" };
           const both = [await outbox.keep(turn), await outbox.keep(second)];
           const own = await outbox.keep({ ...turn, staged: 1 });
           return [both, own, (await outbox.all()).map(({ key }) => key)];""",
    )

    assert (both, own, kept) == ([True, False], True, ["k1"])


def test_one_that_was_refused_makes_room(run: Run) -> None:
    kept = sent(
        run,
        """await outbox.keep(turn);
           await outbox.mark(turn, { why: "No." });
           return outbox.keep({ ...turn, key: "k2" });""",
    )

    assert kept is True


def test_one_is_taken_back_once_and_never_another(run: Run) -> None:
    dropped = sent(
        run,
        """await outbox.keep(turn);
           const dropped = [await outbox.drop({ ...turn, key: "k2" })];
           dropped.push(await outbox.drop(turn), await outbox.drop(turn));
           return dropped;""",
    )

    assert dropped == [False, True, False]


def test_turns_of_someone_else_on_this_device_stay(run: Run) -> None:
    posts, left = sent(
        run,
        """await outbox.keep(turn);
           const left = await outbox.deliver(heard);
           return [posts, left.map(({ user }) => user)];""",
        user="bob",
    )

    assert (posts, left) == ([], ["alice"])


def test_two_who_send_at_once_send_it_once(run: Run) -> None:
    posts, log = sent(
        run,
        """await outbox.keep(turn);
           await Promise.all([outbox.deliver(heard), outbox.deliver(heard)]);
           return [posts.length, log];""",
        (201, {"turn": 4}),
    )

    assert (posts, log) == (1, [["sent", "g1"]])
