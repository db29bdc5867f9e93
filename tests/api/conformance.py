"""Whether a running service answers as its document says, with something of everything in it.

``python -m tests.api.conformance ADDRESS`` plays games of all rule sets, a cup, a league and the
rest (``world.py``). Then it reads every GET with each place that it has come to know and each
value of each parameter, as two players and as a stranger. Then it cuts streams twenty times and
compares what they gave to the log. It prints each deviation and ends with 1 if there is one.
"""

from __future__ import annotations

import json
import random
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import httpx
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from config.developers.clients.chess_eleven import ChessEleven, Record
from tests.api.world import World
from tests.clients.cutting import BadLine

CUTS: Final = 20
_MOST_PLACES: Final = 12
"""Of games and so on of which there are more, the first and the last are read."""
_PLACE: Final = re.compile(r"{(\w+)}")
_SAMPLES: Final = {"date-time": "2026-01-01T00:00:00Z", "integer": "1", "boolean": "true"}


class Reader:
    """Reads all GETs of a document and notes what is not as it says."""

    def __init__(self, world: World, document: dict[str, Any]) -> None:
        self.world, self.document = world, document
        self.deviations: list[str] = []
        self.answered: Counter[int] = Counter()
        self.seen: set[str] = set()
        self.calls = 0
        resource = DRAFT202012.create_resource(document)
        self._registry: Any = Registry().with_resource("urn:openapi", resource)
        self._http = {
            "ann": world.ann.http,
            "ben": world.ben.http,
            "stranger": ChessEleven(world.address).http,
        }

    def read_all(self) -> None:
        """Read every GET."""
        for path, methods in self.document["paths"].items():
            if "get" in methods:
                self.calls += 1
                for url in self._addresses(path):
                    for name, http in self._http.items():
                        queries = self._queries(methods["get"]) if name == "ann" else [{}]
                        for query in queries:
                            self._read(methods["get"], http, url, query)

    def _addresses(self, path: str) -> Iterator[str]:
        path = path.removeprefix("/api/v1")
        names = " ".join(sorted(_PLACE.findall(path)))
        found = self.world.known.get(names, []) if names else [{}]
        if len(found) > _MOST_PLACES:
            half = _MOST_PLACES // 2
            found = [*found[:half], *found[-half:]]
        if not found:
            found = self._samples(names)
        for places in found:
            yield path.format(**places)

    def _samples(self, names: str) -> list[Record]:
        """Return the examples of the document, or what is known of each place alone."""
        known = [self.world.known.get(name) or [{name: "x"}] for name in names.split()]
        return [
            {key: one for part in parts for key, one in part.items()} for parts in product(*known)
        ][:4]

    def _queries(self, call: dict[str, Any]) -> Iterator[dict[str, str]]:
        yield {}
        for parameter in map(self._whole, call.get("parameters", ())):
            if parameter["in"] == "query" and parameter["name"] != "cursor":
                for value in self._values(parameter):
                    yield {parameter["name"]: value}

    def _values(self, parameter: dict[str, Any]) -> list[str]:
        name, schema = parameter["name"], parameter["schema"]
        schema = self._whole(schema.get("items", schema))
        if words := schema.get("enum") or schema.get("x-extensible-enum"):
            return [str(word) for word in words]
        if name in ("player", "vs"):
            return self.world.names[:2]
        if name == "q":
            return [self.world.names[1][:3]]
        if name in ("ids", "at"):
            return [self.world.known["game_id"][0]["game_id"]]
        if name == "ruleset":
            return ["eleven", "standard", "future", "family"]
        return [_SAMPLES.get(schema.get("format", ""), _SAMPLES.get(schema.get("type", ""), "1"))]

    def _whole(self, part: dict[str, Any]) -> dict[str, Any]:
        if "$ref" not in part:
            return part
        _, _, kind, name = part["$ref"].split("/")
        whole: dict[str, Any] = self.document["components"][kind][name]
        return whole

    def _read(
        self, call: dict[str, Any], http: httpx.Client, url: str, query: dict[str, str]
    ) -> None:
        answer = http.get(url, params=query or None, headers={"Accept": "*/*"}, timeout=60)
        where = f"{call['operationId']} {answer.request.url.raw_path.decode()}"
        self._hold(call, answer, where)
        if "etag" in answer.headers and answer.status_code == 200:
            held = {"If-None-Match": answer.headers["etag"]}
            again = http.get(url, params=query or None, headers=held, timeout=60)
            # What changes with the time may have changed.
            if again.status_code not in (200, 304):
                self.deviations.append(f"{where}: {again.status_code} to its own ETag")
            self._hold(call, again, f"{where} (again)")
        if answer.status_code == 200 and "json" in answer.headers["content-type"]:
            following = answer.json().get("next") if isinstance(answer.json(), dict) else None
            if isinstance(following, str):
                self._hold(call, http.get(following, timeout=60), f"{where} (next)")

    def _hold(self, call: dict[str, Any], answer: httpx.Response, where: str) -> None:
        """Note how an answer deviates from what the document says of the call."""
        self.answered[answer.status_code] += 1
        if answer.is_success:
            self.seen.add(call["operationId"])
        said = call["responses"].get(str(answer.status_code))
        if said is None:
            self.deviations.append(f"{where}: {answer.status_code} is not documented")
            return
        said = self._whole(said)
        for name, header in said.get("headers", {}).items():
            if self._whole(header).get("required") and name not in answer.headers:
                self.deviations.append(f"{where}: no header {name}")
        media = answer.headers.get("content-type", "").partition(";")[0]
        contents = {**said.get("content", {}), **said.get("x-streams", {})}
        if not contents and not answer.content:
            return
        if media not in contents:
            self.deviations.append(f"{where}: {media or 'nothing'} is not documented")
            return
        if not media.endswith("json"):
            return
        self._hold_json(contents[media], answer, where)

    def _hold_json(self, content: dict[str, Any], answer: httpx.Response, where: str) -> None:
        body = answer.json()
        schema = json.loads(json.dumps(content["schema"]).replace("#/", "urn:openapi#/"))
        validator = Draft202012Validator(
            schema, registry=self._registry, format_checker=FormatChecker()
        )
        for error in validator.iter_errors(body):
            self.deviations.append(f"{where}: {error.json_path} {error.message[:200]}")
        if answer.is_error and body["code"] not in content["examples"]:
            self.deviations.append(f"{where}: the code {body['code']} is not documented")


