"""The stream of news: records in pieces, records twice, and one stream that others listen to."""

from __future__ import annotations

from tests.scripts.conftest import Run

SERVE = """
  const { follow } = await import("/static/live.js");
  // A stream that says these lines, cut where it hurts, and then stays open.
  const serve = (text) => {
    const bytes = new TextEncoder().encode(text);
    const half = Math.floor(bytes.length / 2) + 1;
    return new Response(new ReadableStream({ start(way) {
      way.enqueue(bytes.slice(0, half));
      way.enqueue(bytes.slice(half));
    } }));
  };
  const lines = (...records) => records.map((one) => JSON.stringify(one) + "\\n").join("");
  const follows = async (text, after, at) => {
    const [heard, paths, fetched] = [[], [], self.fetch];
    const life = new AbortController();
    const end = lines({ number: 99, type: "last" });
    self.fetch = async (path) => (paths.push(path), serve(text + end));
    await new Promise((resolve) => {
      const hear = (event) => (event.type === "last" ? resolve() : heard.push(event));
      follow(`/events/${Math.random()}`, after, hear, at, life.signal);
    });
    life.abort();
    self.fetch = fetched;
    return { heard, paths };
  };
"""


def test_a_record_in_two_pieces_is_heard_once(run: Run) -> None:
    told = run(f"""{SERVE}
      const text = lines({{ number: 6, type: "a", name: "Zoë" }}, {{ number: 7, type: "b" }});
      return (await follows(text, 5, null)).heard;
    """)

    assert [record["number"] for record in told] == [6, 7]
    assert told[0]["name"] == "Zoë"


def test_what_is_known_is_not_heard_again(run: Run) -> None:
    told = run(f"""{SERVE}
      const [old, news] = [{{ number: 5, type: "a" }}, {{ number: 6, type: "b" }}];
      const text = lines(old, news, news);
      return (await follows(text, 5, null)).heard.map(({{ type }}) => type);
    """)

    assert told == ["b"]


def test_visitors_of_another_game_are_not_notified(run: Run) -> None:
    told = run(f"""{SERVE}
      const visit = (game) => ({{ type: "presence", game, here: [] }});
      const text = lines(visit("one"), visit("two"));
      return (await follows(text, 5, "two")).heard.map(({{ game }}) => game);
    """)

    assert told == ["two"]


def test_it_asks_for_what_came_after_and_for_its_game(run: Run) -> None:
    told = run(f"""{SERVE} return (await follows("", 12, "game")).paths;""")

    assert told[0].endswith("?after=12&at=game")