def cut_streams(world: World, cuts: int) -> tuple[int, list[str]]:
    """Play while four streams are cut; return how many events they gave, and what was wrong."""
    url = httpx.URL(world.address)
    game = world.begin(ruleset="standard")
    heard: dict[str, list[Record]] = {}
    with BadLine(url.port or 80) as line:
        listeners = {
            "ann": (ChessEleven(line.url, _token_of(world.ann), 0.2), None),
            "ben": (ChessEleven(line.url, _token_of(world.ben), 0.2), None),
            "the game": (ChessEleven(line.url, _token_of(world.cem), 0.2), game),
            "a stranger": (ChessEleven(line.url, None, 0.2), game),
        }
        first = {
            name: 0 if about else client.get("/events?limit=1")["latest"]
            for name, (client, about) in listeners.items()
        }
        for name, (client, about) in listeners.items():
            heard[name] = []
            args = (client, about, first[name], heard[name])
            threading.Thread(target=_listen, args=args, daemon=True).start()
        for number in range(1, cuts + 1):
            mover = world.ann if number % 2 else world.ben
            mover.post(f"/games/{game}/turns", {"turn": number, "actions": [_step(number)]})
            time.sleep(random.uniform(0, 0.3))
            line.cut()
        world.ann.post(f"/games/{game}/acts", {"name": "resign"})
        wanted = {
            name: _log(client if about is None else world.ann, about, first[name])
            for name, client, about in (
                ("ann", world.ann, None),
                ("ben", world.ben, None),
                ("the game", world.cem, game),
                ("a stranger", world.cem, game),
            )
        }
        until = time.monotonic() + 60
        while time.monotonic() < until and any(
            len(heard[one]) < len(wanted[one]) for one in wanted
        ):
            time.sleep(0.2)
    wrong = [
        f"stream of {name}: {len(heard[name])} events of {len(wanted[name])}"
        for name in wanted
        if heard[name] != wanted[name]
    ]
    return sum(map(len, heard.values())), wrong


def _step(number: int) -> str:
    """Return a turn of chess that steps one pawn one square: the game must not end."""
    file, lap = "abcdefgh"[(number - 1) // 2 % 8], (number - 1) // 16
    rank, onward = (2 + lap, 1) if number % 2 else (7 - lap, -1)
    return f"{file}{rank}{file}{rank + onward}"


def _token_of(client: ChessEleven) -> str:
    return client.http.headers["Authorization"].removeprefix("Bearer ")


def _listen(client: ChessEleven, game: str | None, after: int, heard: list[Record]) -> None:
    for event in client.follow(game, after):
        if event is not None:
            heard.append(event)


def _log(client: ChessEleven, game: str | None, after: int) -> list[Record]:
    path = f"/games/{game}/events" if game else "/events"
    found: list[Record] = []
    while page := client.get(path, after=after, limit=100)["results"]:
        found += page
        after = page[-1]["number"]
    return found


def main(address: str) -> None:
    """Fill the service, read it, cut its streams."""
    world = World(address)
    world.fill()
    document = httpx.get(f"{address}/api/v1/schema", timeout=120).raise_for_status().json()
    reader = Reader(world, document)
    reader.read_all()
    total = sum(reader.answered.values())
    print(f"{total} answers of {reader.calls} GETs: {dict(sorted(reader.answered.items()))}")
    gets = {ms["get"]["operationId"] for ms in document["paths"].values() if "get" in ms}
    print("never answered 2xx:", ", ".join(sorted(gets - reader.seen)) or "none", flush=True)
    events, wrong = cut_streams(world, CUTS)
    print(f"{CUTS} cuts, {events} events of four streams")
    deviations = [*reader.deviations, *wrong]
    print("\n".join([*deviations, f"{len(deviations)} deviations"]))
    raise SystemExit(bool(deviations))


if __name__ == "__main__":
    main(*sys.argv[1:])
